"""Lines into the note of a topic, which is made if it is not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from reverie.layouts.days import Page, Read, day_of, facts_of
from reverie.layouts.items import item
from reverie.layouts.layout import Layout
from reverie.layouts.passages import session_heading
from reverie.records.documents import Address, Document
from reverie.records.notes import Line, Note

MOST = 512 * 1024  # bytes of one topic's note


def home(topic: str, type: str, layout: Layout, read: Read) -> tuple[str, Document | None]:
    """The slug and the document of a topic's note: the one that is there, or where it will be."""
    names = layout.names(topic, type)
    for slug in names:
        there = read(layout.topic(slug))
        if there is not None:
            return slug, there
    return names[0], None


def topic_pages(
    topic: str, blocks: Mapping[str, list[Line]], layout: Layout, read: Read, pages: dict[Address, Page]
) -> None:
    """A topic that holds very much goes on in a note of its own, numbered."""
    lines = [line for block in blocks.values() for line in block]
    type = next((line.type for line in lines if line.type), "")
    first, there = home(topic, type, layout, read)
    number, slug = 1, first
    in_files = layout.topic("a") != layout.topic("b")  # where all topics share a page, no other is begun
    for session, block in blocks.items():
        for part in _portions(block):
            while there is not None and len(there.content) >= MOST and in_files:
                number += 1
                slug = f"{first}-{number}"
                there = _now(pages, layout.topic(slug), read)
            title = topic if number == 1 else f"{topic} ({number})"
            there = _extended(slug, title, type, session, part, layout, there, pages)


def _portions(block: list[Line]) -> Iterator[list[Line]]:
    """As many lines as one note takes in well."""
    part: list[Line] = []
    size = 0
    for line in block:
        part.append(line)
        size += len(line.text) * 2
        if size >= MOST:
            yield part
            part, size = [], 0
    if part:
        yield part


def _now(pages: dict[Address, Page], address: Address, read: Read) -> Document | None:
    return Document(address, pages[address].content) if address in pages else read(address)


def _extended(
    slug: str,
    title: str,
    type: str,
    session: str,
    lines: list[Line],
    layout: Layout,
    there: Document | None,
    pages: dict[Address, Page],
) -> Document:
    address = layout.topic(slug)
    page = pages.get(address)
    if page is None:
        page = pages[address] = Page(address, there, bytearray(there.content if there else b""))
    now = Document(address, page.content) if page.text else None
    known = next((note for note in layout.notes(now) if note.slug == slug), None) if now else None
    told = (f"\n{session_heading(session, 0)}\n\n" if session else "") + _items(lines, known.type if known else type)
    new = Note(slug, title, "", _hook(lines[0].text), type, created=day_of(lines[0]))
    note = replace(known, updated=max(map(day_of, lines))) if known else new
    page.text = bytearray(layout.extended(now, note, told))
    page.newest = page.text.rfind(_items(lines[-1:], note.type).encode().strip())
    page.lines += lines
    page.slug = slug
    return Document(address, page.content)


def _items(block: Sequence[Line], type: str) -> str:
    told = ((line, facts_of(line, None)) for line in block)
    return "".join(
        item(line.text, {**facts, "type": "" if line.type == type else line.type}) + "\n" for line, facts in told
    )


def _hook(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 150 else line[:149].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"
