"""Joining things that belong together (union–find)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

Thing = TypeVar("Thing", bound=Hashable)


class Groups(Generic[Thing]):
    """Every thing begins alone; `join` puts two groups together."""

    def __init__(self, things: Iterable[Thing]) -> None:
        self._above: dict[Thing, Thing] = {thing: thing for thing in things}

    def join(self, a: Thing, b: Thing) -> None:
        self._above[self._top(a)] = self._top(b)

    def _top(self, thing: Thing) -> Thing:
        while self._above[thing] != thing:
            self._above[thing] = thing = self._above[self._above[thing]]
        return thing

    def all(self) -> list[list[Thing]]:
        found: defaultdict[Thing, list[Thing]] = defaultdict(list)
        for thing in self._above:
            found[self._top(thing)].append(thing)
        return list(found.values())
