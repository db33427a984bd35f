"""The index's words by number. What a text is made of repeats itself, so each word, name or path is looked up once."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from itertools import chain

from reverie.tools.tokens import chunks, of_chunk

_MOST = 1 << 18  # remembered


class _Met(dict[str, tuple[int, ...]]):
    """What a text is made of → the numbers of its words, worked out when it is first met."""

    def __init__(self, number: Callable[[str], int]) -> None:
        super().__init__()
        self._number = number

    def __missing__(self, chunk: str) -> tuple[int, ...]:
        if len(self) > _MOST:
            self.clear()
        numbers = self[chunk] = tuple(map(self._number, of_chunk(chunk)))
        return numbers


class Words:
    """The numbers words have, and how many more texts hold each than before. New ones are written at the end."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self.holders: Counter[int] = Counter()
        self._file = file
        self._next = int(file.execute("SELECT COALESCE(MAX(number), 0) FROM terms").fetchone()[0]) + 1
        self._first_new = self._next
        self._numbers: dict[str, int] = {}
        self._chunks = _Met(self._number)

    def of(self, text: str) -> list[int]:
        """The text's words, one after another."""
        return list(chain.from_iterable(map(self._chunks.__getitem__, chunks(text))))

    def write(self) -> None:
        first, holders = self._first_new, self.holders
        new = [(number, word, holders[number]) for word, number in self._numbers.items() if number >= first]
        self._file.executemany("INSERT INTO terms VALUES (?, ?, ?)", new)
        changed = [(change, number) for number, change in holders.items() if change and number < first]
        self._file.executemany("UPDATE terms SET holders = holders + ? WHERE number = ?", changed)
        self._first_new = self._next
        holders.clear()

    def _number(self, word: str) -> int:
        number = self._numbers.get(word) or self._known(word)
        if not number:
            number, self._next = self._next, self._next + 1
        self._numbers[word] = number
        return number

    def _known(self, word: str) -> int:
        if self._first_new == 1:  # an empty index
            return 0
        found = self._file.execute("SELECT number FROM terms WHERE text = ?", (word,)).fetchone()
        return int(found[0]) if found else 0
