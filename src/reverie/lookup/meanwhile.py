"""Something worked out meanwhile, in a thread of its own: a question's vector, while its words are looked up."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

T = TypeVar("T")


class Meanwhile(Generic[T]):
    """Starts at once. The thread keeps nobody from leaving: an interrupt need not wait for a server."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._results: list[T] = []
        self._problem: BaseException | None = None
        self._thread = Thread(target=self._run, name="meanwhile", daemon=True)
        self._thread.start()

    def result(self) -> T:
        """What the work gave, or what it raised."""
        self._thread.join()
        if self._problem is not None:
            raise self._problem
        return self._results[0]

    def _run(self) -> None:
        try:
            self._results.append(self._work())
        except BaseException as problem:  # noqa: BLE001 — raised again where the result is asked for
            self._problem = problem
