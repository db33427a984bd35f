"""Statements said more exactly: vague words get the fact that is at hand, relative dates the day they mean, and a note
that only repeats the repository is marked as such. Lines are added to, in place; nothing that was said goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from reverie.layouts import fields, notefile
from reverie.layouts.items import mark, unmarked
from reverie.layouts.layout import OWN, Layout
from reverie.records.changes import Edit, Put
from reverie.records.documents import Address, Document
from reverie.remember import derivable
from reverie.remember.kinds import kinds_of
from reverie.remember.reldates import absolute, own_date
from reverie.remember.sharpen import Evidence, Sharpened, is_vague, names_sought, sharpen
from reverie.remember.specifics import specifics
from reverie.remember.subjects import subject
from reverie.tidying.deeds import Filed, quoted
from reverie.tidying.overlay import Deed, Read
from reverie.tidying.shelf import Card, Shelf, Statement
from reverie.tools.ids import content_id

Possible = Iterator[tuple[Deed, list[Edit], bool]]
FIELD = "derivable"
_TOLD = ("user", "agent")  # whose words are evidence; what a tool printed is not


@dataclass(frozen=True, slots=True)
class Exactly:
    """Only in Reverie's own memory: another agent's words stay as they are."""

    layout: Layout
    shelf: Shelf
    read: Read

    def possible(self, address: Address, filed: list[Filed]) -> Possible:
        if address.root != OWN:
            return
        yield from self._dated(address, filed)
        yield from self._sharpened(address)
        for mine in filed:
            if not mine.fixed:
                yield from self._derivable(mine)

    # vague → exact

    def _sharpened(self, address: Address) -> Possible:
        for card in self.shelf.cards(str(address)):
            for statement in self.shelf.statements(card.address, card.slug):
                yield from self.by_evidence(statement)
                for other in self._touched_by(card, statement):
                    yield from self.by_new(statement, other)

    def _touched_by(self, card: Card, new: Statement) -> list[Statement]:
        """What a statement may make exact: for a day, all that is near; `PostgreSQL` also says what a database is."""
        kinds = kinds_of(subject(new.text))
        near = self.shelf.near(new) if card.kind == "daily" and specifics(new.text) else []
        return [*near, *(self.shelf.holding(kinds) if kinds else ())]

    def by_new(self, new: Statement, vague: Statement) -> Possible:
        """A statement that was there, by one that came and would make it exact if it were alone."""
        if is_vague(vague.text) and sharpen(vague.text, vague.day, [_evidence(new)]):
            yield from self.by_evidence(vague)

    def by_evidence(self, vague: Statement) -> Possible:
        """A statement, if it is vague, by what else is known."""
        if not is_vague(vague.text) or not self._may_change(vague):
            return
        found = self._exact(vague)
        there = self.read(Address.parse(vague.address))
        if found is None or there is None:
            return
        content = added(there, vague, found.text[len(vague.text.rstrip()) :])
        if content is None:
            return
        name = vague.slug.rpartition("/")[2]
        facts = "; ".join(f"{fact.vague} is {fact.value} ({fact.where})" for fact in found.facts)
        about = f"sharpen {name} {content_id(vague.text)} {content_id(*(fact.value for fact in found.facts))}"
        yield Deed("sharpen", about, f"`{name}`: {facts}"), [Put(there.address, there.digest, content)], True

    def _exact(self, vague: Statement) -> Sharpened | None:
        near = {one.id: one for one in (*self.shelf.near(vague), *self.shelf.holding(names_sought(vague.text)))}
        told = [_evidence(one) for one in near.values() if one.origin in _TOLD and one.id != vague.id]
        return sharpen(vague.text, vague.day, told)

    def _may_change(self, statement: Statement) -> bool:
        card = self.shelf.card(statement.address, statement.slug)
        mine = Address.parse(statement.address).root == OWN
        return mine and card is not None and card.kind == "note" and not card.fixed

    # yesterday → 2026-03-04

    def _dated(self, address: Address, filed: list[Filed]) -> Possible:
        there = self.read(address)
        if there is None:
            return
        for card in self.shelf.cards(str(address)):
            if card.fixed:
                continue
            days = self._days(card, there, filed)
            content = absolute_lines(there, days, self._ids(there) if card.kind == "daily" else {})
            if content != there.content:
                name = card.slug.rpartition("/")[2]
                said = _differing(there.content, content)
                about = f"date {name} {content_id(*said)}"
                reason = f"`{name}`: {quoted(said[0])} is given its date"
                yield Deed("date", about, reason), [Put(address, there.digest, content)], True
                return

    def _days(self, card: Card, there: Document, filed: list[Filed]) -> dict[int, date]:
        """The day each line was written, where it is known."""
        statements = self.shelf.statements(card.address, card.slug)
        whole = notefile.day(there.address.name) if card.kind == "daily" else _written(filed, card)
        lines = there.content.decode().split("\n")
        days: dict[int, date] = {}
        for one in statements:
            if "```" in one.text or "~~~" in one.text:
                continue
            told = notefile.day(unmarked(lines[one.last - 1].rstrip())[1].get("at"))
            for number in range(one.first, one.last + 1):
                if day := own_date(lines[number - 1]) or told or whole:
                    days[number] = day
        return days

    def _ids(self, there: Document) -> dict[int, str]:
        """What a line of a day is known by: recalls are counted by it, also when the line is put otherwise."""
        return {one.first: one.id for one in self.layout.passages(there) if one.first == one.last}

    # what the repository says itself

    def _derivable(self, mine: Filed) -> Possible:
        reasons = [derivable.reason(one.text) for one in mine.statements]
        card = self.shelf.card(str(mine.address), mine.note.slug)
        whole = card is not None and card.statements == len(mine.statements)
        wanted = reasons[0] if whole and reasons and all(reasons) else ""
        if wanted == str(mine.note.extra.get(FIELD) or ""):
            return
        try:
            content = fields.changed(mine.document.content, {FIELD: wanted or None})
        except fields.Unchangeable:
            return
        said = f"is {wanted}" if wanted else "says more than the repository by now"
        about = f"derivable {mine.name} {content_id(*(one.text for one in mine.statements))}"
        put = Put(mine.address, mine.document.digest, content)
        yield Deed("derivable", about, f"`{mine.name}` {said}"), [put], True


def added(there: Document, statement: Statement, more: str) -> bytes | None:
    """The document with more words behind a statement, before its mark; None if it does not stand in one line."""
    lines = there.content.decode().split("\n")
    if statement.first != statement.last or statement.first > len(lines):
        return None
    line = lines[statement.first - 1]
    body = unmarked(line.rstrip())[0]
    if not body.endswith(statement.text.rstrip()):
        return None
    lines[statement.first - 1] = body + more + line[len(body) :]
    return "\n".join(lines).encode()


def absolute_lines(there: Document, days: Mapping[int, date], ids: Mapping[int, str]) -> bytes:
    lines = there.content.decode().split("\n")
    for number, day in days.items():
        line = lines[number - 1]
        new = absolute(line, day)
        if new != line and number in ids and not unmarked(line.rstrip())[1]:
            bare = new.rstrip()
            new = f"{bare} {mark({'id': ids[number]})}{new[len(bare) :]}"
        lines[number - 1] = new
    return "\n".join(lines).encode()


def _differing(before: bytes, after: bytes) -> list[str]:
    lines = zip(before.decode().split("\n"), after.decode().split("\n"), strict=True)
    return [unmarked(old.strip())[0].removeprefix("- ") for old, new in lines if old != new]


def _written(filed: list[Filed], card: Card) -> date | None:
    """A note's one statement is as old as the note, if nobody has touched it since."""
    note = next((one.note for one in filed if one.note.slug == card.slug), None)
    alone = note is not None and card.statements == 1 and note.updated in (None, note.created)
    return note.created if note is not None and alone else None


def _evidence(statement: Statement) -> Evidence:
    return Evidence(statement.text, statement.day, f"{Address.parse(statement.address).path}:{statement.first}")
