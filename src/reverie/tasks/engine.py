"""Who answers tasks: one protocol for models behind an address, programs with a login, the user's own agent, and a
folder that somebody reads. What comes back is never trusted; `reverie.tasks.run` examines it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

from reverie.engines.errors import ModelNonsense
from reverie.records.engines import Model, Question
from reverie.records.errors import ReverieError
from reverie.records.tasks import Answer, Task

_ABOUT_ONE = (400, 413, 422)  # what a server says of one question, not of itself


@dataclass(frozen=True, slots=True)
class Failure:
    """No answer. `task`: empty if none in particular. `sent`: words may have left. `billed`: they may cost. `fatal`:
    the next question would fare no better."""

    task: str
    why: str
    sent: bool = True
    billed: bool = True
    fatal: bool = True


@dataclass(frozen=True, slots=True)
class Stray:
    """Something that was found where answers come from and is none: passed over, with the reason."""

    what: str
    why: str


Came: TypeAlias = "Answer | Failure | Stray"


class Engine(Protocol):
    """`by`: how its answers are signed. `model`: the name prices go by. `waits`: it does not answer at once; what it is
    given waits, and answers to earlier tasks may be there. `parallel`: calls at the same time. `goes_to`: who reads the
    words; empty if they stay on this machine."""

    @property
    def name(self) -> str: ...

    @property
    def by(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def waits(self) -> bool: ...

    @property
    def parallel(self) -> int: ...

    @property
    def goes_to(self) -> str: ...

    def answer(self, tasks: Sequence[Task], seconds: float) -> Iterator[Came]:
        """What comes of these tasks, each within so many seconds. Never raises an expected failure."""

    def refuse(self, task: str, why: str, attempt: int) -> None:
        """Its answer did not pass. One that waits lets whoever answers know."""

    def close(self, task: str) -> None:
        """This task needs no answer any more."""

    def stop(self) -> None:
        """End what is under way."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What an engine may need to know. `local`: the private folder; `mark`: what prompts of ours begin with; `spool`:
    where task files lie; `wait`: keeps tasks for whoever asks for one, and says which cannot wait and why; `close`:
    takes one away again."""

    local: Path
    mark: str = ""
    model: str = ""
    url: str = ""
    key: str = ""
    environ: Mapping[str, str] = field(default_factory=dict)
    spool: Path | None = None
    wait: Callable[[Sequence[Task]], Mapping[str, str]] = lambda _tasks: {}
    close: Callable[[str], None] = lambda _id: None


class ModelEngine:
    """A model that answers one question at a time, as an engine."""

    waits = False

    def __init__(self, name: str, model: Model, *, goes_to: str, parallel: int = 1) -> None:
        self.name, self.model, self.goes_to, self.parallel = name, model.name, goes_to, parallel
        self._model = model

    @property
    def by(self) -> str:
        return f"{self.name}:{self.model.removesuffix('@' + self.name)}"

    def answer(self, tasks: Sequence[Task], seconds: float) -> Iterator[Came]:
        for task in tasks:
            yield self._answer(task.id, task.question, seconds)

    def _answer(self, task: str, question: Question, seconds: float) -> Came:
        try:
            reply = self._model.ask(question, seconds)
        except ReverieError as problem:
            return failure(task, problem)
        return Answer(task, reply.text, self.by, reply.read, reply.written, reply.dollars)

    def refuse(self, task: str, why: str, attempt: int) -> None:
        """It is asked again by whoever asks."""

    def close(self, task: str) -> None:
        """It keeps nothing."""

    def stop(self) -> None:
        if programs := getattr(self._model, "programs", None):
            programs.stop()


def failure(task: str, problem: ReverieError) -> Failure:
    """What was never sent cost nothing, and nobody bills an answer that only says no."""
    status = problem.facts.get("status")
    fatal = not isinstance(problem, ModelNonsense) and status not in _ABOUT_ONE
    return Failure(task, problem.message, bool(problem.facts.get("sent", True)), status is None, fatal)
