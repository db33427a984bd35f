"""The story of forgetting: what is meant → out of active memory, into `retired/`, as one change → what still says it.
The index follows in the same change, and no later dream brings it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from reverie.forgetting import pointers
from reverie.forgetting.leaving import edits
from reverie.forgetting.meant import Meant, documents, find
from reverie.layouts.forgotten import Forgotten, marks
from reverie.layouts.layout import Layout
from reverie.layouts.promoted import plain
from reverie.records.changes import ChangeSet, Step
from reverie.records.documents import Address
from reverie.records.store import Reader, Render

__all__ = ["Forgetter", "Meant", "find"]


@dataclass(frozen=True, slots=True)
class Forgetter:
    """Who forgets, in which memory. `render` makes the index; `rendered`: files made of memory besides it."""

    reader: Reader
    layout: Layout
    by: str
    at: datetime
    render: Render | None = None
    rendered: tuple[Address, ...] = ()
    clean: Callable[[str], str] = field(default=str)

    def change(self, what: Meant, reason: str) -> ChangeSet:
        """The one change by which it leaves; a person's, so that no bound holds it back."""
        todo = edits(what, self.reader, self.layout, self.at.date(), self.clean(reason))
        index = pointers.index_without(what, todo, self.reader, self.layout, self.render)
        told = "a statement of" if what.passage else "the note"
        step = Step(f"forget {told} {what.name}", (*todo, *index), retires=0 if what.passage else 1)
        return ChangeSet(f"forget {told} {what.name}", self.by, self.at, (step,))

    def still_rendered(self, what: Meant) -> list[Address]:
        """Files made of memory that say it still, until they are written anew."""
        found = []
        for address in self.rendered:
            document = self.reader.read(address)
            words = f" {plain(document.content.decode('utf-8', 'replace'))} " if document else ""
            if any(f" {plain(text)} " in words for text in what.texts if plain(text)):
                found.append(address)
        return found

    def elsewhere(self, what: Meant) -> Iterator[tuple[Address, int]]:
        """Where else in active memory the same words stand."""
        key = b"same words"
        same = Forgotten(key, frozenset(marks(key, what.texts)))
        own = {(what.address, line) for line in _lines(what)}
        for document in documents(self.reader, self.layout):
            if self.layout.kind_of(document.address) == "retired" or (
                document.address == what.address and not what.passage
            ):
                continue
            for passage in self.layout.passages(document):
                if (document.address, passage.first) not in own and same.holds(passage.text):
                    yield document.address, passage.first


def _lines(what: Meant) -> list[int]:
    return [what.passage.first] if what.passage else []
