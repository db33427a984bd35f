"""What a detector hands over: something that several sessions show, in words, with the events that show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from reverie.records.events import Event
from reverie.records.insights import Type

LEAST = 2  # sessions: what was seen in one is an episode
COPIED = 12  # words
MANY = 20  # sessions: more of them make it no stronger


@dataclass(frozen=True, slots=True)
class Observation:
    """`about` names it, so that it is known again; `solved` is the event that shows a gap closed."""

    type: Type
    about: str
    text: str
    events: tuple[Event, ...]
    advice: str = ""
    besides: str = ""  # what else speaks for it, for the reason of the confidence
    strength: float = 1.0
    solved: Event | None = None
    files: tuple[str, ...] = ()

    @property
    def sessions(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(voice(event) for event in self.events))


@dataclass(frozen=True, slots=True)
class Scene:
    """All that detectors look at: events of sessions, oldest first, and how many sessions there were."""

    events: Sequence[Event]
    kinds: dict[str, list[Event]] = field(default_factory=dict)

    @classmethod
    def of(cls, events: Iterable[Event]) -> Scene:
        ordered = sorted(events, key=lambda e: (e.at, e.id))
        kinds: dict[str, list[Event]] = {}
        for event in ordered:
            kinds.setdefault(event.kind, []).append(event)
        return cls(ordered, kinds)

    def kind(self, *names: str) -> list[Event]:
        found = [event for name in names for event in self.kinds.get(name, ())]
        return found if len(names) == 1 else sorted(found, key=lambda e: (e.at, e.id))


def voice(event: Event) -> str:
    """Whose word it is: a session's; of a commit, the person's on that day."""
    return event.session or f"{event.actor} {event.at:%Y-%m-%d}"


def once_each(events: Iterable[Event]) -> list[Event]:
    """One event for each session, the first."""
    found: dict[str, Event] = {}
    for event in events:
        found.setdefault(voice(event), event)
    return list(found.values())


def own_words(rows: Iterable[Event]) -> list[Event]:
    """A long sentence that stands in two sessions word for word was copied: a plan, a report, a session that forked."""
    found: dict[str, Event] = {}
    for event in rows:
        text = event.summary.lower()
        found.setdefault(text if len(text.split()) >= COPIED else event.id, event)
    return list(found.values())


def grouped(events: Iterable[Event], key: Callable[[Event], str]) -> dict[str, list[Event]]:
    """By key, each session once in each group; what has no key belongs nowhere."""
    found: dict[str, dict[str, Event]] = {}
    for event in events:
        if name := key(event):
            found.setdefault(name, {}).setdefault(voice(event), event)
    return {name: list(rows.values()) for name, rows in found.items()}


def witnessed(
    type: Type,
    about: str,
    text: str,
    events: Iterable[Event],
    strength: float,
    more: float,
    *,
    advice: str = "",
    besides: str = "",
    solved: Event | None = None,
    files: tuple[str, ...] = (),
) -> Observation:
    """An observation with each session once as its witness, and with `more` strength for each of them."""
    rows = tuple(once_each(events))
    return Observation(type, about, text, rows, advice, besides, strength + more * min(len(rows), MANY), solved, files)


def tag(event: Event, name: str) -> str:
    return next((one[len(name) + 1 :] for one in event.tags if one.startswith(f"{name}:")), "")


def tags(event: Event, name: str) -> list[str]:
    return [one[len(name) + 1 :] for one in event.tags if one.startswith(f"{name}:")]


def most_said(values: Iterable[str]) -> tuple[str, int]:
    """The commonest, and how often; of equals the first in order."""
    counted = Counter(value for value in values if value)
    return min(counted.items(), key=lambda it: (-it[1], it[0])) if counted else ("", 0)


def many(count: int, noun: str = "session") -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def listed(items: Sequence[str]) -> str:
    return "".join(items) if len(items) < 2 else f"{', '.join(items[:-1])} and {items[-1]}"
