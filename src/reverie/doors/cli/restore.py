"""`reverie restore`: an expired rule comes back."""

from __future__ import annotations

import click

from reverie import wiring
from reverie.doors.cli.desk import apply, desk_here
from reverie.doors.cli.person import require_person
from reverie.doors.cli.talk import json_option, out, print_json, say


@click.command("restore", short_help="bring an expired rule back")
@click.argument("id")
@json_option
def command(id: str, as_json: bool) -> None:
    """Bring an expired rule back into force, for another term."""
    from reverie.layouts import learning
    from reverie.review import lifecycle, resolve

    project, store, desk = desk_here()
    filed = resolve.rule(id, desk.rules)
    days = project.settings.review_days
    revised = lifecycle.restore(
        filed, wiring.who(project), wiring.now(), learning, rules=desk.active_rules, review_days=days
    )
    require_person(f"restore rule {revised.rule.id}")
    apply(project, store, f"restore rule {revised.rule.id}", [revised.step])
    if as_json:
        print_json({"rule": revised.rule.id, "review_by": revised.rule.review_by})
    else:
        out(f"rule {revised.rule.id} is in force again; review by {revised.rule.review_by}")
        say("next: reverie sync brings it into CLAUDE.md and its kin")
