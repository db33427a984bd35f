"""One night's consolidation: what is new is compared with what shares its words; what is sure is done, what is not is
proposed. Pinned and static notes are read, and never touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from reverie.layouts.forgotten import Forgotten
from reverie.layouts.items import item
from reverie.layouts.layout import Layout
from reverie.records.changes import Edit, Put, Step
from reverie.records.documents import Address, Document
from reverie.records.errors import BadDocument
from reverie.records.notes import Note
from reverie.records.tidying import Matter, Tidy
from reverie.remember.authority import Side, ruling
from reverie.remember.judge import Judgement, judge
from reverie.remember.specifics import keeps_all
from reverie.tidying import deeds
from reverie.tidying.contexts import apart
from reverie.tidying.deeds import CannotDo, Filed, lines_of, quoted
from reverie.tidying.exact import Exactly
from reverie.tidying.overlay import Deed, Overlay
from reverie.tidying.shelf import Shelf, Statement
from reverie.tools.ids import content_id

SMALL = 3  # statements: a note of as many may be gathered into another of the same title
MOST = 20  # proposals in one night
ROUNDS = 12  # a document is looked at again after a deed, at most so often

Take = Callable[[Document], None]  # puts a document on the shelf as it is now


@dataclass(slots=True)
class Tidier:
    ask: Tidy
    layout: Layout
    shelf: Shelf
    base: Overlay
    take: Take
    left_out: Counter[str] = field(default_factory=Counter)
    proposed: dict[str, Matter] = field(default_factory=dict)
    unsettled: set[Address] = field(default_factory=set)  # there is more to say about these, another night

    @property
    def day(self) -> date:
        return self.ask.now.date()

    def over(self, fresh: Sequence[Address]) -> None:
        """Look at these documents, and again at those that changed, until nothing is left to do."""
        waiting, looked = list(dict.fromkeys(fresh)), Counter[Address]()
        while waiting:
            address = waiting.pop(0)
            looked[address] += 1
            if looked[address] > ROUNDS:
                self.left_out["looked at too often in one night"] += 1
                continue
            if touched := self._one(address):
                waiting += [again for again in touched if again not in waiting]

    def _one(self, address: Address) -> list[Address]:
        """The first thing there is to do with a document, if there is any: the documents it touched."""
        for deed, edits, sure in self._possible(address):
            mark = fingerprint(deed.about)
            if mark in self.ask.settled:
                continue
            self.unsettled.add(address)
            if not sure or not self.ask.acts or mark in self.ask.undone:
                self._propose(deed, edits)
                continue
            self.base.do(deed, edits)
            touched = list(dict.fromkeys(place for edit in edits for place in _places(edit)))
            for place in touched:
                self.shelf.forget(str(place))
                if (now := self.base.read(place)) is not None:
                    self.take(now)
            return touched
        return []

    def _propose(self, deed: Deed, edits: Sequence[Edit]) -> None:
        if len(self.proposed) >= MOST:
            self.left_out["would be proposed, but there are enough for one night"] += 1
            return
        step = Step(deed.reason, tuple(edits), deed.about, deed.retires, deed.keeps_all)
        self.proposed.setdefault(step.fingerprint, Matter(deed.kind, deed.reason, deed.about, step))

    def _possible(self, address: Address) -> Iterator[tuple[Deed, list[Edit], bool]]:
        filed, exactly = self.filed(address), Exactly(self.layout, self.shelf, self.base.read)
        yield from exactly.possible(address, filed)
        for mine in filed:
            if mine.fixed:
                continue
            yield from self._repeats(mine)
            yield from self._expired(mine)
            for statement in mine.statements:
                for other in self.shelf.near(statement):
                    yield from exactly.by_new(statement, other)
                    yield from self._pair(mine, statement, other)
            yield from self._gathered(mine)

    def filed(self, address: Address) -> list[Filed]:
        document = self.base.read(address)
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

    # within one note

    def _repeats(self, mine: Filed) -> Iterator[tuple[Deed, list[Edit], bool]]:
        """The same words twice under one heading: the first stays."""
        seen: dict[tuple[str, str], Statement] = {}
        again = []
        for statement in mine.statements:
            words = " ".join(statement.text.split())
            if not lines_of(mine.document, statement).startswith(("- ", "* ", "+ ")) or not _is_whole(words):
                continue  # a step of a procedure, a label, a line of verse
            if seen.setdefault((statement.context, words), statement) is not statement:
                again.append(statement)
        if again:
            there = mine.document
            put = Put(there.address, there.digest, deeds.without(there, again))
            reason = f"`{mine.name}` said {quoted(again[0].text)} twice"
            yield Deed("repeat", f"repeat {mine.name} {content_id(again[0].text)}", reason), [put], True

    def _expired(self, mine: Filed) -> Iterator[tuple[Deed, list[Edit], bool]]:
        until = mine.note.valid_until
        gone = self.ask.gone.get(str(mine.address), 0)
        reason = ""
        if until and until < self.day:
            reason = f"`{mine.name}` was valid until {until.isoformat()}"
        elif gone >= 2 and self._unrecalled(mine):
            reason = f"what `{mine.name}` speaks of is gone from the code, and nobody asked for it in 90 days"
        if reason and not self.shelf.linked(str(mine.address)):
            edits = deeds.pruned(self.layout, mine, self.day, reason, self.base.read)
            yield Deed("prune", f"prune {mine.name} {until or 'gone'}", reason, retires=1), edits, True

    def _unrecalled(self, mine: Filed) -> bool:
        last = self.ask.recalled.get(str(mine.address), "")
        dated = max(filter(None, [last, mine.note.date.isoformat() if mine.note.date else ""]), default="")
        return not dated or (self.day - date.fromisoformat(dated)).days >= 90

    # two statements

    def _pair(self, mine: Filed, ours: Statement, theirs: Statement) -> Iterator[tuple[Deed, list[Edit], bool]]:
        if self._is_day(theirs) and self._is_forgotten(theirs.text):
            return
        same_note = (theirs.address, theirs.slug) == (ours.address, ours.slug)
        judged = judge(ours.text, theirs.text)
        if judged.verdict == "contradicts":
            yield from self._contradiction(ours, theirs, judged)
        elif judged.verdict == "same" and not same_note:
            yield from self._same(mine, theirs)

    def _same(self, mine: Filed, theirs: Statement) -> Iterator[tuple[Deed, list[Edit], bool]]:
        """One of two notes may go when the other states all that it states."""
        other = self._note_of(theirs)
        if other is None or theirs.address == str(mine.address):
            return
        for kept, leaving in sorted([(mine, other), (other, mine)], key=lambda pair: self._rank(*pair)):
            if self._may_leave(leaving) and self._covers(kept, leaving):
                reason = f"`{kept.name}` says all that `{leaving.name}` says"
                sure = all(
                    any(_is_said(k, s) and not self._apart(k, s) for k in kept.statements) for s in leaving.statements
                )
                yield from self._merge(kept, leaving, [], "merge", reason, sure)
                return

    def _covers(self, kept: Filed, leaving: Filed) -> bool:
        """Every statement of the one is in the other, with all that is specific about it."""
        if not leaving.statements or self._unstated(leaving):
            return False
        return all(any(_is_said(mine, theirs) for mine in kept.statements) for theirs in leaving.statements)

    def _gathered(self, mine: Filed) -> Iterator[tuple[Deed, list[Edit], bool]]:
        """Small notes under one title become one note. Nothing is reworded."""
        if len(mine.statements) > SMALL or self._unstated(mine):
            return
        for card in self.shelf.titled(mine.note.title, mine.note.type):
            if (card.address, card.slug) == (str(mine.address), mine.note.slug):
                continue
            other = self._filed(Address.parse(card.address), card.slug)
            if other is None or other.note.origin != mine.note.origin:
                continue
            kept, leaving = sorted([(mine, other), (other, mine)], key=lambda pair: self._rank(*pair))[0]
            if kept.fixed or not self._may_leave(leaving) or len(leaving.statements) > SMALL or self._unstated(leaving):
                continue
            if any(judge(a.text, b.text).verdict == "contradicts" for a in kept.statements for b in leaving.statements):
                continue
            missing = [s for s in leaving.statements if not any(_says(k.text, s.text) for k in kept.statements)]
            reason = f"`{leaving.name}` and `{kept.name}` are both about {quoted(kept.note.title)}"
            yield from self._merge(kept, leaving, missing, "gather", reason)

    def _merge(
        self, kept: Filed, leaving: Filed, missing: Sequence[Statement], kind: str, reason: str, sure: bool = True
    ) -> Iterator[tuple[Deed, list[Edit], bool]]:
        try:
            edits = deeds.merged(self.layout, kept, leaving, missing, self.day, self.base.read)
        except CannotDo:
            self.left_out["a header that cannot be changed safely"] += 1
            return
        about = " ".join(["merge", *sorted([kept.name, leaving.name])])
        yield Deed(kind, about, reason, int(kept.fixed), not kept.fixed), edits, sure

    def _contradiction(
        self, ours: Statement, theirs: Statement, judged: Judgement
    ) -> Iterator[tuple[Deed, list[Edit], bool]]:
        """The one with more authority stands, else the newer. A day is a log: it may win, and is never rewritten."""
        ruled = ruling(self._side(ours), self._side(theirs))
        winner, loser = (theirs, ours) if ruled.winner == "right" else (ours, theirs)
        if not ruled.winner and (loser.address, loser.first) > (winner.address, winner.first):
            winner, loser = loser, winner  # one question, from whichever side it is asked
        old = self._note_of(loser)
        if old is None:
            return
        if old.fixed:
            self.left_out[f"`{old.name}` is pinned or static, and {quoted(winner.text)} says otherwise"] += 1
            return
        until = winner.day or self.day
        source = winner.slug.rpartition("/")[2]
        told = (
            f"`{old.name}` says {quoted(loser.text)}{_since(loser)}, `{source}` {quoted(winner.text)}{_since(winner)}"
        )
        reason = f"{told}: {judged.reason}; {ruled.reason}"
        about = " ".join(["supersede", *sorted([content_id(loser.text), content_id(winner.text)])])
        sure = bool(ruled.winner) and not self._apart(ours, theirs)
        try:
            edits, leaves = self._superseding(old, loser, winner, source, until, reason)
        except CannotDo:
            return
        yield Deed("supersede", about, reason, retires=leaves), edits, sure

    def _side(self, statement: Statement) -> Side:
        """Words carry the weight of the best who said them: a note that was put right by a day counts like that day."""
        best = self._at(statement.origin, statement.day)
        for origin, day in self.shelf.sides(statement.text):
            if ruling(self._at(origin, day), best).winner == "left":
                best = self._at(origin, day)
        return best

    def _at(self, origin: str, day: date | None) -> Side:
        """A day that has not come yet is no date."""
        return Side(origin, day if day and day <= self.day else None)

    def _superseding(
        self, old: Filed, loser: Statement, winner: Statement, source: str, until: date, reason: str
    ) -> tuple[list[Edit], int]:
        """From a day, the newer words come into the note in the place of the old ones."""
        read = self.base.read
        if self._is_day(winner):
            instead = item(winner.text, {"at": until.isoformat()}) + "\n"  # it is as old as the day it comes from
            return deeds.replaced(old, loser, instead, source, until, reason, read), 0
        alone = len(old.statements) == 1 and not self._unstated(old) and old.address != Address.parse(winner.address)
        if alone and self.shelf.linked(str(old.address)):
            raise CannotDo("others point to a note of which nothing would be left")
        if alone:
            return deeds.superseded(self.layout, old, source, until, reason, read), 1
        return deeds.replaced(old, loser, "", source, until, reason, read), 0

    # helpers

    def _is_forgotten(self, text: str) -> bool:
        return Forgotten(bytes.fromhex(self.ask.redact_key), self.ask.forgotten).holds(text)

    def _apart(self, one: Statement, other: Statement) -> bool:
        cards = [self.shelf.card(each.address, each.slug) for each in (one, other) if not self._is_day(each)]
        return apart(one, other, alone=all(card and card.statements == 1 for card in cards))

    def _is_day(self, statement: Statement) -> bool:
        return self.layout.kind_of(Address.parse(statement.address)) == "daily"

    def _note_of(self, statement: Statement) -> Filed | None:
        """The note a statement stands in; None for a day."""
        return None if self._is_day(statement) else self._filed(Address.parse(statement.address), statement.slug)

    def _filed(self, address: Address, slug: str) -> Filed | None:
        return next((found for found in self.filed(address) if found.note.slug == slug), None)

    def _may_leave(self, leaving: Filed) -> bool:
        return not leaving.fixed and not self.shelf.linked(str(leaving.address))

    def _unstated(self, filed: Filed) -> bool:
        """Whether there is text in a note that is no statement: too long to be one, or not read as one."""
        card = self.shelf.card(str(filed.address), filed.note.slug)
        return card is None or card.statements != len(filed.statements)

    def _rank(self, kept: Filed, leaving: Filed) -> tuple[bool, bool, bool, int, date, str]:
        """Which of two notes should rather stay: sorted first."""
        note = kept.note
        return (
            not kept.fixed,
            not self.shelf.linked(str(kept.address)),
            ruling(Side(note.origin), Side(leaving.note.origin)).winner != "left",
            -len(kept.statements),
            note.created or date.max,
            str(kept.address),
        )


def fingerprint(about: str) -> str:
    return Step("", (), about).fingerprint


def _says(kept: str, other: str) -> bool:
    """Whether one statement holds all that another says."""
    judged = judge(kept, other)
    says = judged.verdict == "same" and judged.covers != "right"
    return (says or judged.covers == "left") and keeps_all([other], kept)


def _is_said(kept: Statement, other: Statement) -> bool:
    return _says(kept.text, other.text)


def _is_whole(words: str) -> bool:
    """Whether it says something by itself; a label only leads to what follows."""
    return len(words.split()) > 2 and not words.rstrip("*_ ").endswith((":", "："))


def _since(statement: Statement) -> str:
    return f" ({statement.day.isoformat()})" if statement.day else ""


def _places(edit: Edit) -> tuple[Address, ...]:
    return (edit.address,) if isinstance(edit, Put) else (edit.source, edit.target)
