"""Lines that people wrote into MEMORY.md about a note that leaves. What Reverie wrote there it makes anew by itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from reverie.forgetting.meant import Meant
from reverie.layouts.layout import Layout
from reverie.records.changes import Edit, Move, Put
from reverie.records.documents import Address
from reverie.records.store import Reader, Render
from reverie.render.ahead import Ahead
from reverie.render.pointers import targets
from reverie.store.work import Without
from reverie.tools import blocks

Change = Callable[[str], str]


def index_without(
    what: Meant, todo: Sequence[Edit], reader: Reader, layout: Layout, render: Render | None
) -> tuple[Put, ...]:
    """The index without the lines that lead to this note and nowhere else."""
    if what.passage or what.has_left:
        return ()
    return index_changed(lambda text: unlinked(text, what.address), todo, reader, layout, render)


def index_changed(
    change: Change, todo: Sequence[Edit], reader: Reader, layout: Layout, render: Render | None
) -> tuple[Put, ...]:
    """The index with its lines changed, as it will be made: so undo finds it as the change left it."""
    there = reader.read(layout.index) if layout.index else None
    if there is None or layout.index is None:
        return ()
    text = there.content.decode("utf-8", "surrogateescape")
    parts = blocks.split(text)
    parts[::2] = map(change, parts[::2])
    new = "".join(parts)
    if new == text:
        return ()
    written = {layout.index: new.encode("utf-8", "surrogateescape")}
    leaving: set[Address] = set()
    for edit in todo:
        written[edit.target if isinstance(edit, Move) else edit.address] = edit.content
        leaving |= {edit.source} if isinstance(edit, Move) else set()
    ahead = Without(Ahead(reader, written, layout.describe), leaving)
    made = render(ahead, [*written, *leaving]) if render else ()
    content = next((put.content for put in made if put.address == layout.index), written[layout.index])
    return (Put(layout.index, there.digest, content),)


def unlinked(text: str, address: Address) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not _leads_only_to(line, address))


def _leads_only_to(line: str, address: Address) -> bool:
    found = {os.path.normpath(target) for target in targets(line) if "://" not in target}
    return found == {address.path}
