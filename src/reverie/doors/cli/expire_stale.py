"""`reverie expire-stale`: rules nobody renewed move out. Nothing is deleted."""

from __future__ import annotations

import click

from reverie import wiring
from reverie.doors.cli.desk import apply, desk_here
from reverie.doors.cli.talk import json_option, many, out, print_json, say


@click.command("expire-stale", short_help="move rules out whose review is long overdue")
@click.option("--grace-days", type=click.IntRange(0), help="Days after the review date (default: rules.grace_days).")
@click.option("--dry-run", is_flag=True, help="Show which, and change nothing.")
@json_option
def command(grace_days: int | None, dry_run: bool, as_json: bool) -> None:
    """Move rules out whose review is long overdue, to .agent/dream/expired/. `reverie restore` brings one back."""
    from reverie.layouts import learning
    from reverie.review import lifecycle

    project, store, desk = desk_here()
    grace = project.settings.grace_days if grace_days is None else grace_days
    taken = {f.document.address for f in desk.rules}
    due = lifecycle.expire_stale(desk.rules, wiring.now().date(), learning, grace_days=grace, taken=taken)
    if due and not dry_run:
        apply(project, store, f"expire {many(len(due), 'rule')}", [revised.step for revised in due])
    if as_json:
        print_json([{"rule": revised.rule.id, "sentence": revised.rule.sentence} for revised in due])
        return
    for revised in due:
        out(f"{'would expire' if dry_run else 'expired'} {revised.rule.id}  {revised.rule.sentence}")
    if not due:
        say(f"No rule is overdue by more than {many(grace, 'day')}.")
    elif not dry_run:
        say("Bring one back with: reverie restore ID   and bring CLAUDE.md up to date with: reverie sync")
