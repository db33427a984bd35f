"""`reverie history`: what was changed, when, by whom."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import click

from reverie import wiring
from reverie.doors.cli.people import People
from reverie.doors.cli.talk import brief, json_option, print_json, say, store_here, table, utc, when

if TYPE_CHECKING:
    from reverie.records.changes import Past


@click.command("history", short_help="what was changed, when, by whom")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="How many, newest first.")
@json_option
def command(limit: int, as_json: bool) -> None:
    """What was changed, when, by whom. Newest first."""
    from reverie.store.past import is_undone, undone_steps

    project, store = store_here()
    found = list(itertools.islice(store.history(), limit + 1))
    undone = undone_steps(found)  # what takes a change back is always newer than the change
    pasts = found[:limit]
    if as_json:
        print_json([_facts(past, is_undone(past, undone)) for past in pasts])
        return
    if not pasts:
        say('Nothing was changed yet. Begin with: reverie run   or   reverie remember "…"')
        return
    people = People(project)
    marks = {past.number: "   (taken back)" if is_undone(past, undone) else "" for past in pasts}
    table((brief(past.id), when(past.at), people.name(past.by), past.title + marks[past.number]) for past in pasts)
    if len(found) > limit:
        say(f"and older ones: reverie history --limit {limit * 5}")


def _facts(past: Past, undone: bool) -> dict[str, Any]:
    return {
        "id": past.id,
        "at": utc(past.at),
        "by": past.by,
        "kind": past.kind.value,
        "title": past.title,
        "undone": undone,
        "steps": [{"reason": s.reason, "state": s.state.value, "why": s.why} for s in past.steps],
        "files": sorted({wiring.path_of(address) for s in past.steps for address in s.addresses}),
    }
