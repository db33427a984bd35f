"""An index in which links are put right is made anew as well, within the same change. Both are tried out first on a
copy in memory, so that one step writes what comes of them and one undo takes it back byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from reverie.layouts.layout import Layout
from reverie.records.changes import ChangeSet, Put, Step
from reverie.records.documents import Address, Listed
from reverie.records.store import Reader, Render
from reverie.store.memory import MemoryStore


def with_index(
    steps: Sequence[Step], reader: Reader, layout: Layout, render: Render | None, at: datetime
) -> tuple[Step, ...]:
    """The steps; where one of them writes the index, with the index as it will be in the end."""
    index = layout.index
    if index is None or render is None or not any(_writes(step, index) for step in steps):
        return tuple(steps)
    trial = _Trial(reader, layout, render)
    trial.fill(at)
    trial.ready = True
    trial.store.apply(ChangeSet("try", "reverie", at, tuple(step for step in steps if trial.holds(step))))
    made = trial.store.read(index)
    if made is None:
        return tuple(steps)
    return tuple(_with(step, index, made.content) for step in steps)


class _Trial:
    """A copy of the root the index lies in. It is filled first, and only then is the index made."""

    def __init__(self, reader: Reader, layout: Layout, render: Render) -> None:
        self._reader, self._layout, self._render = reader, layout, render
        self.ready = False
        self.store = MemoryStore(render=self._rendered, describe=layout.describe)

    def _rendered(self, reader: Reader, touched: Sequence[Address]) -> Iterable[Put]:
        return self._render(reader, touched) if self.ready else ()

    def fill(self, at: datetime) -> None:
        found = (
            self._reader.read(item.address)
            for root in self._layout.roots
            for item in self._reader.scan(root)
            if isinstance(item, Listed)
        )
        puts = tuple(Put(document.address, None, document.content) for document in found if document)
        self.store.apply(ChangeSet("fill", "reverie", at, (Step("fill", puts),)))

    def holds(self, step: Step) -> bool:
        return any(address.root in self._layout.roots for address in step.addresses)


def _writes(step: Step, index: Address) -> bool:
    return any(isinstance(edit, Put) and edit.address == index for edit in step.edits)


def _with(step: Step, index: Address, content: bytes) -> Step:
    edits = (
        replace(edit, content=content) if isinstance(edit, Put) and edit.address == index else edit
        for edit in step.edits
    )
    return replace(step, edits=tuple(edits))
