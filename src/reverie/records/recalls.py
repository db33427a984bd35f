"""Recalls: which lines of memory were shown to an agent, for which question; and what of it earns a place for good."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

LOG = "recalls"
LIMIT = 10  # memories promoted in one cycle, unless something else is set


@dataclass(frozen=True, slots=True)
class Question:
    """A question as far as it is kept: not its words, only what tells it from others."""

    hash: str  # the first 12 hex digits of sha1 of the trimmed, lower-cased question, as OpenClaw has it
    words: tuple[str, ...] = ()  # stems of the words that carry meaning, in the order of the alphabet
    meaning: str = ""  # 1024 bits of its vector, as hex, where there was an embedder
    model: str = ""  # whose vector it was


@dataclass(frozen=True, slots=True)
class Recall:
    """One hit shown to an agent. `asked`: the agent searched for it; else it was put before it unasked."""

    passage: str  # its id
    address: str  # root:path
    first: int
    last: int
    text: str  # as it was, cut short
    layer: str
    question: Question
    score: float  # as search gave it
    at: datetime
    asked: bool = True
    origin: str = "user"
    relevance: float = 1.0  # how surely it was the answer, among all that were shown


@dataclass(frozen=True, slots=True)
class Recalled:
    """A passage with everything that is known of its recalls. `count` and `total` weigh what came unasked less."""

    passage: str
    address: str
    first: int
    last: int
    text: str
    count: float
    total: float  # of the relevance
    intents: int  # distinct questions; two ways to say one thing are one
    hashes: tuple[str, ...]  # of the questions as they were asked, newest last
    freshest: tuple[tuple[datetime, float], ...]  # the newest recall of each kind, with its weight
    since: datetime
    best: float = 0.0
    layer: str = "daily"
    origin: str = "user"
    promoted: datetime | None = None

    @property
    def relevance(self) -> float:
        """The mean."""
        return self.total / self.count if self.count > 0 else 0.0

    @property
    def last_at(self) -> datetime:
        return max(at for at, _ in self.freshest)


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each part counts, and how fast a recall fades."""

    frequency: float = 0.35
    relevance: float = 0.35
    diversity: float = 0.15
    recency: float = 0.15
    half_life: float = 14.0  # days


@dataclass(frozen=True, slots=True)
class Gates:
    """What a memory must reach, all of it at once."""

    score: float
    recalls: int
    questions: int


@dataclass(frozen=True, slots=True)
class Counting:
    """What counts as a recall, and how much."""

    from_relevance: float = 0.4  # a hit below this was shown beside the answer; two that are equal both count
    unasked: float = 0.25  # the weight of a recall the agent did not ask for
    window: int = 180  # days: older recalls no longer count
    most: int = 5000  # passages kept in view


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms a memory is promoted."""

    gates: Gates
    weights: Weights = field(default_factory=Weights)
    counting: Counting = field(default_factory=Counting)
    limit: int = LIMIT


@dataclass(frozen=True, slots=True)
class Parts:
    """The four parts of a score, each from 0 to 1, and the score."""

    frequency: float
    relevance: float
    diversity: float
    recency: float
    score: float


@dataclass(frozen=True, slots=True)
class Judged:
    """A memory before the gates: its score, and which gates it misses. `refused`: why it may not pass whatever its
    score; `changes`: the smallest ones that would let it pass."""

    recalled: Recalled
    parts: Parts
    missed: tuple[str, ...] = ()
    refused: str = ""
    changes: tuple[str, ...] = field(default=())

    @property
    def passes(self) -> bool:
        return not self.missed and not self.refused


@dataclass(frozen=True, slots=True)
class Promotion:
    """A memory on its way into long-term memory: its words as they stand now, and where."""

    key: str  # the passage's id, or OpenClaw's key of its lines
    text: str
    path: str  # as a person or OpenClaw would write it
    first: int
    last: int
    at: datetime
    score: float
    recalls: float
    relevance: float
    questions: int
    type: str = ""
    origin: str = "user"

    @property
    def source(self) -> str:
        return f"{self.path}:{self.first}" + (f"-{self.last}" if self.last != self.first else "")
