"""A task as somebody wants it done: its kind with all it needs besides the input, the input, and by what an answer is
found again. The kinds themselves live in `reverie.tasks.kinds`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeAlias

import orjson

from reverie.records.engines import Question
from reverie.records.tasks import Task
from reverie.tasks.kind import Passed, Redact, Refused
from reverie.tools.ids import content_id

LONGEST_ANSWER = 100_000  # characters that are looked at
Verdict: TypeAlias = "Passed[Any] | Refused"


class Asked(Protocol):
    """One form of question, bound to a project. `version` changes with its words. `takes`: the
    dataclass of its input, so that a task can wait on disk."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def takes(self) -> type[Any]: ...

    def question(self, input: Any, /) -> Question: ...

    def examine(self, answer: str, input: Any, /) -> Verdict: ...


@dataclass(frozen=True, slots=True)
class Wanted:
    """One task as the caller has it. `packet`: the hash of the input, by which an answer is found again. `gone`: why
    there is nothing to ask about, if its source vanished. `at`: when it happened; the newest are asked first where not
    all can be. `read`: bytes of the source, for the report."""

    kind: Asked
    about: str
    packet: str
    input: Any = None
    at: datetime | None = None
    read: int = 0
    gone: str = ""

    @property
    def key(self) -> tuple[str, str]:
        return self.kind.name, self.packet

    @property
    def id(self) -> str:
        """Of the task: the same on every machine."""
        return content_id("task", self.kind.name, str(self.kind.version), self.packet)


def task_of(wanted: Wanted, redact: Redact) -> Task:
    """The task as it may leave: redacted once more, whatever its packet went through before."""
    kind, asked = wanted.kind, wanted.kind.question(wanted.input)
    clean = Question(redact(asked.system), redact(asked.text), asked.schema, asked.most)
    return Task(wanted.id, kind.name, wanted.about, clean, wanted.packet)


def examine(kind: Asked, input: Any, answer: object, redact: Redact) -> Verdict:
    """An answer of whoever, looked at as if an enemy had written it. Nothing it says ends the night."""
    if not isinstance(answer, str):
        return Refused("it is not text")
    if len(answer) > LONGEST_ANSWER:
        return Refused(f"it has {len(answer)} characters, and {LONGEST_ANSWER} are the most")
    if redact(answer) != answer:
        return Refused("it holds something that looks like a secret")
    try:
        found = kind.examine(answer, input)
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError) as problem:
        return Refused(f"it cannot be read ({type(problem).__name__})")
    if isinstance(found, Passed) and not _can_be_kept(found.record):
        return Refused("it holds what cannot be written down, such as a number without end")
    return found


def _can_be_kept(accepted: Mapping[str, Any]) -> bool:
    try:
        orjson.dumps(dict(accepted))
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def again(question: Question, answer: str, why: str, redact: Redact, shown: int = 2_000) -> Question:
    """The same question after an answer that was refused: why, and what it was."""
    quoted = json.dumps(answer[:shown]).replace("<", "\\u003c").replace(">", "\\u003e")
    told = f"\n\nYour answer {quoted} was refused: {why}. Answer again, with one JSON object of the schema."
    return Question(question.system, question.text + redact(told), question.schema, question.most)
