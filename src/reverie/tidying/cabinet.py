"""The notes as they stand tonight, each with its document and what it states; and what is asked about two of them:
which should rather stay, whether one may leave, who counts for more."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from reverie.layouts.layout import OWN, Layout
from reverie.records.changes import Put
from reverie.records.documents import Address, Document
from reverie.records.errors import BadDocument
from reverie.records.notes import Note
from reverie.records.tidying import Tidy
from reverie.remember.authority import Side, ruling
from reverie.tidying.contexts import apart
from reverie.tidying.deeds import Filed
from reverie.tidying.links import Leaving, plain, relinked, shown
from reverie.tidying.overlay import Overlay
from reverie.tidying.shelf import Shelf, Statement
from reverie.tools.tokens import tokens


@dataclass(frozen=True, slots=True)
class Cabinet:
    ask: Tidy
    layout: Layout
    shelf: Shelf
    base: Overlay

    @property
    def day(self) -> date:
        return self.ask.now.date()

    def read(self, address: Address) -> Document | None:
        return self.base.read(address)

    # notes

    def filed(self, address: Address) -> list[Filed]:
        document = self.read(address)
        if document is None:
            return []
        try:
            notes = self.layout.notes(document)
        except BadDocument:
            return []
        return [self._with_statements(note, document) for note in notes if note.state == "active"]

    def _with_statements(self, note: Note, document: Document) -> Filed:
        card = self.shelf.card(str(document.address), note.slug)
        fixed = card is None or card.fixed
        return Filed(note, document, self.shelf.statements(str(document.address), note.slug), fixed)

    def note(self, address: Address, slug: str) -> Filed | None:
        return next((found for found in self.filed(address) if found.note.slug == slug), None)

    def note_of(self, statement: Statement) -> Filed | None:
        """The note a statement stands in; None for a day."""
        return None if self.is_day(statement) else self.note(Address.parse(statement.address), statement.slug)

    def is_day(self, statement: Statement) -> bool:
        return self.layout.kind_of(Address.parse(statement.address)) == "daily"

    def unstated(self, filed: Filed) -> bool:
        """Whether there is text in a note that is no statement: too long to be one, or not read as one."""
        card = self.shelf.card(str(filed.address), filed.note.slug)
        return card is None or card.statements != len(filed.statements)

    def unrecalled(self, mine: Filed) -> bool:
        last = self.ask.recalled.get(str(mine.address), "")
        dated = max(filter(None, [last, mine.note.date.isoformat() if mine.note.date else ""]), default="")
        return not dated or (self.day - date.fromisoformat(dated)).days >= 90

    # two of them

    def apart(self, one: Statement, other: Statement) -> bool:
        cards = [self.shelf.card(each.address, each.slug) for each in (one, other) if not self.is_day(each)]
        return apart(one, other, alone=all(card and card.statements == 1 for card in cards))

    def rank(self, kept: Filed, leaving: Filed) -> tuple[bool, bool, bool, int, date, str]:
        """Which of two notes should rather stay: sorted first."""
        note = kept.note
        return (
            not kept.fixed,
            not self.linked(kept),
            ruling(Side(note.origin), Side(leaving.note.origin)).winner != "left",
            -len(kept.statements),
            note.created or date.max,
            str(kept.address),
        )

    def side(self, statement: Statement) -> Side:
        """Words carry the weight of the best who said them: a note that was put right by a day counts like that day."""
        best = self._at(statement.origin, statement.day)
        for origin, day in self.shelf.sides(statement.text):
            if ruling(self._at(origin, day), best).winner == "left":
                best = self._at(origin, day)
        return best

    def _at(self, origin: str, day: date | None) -> Side:
        """A day that has not come yet is no date."""
        return Side(origin, day if day and day <= self.day else None)

    # who points to them

    def linked(self, filed: Filed) -> list[Address]:
        """Documents that point to a note, by its place or by its name."""
        names = {plain(filed.name), plain(filed.note.title)} - {""}
        found = {*self.shelf.linked(str(filed.address)), *self.shelf.linked_by_name(names)}
        return sorted(Address.parse(source) for source in found if source != str(filed.address))

    def links(self, kept: Filed, leaving: Filed) -> tuple[Put, ...] | None:
        """The documents that point to a note which leaves, led to the one that stays. None if that cannot be: in what
        is pinned, static or secret, and in an index of our own, which is made anew in the same change."""
        there = _leaving(kept, leaving)
        said = frozenset(tokens(f"{_text(leaving.document)} {_text(kept.document)}"))
        found: list[Put] = []
        for source in self.linked(leaving):
            document = self.read(source)
            fixed = any(card.fixed for card in self.shelf.cards(str(source)))
            if document is None or fixed or source == Address(OWN, "MEMORY.md"):
                return None
            if source == kept.address:
                continue  # it is written anyway
            content = relinked(document, there, self.layout, lambda line: said.issuperset(tokens(shown(line))))
            if there.in_text(content, source):
                return None
            found.append(Put(source, document.digest, content))
        return tuple(found)

    def own_links(self, put: Put, kept: Filed, leaving: Filed) -> Put:
        """What the note that stays says of the other, without a link to it."""
        return replace(put, content=relinked(Document(put.address, put.content), _leaving(kept, leaving), self.layout))


def _leaving(kept: Filed, leaving: Filed) -> Leaving:
    return Leaving({leaving.address: kept.address}, {plain(leaving.note.title): leaving.address})


def _text(document: Document) -> str:
    return document.content.decode("utf-8", "replace")
