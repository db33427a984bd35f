"""`reverie history`: what was changed, when, by whom; and how one note came to be."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import click

from reverie import wiring
from reverie.doors.cli.people import People
from reverie.doors.cli.talk import brief, json_option, out, print_json, say, store_here, table, utc, when

if TYPE_CHECKING:
    from reverie.forgetting.lineage import Touch
    from reverie.records.changes import Past
    from reverie.store.folder import FolderStore
    from reverie.store.past import Undone


@click.command("history", short_help="what was changed, when, by whom")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="How many, newest first.")
@click.option("--note", metavar="NOTE", help="Only what made this note: moves, merges and what it replaced as well.")
@json_option
def command(limit: int, note: str | None, as_json: bool) -> None:
    """What was changed, when, by whom. Newest first."""
    from reverie.store.past import is_undone, undone_steps

    project, store = store_here()
    if note is not None:
        _of_note(project, store, note, limit, as_json)
        return
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
    table(_row(past, people, undone) for past in pasts)
    if len(found) > limit:
        say(f"and older ones: reverie history --limit {limit * 5}")


def _of_note(project: wiring.Project, store: FolderStore, name: str, limit: int, as_json: bool) -> None:
    from reverie.store.past import is_undone, undone_steps

    pasts = list(store.history())
    undone = undone_steps(pasts)
    touches = wiring.forgetting.touches(project, store, name, pasts)
    if not touches:
        from reverie.doors.cli.errors import UnknownNote

        raise UnknownNote(name=name)
    shown = touches[:limit]
    if as_json:
        print_json([{**_facts(t.past, is_undone(t.past, undone)), "reasons": t.reasons} for t in shown])
        return
    people = People(project)
    for touch in shown:
        _tell(touch, people, undone)
    if len(touches) > limit:
        say(f"and older ones: reverie history --note {name} --limit {limit * 5}")


def _tell(touch: Touch, people: People, undone: Undone) -> None:
    out("  ".join(_row(touch.past, people, undone)))
    for reason in touch.reasons:
        if reason != touch.past.title:
            out(f"  └ {people.told(reason)}")


def _row(past: Past, people: People, undone: Undone) -> tuple[str, ...]:
    from reverie.store.past import is_undone

    mark = "   (taken back)" if is_undone(past, undone) else ""
    mark += "   (purged)" if past.purged else ""
    return brief(past.id), when(past.at), people.name(past.by), past.title + mark


def _facts(past: Past, undone: bool) -> dict[str, Any]:
    return {
        "id": past.id,
        "at": utc(past.at),
        "by": past.by,
        "kind": past.kind.value,
        "title": past.title,
        "undone": undone,
        "purged": bool(past.purged),
        "steps": [{"reason": s.reason, "state": s.state.value, "why": s.why} for s in past.steps],
        "files": sorted({wiring.path_of(address) for s in past.steps for address in s.addresses}),
    }
