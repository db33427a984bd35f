"""The index line of a note: what an agent reads to decide whether to open it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from reverie.records.engines import Question
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

LONGEST = 150
_SHOWN = 6000  # characters of a note
_SENTENCE = re.compile(r"(?<=[.!?])\s")


@dataclass(frozen=True, slots=True)
class HookInput:
    name: str
    text: str
    instructions: str = ""
    redact: Redact = str


@dataclass(frozen=True, slots=True)
class Hook:
    name: ClassVar[str] = "hook"
    version: ClassVar[int] = 1
    schema: ClassVar[Mapping[str, Any]] = object_of(line=text_of(LONGEST, 8))
    most: ClassVar[int] = 120

    def question(self, given: HookInput) -> Question:
        asked = (
            f"Write the line by which this note is found in an index: at most {LONGEST} characters, the"
            f" facts first, no"
            " full sentence needed. Name only what the note names, letter for letter."
        )
        note = f"{quoted(given.name)}\n{quoted(given.text[:_SHOWN])}"
        text = joined(asked, instructed(given.instructions, given.redact), framed("NOTE", note))
        return Question("You keep the index of a project's memory. " + DATA, text, self.schema, self.most)

    def examine(self, answer: str, given: HookInput) -> Passed[str] | Refused:
        try:
            line = clean_sentence(parse_answer(answer, self.schema)["line"], given.redact, "the line")
            _check_says_no_more(line, f"{given.name}\n{given.text}")
        except Unfit as fault:
            return Refused(str(fault))
        return Passed(line, {"line": line})

    def restore(self, record: Mapping[str, Any]) -> str:
        return str(record["line"])

    def keyless(self, given: HookInput) -> str:
        """The first sentence of the note."""
        lines = (line.strip(" #*->\t") for line in given.text[:_SHOWN].splitlines() if not line.startswith("---"))
        first = _SENTENCE.split(next((line for line in lines if len(line) >= 8), ""), maxsplit=1)[0]
        if len(first) > LONGEST:
            first = first[: LONGEST - 1].rpartition(" ")[0].rstrip(" ,;:(–—-") + "…"
        return json.dumps({"line": first}, ensure_ascii=False) if first else ""


def _check_says_no_more(line: str, note: str) -> None:
    if strange := [token.text for token in specific_tokens(line) if not stands(token, note)]:
        raise Unfit(f"it names `{shown(strange[0])}`, which the note does not")
    told = telling(line)
    if len(told - telling(note)) * 2 > len(told):
        raise Unfit("it says what the note does not say")
