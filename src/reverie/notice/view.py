"""What the detectors look at: the events of the window, what went before, and the thresholds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property

from reverie.records.events import BugEntry, Event
from reverie.records.learning import Cluster
from reverie.tools import paths, titles
from reverie.tools.terms import Background

AGAIN = timedelta(days=90)
USUAL = 3000  # subjects
WIDE = 15  # a fix that touches more files than this says little about any one of them


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When a pattern is one. The configuration file wins over these, flags over the file."""

    min_cluster_size: int = 3
    min_reverts: int = 2
    min_actors: int = 2


@dataclass(frozen=True)
class View:
    """`events` is the window, `before` what is known from before it; both oldest first."""

    events: Sequence[Event]
    before: Sequence[Event] = ()
    registry: Sequence[BugEntry] = ()
    thresholds: Thresholds = field(default_factory=Thresholds)

    @cached_property
    def background(self) -> Background:
        """What is usually said here, from the newest subjects: more would not change what is usual."""
        return Background(plain(event) for event in (*self.before, *self.events)[-USUAL:])

    @cached_property
    def changes(self) -> Mapping[str, Sequence[datetime]]:
        """When each file was changed in the window, oldest first."""
        found: defaultdict[str, list[datetime]] = defaultdict(list)
        for event in self.events:
            for path in event.files:
                found[path].append(event.at)
        return found

    @cached_property
    def born(self) -> Mapping[str, datetime]:
        """When a file was first seen, as far back as is known."""
        first: dict[str, datetime] = {}
        for event in (*self.before, *self.events):
            for path in event.files:
                if path not in first or event.at < first[path]:
                    first[path] = event.at
        return first

    @property
    def began(self) -> datetime | None:
        return self.events[0].at if self.events else None

    @cached_property
    def has_days(self) -> bool:
        """Whether a history is long enough for days to mean something. In a project of yesterday everything fell on one
        day, and that is no reason to disregard it."""
        times = [event.at for event in (*self.before, *self.events)]
        return bool(times) and max(times) - min(times) > timedelta(days=3)


@dataclass(frozen=True, slots=True)
class Noticed:
    """What a detector found, and what it left out: reason → how many."""

    clusters: tuple[Cluster, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)


Detector = Callable[[View], Noticed]


def plain(event: Event) -> str:
    """A subject without type, scope, decoration and request numbers."""
    return titles.without_request(titles.split(event.summary).rest)


def told_once(events: Iterable[Event]) -> tuple[list[Event], int]:
    """Events, oldest first, without fixes that were made again on another branch, or taken back and made anew: the same
    title and a file in common, within months. And how many those were."""
    kept: list[Event] = []
    known: dict[str, Event] = {}
    again = 0
    for event in events:
        first = known.setdefault(titles.same(plain(event)), event) if event.kind == "fix" else event
        if first is not event and event.at - first.at < AGAIN and not set(first.files).isdisjoint(event.files):
            again += 1
        else:
            kept.append(event)
    return kept, again


def is_evidence(event: Event) -> bool:
    """Machines and mass edits repeat themselves without meaning it."""
    return not event.bot and "mass" not in event.tags and "cut" not in event.tags


def telling_files(event: Event) -> list[str]:
    return [path for path in event.files if paths.telling(path)]
