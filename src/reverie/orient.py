"""A map of the memory before anything is done to it: what is there, how it hangs together, what is wrong with it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from reverie.layouts.layout import Layout
from reverie.layouts.shelf import Filed, filed
from reverie.leading import linked, plain, unlinked
from reverie.records.documents import Address, Listed, Skipped
from reverie.records.store import Reader
from reverie.render.index import BYTES, LINES
from reverie.render.pointers import names
from reverie.tools import frontmatter

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that is wrong, where it is, and what it is about."""

    kind: str
    address: Address
    about: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Map:
    """`kinds`: how many documents of each kind there are; `dialects`: of notes' headers; `folders`: of daily logs."""

    kinds: Counter[str]
    dialects: Counter[str]
    folders: Counter[str]
    index_lines: int = 0
    index_bytes: int = 0
    troubles: tuple[Trouble, ...] = field(default=())

    def of(self, kind: str) -> list[Trouble]:
        return [trouble for trouble in self.troubles if trouble.kind == kind]


def orient(reader: Reader, layout: Layout, today: date, clean: Callable[[str], str]) -> Map:
    shelf = list(filed(reader, layout))
    listed, skipped = _listing(reader, layout)
    kinds = Counter(layout.kind_of(item.address) for item in listed)
    index = reader.read(layout.index) if layout.index else None
    lines, size = (index.content.count(b"\n"), len(index.content)) if index else (0, 0)
    logs = Counter(item.address.folder or "." for item in listed if layout.kind_of(item.address) == "daily")
    troubles = [
        *(Trouble("unreadable", item.address, item.what.fault) for item in listed if item.what.fault),
        *(Trouble("unreadable", address, reason) for address, reason in skipped),
        *(Trouble("unknown", item.address) for item in listed if layout.kind_of(item.address) == "other"),
        *(Trouble("orphan", f.address) for f in unlinked(shelf, reader, layout) if f.note.state == "active"),
        *broken(reader, layout, shelf),
        *_duplicates(shelf),
        *_of_notes(shelf, today, clean),
    ]
    if index and (lines > LINES or size > BYTES):
        troubles.append(Trouble("long index", index.address, f"{lines} lines, {size / 1000:.1f} KB"))
    dialects = Counter(_dialect(f.document.content) for f in shelf)
    return Map(kinds, dialects, logs, lines, size, tuple(troubles))


def _listing(reader: Reader, layout: Layout) -> tuple[list[Listed], list[tuple[Address, str]]]:
    listed: list[Listed] = []
    skipped: list[tuple[Address, str]] = []
    for root in layout.roots:
        for item in reader.scan(root):
            if isinstance(item, Listed):
                listed.append(item)
            elif isinstance(item, Skipped):
                root_of, _, path = item.what.partition(":")
                skipped.append((Address(root_of, path) if path else Address(root, item.what), item.reason))
    return listed, skipped


def _of_notes(shelf: Sequence[Filed], today: date, clean: Callable[[str], str]) -> Iterator[Trouble]:
    for found in shelf:
        text = found.document.content.decode("utf-8", "replace")
        if clean(text) != text:
            yield Trouble("secret", found.address)
        until = found.note.valid_until
        if until and until < today and found.note.state == "active":
            yield Trouble("expired", found.address, until.isoformat())


def _duplicates(shelf: Sequence[Filed]) -> Iterator[Trouble]:
    """Notes of the very same words. Those that only say the same are for the dream to find. Of two that are pinned or
    static, neither can go."""
    alike: defaultdict[str, list[Filed]] = defaultdict(list)
    for found in shelf:
        words = " ".join(_WORD.findall(found.note.body.casefold()))
        if words and found.note.state == "active":
            alike[words].append(found)
    for first, *others in (sorted(group, key=_is_fixed, reverse=True) for group in alike.values() if len(group) > 1):
        for other in others:
            yield Trouble("fixed duplicate" if _is_fixed(other) else "duplicate", other.address, first.address.path)


def _is_fixed(found: Filed) -> bool:
    return found.note.pinned or found.note.static


def _dialect(content: bytes) -> str:
    header = frontmatter.read(content).header
    if not header:
        return "no header"
    return "nested" if isinstance(header.get("metadata"), dict) else "flat"


# How it hangs together


def broken(reader: Reader, layout: Layout, shelf: Sequence[Filed]) -> Iterator[Trouble]:
    """Links that lead nowhere: of the index to files of the memory, of notes to other notes. What lies elsewhere is not
    ours to judge, and what cannot be read is there all the same."""
    listed, skipped = _listing(reader, layout)
    unread = [address.path for address, _ in skipped]
    yield from _broken_in_index(reader, layout, {*unread, *(item.path for item in listed)})
    known = {plain(name) for f in shelf for name in (f.note.slug, f.note.slug.rpartition("/")[2], f.note.title)}
    known |= {plain(path.rpartition("/")[2].removesuffix(".md")) for path in unread}
    for document in {f.address: f.document for f in shelf}.values():
        for number, line in enumerate(document.content.decode("utf-8", "replace").splitlines(), 1):
            for name in names(line) if "[[" in line else ():
                if plain(name.removesuffix(".md")) not in known:
                    yield Trouble("broken link", document.address, f"[[{name}]]", number)


def _broken_in_index(reader: Reader, layout: Layout, there: Collection[str]) -> Iterator[Trouble]:
    for target, number in linked(reader, layout).items():
        elsewhere = target.startswith(("../", "/")) or "://" in target or not target.endswith(".md")
        if number and target not in there and not elsewhere and layout.index:
            yield Trouble("broken link", layout.index, target, number)
