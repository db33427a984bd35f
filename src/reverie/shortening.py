"""An index that an agent does not load to its end: the end, which no agent gets to see, moves to a note of its own,
word for word, and the index leads there. What was loaded stays as it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from reverie.layouts.layout import Layout
from reverie.leading import led, readable
from reverie.records.changes import Put, Step
from reverie.records.documents import Address, Document
from reverie.records.errors import BadDocument
from reverie.records.notes import Note
from reverie.records.store import Reader
from reverie.records.tidying import Matter
from reverie.render import block
from reverie.render.ahead import Ahead, Describe
from reverie.render.index import BYTES, LINES
from reverie.render.pointers import Entry, pointer
from reverie.tools import frontmatter
from reverie.tools.ids import content_id

KIND, NAME, TITLE = "shorten", "index-more", "The rest of this index"
_ROOM_LINES, _ROOM_BYTES = 3, 600  # for the line that leads on, and a little more
_EARLY = 0.6  # of what is loaded: a heading before that is no place to cut
_FENCE = re.compile(r"[ ]{0,3}(?:```|~~~)")
_HEADING = re.compile(r"#{1,4} +(\S.*?)[ #]*$")


def shortened(reader: Reader, layout: Layout, known: Callable[[str], bool]) -> Matter | None:
    """`known`: what was done or asked before, or taken back, is not asked again."""
    index = readable(reader, layout.index)
    if index is None or not is_long(index.content):
        return None
    try:
        lines = index.content.decode().splitlines(keepends=True)
    except UnicodeDecodeError:
        return None
    place = _place(lines)
    if not place or any(part.stop > place for part in block.find(index.content).blocks):
        return None
    tail = "".join(lines[place:])
    about = f"{KIND} {index.address} {content_id(tail)}"
    if known(about):
        return None
    made, kept = _edits(reader, layout, index, lines, place)
    if frontmatter.read(made.content).fault:  # such as a merge that nobody finished: it would be no note
        return None
    reason = f"{index.address.name} has {len(lines)} lines, {len(index.content) / 1000:.1f} KB; its end was not loaded"
    return Matter(KIND, reason, about, Step(reason, (made, kept), about))


def mended(
    reader: Reader, layout: Layout, known: Callable[[str], bool], clean: Callable[[str], str], describe: Describe
) -> Matter | None:
    """All that is to be done about another agent's index in one night, so that the next finds nothing: where it is made
    shorter, there is room for the notes it did not lead to."""
    short = shortened(reader, layout, known)
    if short is None:
        return led(reader, layout, known, clean)
    made, kept = (edit for edit in short.step.edits if isinstance(edit, Put))
    after = Ahead(reader, {made.address: made.content, kept.address: kept.content}, describe)
    lines = led(after, layout, known, clean)
    if lines is None:
        return short
    (line,) = (edit for edit in lines.step.edits if isinstance(edit, Put))
    about, reason = f"{short.about}\n{lines.about}", f"{short.reason}; {lines.reason}"
    step = Step(reason, (made, replace(kept, content=line.content)), about)
    return Matter(KIND, reason, about, step)


def is_long(content: bytes) -> bool:
    return content.count(b"\n") > LINES or len(content) > BYTES


def _edits(reader: Reader, layout: Layout, index: Document, lines: Sequence[str], place: int) -> tuple[Put, Put]:
    tail = "".join(lines[place:])
    address = _free(reader, layout)
    note = Note(address.path.removesuffix(".md"), TITLE, "", _hook(lines[place:]), "reference", static=True)
    end = "\r\n" if lines[0].endswith("\r\n") else "\n"
    head = "".join(lines[:place]).rstrip("\r\n") + end * 2
    line = pointer(Entry(address.path, note.title, note.hook)) + end
    return (
        Put(address, None, layout.extended(None, note, tail)),
        Put(index.address, index.digest, (head + line).encode()),
    )


def _free(reader: Reader, layout: Layout) -> Address:
    number, address = 1, layout.topic(NAME)
    while _is_taken(reader, address):
        number += 1
        address = layout.topic(f"{NAME}-{number}")
    return address


def _is_taken(reader: Reader, address: Address) -> bool:
    try:
        return reader.read(address) is not None
    except BadDocument:  # a link, a folder
        return True


def _hook(lines: Sequence[str]) -> str:
    headings = [found[1] for line in lines if (found := _HEADING.match(line.rstrip()))]
    return ", ".join(headings[:6]) or f"{len(lines)} more lines"


def _place(lines: Sequence[str]) -> int:
    """Where to cut: before a heading, else before an item or behind a gap; never in the middle of code."""
    most, size, fenced = 0, 0, False
    heading = gap = 0
    for number, line in enumerate(lines):
        if number > LINES - _ROOM_LINES or size > BYTES - _ROOM_BYTES:
            break
        if not fenced and number:
            heading = number if _HEADING.match(line.rstrip()) else heading
            gap = number if line.startswith(("- ", "* ", "+ ")) or not lines[number - 1].strip() else gap
        fenced ^= bool(_FENCE.match(line))
        size += len(line.encode())
        most = number
    return heading if heading > most * _EARLY else gap
