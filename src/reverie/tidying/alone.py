"""What there is to do about a note by itself: what it says twice, and that its time is over."""

from __future__ import annotations

from dataclasses import dataclass

from reverie.records.changes import Put
from reverie.tidying import deeds
from reverie.tidying.cabinet import Cabinet
from reverie.tidying.deeds import Filed, lines_of, quoted
from reverie.tidying.merging import Possible
from reverie.tidying.overlay import Deed
from reverie.tidying.shelf import Statement
from reverie.tools.ids import content_id


@dataclass(frozen=True, slots=True)
class Alone:
    cabinet: Cabinet

    def repeats(self, mine: Filed) -> Possible:
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

    def expired(self, mine: Filed) -> Possible:
        """What others point to is not taken from under them: a person is asked."""
        reason = self.outlived(mine)
        if reason:
            until = mine.note.valid_until
            edits = deeds.pruned(self.cabinet.layout, mine, self.cabinet.day, reason, self.cabinet.read)
            about = f"prune {mine.name} {until or 'gone'}"
            yield Deed("prune", about, reason, retires=1), edits, not self.cabinet.linked(mine)

    def outlived(self, mine: Filed) -> str:
        """Why its time is over, if it is."""
        until = mine.note.valid_until
        if until and until < self.cabinet.day:
            return f"`{mine.name}` was valid until {until.isoformat()}"
        if self.cabinet.ask.gone.get(str(mine.address), 0) >= 2 and self.cabinet.unrecalled(mine):
            return f"what `{mine.name}` speaks of is gone from the code, and nobody asked for it in 90 days"
        return ""


def _is_whole(words: str) -> bool:
    """Whether it says something by itself; a label only leads to what follows."""
    return len(words.split()) > 2 and not words.rstrip("*_ ").endswith((":", "："))
