"""What can be said of two statements, and when a contradiction is firm enough to be called one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from reverie.remember.statements.clauses import Word
from reverie.remember.statements.frames import Statement
from reverie.remember.statements.predicates import is_generic

_OPEN = frozenset(("can", "if", "unless"))  # what can be, can be otherwise too
Verdict = Literal["same", "contradicts", "unrelated", "unsure"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """`left` and `right`: the words that differ, as they were written. `covers`: which of the two says all that the
    other says, and more. `leans`: what an unsure one most likely is, where it is worth a person's look."""

    verdict: Verdict
    reason: str
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    covers: Literal["", "left", "right"] = ""
    leans: Literal["", "same", "contradicts"] = ""


def firm(one: Statement, other: Statement, reason: str, a: tuple[Word, ...], b: tuple[Word, ...]) -> Judgement:
    """A contradiction, unless one of them only plans, guesses or remembers."""
    shown = tuple(word.text for word in a), tuple(word.text for word in b)
    if not one.told or not other.told or _generic(one) or _generic(other):
        return Judgement("unsure", f"{reason}, but it is not clear of what", *shown)
    if (one.hedges | other.hedges) & _OPEN:
        lean: Literal["", "contradicts"] = "contradicts" if one.hedges == other.hedges else ""
        return Judgement("unsure", f"{reason}, but there may be room for both", *shown, leans=lean)
    if one.hedges != other.hedges:
        return Judgement("unsure", f"{reason}, but one is planned or guessed", *shown)
    if one.happened or other.happened:
        return Judgement("unsure", f"{reason}, but it may have happened more than once", *shown)
    if one.past != other.past:
        return Judgement("unsure", f"{reason}, but one tells of the past", *shown)
    return Judgement("contradicts", reason, *shown)


def _generic(statement: Statement) -> bool:
    label = frozenset(word.key for word in statement.words if word.part == "subject")
    return statement.labelled and (len(label) < 2 or is_generic(label))
