"""Whether two lessons are one. Only what is the same is joined, and a joined lesson weighs more, so
the code has its say too: lessons about different things are not the same, whatever the answer
is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from reverie.records.engines import Question
from reverie.records.tasks import Lesson
from reverie.tasks import orders
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
from reverie.tasks.tokens import Sort, repeats, specific_tokens, telling


class Same(StrEnum):
    SAME = "same"
    NARROWER = "narrower"  # the first is a case of the second
    DIFFERENT = "different"


class Because(StrEnum):
    """In one word, what makes them so."""

    WORDING = "wording"
    SCOPE = "scope"
    OBJECT = "object"
    ACTION = "action"
    VALUE = "value"
    OPPOSITE = "opposite"
    CAUSE = "cause"


@dataclass(frozen=True, slots=True)
class Sameness:
    verdict: Same
    because: Because


@dataclass(frozen=True, slots=True)
class SameInput:
    one: Lesson
    other: Lesson
    instructions: str = ""
    redact: Redact = str


@dataclass(frozen=True, slots=True)
class SameLesson:
    name: ClassVar[str] = "same_lesson"
    version: ClassVar[int] = 1
    schema: ClassVar[Mapping[str, Any]] = object_of(verdict=one_of(Same), because=one_of(Because))
    most: ClassVar[int] = 60

    def question(self, given: SameInput) -> Question:
        asked = (
            "Do these two lessons ask for, or state, one thing? `same`: whoever follows or believes the one"
            " does so for"
            " the other, in the same places. `narrower`: the first is only a case of the second."
            " `different`: anything"
            " else, also if they contradict each other. Say in one word what makes them so: wording (only the words"
            " differ), scope, object, action, value, opposite or cause."
        )
        lessons = "\n".join(f"{name}: {_told(one)}" for name, one in (("first", given.one), ("second", given.other)))
        text = joined(asked, instructed(given.instructions, given.redact), framed("LESSONS", lessons))
        return Question("You compare two lessons from a project's memory. " + DATA, text, self.schema, self.most)

    def examine(self, answer: str, given: SameInput) -> Passed[Sameness] | Refused:
        try:
            told = parse_answer(answer, self.schema)
            found = Sameness(Same(told["verdict"]), Because(told["because"]))
            if found.verdict is not Same.DIFFERENT:
                _check_alike(given.one, given.other)
        except Unfit as fault:
            return Refused(str(fault))
        return Passed(found, {"verdict": str(found.verdict), "because": str(found.because)})

    def restore(self, record: Mapping[str, Any]) -> Sameness:
        return Sameness(Same(record["verdict"]), Because(record["because"]))

    def keyless(self, given: SameInput) -> str:
        """The same if the words say so: the same specific tokens, most of the telling terms, and no other files.
        What is not sure is different, and nothing is joined."""
        one, other = given.one.sentence, given.other.sentence
        if orders.turns_round(one, other) or orders.turns_round(other, one):
            return _answer(Same.DIFFERENT, Because.OPPOSITE)
        if repeats(one, other, 0.7):
            scoped = set(given.one.files) == set(given.other.files) or not (given.one.files and given.other.files)
            return _answer(Same.SAME, Because.WORDING) if scoped else _answer(Same.DIFFERENT, Because.SCOPE)
        return _answer(Same.DIFFERENT, Because.OBJECT)


def _answer(verdict: Same, because: Because) -> str:
    return json.dumps({"verdict": verdict, "because": because})


def _told(lesson: Lesson) -> str:
    files = f" files: {quoted(', '.join(lesson.files))}" if lesson.files else ""
    return f"{lesson.kind} {quoted(lesson.sentence)} why: {quoted(lesson.why)}{files}"


def _check_alike(one: Lesson, other: Lesson) -> None:
    """Unfit if nothing of the one is in the other, or the one forbids what the other asks for."""
    if orders.turns_round(one.sentence, other.sentence) or orders.turns_round(other.sentence, one.sentence):
        raise Unfit("one of them forbids what the other asks for")
    mine, theirs = _objects(one.sentence), _objects(other.sentence)
    if mine and theirs and not mine & theirs and telling(one.sentence).isdisjoint(telling(other.sentence)):
        raise Unfit("they name different things and share no telling word")
    numbers = [
        {token.text for token in specific_tokens(lesson.sentence) if token.sort is Sort.NUMBER}
        for lesson in (one, other)
    ]
    if all(numbers) and numbers[0].isdisjoint(numbers[1]):
        raise Unfit("they name different numbers")


def _objects(sentence: str) -> set[str]:
    return {token.text.casefold() for token in specific_tokens(sentence) if token.sort is not Sort.NUMBER}
