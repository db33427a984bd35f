"""Notes that become one: because one says all that the other says, or because both are small and under one title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reverie.records.changes import Edit, Move, Put
from reverie.records.documents import Address
from reverie.remember.judge import judge
from reverie.remember.specifics import keeps_all
from reverie.tidying import deeds
from reverie.tidying.cabinet import Cabinet
from reverie.tidying.deeds import CannotDo, Filed, quoted
from reverie.tidying.overlay import Deed
from reverie.tidying.shelf import Statement

SMALL = 3  # statements: a note of as many may be gathered into another of the same title

Possible = Iterator[tuple[Deed, list[Edit], bool]]


@dataclass(frozen=True, slots=True)
class Merging:
    cabinet: Cabinet
    left_out: Counter[str]

    def same(self, mine: Filed, theirs: Statement, *, likely: bool = False) -> Possible:
        """One of two notes may go when the other states all that it states. `likely`: it seems so, and a person should
        say whether it is."""
        other = self.cabinet.note_of(theirs)
        if other is None or theirs.address == str(mine.address):
            return
        for kept, leaving in sorted([(mine, other), (other, mine)], key=lambda pair: self.cabinet.rank(*pair)):
            if leaving.fixed or self.cabinet.unstated(leaving) or not covers(kept, leaving, likely=likely):
                continue
            reason = f"`{kept.name}` {'seems to say' if likely else 'says'} all that `{leaving.name}` says"
            sure = not likely and all(self._is_said(kept, statement) for statement in leaving.statements)
            yield from self._merge(kept, leaving, [], "merge", reason, sure)
            return

    def _is_said(self, kept: Filed, theirs: Statement) -> bool:
        return any(says(mine.text, theirs.text) and not self.cabinet.apart(mine, theirs) for mine in kept.statements)

    def gathered(self, mine: Filed) -> Possible:
        """Small notes under one title become one note. Nothing is reworded."""
        if len(mine.statements) > SMALL or self.cabinet.unstated(mine):
            return
        for card in self.cabinet.shelf.titled(mine.note.title, mine.note.type):
            if (card.address, card.slug) == (str(mine.address), mine.note.slug):
                continue
            other = self.cabinet.note(Address.parse(card.address), card.slug)
            if other is None or other.note.origin != mine.note.origin:
                continue
            kept, leaving = sorted([(mine, other), (other, mine)], key=lambda pair: self.cabinet.rank(*pair))[0]
            if not self._may_be_gathered(kept, leaving):
                continue
            missing = [s for s in leaving.statements if not any(says(k.text, s.text) for k in kept.statements)]
            reason = f"`{leaving.name}` and `{kept.name}` are both about {quoted(kept.note.title)}"
            yield from self._merge(kept, leaving, missing, "gather", reason)

    def _may_be_gathered(self, kept: Filed, leaving: Filed) -> bool:
        if kept.fixed or leaving.fixed or len(leaving.statements) > SMALL or self.cabinet.unstated(leaving):
            return False
        pairs = ((a.text, b.text) for a in kept.statements for b in leaving.statements)
        return not any("contradicts" in (judged.verdict, judged.leans) for judged in (judge(a, b) for a, b in pairs))

    def _merge(
        self, kept: Filed, leaving: Filed, missing: Sequence[Statement], kind: str, reason: str, sure: bool = True
    ) -> Possible:
        """What points to the note that leaves is led to the other; where that cannot be, a person is asked."""
        try:
            edits = deeds.merged(self.cabinet.layout, kept, leaving, missing, self.cabinet.day, self.cabinet.read)
        except CannotDo:
            self.left_out["a header that cannot be changed safely"] += 1
            return
        moves = any(isinstance(edit, Move) and edit.source == leaving.address for edit in edits)
        links = self.cabinet.links(kept, leaving) if moves else ()
        if moves and kept.address in self.cabinet.linked(leaving):
            edits = [self.cabinet.own_links(edit, kept, leaving) if isinstance(edit, Put) else edit for edit in edits]
        about = " ".join(["merge", *sorted([kept.name, leaving.name])])
        deed = Deed(kind, about, reason, int(kept.fixed), not kept.fixed, links or ())
        yield deed, edits, sure and links is not None


def covers(kept: Filed, leaving: Filed, *, likely: bool = False) -> bool:
    """Every statement of the one is in the other, with all that is specific about it."""
    if not leaving.statements:
        return False
    return all(any(says(mine.text, theirs.text, likely) for mine in kept.statements) for theirs in leaving.statements)


def says(kept: str, other: str, likely: bool = False) -> bool:
    """Whether one statement holds all that another says, or most likely does."""
    judged = judge(kept, other)
    same = judged.verdict == "same" and judged.covers != "right"
    return (same or judged.covers == "left" or (likely and judged.leans == "same")) and keeps_all([other], kept)
