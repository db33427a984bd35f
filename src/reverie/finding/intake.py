"""From documents to the index: what changed is read, sifted and put in, some thousand at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from reverie.finding.sift import sifted, text_of
from reverie.layouts.layout import OWN, Layout
from reverie.lookup.index import Index, transaction, writer_of
from reverie.lookup.rows import in_parts
from reverie.lookup.writer import Writer
from reverie.records.documents import Address, Document
from reverie.records.errors import BadDocument
from reverie.records.passages import Passage
from reverie.records.store import Reader

KINDS = frozenset({"note", "daily", "rule", "insight", "retired"})
_BESIDES = frozenset({"rule", "insight", "retired"})  # what is looked for in our own memory beside another agent's
_AT_ONCE = 2000  # documents in memory, and between two moments at which others may write
_HELD = "held:"  # how the stamp of a document begins that holds a secret

Clean = Callable[[Sequence[str]], Sequence[str]]
Told = Callable[[str], None]
Found = tuple[str, str, list[Passage]]  # a document's address, its stamp, what it says


class Changed(NamedTuple):
    """A document that is not in the index as it is now; without a digest, it is to leave it."""

    address: Address
    digest: str


def wanted(layout: Layout, address: Address, kind: str) -> bool:
    own = address.root in layout.roots
    return kind in KINDS if own else address.root == OWN and kind in _BESIDES


def differing(index: Index, found: Iterable[Changed], *, everything: bool) -> list[Changed]:
    """Those of which the index knows another state. If `found` is everything, what it does not name is to leave."""
    told = {str(one.address): one for one in found}
    known = index.stamps() if everything or len(told) > _AT_ONCE else _stamps(index, list(told))
    changed = [one for name, one in told.items() if known.get(name, "").removeprefix(_HELD) != one.digest]
    if everything:
        changed += [Changed(Address.parse(name), "") for name in known if name not in told]
    return changed


def take_in(index: Index, changed: Sequence[Changed], reader: Reader, layout: Layout, clean: Clean, tell: Told) -> None:
    """Puts in what is there, drops what is gone. An index that holds nothing yet is filled in one go: nobody can miss
    what it has not got, and everything in order goes in twice as fast."""
    parts = list(in_parts(changed, _AT_ONCE))

    def found(some: list[Changed]) -> list[Found]:
        return list(_read(some, reader, layout, clean))

    read = _Read(parts, found, tell)
    if index.size():
        for part in read:
            _take_in(index, [part], len(part[0]))
    else:
        _take_in(index, read, len(changed))


class _Read:
    """Each part with what is found of it, read when it is its turn; from the beginning if it has to be done again."""

    def __init__(self, parts: list[list[Changed]], found: Callable[[list[Changed]], list[Found]], tell: Told) -> None:
        self._parts, self._found, self._tell = parts, found, tell

    def __iter__(self) -> Iterator[tuple[list[Changed], list[Found]]]:
        from reverie.tools.ahead import ahead  # noqa: PLC0415 — mostly nothing has changed

        told, whole = 0, sum(map(len, self._parts))
        for part, found in zip(self._parts, ahead(self._parts, self._found), strict=True):
            told += len(part)
            self._tell(f"taking in {told:,} of {whole:,} documents")
            yield part, found


def _take_in(index: Index, parts: Iterable[tuple[list[Changed], list[Found]]], documents: int) -> None:
    def change(file: sqlite3.Connection) -> None:
        with transaction(file):
            writer = writer_of(file, documents)
            for some, found in parts:
                if isinstance(writer, Writer):
                    _drop(writer, some, found)
                writer.put_all(found)
            writer.finish()
            note(file, "held back", file.execute("SELECT COUNT(*) FROM documents WHERE stamp >= ? AND stamp < ?",
                                                 (_HELD, _HELD + "~")).fetchone()[0])  # fmt: skip

    index.guarded(change)


def _drop(writer: Writer, some: Sequence[Changed], found: Sequence[Found]) -> None:
    """What is gone. Where nothing is in yet, there is nothing to drop."""
    there = {address for address, _, _ in found}
    for one in some:
        if str(one.address) not in there:
            writer.drop(str(one.address))


def _read(some: Iterable[Changed], reader: Reader, layout: Layout, clean: Clean) -> Iterator[Found]:
    documents = [found for one in some if one.digest and (found := _document(reader, one.address))]
    texts = [text_of(document) for document in documents]
    for document, text, cleaned in zip(documents, texts, clean(texts), strict=True):
        passages = _passages(layout, document)
        if cleaned != text:
            yield str(document.address), _HELD + document.digest, sifted(document, passages, cleaned)
        else:
            yield str(document.address), document.digest, passages


def _document(reader: Reader, address: Address) -> Document | None:
    try:
        return reader.read(address)
    except BadDocument:
        return None  # it is among what `status` says is left out


def _passages(layout: Layout, document: Document) -> list[Passage]:
    try:
        return layout.passages(document)
    except (BadDocument, UnicodeDecodeError):
        return []


def _stamps(index: Index, addresses: Sequence[str]) -> dict[str, str]:
    query = "SELECT stamp FROM documents WHERE address = ?"

    def look(file: sqlite3.Connection) -> dict[str, str]:
        found = ((address, file.execute(query, (address,)).fetchone()) for address in addresses)
        return {address: row[0] for address, row in found if row}

    return index.guarded(look)


def note(file: sqlite3.Connection, name: str, value: object) -> None:
    file.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))
