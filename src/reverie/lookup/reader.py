"""What a search reads of an index: how rare words are, where they stand, and what is known about a passage."""

from __future__ import annotations

import math
import sqlite3
from array import array
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import orjson

from reverie.lookup.content import unpacked
from reverie.lookup.kinds import Allowed, Filters, allowed
from reverie.lookup.rows import in_parts
from reverie.lookup.schema import posting
from reverie.records.passages import Passage

_AT_ONCE = 512
_ELSEWHERE = 200  # passages
_MOST_LISTS, _LONGEST_LIST = 2048, 2000  # remembered: 32 MB of postings at most

Postings: TypeAlias = "array[int]"


class Term(NamedTuple):
    number: int
    holders: int  # how many passages hold it


class Card(NamedTuple):
    """What is needed to weigh a passage without reading it."""

    number: int
    id: str
    at: float | None
    kind: int
    pinned: int
    until: str | None
    bag: bytes
    row: int | None


class Listed(NamedTuple):
    """The strongest postings of a term, and how many had been asked for."""

    postings: Postings
    asked: int


class Remembered:
    """The postings read for earlier questions, as long as the index stays as it is: most questions share words, and
    those that many share have the longest lists."""

    def __init__(self) -> None:
        self.lists: dict[int, Listed] = {}
        self.without_vector: int | None = None  # passages
        self._state: tuple[int, int] | None = None

    def at(self, file: sqlite3.Connection) -> Remembered:
        """Asked inside a look, so that what is remembered is of the moment looked at."""
        state = (int(file.execute("PRAGMA data_version").fetchone()[0]), file.total_changes)
        if state != self._state or len(self.lists) > _MOST_LISTS:
            self.lists, self.without_vector, self._state = {}, None, state
        return self


class Reader:
    """One look at the index: everything it gives is of the same moment."""

    def __init__(self, file: sqlite3.Connection, remembered: Remembered | None = None) -> None:
        self._file = file
        self.facts: dict[str, object] = dict(file.execute("SELECT name, value FROM facts"))
        self._remembered = (remembered or Remembered()).at(file)
        self._lists = self._remembered.lists

    def number(self, name: str) -> float:
        value = self.facts.get(name, 0)
        return float(value) if isinstance(value, (int, float)) else 0.0

    @property
    def usual_length(self) -> float:
        return self.number("tokens") / max(self.number("passages"), 1)

    @property
    def usual_group(self) -> float:
        return self.number("group tokens") / max(self.number("groups"), 1)

    def without_vector(self) -> int:
        """How many passages have none."""
        if self._remembered.without_vector is None:
            with_one = self._file.execute("SELECT COUNT(*) FROM passages WHERE row IS NOT NULL").fetchone()[0]
            self._remembered.without_vector = int(self.number("passages")) - int(with_one)
        return self._remembered.without_vector

    def terms(self, words: Sequence[str]) -> dict[str, Term]:
        query = "SELECT text, number, holders FROM terms WHERE text IN ({})"
        return {text: Term(number, holders) for text, number, holders in self._some(query, words)}

    def rarity(self, holders: int) -> float:
        """BM25's weight of a word: high for what few passages say. What a few notes do not say may be an everyday word
        all the same, so each memory is taken for a little larger than it is, and every word for one said there."""
        count = self.number("passages") + self.number("groups") + _ELSEWHERE
        known = max(holders, 0) + 1
        return math.log(1 + (max(count - known, 0) + 0.5) / (known + 0.5))

    def strongest(self, term: int, most: int) -> Postings:
        """The postings of the passages that are most about this word."""
        known = self._lists.get(term)
        if known is None or known.asked < most:
            known = Listed(self._postings(term, most), most)
            if most <= _LONGEST_LIST:
                self._lists[term] = known
        return known.postings[:most]

    def _postings(self, term: int, most: int) -> Postings:
        """As one text, which takes half the time of as many rows."""
        some = "SELECT posting FROM postings WHERE posting BETWEEN ? AND ? ORDER BY posting LIMIT ?"
        keys = (posting(term, 0, 0), posting(term + 1, 0, 0) - 1, most)
        found = self._file.execute(f"SELECT group_concat(posting) FROM ({some})", keys).fetchone()[0]
        return array("q", sorted(orjson.loads(f"[{found or ''}]")))

    def cards(self, numbers: Iterable[int]) -> dict[int, Card]:
        query = "SELECT * FROM passages WHERE number IN ({})"
        return {row[0]: Card(*row) for row in self._some(query, list(numbers))}

    def bags(self, numbers: Iterable[int]) -> list[tuple[int, bytes]]:
        return self._some("SELECT number, bag FROM passages WHERE number IN ({})", list(numbers))

    def wholes(self, groups: Iterable[int]) -> dict[int, bytes]:
        """The bags of groups as one text each."""
        return dict(self._some("SELECT number, bag FROM groups WHERE number IN ({})", list(groups)))

    def cards_of_rows(self, rows: Sequence[int]) -> dict[int, Card]:
        """The passages these rows belong to; a row that nobody has is left out."""
        return {row[0]: Card(*row) for row in self._some("SELECT * FROM passages WHERE row IN ({})", rows)}

    def allowed(self, filters: Filters) -> Allowed:
        return allowed(self._file.execute("SELECT * FROM kinds"), filters)

    def passing(self, those: Allowed, most: int) -> dict[int, Card] | None:
        """All the passages a filter lets pass; None if there are more than `most`."""
        found: list[Any] = []
        since = "" if those.since is None else f" AND at >= {those.since!r}"
        for kind in sorted(those.kinds):
            query = f"SELECT * FROM passages INDEXED BY of_kind WHERE kind = ?{since} LIMIT ?"
            found += self._file.execute(query, (kind, most + 1 - len(found))).fetchall()
        return {row[0]: Card(*row) for row in found} if len(found) <= most else None

    def titles(self, groups: Iterable[int]) -> dict[int, bytes]:
        """The bags of their titles."""
        return dict(self._some("SELECT number, title FROM groups WHERE number IN ({})", list(groups)))

    def passages(self, numbers: Sequence[int]) -> dict[int, Passage]:
        found = self._some("SELECT number, record FROM contents WHERE number IN ({})", numbers)
        return {number: unpacked(record) for number, record in found}

    def _some(self, query: str, keys: Sequence[object]) -> list[Any]:
        """Keys are filled up to a power of two by the last of them, so that SQLite meets few statements, often."""
        found: list[Any] = []
        for some in in_parts(keys, _AT_ONCE):
            size = 1 << (len(some) - 1).bit_length()
            filled = some + some[-1:] * (size - len(some))
            found += self._file.execute(query.format(",".join("?" * size)), filled).fetchall()
        return found
