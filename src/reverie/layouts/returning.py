"""What consolidation must not do: bring words back into active memory that a person wanted forgotten. Checked outside
the cage, whichever deed would do it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from reverie.layouts.layout import OWN, Layout
from reverie.layouts.shelf import RETIRED
from reverie.records.changes import Move, Put, Step
from reverie.records.documents import Address, Document
from reverie.records.store import Reader
from reverie.records.tidying import Matter, Tidied

WHY = "would bring back what a person wanted forgotten"


def without_forgotten(tidied: Tidied, layout: Layout, reader: Reader, holds: Callable[[str], bool]) -> Tidied:
    def may(matter: Matter) -> bool:
        return not brings_back(matter.step, layout, reader, holds)

    done, proposed = tuple(filter(may, tidied.done)), tuple(filter(may, tidied.proposed))
    left = len(tidied.done) + len(tidied.proposed) - len(done) - len(proposed)
    if not left:
        return tidied
    return replace(tidied, done=done, proposed=proposed, left_out=dict(Counter(tidied.left_out) + Counter({WHY: left})))


def brings_back(step: Step, layout: Layout, reader: Reader, holds: Callable[[str], bool]) -> bool:
    """Whether active memory would say something forgotten that none of the notes at hand says now."""
    before: set[str] = set()
    after: set[str] = set()
    for edit in step.edits:
        source = edit.source if isinstance(edit, Move) else edit.address
        there = reader.read(source)
        before |= _said(layout, there) if there else set()
        if isinstance(edit, Put) and not _has_left(edit.address):
            after |= _said(layout, Document(edit.address, edit.content))
    return any(holds(text) for text in sorted(after - before))


def _said(layout: Layout, document: Document) -> set[str]:
    return {passage.text for passage in layout.passages(document)}


def _has_left(address: Address) -> bool:
    return address.root == OWN and address.path.startswith(f"{RETIRED}/")
