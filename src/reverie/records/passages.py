"""What can be found: a passage of memory with where it stands and what is known about it, and a hit on one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from reverie.records.checks import Check


@dataclass(frozen=True, slots=True)
class Passage:
    """A few lines that say one thing: an item of a daily note, a paragraph of a topic note, a rule, an insight."""

    id: str  # given from outside, else minted from the address and the text
    address: str  # root:path of the document
    first: int  # lines, counted from 1
    last: int
    text: str
    at: datetime | None = None  # when it was said, as far as is known
    layer: str = "note"  # note, daily, rule, insight, transcript
    type: str = ""  # user, feedback, project, reference
    title: str = ""  # of the note it stands in
    group: str = ""  # what it stands in: the note, the day, the session
    place: int = 0  # the how-manieth of its group: neighbours follow each other
    origin: str = "user"  # user, agent, tool, system
    state: str = "active"  # active, deprecated, superseded, retired
    pinned: bool = False
    verified: str = ""  # in words what checking it against the code said, and when; told with a hit
    valid_until: date | None = None
    facts: Mapping[str, str] = field(default_factory=dict)  # for rules: who decided, and when


FAINT = 0.05  # a score below which a passage is about something else: what nonsense reaches


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that answers a question. The score means the same whichever engine found it: 0 nothing, 1 certainly."""

    passage: Passage
    score: float
    parts: Mapping[str, float] = field(default_factory=dict)  # how the score came about
    check: Check = field(default_factory=Check)  # whether it still agrees with the code
