"""A roll made from a listing, where there is nothing quicker."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable

from reverie.records.documents import Listed, Skipped
from reverie.records.roll import WATCHED, is_on_roll, key_of


class Rolled:
    """See `reverie.records.roll.Roll` for what it does."""

    def __init__(self, items: Iterable[Listed | Skipped], without: Collection[str] = ()) -> None:
        there = (item for item in items if isinstance(item, Listed) and is_on_roll(item.what))
        self._items = {item.path: item for item in there if item.path not in without}
        self._sorted: list[tuple[str, str, str]] = []  # type, key, path

    def at(self, paths: Iterable[str]) -> list[Listed]:
        return [self._items[path] for path in sorted(set(paths)) if path in self._items]

    def counts(self) -> Counter[str]:
        return Counter(_type(item) for item in self._items.values())

    def newest(self, count: int) -> list[Listed]:
        return sorted(self._items.values(), key=_newness, reverse=True)[:count]

    def watched(self) -> list[Listed]:
        return [item for _, item in sorted(self._items.items()) if any(item.what.facts.get(name) for name in WATCHED)]

    def count(self, type: str, low: str, high: str) -> int:
        return len(self.between(type, low, high))

    def first(self, type: str, low: str, high: str) -> str:
        return next((item.path for item in self.between(type, low, high)), "")

    def last(self, type: str, low: str, high: str) -> str:
        return next((item.path for item in reversed(self.between(type, low, high))), "")

    def between(self, type: str, low: str, high: str) -> list[Listed]:
        """Sorted once: pages ask for many."""
        if not self._sorted:
            found = ((_type(item), key_of(path), path) for path, item in self._items.items())
            self._sorted = sorted(found)
        start, end = (bisect_left(self._sorted, (type, key, "")) for key in (low, high))
        return [self._items[path] for _, _, path in self._sorted[start:end]]


def _type(item: Listed) -> str:
    return item.what.facts.get("type", "")


def _newness(item: Listed) -> tuple[bool, str, str]:
    return item.what.pinned, item.what.facts.get("date", ""), item.path
