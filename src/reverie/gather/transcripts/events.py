"""From what was said in one session to few, good events: corrections, requests to remember, decisions, preferences,
errors, commands that worked, how it ended, which files were edited. Each points at the record it was read from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property

from reverie.gather.transcripts import corrections, requests
from reverie.gather.transcripts.choices import choice
from reverie.gather.transcripts.ends import edited, end_of, inside
from reverie.gather.transcripts.failures import Failure, failures
from reverie.gather.transcripts.moments import Moment, is_edit, moments
from reverie.gather.transcripts.workflows import commands_of, sequence_of
from reverie.records.events import Event, Origin, Span
from reverie.records.transcripts import Said, Turn
from reverie.tools.ids import content_id

UNDATED = datetime(1970, 1, 1, tzinfo=UTC)  # a record without a time in a session without any
ERRORS = 20  # different ones of one session


def events_of(session: Sequence[Said], actor: str = "user", fresh: int = 0) -> list[Event]:
    """The events of one session, in the order of what they point at. `actor`: the person whose session it is. `fresh`:
    the byte at which new records begin; those before it are context and make no events.

    An id is made of the kind and the record's uuid: the same record met again in a resumed or copied session makes the
    same event. One message may be both a correction and a request to remember; both share its uuid in their spans."""
    if not session:
        return []
    draft = _Draft(session, actor)
    found = [*_told(draft), *_errors(draft), *_commands(draft), *_last(draft)]
    once = {event.id: event for event in reversed(found) if event.span.offset >= fresh}
    return sorted(once.values(), key=lambda event: (event.span.line, event.span.offset, event.kind, event.id))


class _Draft:
    """What all events of one session share."""

    def __init__(self, session: Sequence[Said], actor: str) -> None:
        self.session, self.actor = session, actor

    @cached_property
    def _times(self) -> dict[int, datetime]:
        return _times(self.session)

    def event(
        self,
        kind: str,
        said: Said,
        summary: str,
        origin: Origin,
        files: Sequence[str] = (),
        tags: Sequence[str] = (),
        about: str = "",
    ) -> Event:
        at = said.at or self._times.get(id(said))
        return Event(
            id=content_id("transcript", kind, _place(said.span), about),
            kind=kind,
            actor=self.actor,
            at=at or UNDATED,
            origin=origin,
            span=said.span,
            summary=summary,
            files=tuple(dict.fromkeys(path for path in (inside(f, said.cwd) for f in files) if path)),
            session=said.session,
            tool=said.tool,
            tags=tuple(tags) if at else (*tags, "undated"),
        )


def _told(draft: _Draft) -> Iterator[Event]:
    for moment in moments(draft.session):
        if moment.said.origin is not Origin.USER:
            continue
        verdict = corrections.judge(moment)
        if verdict.holds:
            yield draft.event(
                "correction", moment.said, corrections.said_instead(moment), Origin.USER, moment.files, verdict.signs
            )
        yield from _asked(draft, moment, verdict.holds)


def _asked(draft: _Draft, moment: Moment, corrected: bool) -> Iterator[Event]:
    if requests.lasting(moment):
        yield draft.event("remember", moment.said, requests.wanted(moment), Origin.USER, moment.files)
        return
    found = None if corrected else choice(moment)
    if found:
        yield draft.event(found[0].value, moment.said, found[1], Origin.USER)


def _errors(draft: _Draft) -> Iterator[Event]:
    """Each error once per session, with how often it was met."""
    met: dict[tuple[str, str], list[tuple[Said, Failure]]] = {}
    for said, failure in failures(draft.session):
        met.setdefault((failure.name, failure.command), []).append((said, failure))
    for (name, command), rows in list(met.items())[:ERRORS]:
        said, failure = rows[0]
        sure = [f"error:{name}"] if failure.telling else [f"failed:{name}"]
        tags = [*sure, f"command:{command}", f"times:{len(rows)}"]
        summary = f"{name} in `{command}`" + (f": {failure.words}" if failure.words else "")
        yield draft.event("error", said, summary[:240], Origin.TOOL, said.files, tags, said.call)


def _commands(draft: _Draft) -> Iterator[Event]:
    ran = commands_of(draft.session)
    for one in ran:
        tags = [f"times:{one.times}", f"well:{one.well}", *(["after edit"] if one.after_edit else [])]
        yield draft.event("command", one.said, one.command, Origin.AGENT, (), tags, one.command)
    steps = sequence_of(draft.session)
    if steps and ran:
        yield draft.event("command", ran[0].said, " → ".join(steps), Origin.AGENT, (), ["sequence"], " → ".join(steps))


def _last(draft: _Draft) -> Iterator[Event]:
    end = end_of(draft.session)
    if end:
        yield draft.event("blocked", end.said, f"{end.reason}: {end.words}"[:240], end.said.origin, (), [end.reason])
    files = edited(draft.session)
    if files:
        said = next(s for s in draft.session if s.files and is_edit(s) and s.turn is Turn.TOOL_USE)
        shown = ", ".join(files[:3]) + (f" and {len(files) - 3} more" if len(files) > 3 else "")
        yield draft.event("edit", said, f"edited {shown}"[:240], Origin.AGENT, files)


def _times(session: Sequence[Said]) -> dict[int, datetime]:
    """When each record was said; one without a time has that of the record before it, or else of the first that has."""
    last = next((said.at for said in session if said.at), None)
    found = {}
    for said in session:
        last = said.at or last
        if last:
            found[id(said)] = last
    return found


def _place(span: Span) -> str:
    return span.uuid or f"{span.source}:{span.offset}"
