"""`reverie rerationale`: a better reason for a rule, and another term."""

from __future__ import annotations

import click

from reverie import wiring
from reverie.doors.cli.desk import apply, desk_here, tell_decided
from reverie.doors.cli.person import require_person
from reverie.doors.cli.talk import json_option, out, print_json


@click.command("rerationale", short_help="give a rule a better rationale, and another term")
@click.argument("id")
@click.option("--rationale", help="The new rationale. Required.")
@json_option
def command(id: str, rationale: str | None, as_json: bool) -> None:
    """Give a rule a better rationale, and another term. What was said before stays in its history."""
    from reverie.layouts import learning
    from reverie.review import lifecycle, resolve

    project, store, desk = desk_here()
    filed = resolve.rule(id, desk.rules)
    days = project.settings.review_days
    revised = lifecycle.rerationale(filed, rationale, wiring.who(project), wiring.now(), learning, review_days=days)
    require_person(f"renew rule {revised.rule.id}")
    apply(project, store, f"new rationale for rule {revised.rule.id}", [revised.step])
    if as_json:
        print_json({"rule": revised.rule.id, "review_by": revised.rule.review_by, "warning": revised.warning})
    else:
        out(f"rule {revised.rule.id} has a new rationale; review by {revised.rule.review_by}")
        tell_decided(revised.warning, ())
