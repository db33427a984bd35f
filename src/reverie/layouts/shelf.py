"""The notes of a memory, each with the document it stands in; and finding the one that is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from reverie.layouts.layout import OWN, Layout
from reverie.records.documents import Address, Document, Listed
from reverie.records.errors import BadDocument
from reverie.records.notes import Note
from reverie.records.store import Reader

RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class Filed:
    """A note and where it stands."""

    note: Note
    document: Document

    @property
    def address(self) -> Address:
        return self.document.address


def filed(reader: Reader, layout: Layout, *, retired: bool = False) -> Iterator[Filed]:
    """Every note that can be read, in the order of addresses. What cannot be is among what `status` leaves out."""
    roots = (OWN,) if retired else layout.roots
    for root in roots:
        for item in reader.scan(root, RETIRED if retired else ""):
            if isinstance(item, Listed) and (retired or layout.kind_of(item.address) == "note"):
                yield from _in(reader, layout, item.address, retired)


def _in(reader: Reader, layout: Layout, address: Address, retired: bool) -> Iterator[Filed]:
    from reverie.layouts import notefile  # noqa: PLC0415

    try:
        document = reader.read(address)
        if document is None:
            return
        notes = [notefile.read(address, document.content)] if retired else layout.notes(document)
    except BadDocument:
        return
    yield from (Filed(note, document) for note in notes)


def meant(name: str, shelf: Sequence[Filed]) -> list[Filed]:
    """Those a person may mean: by the name itself, by the title, or by how one of them begins."""
    wanted = name.casefold().removeprefix("./").removeprefix(".agent/memory/").removesuffix(".md")
    tests: tuple[Callable[[Filed], bool], ...] = (
        lambda f: wanted in (f.note.slug.casefold(), f.address.path.removesuffix(".md").casefold()),
        lambda f: f.note.slug.rpartition("/")[2].casefold() == wanted,
        lambda f: f.note.title.casefold() == wanted,
        lambda f: f.note.slug.rpartition("/")[2].casefold().startswith(wanted),
        lambda f: f.note.title.casefold().startswith(wanted),
    )
    return next((found for test in tests if (found := [item for item in shelf if test(item)])), [])


def retired_place(reader: Reader, note: Note) -> Address:
    """Where a note goes when it leaves: beside those that left before it under the same name."""
    base = note.slug.rpartition("/")[2]
    for number in range(1, 10_000):
        address = Address(OWN, f"{RETIRED}/{base}.md" if number == 1 else f"{RETIRED}/{base}-{number}.md")
        if reader.read(address) is None:
            return address
    raise BadDocument(address=f"{OWN}:{RETIRED}/{base}.md", reason="too many notes of this name have left")
