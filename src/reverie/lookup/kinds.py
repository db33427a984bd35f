"""The kinds of passages there are (a layer, a type and a state make one), and which of them a filter lets pass."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from reverie.lookup.content import plain
from reverie.records.passages import Passage


class Kind(NamedTuple):
    layer: str
    type: str
    state: str


@dataclass(frozen=True, slots=True)
class Filters:
    """Which passages may answer. Empty means any; only active ones unless others are asked for."""

    layers: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    states: frozenset[str] = frozenset({"active"})
    since: datetime | None = None

    def allow(self, kind: Kind) -> bool:
        return (
            (not self.layers or kind.layer in self.layers)
            and (not self.types or kind.type in self.types)
            and (not self.states or kind.state in self.states)
        )


class Allowed(NamedTuple):
    """A filter as one index sees it: the numbers of the kinds that pass, and from when on."""

    kinds: frozenset[int]
    since: float | None

    def lets(self, kind: int, at: float | None) -> bool:
        return kind in self.kinds and (self.since is None or (at is not None and at >= self.since))


def allowed(kinds: Iterable[tuple[int, str, str, str]], filters: Filters) -> Allowed:
    passing = frozenset(number for number, *names in kinds if filters.allow(Kind(*names)))
    return Allowed(passing, filters.since.timestamp() if filters.since else None)


class Kinds:
    """The numbers of the kinds. A new one is written when it is first met."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file
        self._numbers = {Kind(*names): int(number) for number, *names in file.execute("SELECT * FROM kinds")}

    def number(self, passage: Passage) -> int:
        kind = Kind(passage.layer, passage.type, passage.state)
        return self._numbers.get(kind) or self._new(kind)

    def _new(self, kind: Kind) -> int:
        """Two that are the same once they are plain get one number."""
        named = Kind(*map(plain, kind))
        if named not in self._numbers:
            made = self._file.execute("INSERT INTO kinds (layer, type, state) VALUES (?, ?, ?)", named)
            self._numbers[named] = int(made.lastrowid or 0)
        self._numbers[kind] = self._numbers[named]
        return self._numbers[kind]
