"""`reverie log`: the event log."""

from __future__ import annotations

import click

from reverie.doors.cli.talk import json_option, parse_since, print_json, say, since_option, store_here, table, utc, when


@click.command("log", short_help="the event log")
@since_option
@json_option
def command(since: str | None, as_json: bool) -> None:
    """The event log: every change, undo and decision, with who and when."""
    from reverie.records.logs import LogRecord

    _, store = store_here()
    found = list(store.records("events", parse_since(since)))
    records = [record for record in found if isinstance(record, LogRecord)]
    unreadable = len(found) - len(records)
    if as_json:
        print_json([{"id": r.id, "at": utc(r.at), "kind": r.kind, "by": r.by, **r.facts} for r in records])
    elif records:
        table((when(r.at), r.kind, r.by, str(r.facts.get("title") or r.facts.get("change") or "")) for r in records)
    if unreadable:
        say(f"{unreadable} line{'s' * (unreadable != 1)} could not be read and were passed over")
    if not found:
        say("The event log is empty.")
