"""What leads to a note: the index, its pages, and other notes on the way. A note that nothing leads to gets a line in
the index; in an index that belongs to another agent once, and only where it may."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from reverie.layouts.layout import Layout
from reverie.layouts.shelf import Filed, filed
from reverie.records.changes import Put, Step
from reverie.records.documents import Address, Document, Listed
from reverie.records.errors import BadDocument
from reverie.records.store import Reader
from reverie.render.index import BYTES, LINES
from reverie.render.pointers import Entry, mentioned, names, pointer, targets
from reverie.tools import frontmatter

KIND = "lead"
MOVED = re.compile(r"(?:.*/)?index-more(?:-\d+)?\.md")  # what was moved out of an index, see `shortening`


@dataclass(frozen=True, slots=True)
class Room:
    """What an agent loads of an index, less what Reverie will add to it in the same change."""

    lines: int = LINES
    size: int = BYTES

    def less(self, before: bytes, after: bytes) -> Room:
        """What is left when a text has grown."""
        lines, size = line_count(after) - line_count(before), len(after) - len(before)
        return Room(self.lines - max(lines, 0), self.size - max(size, 0))

    def holds(self, content: bytes) -> bool:
        return line_count(content) <= self.lines and len(content) <= self.size


def line_count(content: bytes) -> int:
    return content.count(b"\n") + (content[-1:] not in (b"", b"\n"))


def linked(reader: Reader, layout: Layout) -> dict[str, int]:
    """The files MEMORY.md and its pages lead to, each with the line that does."""
    if layout.index is None:
        return {}
    index = reader.read(layout.index)
    lines = index.content.decode("utf-8", "replace").splitlines() if index else []
    found = {target: number for number, line in reversed(list(enumerate(lines, 1))) for target in targets(line)}
    for item in reader.scan(layout.index.root, "index"):
        page = reader.read(item.address) if isinstance(item, Listed) else None
        for target in targets(page.content.decode("utf-8", "replace")) if page else ():
            found.setdefault(target.replace("../", ""), 0)
    return found


def unlinked(notes: Sequence[Filed], reader: Reader, layout: Layout) -> list[Filed]:
    """Those one does not get to from the index, not even by way of others."""
    if layout.index is None:
        return []
    reached = set(_reached(notes, {*linked(reader, layout), *_named(notes, reader, layout)}))
    return [found for found in notes if found.address.path not in reached]


def _named(notes: Sequence[Filed], reader: Reader, layout: Layout) -> set[str]:
    """Those the index, or what was moved out of it, names without leading there. Who lists a note as not to be opened
    again has not forgotten it."""
    titles = {found.address.path: found.note.title for found in notes}
    index = reader.read(layout.index) if layout.index else None
    texts = [index.content] if index else []
    texts += [found.document.content for found in notes if MOVED.fullmatch(found.address.path)]
    return {path for text in texts for path in mentioned(text.decode("utf-8", "replace"), titles)}


def _reached(notes: Sequence[Filed], first: Collection[str]) -> Iterator[str]:
    by_path = {found.address.path: found for found in notes}
    by_name = {
        plain(name): path
        for path, f in by_path.items()
        for name in (f.note.slug, f.note.slug.rpartition("/")[2], f.note.title)
    }
    seen, waiting = set[str](), list(first)
    while waiting:
        path = waiting.pop()
        if path in seen or path not in by_path:
            continue
        seen.add(path)
        yield path
        text = by_path[path].document.content.decode("utf-8", "replace")
        waiting += [*targets(text), *(by_name.get(plain(name), "") for name in names(text))]


def plain(name: str) -> str:
    """Agents write a note's name with dashes or underscores as it comes."""
    return name.casefold().replace("_", "-")


def relinked(
    reader: Reader,
    layout: Layout,
    orphans: Sequence[Address],
    clean: Callable[[str], str],
    room: Room = Room(),  # noqa: B008 — it is frozen
) -> Step | None:
    """A line at the end of the index for each of these, as long as an agent still loads it."""
    if layout.index is None:
        return None
    index = reader.read(layout.index)
    content = index.content if index else b"# Memory\n"
    end = "\r\n" if b"\r\n" in content else "\n"
    told = content.decode()
    told += "" if told.endswith("\n") else end
    led: list[Address] = []
    for address, line in _lines(reader, layout, orphans):
        longer = told + clean(line) + end
        if not room.holds(longer.encode()):
            break
        told, led = longer, [*led, address]
    if not led:
        return None
    reason = f"{_told([address.path for address in led])}: nothing leads to {'it' if len(led) == 1 else 'them'}"
    put = Put(layout.index, index.digest if index else None, told.encode())
    return Step(reason, (put,), "\n".join(map(_about, led)))


def _lines(reader: Reader, layout: Layout, orphans: Sequence[Address]) -> Iterator[tuple[Address, str]]:
    for address in orphans:
        document = reader.read(address)
        for note in layout.notes(document)[:1] if document else ():
            yield address, pointer(Entry(address.path, note.title, note.hook, note.type))


def forgotten(reader: Reader, layout: Layout, known: Callable[[str], bool]) -> list[Address]:
    """Notes that nothing leads to. `known`: what was asked or done before, or taken back, is not asked again: who takes
    a line out of an index has a reason."""
    if not _some_unnamed(reader, layout):
        return []
    lost = [found for found in unlinked(list(filed(reader, layout)), reader, layout) if found.note.state == "active"]
    return [found.address for found in lost if not known(_about(found.address))]


def readable(reader: Reader, address: Address | None) -> Document | None:
    """An index that can be read as text; a link, a folder or other bytes are nothing to write into."""
    try:
        found = reader.read(address) if address else None
    except BadDocument:
        return None
    return found if found and not frontmatter.read(found.content).fault else None


def _some_unnamed(reader: Reader, layout: Layout) -> bool:
    """Whether the index itself leaves out a note: only then all have to be read for what they lead to."""
    there = (item for root in layout.roots for item in reader.scan(root) if isinstance(item, Listed))
    named = linked(reader, layout)
    return any(one.what.kind == "note" and one.what.state == "active" and one.path not in named for one in there)


def _about(address: Address) -> str:
    return f"{KIND} {address}"


def _told(paths: Sequence[str]) -> str:
    return ", ".join(paths[:3]) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")
