"""The wording of a rule candidate: one sentence an agent can follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from reverie.wording.prompts.reworded import KEEP, Reworded

LONGEST = 320


@dataclass(frozen=True, slots=True)
class RuleWording(Reworded):
    name: ClassVar[str] = "rule"
    version: ClassVar[int] = 1
    most: ClassVar[int] = 300
    field: ClassVar[str] = "sentence"
    longest: ClassVar[int] = LONGEST
    words: ClassVar[str] = (
        "Word the draft as one sentence that a coding agent can follow: what to do or leave, where, and why if the"
        f" evidence says why. At most {LONGEST} characters." + KEEP
    )
