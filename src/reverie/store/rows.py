"""What the index keeps of a file: read, and described. Many that nobody has looked at yet are read by a second process
while those before them are written down."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

import orjson

from reverie.records.documents import Address, Described, Skipped, digest
from reverie.records.roll import WATCHED, is_on_roll, key_of
from reverie.store.cabinet import fit
from reverie.store.disk import Unreadable
from reverie.store.roots import Roots
from reverie.store.walk import Found

Describe = Callable[[Address, bytes], Described]
Row = tuple[object, ...]
Read = Row | Skipped | None  # None: it is gone

PUT = f"insert or replace into documents values ({','.join('?' * 20)})"
_AT_ONCE = 1000  # files


class Rows:
    def __init__(self, roots: Roots, describe: Describe) -> None:
        self._roots, self._describe = roots, describe

    def of_many(self, items: Sequence[Found]) -> Iterator[tuple[Sequence[Found], list[Read]]]:
        parts = [items[start : start + _AT_ONCE] for start in range(0, len(items), _AT_ONCE)]
        if len(parts) < 2:
            yield from ((part, self._read(part)) for part in parts)
            return
        from reverie.tools.ahead import ahead  # noqa: PLC0415 — most looks find nothing, or little

        yield from zip(parts, ahead(parts, self._read), strict=True)

    def content(self, item: Found) -> bytes | Skipped | None:
        disk = self._roots.disks[item.address.root]
        content = disk.read(item.address.path)
        disk.rest()
        return Skipped(str(item.address), content.reason) if isinstance(content, Unreadable) else content

    def row(self, item: Found, looked: int, content: bytes) -> Row:
        what = self._described(item.address, content)
        return (
            *(*place(item), *seen(item, looked), digest(content)),
            *(fit(what.kind), fit(what.title), fit(what.state), int(what.pinned), fit(what.fault)),
            orjson.dumps({key: fit(value) for key, value in what.facts.items()}).decode() if what.facts else "",
            *_on_roll(item.address, what),
        )

    def _read(self, items: Sequence[Found]) -> list[Read]:
        return [self._read_one(item) for item in items]

    def _read_one(self, item: Found) -> Read:
        looked = time.time_ns()
        content = self.content(item)
        return self.row(item, looked, content) if isinstance(content, bytes) else content

    def _described(self, address: Address, content: bytes) -> Described:
        """One document that cannot be understood must not keep the others from being found."""
        try:
            return self._describe(address, content)
        except Exception as problem:  # noqa: BLE001 — becomes a fault that a person is told of
            return Described("other", address.name, fault=f"it cannot be understood ({type(problem).__name__})")


def place(item: Found) -> tuple[str, str, str]:
    return item.address.root, item.address.folder, item.address.name


def _on_roll(address: Address, what: Described) -> tuple[str | None, str, str, str, int]:
    """The roll a note stands on, and by what it is found there: its type, its date, its key, whether it is watched."""
    if not is_on_roll(what):
        return None, "", "", "", 0
    told = what.facts.get
    found = fit(told("type", "")), fit(told("date", "")), key_of(address.path)
    return address.root, *found, int(any(map(told, WATCHED)))


def seen(item: Found, looked: int) -> tuple[int, ...]:
    return *item.stamp, looked
