"""Notes that no longer hold: what another contradicts is superseded, what was valid until a day gone by is deprecated.
Consolidation's eyes, but nothing is done: everything becomes a mutation that waits for a yes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from reverie.records.changes import Edit
from reverie.records.documents import Address
from reverie.records.errors import BadDocument
from reverie.records.notes import Note
from reverie.records.tidying import Matter
from reverie.remember.judge import judge
from reverie.reorganizing.notes import Memory
from reverie.tidying import deeds
from reverie.tidying.alone import Alone
from reverie.tidying.deeds import Filed
from reverie.tidying.links import pointed_to
from reverie.tidying.overlay import Deed, Overlay
from reverie.tidying.settling import Settling
from reverie.tidying.shelf import Shelf
from reverie.tidying.tidier import Tidier, fingerprint
from reverie.tidying.unspoken import unspoken


@dataclass(slots=True)
class Doubter(Tidier):
    def _possible(self, address: Address) -> Iterator[tuple[Deed, list[Edit], bool]]:
        settling = Settling(self.cabinet, self.left_out)
        for mine in self.cabinet.filed(address):
            if mine.fixed:
                continue
            yield from self._outlived(mine)
            for statement in mine.statements:
                for other in self.shelf.near(statement):
                    judged = judge(statement.text, other.text)
                    if judged.verdict == "contradicts":
                        yield from settling.contradiction(statement, other, judged)

    def _outlived(self, mine: Filed) -> Iterator[tuple[Deed, list[Edit], bool]]:
        reason = Alone(self.cabinet).outlived(mine)
        if reason and self.cabinet.linked(mine):
            self.left_out["no longer holds, but another note points to it"] += 1
        elif reason:
            edits = deeds.pruned(self.layout, mine, self.cabinet.day, reason, self.base.read, state="deprecated")
            about = f"prune {mine.name} {mine.note.valid_until or 'gone'}"
            yield Deed("deprecate", about, reason, retires=1), edits, False

    def _propose(self, deed: Deed, edits: Sequence[Edit]) -> None:
        self.proposed.setdefault(fingerprint(deed.about), deed.matter(edits))


def doubted(memory: Memory, scratch: Path, left_out: Counter[str]) -> list[Matter]:
    """What is superseded or deprecated, each on the memory as it is now."""
    (scratch / "statements.db").unlink(missing_ok=True)
    shelf = Shelf(scratch, "reorganize")
    shelf.begin()
    for address in sorted(memory.documents):
        _take(memory, shelf, address)
    ask = replace(memory.ask.tidy, acts=False)
    doubter = Doubter(ask, memory.layout, shelf, Overlay(memory.read), lambda _document: None, left_out)
    doubter.over(sorted(memory.documents))
    shelf.end()
    shelf.close()
    return list(doubter.proposed.values())


def _take(memory: Memory, shelf: Shelf, address: Address) -> None:
    document, kind = memory.documents[address], memory.layout.kind_of(address)
    name, held = str(address), str(address) in memory.ask.held
    shelf.point(name, [str(target) for target in pointed_to(document)])
    try:
        notes = memory.layout.notes(document) if kind == "note" else [Note(address.path.removesuffix(".md"), "", "")]
        passages = [] if held else [p for p in memory.layout.passages(document) if p.state == "active"]
    except (BadDocument, UnicodeDecodeError):
        return
    for note in notes:
        own = [p for p in passages if len(notes) == 1 or p.group == f"{name}#{note.slug}"]
        known, silent = (
            replace(note, static=True) if held else note,
            unspoken(document.content.decode("utf-8", "replace")),
        )
        shelf.take(name, document.digest, kind, known, own, silent)
