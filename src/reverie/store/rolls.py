"""The roll of a root as the index keeps it, and how its rows are told."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from operator import itemgetter
from typing import Any

import orjson

from reverie.records.documents import Described, Listed, is_address
from reverie.store.cabinet import PATH, fit

LISTED = f"select root, {PATH}, size, digest, kind, title, state, pinned, facts from documents"
_INSIDE = "roll = ? and type = ? and key >= ? and key < ?"


def told(rows: Iterable[tuple[Any, ...]]) -> Iterator[Listed]:
    for root, path, size, mark, kind, title, state, pinned, facts in rows:
        if is_address(root, path):  # a cache may come with somebody's repository
            known = orjson.loads(facts) if facts else {}
            texts = (
                isinstance(kind, str) and isinstance(title, str) and isinstance(state, str) and isinstance(mark, str)
            )
            if not (texts and isinstance(size, int) and isinstance(known, dict)):
                raise TypeError(f"the row of {root}:{path} is damaged")
            yield Listed(root, path, size, mark, Described(kind, title, state, bool(pinned), "", known))


Guarded = Callable[[Callable[[sqlite3.Connection], Any]], Any]  # gives what the function gives, from a sound index


class IndexRoll:
    """See `reverie.records.roll.Roll` for what it does. `without`: paths that are about to leave."""

    def __init__(self, guarded: Guarded, root: str, without: Collection[str] = ()) -> None:
        self._guarded, self._root, self._without = guarded, root, frozenset(without)

    def at(self, paths: Iterable[str]) -> list[Listed]:
        return [item for path in sorted(set(paths) - self._without) for item in self._at(path)]

    def counts(self) -> Counter[str]:
        query = "select type, count(*) from documents where roll = ? group by type"
        rows = self._rows(query, (self._root,))
        return Counter({str(type): int(count) for type, count in rows}) - Counter(row[0] for row in self._leaving)

    def newest(self, count: int) -> list[Listed]:
        order = f"order by pinned desc, day desc, {PATH} desc limit ?"
        return self._staying(f"where roll = ? {order}", (self._root, count + len(self._without)))[:count]

    def watched(self) -> list[Listed]:
        return sorted(self._staying("where roll = ? and watched = 1", (self._root,)), key=itemgetter(1))

    def count(self, type: str, low: str, high: str) -> int:
        asked = (self._root, type, low, high)
        found = int(self._rows(f"select count(*) from documents where {_INSIDE}", asked)[0][0])
        return found - sum(one == type and low <= key < high for one, key in self._leaving)

    def first(self, type: str, low: str, high: str) -> str:
        return self._end((self._root, type, low, high), "asc")

    def last(self, type: str, low: str, high: str) -> str:
        return self._end((self._root, type, low, high), "desc")

    def _end(self, asked: tuple[str, str, str, str], way: str) -> str:
        query = f"select {PATH} from documents where {_INSIDE} order by key {way}, {PATH} {way} limit ?"
        rows = self._rows(query, (*asked, len(self._without) + 1))
        return next((str(path) for (path,) in rows if path not in self._without), "")

    def between(self, type: str, low: str, high: str) -> list[Listed]:
        return self._staying(f"where {_INSIDE} order by key, {PATH}", (self._root, type, low, high))

    def _staying(self, which: str, asked: tuple[object, ...]) -> list[Listed]:
        return [item for item in self._listed(which, asked) if item.path not in self._without]

    def _at(self, path: str) -> list[Listed]:
        return self._listed("where roll = ?1 and root = ?1 and folder = ?2 and name = ?3", self._place(path))

    def _listed(self, which: str, asked: tuple[object, ...]) -> list[Listed]:
        found: list[Listed] = self._guarded(lambda db: list(told(db.execute(f"{LISTED} {which}", asked))))
        return found

    def _rows(self, query: str, asked: tuple[object, ...]) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = self._guarded(lambda db: db.execute(query, asked).fetchall())
        return found

    @cached_property
    def _leaving(self) -> list[tuple[str, str]]:
        """The types and keys of those that leave."""
        query = "select type, key from documents where roll = ?1 and root = ?1 and folder = ?2 and name = ?3"
        return [row for path in self._without for row in self._rows(query, self._place(path))]

    def _place(self, path: str) -> tuple[str, str, str]:
        folder, _, name = path.rpartition("/")
        return self._root, fit(folder), fit(name)
