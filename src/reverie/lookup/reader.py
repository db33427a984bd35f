"""What a search reads of an index: how rare words are, where they stand, and what is known about a passage."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from reverie.lookup.content import unpacked
from reverie.lookup.rows import in_parts
from reverie.lookup.schema import posting
from reverie.records.passages import Passage

_AT_ONCE = 500
_ELSEWHERE = 200  # passages


class Term(NamedTuple):
    number: int
    holders: int  # how many passages hold it


class Card(NamedTuple):
    """What is needed to weigh a passage without reading it."""

    number: int
    id: str
    at: float | None
    layer: str
    type: str
    state: str
    pinned: int
    until: str | None
    bag: bytes
    row: int | None


class Reader:
    """One look at the index: everything it gives is of the same moment."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file
        self.facts: dict[str, object] = dict(file.execute("SELECT name, value FROM facts"))

    def number(self, name: str) -> float:
        value = self.facts.get(name, 0)
        return float(value) if isinstance(value, (int, float)) else 0.0

    @property
    def usual_length(self) -> float:
        return self.number("tokens") / max(self.number("passages"), 1)

    @property
    def usual_group(self) -> float:
        return self.number("group tokens") / max(self.number("groups"), 1)

    def terms(self, words: Sequence[str]) -> dict[str, Term]:
        query = "SELECT text, number, holders FROM terms WHERE text IN ({})"
        return {text: Term(number, holders) for text, number, holders in self._some(query, words)}

    def rarity(self, holders: int) -> float:
        """BM25's weight of a word: high for what few passages say. What a few notes do not say may be an everyday word
        all the same, so each memory is taken for a little larger than it is, and every word for one said there."""
        count = self.number("passages") + self.number("groups") + _ELSEWHERE
        known = max(holders, 0) + 1
        return math.log(1 + (max(count - known, 0) + 0.5) / (known + 0.5))

    def strongest(self, term: int, most: int) -> list[tuple[int]]:
        """The postings of the passages that are most about this word."""
        query = "SELECT posting FROM postings WHERE posting BETWEEN ? AND ? ORDER BY posting LIMIT ?"
        return self._file.execute(query, (posting(term, 0, 0), posting(term + 1, 0, 0) - 1, most)).fetchall()

    def cards(self, numbers: Iterable[int]) -> dict[int, Card]:
        query = "SELECT * FROM passages WHERE number IN ({})"
        return {row[0]: Card(*row) for row in self._some(query, list(numbers))}

    def bags(self, numbers: Iterable[int]) -> list[tuple[int, bytes]]:
        return self._some("SELECT number, bag FROM passages WHERE number IN ({})", list(numbers))

    def wholes(self, groups: Iterable[int]) -> dict[int, bytes]:
        """The bags of groups as one text each."""
        return dict(self._some("SELECT number, bag FROM groups WHERE number IN ({})", list(groups)))

    def holders_of_rows(self, rows: Sequence[int]) -> list[int]:
        """The passages these rows belong to; a row that nobody has is left out."""
        return [number for (number,) in self._some("SELECT number FROM passages WHERE row IN ({})", rows)]

    def passages(self, numbers: Sequence[int]) -> dict[int, Passage]:
        found = self._some("SELECT number, record FROM contents WHERE number IN ({})", numbers)
        return {number: unpacked(record) for number, record in found}

    def _some(self, query: str, keys: Sequence[object]) -> list[Any]:
        return [
            row
            for some in in_parts(keys, _AT_ONCE)
            for row in self._file.execute(query.format(",".join("?" * len(some))), some).fetchall()
        ]
