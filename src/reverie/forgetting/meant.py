"""What is to be forgotten: a note as `note show` finds it, or one statement by its place or its id."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from reverie.layouts.layout import OWN, Layout
from reverie.layouts.shelf import RETIRED, Filed, filed, meant
from reverie.records.documents import Address, Document, Listed
from reverie.records.errors import BadDocument
from reverie.records.passages import Passage
from reverie.records.store import Reader

PathOf = Callable[[Address], str]
_PLACE = re.compile(r"(.+?):(\d{1,9})(?:-\d{1,9})?")


@dataclass(frozen=True, slots=True)
class Meant:
    """A note, or one statement (`passage`) of a note or a day."""

    document: Document
    note: Filed | None = None
    passage: Passage | None = None
    texts: tuple[str, ...] = ()  # what it says, statement by statement

    @property
    def address(self) -> Address:
        return self.document.address

    @property
    def name(self) -> str:
        """The name of the note it is, or stands in."""
        slug = self.note.note.slug if self.note else self.address.path.removesuffix(".md")
        return slug.rpartition("/")[2]

    @property
    def has_left(self) -> bool:
        return self.address.root == OWN and self.address.path.startswith(f"{RETIRED}/")


def find(what: str, reader: Reader, layout: Layout, path_of: PathOf) -> list[Meant]:
    """Everything a person may mean by it; one thing, if it is clear."""
    place = _PLACE.fullmatch(what)
    if place and (found := list(_at(place[1], int(place[2]), reader, layout, path_of))):
        return found
    active, left = list(filed(reader, layout)), list(filed(reader, layout, retired=True))
    if notes := meant(what, [*active, *left]):
        return [whole(one, layout) for one in notes]
    return [
        statement(document, passage, layout)
        for document in documents(reader, layout)
        for passage in layout.passages(document)
        if passage.id == what
    ]


def whole(one: Filed, layout: Layout) -> Meant:
    return Meant(one.document, one, None, tuple(passage.text for passage in _of_note(one, layout)))


def statement(document: Document, passage: Passage, layout: Layout) -> Meant:
    """One statement; where it is all that a note says, the note."""
    note = _holder(document, passage, layout)
    if note and len(_of_note(note, layout)) == 1:
        return whole(note, layout)
    return Meant(document, note, passage, (passage.text,))


def documents(reader: Reader, layout: Layout) -> Iterator[Document]:
    """Every note and day, and what left them."""
    for root in dict.fromkeys((*layout.roots, OWN)):
        for item in reader.scan(root):
            if isinstance(item, Listed) and layout.kind_of(item.address) in ("note", "daily", "retired"):
                try:
                    document = reader.read(item.address)
                except BadDocument:
                    continue
                if document is not None:
                    yield document


def _at(path: str, line: int, reader: Reader, layout: Layout, path_of: PathOf) -> Iterator[Meant]:
    wanted = path.removeprefix("./")
    for document in documents(reader, layout):
        if wanted in (path_of(document.address), document.address.path):
            for passage in layout.passages(document):
                if passage.first <= line <= passage.last:
                    yield statement(document, passage, layout)


def _holder(document: Document, passage: Passage, layout: Layout) -> Filed | None:
    """The note a statement stands in; None for a day."""
    if document.address.root == OWN and document.address.path.startswith(f"{RETIRED}/"):
        from reverie.layouts import notefile  # noqa: PLC0415

        return Filed(notefile.read(document.address, document.content), document)
    notes = layout.notes(document)
    own = [note for note in notes if len(notes) == 1 or passage.group == f"{document.address}#{note.slug}"]
    return Filed(own[0], document) if own else None


def _of_note(one: Filed, layout: Layout) -> Sequence[Passage]:
    found = layout.passages(one.document)
    group = f"{one.address}#{one.note.slug}"
    return [passage for passage in found if passage.group == group] or found
