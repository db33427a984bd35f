"""What the index has of a passage and of a group, and rows on their way into it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from reverie.lookup.content import plain
from reverie.records.passages import Passage

T = TypeVar("T")

_TOGETHER, _WORTH_IT = 250, 25_000  # postings in one command, and from how many on
_MANY = 2_500_000  # postings: about 100 MB of them


class Known(NamedTuple):
    """What the index has of a passage."""

    bag: bytes
    row: int | None
    record: bytes


class Line(NamedTuple):
    """A passage on its way in, and what was at its place before."""

    number: int
    passage: Passage
    record: bytes
    was: Known | None
    terms: list[int]  # its words, one after another
    bag: bytes
    row: int | None


class Whole(NamedTuple):
    """What the index has of a group."""

    there: bool
    title: bytes
    bag: bytes


@dataclass(slots=True)
class Rows:
    """Rows that are not written yet. In the order of their keys they go in many times faster."""

    documents: list[tuple[int, str, str]] = field(default_factory=list)
    groups: list[tuple[int, int, str, bytes, bytes]] = field(default_factory=list)
    passages: list[tuple[object, ...]] = field(default_factory=list)
    contents: list[tuple[int, bytes]] = field(default_factory=list)
    postings: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)  # postings

    def many(self) -> bool:
        return len(self.postings) + len(self.gone) > _MANY

    def write(self, file: sqlite3.Connection) -> None:
        for postings in (self.gone, self.postings):
            postings.sort()
        _many_at_once(file, "DELETE FROM postings WHERE posting IN ({})", "?", self.gone)
        _many_at_once(file, "INSERT INTO postings VALUES {}", "(?)", self.postings)
        file.executemany("INSERT INTO documents VALUES (?, ?, ?)", self.documents)
        file.executemany("INSERT OR REPLACE INTO groups VALUES (?, ?, ?, ?, ?)", self.groups)
        file.executemany(f"INSERT OR REPLACE INTO passages VALUES ({'?,' * 7}?)", self.passages)
        file.executemany("INSERT OR REPLACE INTO contents VALUES (?, ?)", self.contents)


def _many_at_once(file: sqlite3.Connection, command: str, place: str, numbers: list[int]) -> None:
    """Of a great many, some hundred in a command: one each would take twice as long. Of a note's few it would not."""
    whole = len(numbers) - len(numbers) % _TOGETHER if len(numbers) >= _WORTH_IT else 0
    together = (numbers[start : start + _TOGETHER] for start in range(0, whole, _TOGETHER))
    file.executemany(command.format(",".join([place] * _TOGETHER)), together)
    file.executemany(command.format(place), zip(numbers[whole:]))


def card(line: Line, kind: int) -> tuple[object, ...]:
    passage = line.passage
    at = passage.at.timestamp() if passage.at else None
    until = passage.valid_until.isoformat() if passage.valid_until else None
    return line.number, plain(passage.id), at, kind, passage.pinned, until, line.bag, line.row


def in_parts(items: Sequence[T], size: int) -> Iterator[list[T]]:
    for start in range(0, len(items), size):
        yield list(items[start : start + size])
