"""The user's own coding agent: tasks wait in the private folder until it asks for one, over MCP or on the command line.
Nothing is sent anywhere by us; what the agent does with the words is between it and its user."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reverie.records.tasks import Task
from reverie.tasks.engine import Came, Engine, Failure, Setup


class AgentEngine:
    """The tasks are kept by `reverie.tasks.waiting`, which examines an answer when it is given."""

    waits, parallel, model, goes_to = True, 0, "", ""

    def __init__(self, name: str, setup: Setup) -> None:
        self.name, self.by = name, name
        self._setup = setup

    def answer(self, tasks: Sequence[Task], seconds: float) -> Iterator[Came]:  # noqa: ARG002 — nobody answers now
        try:
            refused = self._setup.wait(tasks)
        except OSError as problem:
            yield Failure("", f"tasks cannot be kept: {(problem.strerror or 'unknown').lower()}", False, False)
            return
        for task, why in refused.items():
            yield Failure(task, why, sent=False, billed=False, fatal=False)

    def refuse(self, task: str, why: str, attempt: int) -> None:
        """Whoever answered was told at once."""

    def close(self, task: str) -> None:
        self._setup.close(task)

    def stop(self) -> None:
        """Nothing runs."""


def engine(setup: Setup) -> Engine:
    return AgentEngine("agent", setup)
