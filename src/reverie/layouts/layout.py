"""What every layout can do: say what a document is, where a day or a topic belongs, which notes a document holds, and
change one of them without touching anything else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Protocol

from reverie.records.changes import Edit
from reverie.records.documents import Address, Described, Document
from reverie.records.notes import Note
from reverie.records.passages import Passage

OWN = "memory"  # the root of Reverie's own memory
FOREIGN = "notes"  # the root of another agent's memory that is kept in place


class Layout(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def roots(self) -> tuple[str, ...]:
        """The roots its notes lie in."""

    @property
    def index(self) -> Address | None:
        """The index of notes. None: there is none, MEMORY.md holds content."""

    def kind_of(self, address: Address) -> str: ...

    def describe(self, address: Address, content: bytes) -> Described: ...

    def day(self, day: date, part: int = 1) -> Address: ...

    def topic(self, slug: str) -> Address:
        """The document a topic's note stands in, or would."""

    def names(self, topic: str, type: str) -> tuple[str, ...]:
        """What a topic's note may be called, as its owner names notes; the first is for a new one."""

    def notes(self, document: Document) -> list[Note]:
        """The notes that stand in a document. BadDocument if it cannot be read."""

    def extended(self, there: Document | None, note: Note, items: str) -> bytes:
        """The document with these items added to a note, which is made if it is not there."""

    def edited(self, there: Document, _slug: str, changes: Mapping[str, str], body: str | None) -> bytes:
        """The document with these fields of a note said otherwise, or with another body."""

    def retired(self, there: Document, _note: Note, target: Address, changes: Mapping[str, str]) -> tuple[Edit, ...]:
        """The edits that take a note out of active memory, to `target`."""

    def restored(self, retired: Document, note: Note, read: Callable[[Address], Document | None]) -> tuple[Edit, ...]:
        """The edits that bring a retired note back."""

    def passages(self, document: Document) -> list[Passage]: ...
