"""Facts that people asked to be remembered: they become notes at once, in the person's own words. What they asked for
as behaviour is for `corrections`, and waits for a decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

from reverie.records.events import UNCERTAIN, Event, Origin
from reverie.records.notes import Line
from reverie.tools.facts import Fact, fact

MOST = 20  # of one window, the newest; known ones count, or every night would bring the next
SHOWN = 8  # letters of a session's id
_DOUBTED = frozenset({"elsewhere", "undated"}) | UNCERTAIN  # another project's facts are not this one's

_fact = lru_cache(maxsize=1024)(fact)


def of(event: Event) -> Fact | None:
    """The fact an event asks to remember. Only a person can ask, surely, and only for the project at hand."""
    if event.kind != "remember" or event.origin is not Origin.USER or not _DOUBTED.isdisjoint(event.tags):
        return None
    return _fact(event.summary)


def notice(events: Sequence[Event], since: datetime) -> tuple[tuple[Line, ...], Counter[str]]:
    """The facts of the window, oldest first, and what was left out."""
    found = [_line(event, told) for event in events if event.at >= since and (told := of(event))]
    found.sort(key=lambda line: (line.at, line.id))
    beyond = max(0, len(found) - MOST)
    return tuple(found[beyond:]), Counter({f"facts older than the newest {MOST}": beyond} if beyond else {})


def _line(event: Event, told: Fact) -> Line:
    return Line(
        told.sentence, event.at, event.id, type=told.type, session=event.session[:SHOWN], dated=True, timed=True
    )
