"""The wording of an insight: what a sharp colleague would tell you of several sessions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from reverie.wording.prompts.reworded import KEEP, Reworded

LONGEST = 280


@dataclass(frozen=True, slots=True)
class InsightWording(Reworded):
    name: ClassVar[str] = "insight"
    version: ClassVar[int] = 2
    most: ClassVar[int] = 300
    field: ClassVar[str] = "text"
    longest: ClassVar[int] = LONGEST
    words: ClassVar[str] = (
        "Word the draft as what a sharp colleague would say about these sessions: one or two short sentences, what"
        f" happens, when, and what helps if the evidence says so. At most {LONGEST} characters. What the draft quotes"
        " stays as it is, or is left out." + KEEP
    )
