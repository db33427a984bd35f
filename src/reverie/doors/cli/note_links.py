"""What MEMORY.md leads to, and what it does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reverie import wiring
from reverie.doors.cli.talk import many, out, print_json, say

if TYPE_CHECKING:
    from reverie.layouts.layout import Layout
    from reverie.layouts.shelf import Filed
    from reverie.store.folder import FolderStore


def _linked(store: FolderStore, layout: Layout) -> dict[str, int]:
    """The files MEMORY.md and its pages lead to, each with the line that does."""
    from reverie.records.documents import Listed
    from reverie.render.pointers import targets

    if layout.index is None:
        return {}
    index = store.read(layout.index)
    lines = index.content.decode("utf-8", "replace").splitlines() if index else []
    found = {target: number for number, line in reversed(list(enumerate(lines, 1))) for target in targets(line)}
    for item in store.scan(layout.index.root, "index"):
        page = store.read(item.address) if isinstance(item, Listed) else None
        for target in targets(page.content.decode("utf-8", "replace")) if page else ():
            found.setdefault(target.replace("../", ""), 0)
    return found


def unlinked(notes: Sequence[Filed], store: FolderStore, layout: Layout) -> list[Filed]:
    linked = _linked(store, layout)
    return [f for f in notes if layout.index is not None and f.address.path not in linked]


def broken_links(store: FolderStore, layout: Layout, as_json: bool) -> None:
    """Links to files of the memory itself that are not there. What lies elsewhere is not ours to judge."""
    from reverie.records.documents import Listed

    there = {item.address.path for root in layout.roots for item in store.scan(root) if isinstance(item, Listed)}
    found = [
        (number, target)
        for target, number in _linked(store, layout).items()
        if number and target.endswith(".md") and target not in there and not target.startswith(("../", "/"))
        and "://" not in target
    ]  # fmt: skip
    where = wiring.path_of(layout.index) if layout.index else ""
    if as_json:
        print_json([{"path": where, "line": number, "link": target} for number, target in sorted(found)])
        return
    for number, target in sorted(found):
        out(f"{where}:{number}  {target}")
    say(f"{many(len(found), 'link')} lead nowhere" if found else "every link leads somewhere")
