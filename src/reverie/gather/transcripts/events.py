"""From what was said in one session to few, good events: corrections, requests to remember, decisions, preferences,
errors, commands that worked, how it ended, which files were edited. Each points at the record it was read from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from reverie.gather.transcripts.draft import Draft, Pick
from reverie.gather.transcripts.events_done import commands, errors, found, last, work
from reverie.gather.transcripts.events_said import asked, told
from reverie.records.engines import Opinion
from reverie.records.events import Event
from reverie.records.transcripts import Said

Clean = Callable[[Sequence[Said]], list[Said]]


def events_of(session: Sequence[Said], actor: str = "user", fresh: int = 0, clean: Clean = list) -> list[Event]:
    """The events of one session, in the order of what they point at. `actor`: the person whose session it is. `fresh`:
    the byte at which new records begin; those before it are context and make no events. `clean` takes the secrets out
    of records: those that an event tells of go through it, all at once, and the event is made of what comes out.

    An id is made of the kind and the record's uuid: the same record met again in a resumed or copied session makes the
    same event. One message may be both a correction and a request to remember; both share its uuid in their spans."""
    return _made([_evidence], session, actor, fresh, clean)


def work_of(session: Sequence[Said], actor: str = "user", fresh: int = 0, clean: Clean = list) -> list[Event]:
    """What a session was for, how it ended and what it left to do: told apart, because it is evidence of nothing but
    the work itself."""
    return _made([work], session, actor, fresh, clean)


def all_of(
    session: Sequence[Said], actor: str = "user", fresh: int = 0, clean: Clean = list, opinion: Opinion | None = None
) -> list[Event]:
    """Both, cleaned at once. `opinion`: whom to ask about corrections besides."""
    return _made([_evidence, work], session, actor, fresh, clean, opinion)


def _evidence(draft: Draft) -> Iterator[Pick]:
    return chain(told(draft), errors(draft), found(draft), asked(draft), commands(draft), last(draft))


def _made(
    kinds: Sequence[Callable[[Draft], Iterable[Pick]]],
    session: Sequence[Said],
    actor: str,
    fresh: int,
    clean: Clean,
    opinion: Opinion | None = None,
) -> list[Event]:
    draft = Draft(session, actor, opinion, fresh)
    rows = [list(kind(draft)) for kind in kinds] if session else []
    raw = {id(said): said for row in rows for pick in row for said in pick.of}  # many are told of more than once
    cleaned = dict(zip(raw, clean(list(raw.values())), strict=True))
    return [event for row in rows for event in _in_order(row, cleaned, fresh)]


def _in_order(picks: Iterable[Pick], cleaned: Mapping[int, Said], fresh: int) -> list[Event]:
    found = [event for pick in picks for event in pick.make([cleaned[id(said)] for said in pick.of])]
    once = {event.id: event for event in reversed(found) if event.span.offset >= fresh}
    return sorted(once.values(), key=lambda event: (event.span.line, event.span.offset, event.kind, event.id))
