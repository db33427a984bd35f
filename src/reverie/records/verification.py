"""Verification: what a note claims of the codebase, and what became of it when somebody looked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

LOG = "verification"
KINDS = ("path", "symbol", "command", "dependency", "config", "url")
State = Literal["holds", "gone", "moved", "unknown"]
STATES: tuple[State, ...] = ("holds", "gone", "moved", "unknown")
SHOWN: Mapping[State, str] = {"holds": "holds", "gone": "gone", "moved": "moved to", "unknown": "cannot check"}

THERE = "there"  # the digest of a file of which only the presence matters
ABSENT = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something a note says of the repository that can be looked up. `name` is what is looked for: a path, an
    identifier, a script, a package, a key. `place` is the file, tool or repository the note names beside it."""

    kind: str
    text: str  # as the note has it
    start: int
    end: int
    name: str
    place: str = ""
    version: str = ""
    supposed: bool = False  # the sentence speaks of something that need not be there: an example, a plan


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a claim. `rests_on` names what it depends on, each with its digest: a file with its blob, or only
    with its presence; `*/name` stands for all files of that name. While these stay as they are, so does the verdict."""

    state: State
    reason: str
    now: str = ""  # where it is now, or as what
    rests_on: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verification:
    """A claim that was looked up: at which commit, when, by which version of the looking. `noted`: the day of the note
    that makes it, if that is known; what is gone depends on what was there then."""

    claim: Claim
    verdict: Verdict
    commit: str  # empty: no commit yet
    at: datetime
    by: int = 1
    noted: str = ""
