"""What was noticed, what is proposed, and what a person made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from reverie.records.events import Event

DEEDS = {  # what happened in a session, by its kind, without the words: those stay on the machine they were said on
    "correction": "corrected the agent",
    "remember": "asked for it",
    "preference": "said so",
    "decision": "decided so",
    "question": "asked it",
    "error": "met it",
    "command": "ended well",
    "finding": "found it out",
    "habit": "worked so",
    "edit": "changed it",
    "blocked": "ended there",
}
SAID = frozenset({"correction", "repeated_correction", "remember_request"})  # signals of what people said
AGENTS = frozenset(DEEDS[kind] for kind in ("error", "command", "finding", "habit", "edit"))  # what an agent did


@dataclass(frozen=True, slots=True)
class Cluster:
    """A pattern in events. `about` names what it is about (a file, an error, a bug, the oldest event), so that the same
    pattern is known again, whatever the order or the run."""

    signal: str  # revert_cluster, repeat_fix, frequent_failure, cross_actor_anti, semantic_cluster
    about: str
    events: tuple[Event, ...]
    files: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)  # what a detector knows and wording needs
    not_counted: tuple[str, ...] = ()  # what looked like evidence and was left out, with the reason
    strength: float = 0.0  # for ranking among clusters of one signal


@dataclass(frozen=True, slots=True)
class Evidence:
    """One event, as a candidate shows it."""

    event: str
    at: datetime
    actor: str
    who: str
    span: str  # a commit, file:line, or a session
    summary: str

    @property
    def by_agent(self) -> bool:
        """Whether an agent did it, in the session of the person who is named."""
        return self.span.startswith("session ") and self.summary in AGENTS


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposed rule: one sentence an agent can follow, and why one might believe it."""

    id: str
    signal: str
    about: str
    title: str
    rule: str
    scope: tuple[str, ...]
    weight: int
    confidence: str  # high, medium, low
    because: str  # the reason for the confidence
    actors: tuple[str, ...]
    files: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    not_counted: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    reopened: str = ""  # why it is proposed again after a rejection
    rank: float = 0.0
    noticed_from: int = 0  # how many it took, where that was not the usual number


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person said to a candidate."""

    verdict: str  # graduate, reject
    rationale: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Rule:
    """A graduated candidate."""

    id: str  # content hash of the sentence
    slug: str
    sentence: str
    scope: tuple[str, ...]
    rationale: str
    by: str
    at: datetime
    review_by: date
    candidate: str
    signal: str
    about: str
    weight: int
    files: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    status: str = "active"  # active, expired
    history: tuple[str, ...] = ()  # earlier rationales and reviews, one line each
    noticed_from: int = 0  # as of its candidate


@dataclass(frozen=True, slots=True)
class Health:
    """Whether the thing a rule was to prevent came back."""

    verdict: str  # works, no effect, hurts, too early
    before: int
    after: int
    expected: float | None  # None: nobody knows
    reason: str
