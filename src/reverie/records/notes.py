"""Notes: long-term memory, one piece each, and the lines that are to be remembered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

TYPES = ("user", "feedback", "project", "reference")
STATES = ("active", "deprecated", "superseded", "retired")


@dataclass(frozen=True, slots=True)
class Note:
    """A piece of long-term memory. `extra`: what its header says besides, which is somebody's and stays."""

    slug: str
    title: str
    body: str
    hook: str = ""  # one line that says what is in it
    type: str = ""
    pinned: bool = False
    static: bool = False
    state: str = "active"
    valid_from: date | None = None
    valid_until: date | None = None
    origin: str = "user"
    created: date | None = None
    updated: date | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def date(self) -> date | None:
        """When it was last true, as far as it says."""
        return self.updated or self.created


@dataclass(frozen=True, slots=True)
class Line:
    """Something to be remembered, as it comes in at the door."""

    text: str
    at: datetime
    id: str = ""
    topic: str = ""
    type: str = ""
    session: str = ""
    dated: bool = False  # whether its day was given
    timed: bool = False  # and the hour, too
    origin: str = ""  # agent, tool or system; empty: a person
    until: date | None = None  # the last day it is good for, unless something confirms it
