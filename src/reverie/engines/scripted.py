"""A model that says what it was told to say: the twin of the real ones, for tests and for trying things out."""

from __future__ import annotations

from collections.abc import Callable

from reverie.records.engines import Question, Reply
from reverie.records.errors import ReverieError

Script = Callable[[Question], "str | Reply | ReverieError"]


class ScriptedModel:
    """Answers by its script and remembers what it was asked."""

    def __init__(self, script: Script, name: str = "twin") -> None:
        self._script, self._name = script, name
        self.asked: list[Question] = []

    @property
    def name(self) -> str:
        return self._name

    def ask(self, question: Question, seconds: float) -> Reply:  # noqa: ARG002 — it answers at once
        self.asked.append(question)
        said = self._script(question)
        if isinstance(said, ReverieError):
            raise said
        return said if isinstance(said, Reply) else Reply(said)
