"""A small kind of task, engines that do as a test says, and a log to write into."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from reverie.records.engines import Question
from reverie.records.tasks import Answer, Task
from reverie.store.memory import MemoryStore
from reverie.tasks.ceilings import Ceilings, Purse
from reverie.tasks.engine import Came, Failure
from reverie.tasks.kind import Passed, Refused
from reverie.tasks.log import AnswerLog, Records
from reverie.tasks.run import Ran, Runner
from reverie.tasks.wanted import Verdict, Wanted
from reverie.tools.redact import Redactor

NOW = datetime(2026, 11, 18, 3, tzinfo=UTC)
REDACT = Redactor(b"0123456789abcdef0123456789abcdef").text
SCHEMA = {
    "type": "object",
    "properties": {"quotes": {"type": "array", "items": {"type": "string"}}},
    "required": ["quotes"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Talk:
    """What was said; the input of the made-up kind."""

    text: str
    lines: tuple[int, ...] = (1,)
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Quoting:
    """Wants words that stand in the talk, and drops those that do not."""

    version: int = 1
    name: str = "quoting"
    takes: type[Any] = Talk

    def question(self, input: Talk, /) -> Question:
        return Question(f"Quote, as version {self.version} asks.", input.text, SCHEMA, 100)

    def examine(self, answer: str, input: Talk, /) -> Verdict:
        try:
            quotes = json.loads(answer)["quotes"]
        except ValueError:
            return Refused("it is not one JSON object")
        good = [quote for quote in quotes if quote in input.text]
        if quotes and not good:
            return Refused(f"`{quotes[0]}` stands nowhere in the talk")
        dropped = tuple(f"`{quote}` stands nowhere in the talk" for quote in quotes if quote not in good)
        return Passed(good, {"quotes": good}, dropped)


def wanted(number: int, kind: Quoting | None = None, **more: Any) -> Wanted:
    text = f"talk {number}: always run make check"
    return Wanted(kind or Quoting(), f"session {number}", f"packet{number}", Talk(text), NOW, 1_000_000, **more)


def talks(count: int, kind: Quoting | None = None) -> list[Wanted]:
    return [wanted(number, kind) for number in range(count)]


def good(number: int | str = "") -> str:
    return json.dumps({"quotes": ["make check"]})


BAD = json.dumps({"quotes": ["rm -rf build"]})
Script = Callable[[Task], "str | Failure | Sequence[Came] | None"]


class Scripted:
    """An engine that answers at once, as it is told to."""

    waits, goes_to = False, "nowhere"

    def __init__(self, script: Script = lambda _: good(), name: str = "twin", parallel: int = 1) -> None:
        self.name, self.model, self.parallel = name, f"{name}-model", parallel
        self._script = script
        self.asked: list[Task] = []
        self.stopped = 0

    @property
    def by(self) -> str:
        return f"{self.name}:{self.model}"

    def answer(self, tasks: Sequence[Task], seconds: float) -> Iterator[Came]:
        for task in tasks:
            self.asked.append(task)
            said = self._script(task)
            if isinstance(said, Failure):
                yield said
            elif isinstance(said, str):
                yield Answer(task.id, said, self.by, 100, 10)
            elif said is not None:
                yield from said

    def refuse(self, task: str, why: str, attempt: int) -> None: ...

    def close(self, task: str) -> None: ...

    def stop(self) -> None:
        self.stopped += 1


def run(
    engines: Sequence[Any], tasks: Sequence[Wanted], store: Records | None = None, ceilings: Ceilings | None = None,
    reask: bool = False, **more: Any,
) -> Ran:  # fmt: skip
    model = engines[0].model if engines else ""
    log = AnswerLog(store if store is not None else MemoryStore())
    purse = Purse(ceilings or Ceilings(), model, **({"clock": more["clock"]} if "clock" in more else {}))
    return Runner(log, engines, purse, REDACT, lambda: NOW, **more).run(tasks, reask=reask)
