"""The insights that are known, as they change in one night: seen again, solved, grown stale, joined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import combinations

from reverie.insights.likeness import THRESHOLD, Embed, alike, names
from reverie.insights.making import SHOWN, session_of
from reverie.insights.observed import LEAST, Observation
from reverie.records.insights import CLOSED, Insight, Status, Type
from reverie.records.learning import Evidence

MOST = 20  # new ones in one night, the strongest
STALE = timedelta(days=90)
HALF = 2  # this part of the evidence in common makes two observations of one type one


@dataclass(frozen=True, slots=True)
class Limits:
    latest: datetime  # the newest event
    since: datetime
    threshold: float = THRESHOLD
    embed: Embed | None = None
    most: int = MOST

    @property
    def oldest(self) -> date:
        """What was seen last before this day is stale. It is counted from the newest session, not from today: a project
        that rests forgets nothing."""
        return (self.latest - STALE).date()


class Book:
    """The insights that are known, as they change tonight."""

    def __init__(self, known: Sequence[Insight], texts: Sequence[str], limits: Limits) -> None:
        self._limits = limits
        self._now = {one.id: one for one in known}
        self._before = dict(self._now)
        self._why: dict[str, str] = {}
        self._order = list(self._now)
        self._alike = alike([*texts, *(one.keyless for one in known)], limits.threshold, limits.embed)
        self._texts, self._added = len(texts), list[int]()

    def known(self, one: Observation, mine: Insight, place: int) -> Insight | None:
        """By id, then by evidence, then by meaning."""
        found = self._now.get(mine.id)
        if found is None:
            events = {event.id for event in one.events}
            for number, id in enumerate(self._order):
                other = self._now[id]
                if other.type is one.type and self._same(place, number, events, other):
                    found = other
                    break
        passed: set[str] = set()
        while found is not None and found.merged_into in self._now and found.id not in passed:
            passed.add(found.id)
            found = self._now[found.merged_into]
        return found

    def _same(self, place: int, number: int, events: set[str], other: Insight) -> bool:
        shared = len(events & {e.event for e in other.evidence})
        if shared and shared * HALF > min(len(events), len(other.evidence)) and _kind(other.about) == "":
            return True
        return self._alike(place, self._texts + number)

    def twin(self, place: int) -> bool:
        """Whether one that was taken tonight says the same."""
        return any(self._alike(place, other) for other in self._added)

    def add(self, place: int) -> None:
        self._added.append(place)

    def seen(self, there: Insight, one: Observation, mine: Insight) -> None:
        if there.status is Status.DISMISSED:
            return
        told_by = dict(zip((e.event for e in mine.evidence), map(session_of, one.events), strict=True))
        fresh = [e for e in mine.evidence if told_by[e.event] not in there.sessions]
        later = {told_by[e.event] for e in fresh if e.at.date() > there.last}
        if there.status in CLOSED and len(later) < LEAST:
            return
        if one.solved and there.status is Status.ACTIVE:
            told = f"solved: it went well in session {one.solved.session[:SHOWN]} on {one.solved.at:%Y-%m-%d}"
            self._put(_grown(there, mine, fresh), Status.RESOLVED, told, "resolved")
        elif fresh and not one.solved:
            back = there.status in (Status.RESOLVED, Status.STALE) and mine.last >= self._limits.oldest
            status = Status.ACTIVE if back else there.status
            self._put(_grown(there, mine, fresh), status, "" if back else there.closed, "back" if back else "grew")

    def age(self) -> None:
        for one in list(self._now.values()):
            if one.status is Status.ACTIVE and one.last < self._limits.oldest:
                self._put(one, Status.STALE, f"not seen since {one.last.isoformat()}", "stale")

    def join(self) -> None:
        """Two that say the same become one: the older keeps the evidence of both."""
        place = {id: number + self._texts for number, id in enumerate(self._order)}
        shelves: dict[tuple[Type, frozenset[str]], list[str]] = {}
        for id in self._order:
            if self._now[id].status not in CLOSED:
                shelves.setdefault((self._now[id].type, names(self._now[id].keyless)), []).append(id)
        for ids in shelves.values():
            for a, b in combinations(sorted(ids, key=lambda id: (self._now[id].first, id)), 2):
                old, young = self._now[a], self._now[b]
                if Status.MERGED not in (old.status, young.status) and self._alike(place[a], place[b]):
                    had = {e.event for e in old.evidence}
                    came = [e for e in young.evidence if e.event not in had]
                    self._put(_grown(old, young, came), old.status, old.closed, "grew")
                    self._put(replace(young, merged_into=a), Status.MERGED, f"{a} says the same", "merged")

    def _put(self, one: Insight, status: Status, closed: str, why: str) -> None:
        self._now[one.id] = replace(one, status=status, closed=closed)
        self._why[one.id] = why

    def changes(self) -> tuple[tuple[Insight, str], ...]:
        return tuple((one, self._why[id]) for id, one in self._now.items() if one != self._before[id])


def _kind(about: str) -> str:
    """Insights with an anchor of their own are told apart by it; findings only by what they rest on."""
    name = about.partition(":")[0]
    return "" if name in ("finding", "subject", "asked", "blocked", "decided") else name


def _grown(there: Insight, mine: Insight, fresh: Iterable[Evidence]) -> Insight:
    """The old insight with what came. Its words are renewed: they say in how many sessions it was seen."""
    evidence = (*there.evidence, *fresh)
    sessions = tuple(dict.fromkeys((*there.sessions, *mine.sessions)))
    better = len(mine.sessions) >= len(there.sessions)
    words = mine if better and mine.text != there.keyless else there  # a model is not asked for the same again
    return replace(
        there,
        text=words.text,
        draft=words.draft,
        worded_by=words.worded_by,
        advice=mine.advice if better else there.advice,
        confidence=mine.confidence if better else there.confidence,
        because=mine.because if better else there.because,
        first=min(there.first, mine.first),
        last=max(there.last, mine.last),
        sessions=sessions,
        evidence=tuple(sorted(evidence, key=lambda e: (e.at, e.event))) if _all_dated(evidence) else evidence,
    )


def _all_dated(evidence: Sequence[Evidence]) -> bool:
    """Of those that a file does not show in words, only the id is known."""
    return all(e.at.year > 1970 for e in evidence)
