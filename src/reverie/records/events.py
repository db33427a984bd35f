"""What happened, and what was noticed in it."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from reverie.records.documents import Skipped


class Origin(StrEnum):
    """Who said it. It decides how much it may claim: user over agent over tool."""

    USER = "user"
    AGENT = "agent"
    TOOL = "tool"
    SYSTEM = "system"


class Span(NamedTuple):
    """Where an event is written down: a commit, or a place in a file. A tuple, because there are so many."""

    source: str  # "git", or the file's path
    commit: str = ""
    line: int = 0
    offset: int = 0
    uuid: str = ""

    def __str__(self) -> str:
        return self.commit[:10] if self.commit else f"{self.source}:{self.line}"


# Tags of words that somebody else may have put into a person's mouth: whoever reports a refusal is a tool, and in a
# group chat anybody speaks.
REFUSED, IN_A_GROUP = "refused", "group chat"
UNCERTAIN = frozenset({REFUSED, IN_A_GROUP})
REFUSED_COMMAND = "refused:"  # before a command that a person did not allow


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: who, when, where it is written down, what kind, which files, and in short what."""

    id: str
    kind: str  # commit, fix, revert, reapply, error, …
    actor: str
    at: datetime
    origin: Origin
    span: Span
    summary: str
    body: str = ""
    files: tuple[str, ...] = ()
    session: str = ""
    tool: str = ""
    tags: tuple[str, ...] = ()
    also: tuple[str, ...] = ()  # co-authors
    reverts: tuple[str, ...] = ()  # the commits it takes back, as far as they are named
    bot: bool = False
    who: str = ""  # the actor's name, for showing


@dataclass(frozen=True, slots=True)
class History:
    """What a repository had to tell: the events, oldest first, and what was left out."""

    events: tuple[Event, ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)  # how many commits made no event, by reason
    cut: str = ""  # why there is less history here than there was: a shallow or partial clone
    trouble: str = ""  # why there is nothing at all
    notes: tuple[str, ...] = ()  # what else a report should say
    tips: tuple[str, ...] = ()  # the commits it was read from
    fresh: int = 0  # how many commits had to be read; the others were known

    def unseen(self, known: Container[str]) -> tuple[Event, ...]:
        """The events whose ids are not known yet. Ids survive a rebase, so a rewritten history is not news."""
        return tuple(event for event in self.events if event.id not in known)


@dataclass(frozen=True, slots=True)
class BugEntry:
    """One entry of a bug registry."""

    id: str
    title: str
    severity: str = ""
    files: tuple[str, ...] = ()
    component: str = ""
    tags: tuple[str, ...] = ()
    prevention: str = ""
    source: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Registry:
    """The entries of all bug registries that were asked for, as written, and what was left out."""

    entries: tuple[BugEntry, ...] = ()
    skipped: tuple[Skipped, ...] = ()
