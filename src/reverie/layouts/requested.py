"""A fact a person asked to be remembered, as a note of its own: which file it becomes in each layout, and whether one
of the notes that are there says it already."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator

from reverie.layouts.items import item
from reverie.layouts.layout import FOREIGN, OWN, Layout
from reverie.layouts.shelf import RETIRED
from reverie.records.changes import Put
from reverie.records.documents import Address, Document, Listed
from reverie.records.errors import BadDocument
from reverie.records.notes import Line, Note
from reverie.records.passages import Passage
from reverie.records.store import Reader

Read = Callable[[Address], Document | None]
_TITLE, _HOOK = 70, 150
_NAMING = 6  # words of a note's name
_PALE = frozenset("the a an our is are has have of on in at to for by with and all both be its from".split())
_SEARCHED = ("note", "daily")


def put(line: Line, layout: Layout, read: Read, taken: Container[Address]) -> Put:
    """A new file; never one that is there."""
    title = _short(line.text.rstrip("."), _TITLE)
    base = layout.names(_naming(line.text), line.type)[0]
    slugs = (base if n == 1 else f"{base}-{n}" for n in range(1, 10_000))
    address = next(a for a in (_place(layout, slug) for slug in slugs) if a not in taken and read(a) is None)
    return Put(address, None, _content(line, title, address, layout))


def _place(layout: Layout, slug: str) -> Address:
    """Where MEMORY.md holds content and is somebody's, a new page beside it; else where notes are."""
    return Address(FOREIGN, f"{slug}.md") if layout.index is None else layout.topic(slug)


def _content(line: Line, title: str, address: Address, layout: Layout) -> bytes:
    plain = layout.index is None
    facts = {"id": line.id, "at": f"{line.at:%Y-%m-%dT%H:%M:%SZ}", "session": line.session, "origin": line.origin}
    told = item(line.text, {**facts, **({"type": line.type} if plain else {})}) + "\n"
    if plain:  # pages there have a heading and no header
        return f"# {title}\n\n{told}".encode()
    hook = title if title == line.text.rstrip(".") else _short(line.text, _HOOK)
    slug = address.path.removesuffix(".md")
    note = Note(
        slug, title, "", hook, line.type, valid_until=line.until, origin=line.origin or "user", created=line.at.date()
    )  # fmt: skip
    return layout.extended(None, note, told)


def standing(reader: Reader, layout: Layout) -> Iterator[Passage]:
    """All that stands in notes and days, and what left them."""
    for address in _addresses(reader, layout):
        try:
            document = reader.read(address)
            if document is not None:
                yield from layout.passages(document)
        except BadDocument:
            continue


def _addresses(reader: Reader, layout: Layout) -> Iterator[Address]:
    for root in layout.roots:
        for found in reader.scan(root):
            if isinstance(found, Listed) and layout.kind_of(found.address) in _SEARCHED:
                yield found.address
    yield from (found.address for found in reader.scan(OWN, RETIRED) if isinstance(found, Listed))


def _naming(text: str) -> str:
    words = [word for word in re.findall(r"\w+", re.sub(r"https?://\S+", "", text.lower())) if word not in _PALE]
    return " ".join(words[:_NAMING]) or "fact"


def _short(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"
