"""A night told in a few sentences, above the list of what it did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from reverie.records.engines import Question
from reverie.tasks import orders
from reverie.tasks.form import parse_answer, shown
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
    quoted,
    text_of,
)
from reverie.tasks.tokens import specific_tokens, stands, telling
from reverie.tasks.wellformed import clean_sentence

MOST_WORDS = 120
_LONGEST = 1000  # characters
_MOST_LINES = 80


@dataclass(frozen=True, slots=True)
class DiaryInput:
    """`lines`: what the night did, one line each."""

    lines: tuple[str, ...]
    instructions: str = ""
    redact: Redact = str


@dataclass(frozen=True, slots=True)
class Diary:
    name: ClassVar[str] = "diary"
    version: ClassVar[int] = 1
    schema: ClassVar[Mapping[str, Any]] = object_of(prose=text_of(_LONGEST, 8))
    most: ClassVar[int] = 400

    def question(self, given: DiaryInput) -> Question:
        asked = (
            "Tell the owner of a project, over the morning coffee, what was done to its memory tonight: two to five"
            f" plain sentences, at most {MOST_WORDS} words, the weightiest first. Say nothing that the lines"
            f" do not say,"
            " name nothing that they do not name, and give no advice."
        )
        lines = "\n".join(quoted(line) for line in given.lines[:_MOST_LINES])
        text = joined(asked, instructed(given.instructions, given.redact), framed("NIGHT", lines))
        return Question("You keep the diary of a project's memory. " + DATA, text, self.schema, self.most)

    def examine(self, answer: str, given: DiaryInput) -> Passed[str] | Refused:
        try:
            prose = clean_sentence(parse_answer(answer, self.schema)["prose"], given.redact, "the prose")
            _check_says_no_more(prose, "\n".join(given.lines[:_MOST_LINES]))
        except Unfit as fault:
            return Refused(str(fault))
        return Passed(prose, {"prose": prose})

    def restore(self, record: Mapping[str, Any]) -> str:
        return str(record["prose"])

    def keyless(self, given: DiaryInput) -> str:  # noqa: ARG002 - the list alone says it
        return ""


def _check_says_no_more(prose: str, lines: str) -> None:
    if (count := len(prose.split())) > MOST_WORDS:
        raise Unfit(f"it has {count} words, and {MOST_WORDS} are the most")
    if strange := [token.text for token in specific_tokens(prose) if not stands(token, lines)]:
        raise Unfit(f"it names `{shown(strange[0])}`, which the lines do not")
    told, given = telling(prose), telling(lines)
    if len(told - given) * 2 > len(told) or orders.harmful_terms(told - given, ""):
        raise Unfit("it says what the lines do not say")
