"""One night's consolidation: what is new is compared with what shares its words; what is sure is done, what is not is
proposed. Pinned and static notes are read, and never touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from reverie.layouts.forgotten import Forgotten
from reverie.layouts.layout import Layout
from reverie.records.changes import Edit, Put, Step
from reverie.records.documents import Address, Document
from reverie.records.tidying import ENOUGH, WAITING, Matter, Tidy
from reverie.remember.judge import judge
from reverie.tidying.alone import Alone
from reverie.tidying.cabinet import Cabinet
from reverie.tidying.deeds import Filed
from reverie.tidying.exact import Exactly
from reverie.tidying.merging import Merging, Possible
from reverie.tidying.overlay import Deed, Overlay
from reverie.tidying.settling import Settling
from reverie.tidying.shelf import Shelf, Statement

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
    retired: int = 0  # notes that left tonight and are not kept whole by another

    @property
    def cabinet(self) -> Cabinet:
        return Cabinet(self.ask, self.layout, self.shelf, self.base)

    def over(self, fresh: Sequence[Address]) -> None:
        """Look at these documents, and again at those that changed, until nothing is left to do. At the end all that
        is not settled is looked at once more, as another night would, so that it finds nothing new."""
        waiting, looked = list(dict.fromkeys(fresh)), Counter[Address]()
        while waiting:
            known = len(self.proposed), len(self.base.touched)
            self._through(waiting, looked)
            changed = known != (len(self.proposed), len(self.base.touched))
            waiting = sorted({*self.unsettled, *self.base.touched}) if changed else []

    def _through(self, waiting: list[Address], looked: Counter[Address]) -> None:
        while waiting:
            address = waiting.pop(0)
            looked[address] += 1
            if looked[address] > ROUNDS:
                self.left_out["looked at too often in one night"] += 1
                continue
            if touched := self._one(address):
                waiting += [again for again in dict.fromkeys((*touched, address)) if again not in waiting]

    def _one(self, address: Address) -> list[Address]:
        """The first thing there is to do with a document, if there is any: the documents it touched."""
        for deed, edits, sure in self._possible(address):
            mark = fingerprint(deed.about)
            if self.ask.is_settled(mark):
                continue
            self.unsettled.add(address)
            leaves = 0 if deed.keeps_all else deed.retires
            held_back = mark in self.ask.undone or self.retired + leaves > self.ask.room
            if not sure or not self.ask.acts or held_back:
                self._propose(deed, edits)
                continue
            self.retired += leaves
            whole = [*edits, *deed.links]
            self.base.do(deed, whole)
            self.proposed.pop(mark, None)  # what is done is no question any more, whoever was looked at first
            touched = list(dict.fromkeys(place for edit in whole for place in _places(edit)))
            for place in touched:
                self._look_anew(place)
            return touched
        return []

    def _look_anew(self, place: Address) -> None:
        self.shelf.forget(str(place))
        if (now := self.base.read(place)) is not None:
            self.take(now)

    def _propose(self, deed: Deed, edits: Sequence[Edit]) -> None:
        """Without its links: they are put right when it is accepted, on the memory as it is then."""
        mark = fingerprint(deed.about)
        if mark in self.proposed:
            return
        if len(self.proposed) + self.ask.waiting >= WAITING:
            self.left_out[ENOUGH] += 1
            return
        self.proposed[mark] = deed.matter(edits)

    def _possible(self, address: Address) -> Possible:
        cabinet = self.cabinet
        filed, exactly = cabinet.filed(address), Exactly(self.layout, self.shelf, self.base.read)
        alone, merging = Alone(cabinet), Merging(cabinet, self.left_out)
        yield from exactly.possible(address, filed)
        for mine in filed:
            if mine.fixed:
                yield from self._against(mine.statements, merging)
                continue
            yield from alone.repeats(mine)
            yield from alone.expired(mine)
            for statement in mine.statements:
                for other in self.shelf.near(statement):
                    yield from exactly.by_new(statement, other)
                    yield from self._pair(merging, mine, statement, other)
            yield from merging.gathered(mine)
        if self.layout.kind_of(address) == "daily":
            for card in self.shelf.cards(str(address)):
                yield from self._against(self.shelf.statements(card.address, card.slug), merging)

    def _against(self, said: Sequence[Statement], merging: Merging) -> Possible:
        """What a day says, or a note that is not touched, about notes that were there before."""
        for statement in said:
            for other in self.shelf.near(statement):
                theirs = merging.cabinet.note_of(other)
                if theirs is not None and not theirs.fixed:
                    yield from self._pair(merging, theirs, other, statement)

    def _pair(self, merging: Merging, mine: Filed, ours: Statement, theirs: Statement) -> Possible:
        """What is only likely is for a person, unless the two may speak of different things anyway."""
        if merging.cabinet.is_day(theirs) and self._is_forgotten(theirs.text):
            return
        same_note = (theirs.address, theirs.slug) == (ours.address, ours.slug)
        judged = judge(ours.text, theirs.text)
        likely = "" if not judged.leans or merging.cabinet.apart(ours, theirs) else judged.leans
        if "contradicts" in (judged.verdict, likely):
            yield from Settling(merging.cabinet, self.left_out).contradiction(ours, theirs, judged)
        elif "same" in (judged.verdict, likely) and not same_note:
            yield from merging.same(mine, theirs, likely=judged.verdict != "same")

    def _is_forgotten(self, text: str) -> bool:
        return Forgotten(bytes.fromhex(self.ask.redact_key), self.ask.forgotten).holds(text)


def fingerprint(about: str) -> str:
    return Step("", (), about).fingerprint


def _places(edit: Edit) -> tuple[Address, ...]:
    return (edit.address,) if isinstance(edit, Put) else (edit.source, edit.target)
