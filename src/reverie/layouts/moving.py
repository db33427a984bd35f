"""Pieces of another memory into this one: which documents they become, beside what is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from reverie.layouts import fields, items
from reverie.layouts.days import Read
from reverie.layouts.exchange import CAME_FROM, Piece
from reverie.layouts.layout import Layout
from reverie.records.changes import Put, Step
from reverie.records.documents import Address, Document


@dataclass(frozen=True, slots=True)
class Arrived:
    """What becomes of a piece: a step, or none if it is there already."""

    piece: Piece
    address: Address
    step: Step | None


def arrivals(pieces: Iterable[Piece], layout: Layout, read: Read) -> Iterator[Arrived]:
    taken: set[Address] = set()
    for piece in pieces:
        arrived = _arrived(piece, layout, read, taken)
        taken.add(arrived.address)
        yield arrived


def _arrived(piece: Piece, layout: Layout, read: Read, taken: set[Address]) -> Arrived:
    if piece.kind == "index" and layout.index is not None:
        there = read(layout.index)
        if there is None or items.is_bare(there.content):
            return _put(piece, layout.index, there, piece.content)
        if _kept(piece.content) == _kept(there.content):
            return Arrived(piece, layout.index, None)
    if piece.kind == "daily":
        address = _day(piece.name, layout)
        return _put(piece, address, read(address), _joined(read(address), piece.content))
    return _note(piece, layout, read, taken)


def _note(piece: Piece, layout: Layout, read: Read, taken: set[Address]) -> Arrived:
    """Under its own name, or the next that is free; what is there already in the same words is not taken twice."""
    base = "index-of-another-memory" if piece.kind == "index" else piece.name
    for number in range(1, 10_000):
        address = Address(layout.roots[-1], f"{base}.md" if number == 1 else f"{base}-{number}.md")
        plain = number == 1 and piece.kind == "note"
        content = piece.content if plain else _stamped(piece)
        there = None if address in taken else read(address)
        if there is not None and there.content in (content, piece.content):
            return Arrived(piece, address, None)
        if there is None and address not in taken:
            return _put(piece, address, None, content)
    raise AssertionError(base)


def _stamped(piece: Piece) -> bytes:
    if fields.unstamped(piece.content, CAME_FROM) != piece.content:
        return piece.content  # it says already where it came from
    return fields.stamped(piece.content, CAME_FROM, piece.origin)


def _put(piece: Piece, address: Address, there: Document | None, content: bytes) -> Arrived:
    if there is not None and there.content == content:
        return Arrived(piece, address, None)
    put = Put(address, there.digest if there else None, content)
    return Arrived(piece, address, Step(f"import {address.path} ({piece.origin})", (put,)))


def _day(name: str, layout: Layout) -> Address:
    day, _, part = name.partition(".")
    return layout.day(date.fromisoformat(day), int(part or 1))


def _joined(there: Document | None, content: bytes) -> bytes:
    """A day of which both know something: theirs after ours, once."""
    if there is None:
        return content
    if content.strip() in there.content:
        return there.content
    gap = b"" if there.content.endswith(b"\n\n") else b"\n" if there.content.endswith(b"\n") else b"\n\n"
    return there.content + gap + content


def _kept(content: bytes) -> bytes:
    return items.without_blocks(content).strip()
