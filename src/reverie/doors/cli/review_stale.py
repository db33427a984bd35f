"""`reverie review-stale`: rules that should be looked at again."""

from __future__ import annotations

import click

from reverie import wiring
from reverie.doors.cli.desk import desk_here
from reverie.doors.cli.talk import json_option, out, print_json, say


@click.command("review-stale", short_help="rules whose time for review has come")
@json_option
def command(as_json: bool) -> None:
    """Rules whose time for review has come, whose files are gone, or whose files changed a lot since."""
    from reverie.gather.git import Ask, gather
    from reverie.review import lifecycle

    project, _, desk = desk_here()
    rules = desk.active_rules
    gone = {path for rule in rules for path in lifecycle.cited(rule) if not (project.root / path).exists()}
    history = gather(project.root, Ask(min(rule.at for rule in rules))) if rules else None
    changed = lifecycle.churn(rules, history.events if history else ())
    stale = lifecycle.review_stale(rules, wiring.now().date(), gone, changed)
    if history and history.trouble:
        say(f"note: how much files changed is not known: {history.trouble}")
    if as_json:
        print_json([{"rule": s.rule.id, "sentence": s.rule.sentence, "reasons": s.reasons} for s in stale])
        return
    for item in stale:
        out(f"{item.rule.id}  {item.rule.sentence}")
        out(f"          {'; '.join(item.reasons)}")
    if stale:
        say('keep one with: reverie rerationale ID --rationale "…"   or let it go with: reverie expire-stale')
    else:
        say("No rule needs a review.")
