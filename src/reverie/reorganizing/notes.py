"""The memory as it was handed over: its documents, its notes with what they state, and who points to whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from reverie.layouts.layout import Layout
from reverie.layouts.registry import LAYOUTS
from reverie.records.documents import Address, Document
from reverie.records.errors import BadDocument
from reverie.records.notes import Note
from reverie.render.pointers import names
from reverie.reorganizing.asking import Ask
from reverie.tidying.deeds import Filed
from reverie.tidying.links import plain, pointed_to
from reverie.tidying.overlay import Read
from reverie.tidying.shelf import Statement


class Memory:
    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.layout: Layout = LAYOUTS[ask.tidy.layout]
        self.documents: Mapping[Address, Document] = {
            address: Document(address, text.encode())
            for address, text in ((Address.parse(name), text) for name, text in ask.documents.items())
        }

    def read(self, address: Address) -> Document | None:
        """What is there; of what is retired already only that its place is taken."""
        if str(address) in self.ask.taken:
            return Document(address, b"")
        return self.documents.get(address)

    @cached_property
    def notes(self) -> list[Filed]:
        """Every active note, in the order of addresses."""
        return [filed for address in sorted(self.documents) for filed in self.filed(address, self.read)]

    def filed(self, address: Address, read: Read) -> Iterator[Filed]:
        document = read(address)
        if document is None or self.layout.kind_of(address) != "note":
            return
        try:
            notes, passages = self.layout.notes(document), self.layout.passages(document)
        except (BadDocument, UnicodeDecodeError):
            return
        for note in notes:
            if note.state != "active":
                continue
            own = str(address) if len(notes) == 1 else f"{address}#{note.slug}"
            stated = [
                Statement(0, str(address), note.slug, p.first, p.last, p.text, p.at.date() if p.at else None, p.origin)
                for p in passages
                if len(notes) == 1 or p.group == own
            ]
            fixed = note.pinned or note.static or str(address) in self.ask.held
            yield Filed(note, document, stated, fixed)

    @cached_property
    def pointed(self) -> Mapping[Address, frozenset[Address]]:
        """Address → the notes and days that point to it."""
        titles = {plain(filed.note.title): filed.address for filed in self.notes}
        found: dict[Address, set[Address]] = {}
        for address, document in self.documents.items():
            named = (titles.get(plain(name)) for name in names(document.content.decode("utf-8", "replace")))
            for target in {*pointed_to(document), *filter(None, named)}:
                if target != address:
                    found.setdefault(target, set()).add(address)
        return {target: frozenset(sources) for target, sources in found.items()}

    def is_fixed(self, address: Address) -> bool:
        """Whether a document may not be written, because it holds what is pinned or static, or a secret."""
        return str(address) in self.ask.held or any(filed.fixed for filed in self.filed(address, self.read))


def whole(note: Note) -> str:
    """A note as it is compared."""
    return f"{note.title}\n{note.body}"
