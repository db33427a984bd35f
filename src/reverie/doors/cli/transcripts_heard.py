"""`reverie transcripts heard`: what people said in sessions and what came of it, as it was put on record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.heard import refuse_if_off, spoken
from reverie.doors.cli.talk import (
    harmless,
    here,
    json_option,
    many,
    out,
    parse_since,
    print_json,
    say,
    since_option,
    utc,
    when,
)

if TYPE_CHECKING:
    from reverie.records.events import Event

KINDS = ("correction", "remember", "decision", "preference", "question", "error", "blocked", "left")
SAID = KINDS[:4]


@click.command("heard")
@click.option("--kind", "kinds", type=click.Choice(KINDS), multiple=True, help="Only this kind; may be given again.")
@since_option
@click.option("--session", default="", help="Only this session; the beginning of its id is enough.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=50, help="Events at most (50).")
@json_option
def command(kinds: tuple[str, ...], since: str | None, session: str, limit: int, as_json: bool) -> None:
    """What people said in the sessions that were read: corrections, requests, decisions and preferences.

    Newest first, from this machine's own log, also what made no candidate because it was bound to its moment or said
    only once. Exit code 1 when there is nothing.
    """
    project, begin = here(), parse_since(since)
    refuse_if_off(project)
    wanted = frozenset(kinds or SAID)
    found = [
        event
        for event in wiring.sessions.all_heard(project)
        if event.kind in wanted and event.session.startswith(session) and (begin is None or event.at >= begin)
    ]
    newest = sorted(found, key=lambda event: (event.at, event.id), reverse=True)[:limit]
    if as_json:
        print_json([_facts(event) for event in newest])
    else:
        for event in newest:
            out(f"{when(event.at)}  {event.session[:8]}  {event.kind:10}  {harmless(spoken(event))}")
        if not found:
            say("Nothing of that was heard. What is read: reverie sources")
        elif len(found) > limit:
            say(f"The newest {limit} of {many(len(found), 'event')}; more: --limit {limit * 4}")
    click.get_current_context().exit(0 if newest else 1)


def _facts(event: Event) -> dict[str, object]:
    return {
        "id": event.id, "at": utc(event.at), "kind": event.kind, "origin": event.origin.value, "session": event.session,
        "said": event.summary, "files": list(event.files), "tags": list(event.tags), "source": event.span.source,
        "line": event.span.line,
    }  # fmt: skip
