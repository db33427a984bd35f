"""Two statements that contradict each other: the one with more authority stands, else the newer. What is not clear is
for a person to decide."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import date

from reverie.layouts.items import item
from reverie.records.changes import Edit
from reverie.records.documents import Address
from reverie.remember.authority import ruling
from reverie.remember.judge import Judgement
from reverie.tidying import deeds
from reverie.tidying.cabinet import Cabinet
from reverie.tidying.deeds import CannotDo, Filed, quoted
from reverie.tidying.merging import Possible
from reverie.tidying.overlay import Deed
from reverie.tidying.shelf import Statement
from reverie.tools.ids import content_id


@dataclass(frozen=True, slots=True)
class Settling:
    cabinet: Cabinet
    left_out: Counter[str]

    def contradiction(self, ours: Statement, theirs: Statement, judged: Judgement) -> Possible:
        """A day is a log: it may win, and is never rewritten."""
        ruled = ruling(self.cabinet.side(ours), self.cabinet.side(theirs))
        winner, loser = (theirs, ours) if ruled.winner == "right" else (ours, theirs)
        if not ruled.winner and (loser.address, loser.first) > (winner.address, winner.first):
            winner, loser = loser, winner  # one question, from whichever side it is asked
        old = self.cabinet.note_of(loser)
        if old is None:
            return
        if old.fixed:
            self.left_out[f"`{old.name}` is pinned or static, and {quoted(winner.text)} says otherwise"] += 1
            return
        until = winner.day or self.cabinet.day
        source = winner.slug.rpartition("/")[2]
        told = (
            f"`{old.name}` says {quoted(loser.text)}{_since(loser)}, `{source}` {quoted(winner.text)}{_since(winner)}"
        )
        reason = f"{told}: {judged.reason}; {ruled.reason}"
        about = " ".join(["supersede", *sorted([content_id(loser.text), content_id(winner.text)])])
        sure = judged.verdict == "contradicts" and bool(ruled.winner) and not self.cabinet.apart(ours, theirs)
        try:
            edits, leaves = self._superseding(old, loser, winner, source, until, reason)
        except CannotDo:
            return
        pointed = leaves > 0 and bool(self.cabinet.linked(old))  # what leads there speaks of what no longer holds
        deed = Deed("supersede", about, reason, retires=leaves)
        yield deed if ruled.winner else self._either(deed, old, loser, winner), edits, sure and not pointed

    def _either(self, deed: Deed, old: Filed, loser: Statement, winner: Statement) -> Deed:
        """Where nobody can say which holds, both ways are laid before a person, if both can be gone."""
        new = self.cabinet.note_of(winner)
        if new is None or new.fixed:
            return deed
        try:
            until = loser.day or self.cabinet.day
            edits, leaves = self._superseding(new, winner, loser, old.name, until, deed.reason)
        except CannotDo:
            return deed
        ways = tuple(f"{quoted(gone.text)} gives way to {quoted(kept.text)}" for gone, kept in _both(loser, winner))
        return replace(deed, ways=ways, instead=tuple(edits), retires=max(deed.retires, leaves))

    def _superseding(
        self, old: Filed, loser: Statement, winner: Statement, source: str, until: date, reason: str
    ) -> tuple[list[Edit], int]:
        """From a day, the newer words come into the note in the place of the old ones."""
        read = self.cabinet.read
        if self.cabinet.is_day(winner):
            instead = item(winner.text, {"at": until.isoformat()}) + "\n"  # it is as old as the day it comes from
            return deeds.replaced(old, loser, instead, source, until, reason, read), 0
        alone = len(old.statements) == 1 and not self.cabinet.unstated(old)
        if alone and old.address != Address.parse(winner.address):
            return deeds.superseded(self.cabinet.layout, old, source, until, reason, read), 1
        return deeds.replaced(old, loser, "", source, until, reason, read), 0


def _both(one: Statement, other: Statement) -> tuple[tuple[Statement, Statement], ...]:
    return (one, other), (other, one)


def _since(statement: Statement) -> str:
    return f" ({statement.day.isoformat()})" if statement.day else ""
