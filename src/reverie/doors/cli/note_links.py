"""What MEMORY.md leads to, and what it does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    """Links that lead nowhere: of the index to files of the memory, of notes to other notes. What lies elsewhere is not
    ours to judge."""
    found = sorted([*_in_index(store, layout), *_in_notes(store, layout)])
    if as_json:
        print_json([{"path": where, "line": number, "link": target} for where, number, target in found])
        return
    for where, number, target in found:
        out(f"{where}:{number}  {target}")
    say(f"{many(len(found), 'link leads', 'links lead')} nowhere" if found else "every link leads somewhere")


def _in_index(store: FolderStore, layout: Layout) -> Iterator[tuple[str, int, str]]:
    from reverie.records.documents import Listed

    there = {item.address.path for root in layout.roots for item in store.scan(root) if isinstance(item, Listed)}
    for target, number in _linked(store, layout).items():
        elsewhere = target.startswith(("../", "/")) or "://" in target or not target.endswith(".md")
        if number and target not in there and not elsewhere and layout.index:
            yield wiring.path_of(layout.index), number, target


def _in_notes(store: FolderStore, layout: Layout) -> Iterator[tuple[str, int, str]]:
    from reverie.layouts.shelf import filed
    from reverie.render.pointers import names

    shelf = list(filed(store, layout))
    known = {_plain(name) for f in shelf for name in (f.note.slug, f.note.slug.rpartition("/")[2], f.note.title)}
    for document in {f.address: f.document for f in shelf}.values():
        for number, line in enumerate(document.content.decode("utf-8", "replace").splitlines(), 1):
            for name in names(line) if "[[" in line else ():
                if _plain(name.removesuffix(".md")) not in known:
                    yield wiring.path_of(document.address), number, f"[[{name}]]"


def _plain(name: str) -> str:
    """Agents write a note's name with dashes or underscores as it comes."""
    return name.casefold().replace("_", "-")
