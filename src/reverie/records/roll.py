"""The roll of a root: its active notes, asked for one thing at a time, so that nobody has to list a hundred thousand of
them to write down ten."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from reverie.records.documents import Described, Listed

WATCHED = ("until", "doubt", "confidence")  # facts of notes that somebody looks for among all
_PLAIN = re.compile(r"[a-z0-9_-]+")
_KEPT = re.compile(r"[a-z0-9_-]")


class Roll(Protocol):
    """Notes of one type stand on it in the order of their keys, and are asked for from one key up to another."""

    def at(self, paths: Iterable[str]) -> list[Listed]:
        """Those of these that are on the roll."""

    def counts(self) -> Counter[str]:
        """How many there are of each type."""

    def newest(self, count: int) -> list[Listed]:
        """Pinned ones first, then by their date; of one day, those whose path comes last."""

    def watched(self) -> list[Listed]:
        """Those of which one of the WATCHED facts is known."""

    def count(self, type: str, low: str, high: str) -> int: ...

    def first(self, type: str, low: str, high: str) -> str:
        """Its path; nothing, if there is none."""

    def last(self, type: str, low: str, high: str) -> str: ...

    def between(self, type: str, low: str, high: str) -> list[Listed]: ...


def key_of(path: str) -> str:
    """A note's name in letters any file system knows."""
    name = path.rpartition("/")[2].removesuffix(".md").casefold()
    if _PLAIN.fullmatch(name):
        return name
    return "".join(c if _KEPT.match(c) else "".join(f"={byte:02x}" for byte in c.encode()) for c in name)


def is_on_roll(what: Described) -> bool:
    return what.kind == "note" and what.state == "active" and not what.fault
