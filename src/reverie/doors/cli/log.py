"""`reverie log`: the event log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reverie.doors.cli.people import People
from reverie.doors.cli.talk import (
    brief,
    json_option,
    many,
    parse_since,
    print_json,
    say,
    since_option,
    store_here,
    table,
    utc,
    when,
)

if TYPE_CHECKING:
    from reverie.records.logs import LogRecord


@click.command("log", short_help="the event log")
@since_option
@json_option
def command(since: str | None, as_json: bool) -> None:
    """The event log: every change, undo and decision, with who and when. Oldest first."""
    from reverie.records.logs import LogRecord

    project, store = store_here()
    found = list(store.records("events", parse_since(since)))
    records = [record for record in found if isinstance(record, LogRecord)]
    if as_json:
        print_json([{"id": r.id, "at": utc(r.at), "kind": r.kind, "by": r.by, "facts": r.facts} for r in records])
    elif records:
        people = People(project)
        table((when(r.at), r.kind, people.name(r.by), _about(r)) for r in records)
    if len(found) > len(records):
        say(f"{many(len(found) - len(records), 'line')} could not be read and passed over")
    if not found:
        say(f"Nothing in the last {since}: reverie log shows all." if since else "The event log is empty.")


def _about(record: LogRecord) -> str:
    title, change = (str(record.facts.get(name) or "") for name in ("title", "change"))
    return f"{title}   ({brief(change)})" if title and change else title or brief(change)
