"""Whether two statements contradict each other. A model says only whether; which of them stands is decided by code:
the higher origin, then the newer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, Literal

from reverie.records.engines import Question
from reverie.records.events import Origin
from reverie.tasks.form import parse_answer
from reverie.tasks.kind import (
    DATA,
    Passed,
    Redact,
    Refused,
    Unfit,
    framed,
    instructed,
    joined,
    object_of,
    one_of,
    quoted,
)


class Relation(StrEnum):
    CONTRADICT = "contradict"
    AGREE = "agree"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class Said:
    """A statement: whose, when, and where it stands."""

    text: str
    origin: Origin
    at: datetime | None = None
    where: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """`stands`: which of two that contradict each other holds; empty where neither can be preferred."""

    relation: Relation
    stands: Literal["", "left", "right"] = ""


@dataclass(frozen=True, slots=True)
class ContradictionInput:
    left: Said
    right: Said
    instructions: str = ""
    redact: Redact = str


@dataclass(frozen=True, slots=True)
class Contradiction:
    name: ClassVar[str] = "contradiction"
    version: ClassVar[int] = 1
    schema: ClassVar[Mapping[str, Any]] = object_of(relation=one_of(Relation))
    most: ClassVar[int] = 40

    def question(self, given: ContradictionInput) -> Question:
        asked = (
            "Two statements from a project's memory. `contradict`: they speak of the same thing at the same time and"
            " both cannot hold. `agree`: both can hold, and they speak of the same thing. `unrelated`: they speak of"
            " different things, or of the same at different times or places. If unsure, it is not `contradict`."
        )
        pair = "\n".join(f"{name}: {quoted(one.text)}" for name, one in (("left", given.left), ("right", given.right)))
        text = joined(asked, instructed(given.instructions, given.redact), framed("STATEMENTS", pair))
        return Question("You compare two statements. " + DATA, text, self.schema, self.most)

    def examine(self, answer: str, given: ContradictionInput) -> Passed[Judged] | Refused:
        try:
            relation = Relation(parse_answer(answer, self.schema)["relation"])
        except Unfit as fault:
            return Refused(str(fault))
        found = Judged(relation, stands(given.left, given.right) if relation is Relation.CONTRADICT else "")
        return Passed(found, {"relation": str(found.relation), "stands": found.stands})

    def restore(self, record: Mapping[str, Any]) -> Judged:
        return Judged(Relation(record["relation"]), record["stands"])

    def keyless(self, given: ContradictionInput) -> str:  # noqa: ARG002
        return ""


_ORDER = (Origin.USER, Origin.AGENT, Origin.TOOL, Origin.SYSTEM)


def stands(left: Said, right: Said) -> Literal["", "left", "right"]:
    """User over agent over tool; then the newer wins."""
    mine, theirs = _ORDER.index(left.origin), _ORDER.index(right.origin)
    if mine != theirs:
        return "left" if mine < theirs else "right"
    if left.at is None or right.at is None or left.at == right.at:
        return ""
    return "left" if left.at > right.at else "right"
