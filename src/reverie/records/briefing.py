"""What a briefing is made from, and what it is made of."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from reverie.records.doubts import Doubt, Sighting
from reverie.records.events import Event
from reverie.records.insights import Insight
from reverie.records.learning import Rule

FILE = "briefing.md"
LINES = 40  # of the page, its title among them
WIDTH = 240  # characters of a line
CHARACTERS = 6_000


@dataclass(frozen=True, slots=True)
class Material:
    """All that is known of late: what was heard in sessions, what was committed, what several sessions show, what
    people decided, and what the memory is not sure of."""

    now: datetime
    heard: Sequence[Event] = ()
    commits: Sequence[Event] = ()
    insights: Sequence[Insight] = ()
    rules: Sequence[Rule] = ()
    doubts: Sequence[Doubt] = ()
    sightings: Sequence[Sighting] = ()
    decided: Container[str] = frozenset()  # what people decided about: events, and what candidates are about


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to know, and where it stands."""

    text: str
    cite: str = ""

    def __str__(self) -> str:
        return f"- {self.text}" + (f" ({self.cite})" if self.cite else "")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a briefing: the most important points first. `least` of them come before another part gets more."""

    title: str
    points: tuple[Point, ...] = field(default=())
    least: int = 2
    most: int = 6
