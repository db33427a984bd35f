"""An index that an agent does not load to its end: the end, which no agent gets to see, moves to a note of its own,
word for word, and the index leads there. What was loaded stays as it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from reverie.layouts.layout import Layout
from reverie.leading import KIND as LEAD
from reverie.leading import Room, forgotten, line_count, readable, relinked
from reverie.records.changes import Put, Step
from reverie.records.documents import Address, Document
from reverie.records.errors import BadDocument
from reverie.records.notes import Note
from reverie.records.store import Reader, Render
from reverie.records.tidying import Matter
from reverie.render import block, edit
from reverie.render.ahead import Ahead, Describe, written_by
from reverie.render.index import NOTE
from reverie.render.index import TITLE as EMPTY
from reverie.render.pointers import Entry, pointer
from reverie.tools import frontmatter
from reverie.tools.ids import content_id

Known = Callable[[str], bool]
Clean = Callable[[str], str]

KIND, NAME, TITLE = "shorten", "index-more", "The rest of this index"
_ROOM_LINES, _ROOM_BYTES = 3, 600  # for the line that leads on, and a little more
_TRIES = 4  # how often it is made shorter still, for a block that grows by that
_EARLY = 0.6  # of what is loaded: a heading before that is no place to cut
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_FENCE = re.compile(r"[ ]{0,3}(?:```|~~~)")
_HEADING = re.compile(r"#{1,4} +(\S.*?)[ #]*$")


def mended(
    reader: Reader,
    layout: Layout,
    known: Known,
    clean: Clean,
    describe: Describe,
    render: Render,
    steps: Sequence[Step] = (),
) -> Matter | None:
    """All that is to be done about another agent's index in one night, so that the next finds nothing: where it is made
    shorter, there is room for the notes it did not lead to. `steps`: what the night does besides; `render` adds to the
    index what follows from that, so room is left for it. `known`: what was done or asked before, or taken back, is not
    asked again."""
    after = Ahead(reader, written_by(steps), describe)
    touched = {address for step in steps for address in step.addresses}
    try:
        there = after.read(layout.index) if layout.index else None
        rendered = _rendered(after, layout, render, touched)
    except BadDocument:
        return None
    if readable(after, layout.index) is None and (there or not rendered):
        return None
    before = there.content if there else EMPTY
    room, short = Room().less(before, rendered or before), None
    if there and not room.holds(before):
        short, room = _cut(after, layout, there, rendered or before, known, describe, render, touched)
    if short:
        after = Ahead(after, written_by([short.step]), describe)
    lost = [address for address in forgotten(after, layout, known) if address not in touched]
    step = relinked(after, layout, lost, clean, room)
    if step is None or short is None:
        return short if step is None else Matter(LEAD, step.reason, step.about, step)
    (line,) = (edit for edit in step.edits if isinstance(edit, Put))
    note, kept = (edit for edit in short.step.edits if isinstance(edit, Put))
    about, reason = f"{short.about}\n{step.about}", f"{short.reason}; {step.reason}"
    return Matter(KIND, reason, about, Step(reason, (note, replace(kept, content=line.content)), about))


def _rendered(reader: Reader, layout: Layout, render: Render, touched: Collection[Address]) -> bytes:
    """The index as it will be when our block is made; nothing if that stays as it is."""
    return next((put.content for put in render(reader, sorted(touched)) if put.address == layout.index), b"")


def _cut(
    reader: Reader,
    layout: Layout,
    index: Document,
    rendered: bytes,
    known: Known,
    describe: Describe,
    render: Render,
    touched: Collection[Address],
) -> tuple[Matter | None, Room]:
    """Shorter by as much as it takes, and the room that is left then: a note that only the moved part named may get a
    line in our block."""
    short, left, room = None, Room(), Room()
    for _ in range(_TRIES):
        found = _shortened(reader, layout, index, rendered, known, room)
        if found is None:
            break
        content = found.step.edits[1].content
        after = Ahead(reader, written_by([found.step]), describe)
        grown = _rendered(after, layout, render, {*touched, *found.step.addresses}) or content
        short, left = found, Room().less(content, grown)
        if left.holds(content):
            break
        room = room.less(content, grown)
    return short, left


def _shortened(
    reader: Reader, layout: Layout, index: Document, rendered: bytes, known: Known, room: Room
) -> Matter | None:
    """`rendered`: the index with our block in it as it will be."""
    found = block.find(rendered)
    if found.conflicts or found.strays or any(part.edited or part.conflicted for part in found.blocks):
        return None
    theirs = edit.remove(rendered)
    ours = room.less(theirs, rendered)
    lines = _LINE.findall(theirs.decode("utf-8", "replace"))
    place = _place(lines, ours.lines - _ROOM_LINES, ours.size - _ROOM_BYTES)
    if not place:
        return None
    tail = "".join(lines[place:])
    about = f"{KIND} {index.address} {content_id(tail)}"
    if known(about):
        return None
    made, kept = _edits(reader, layout, index, lines, place)
    if frontmatter.read(made.content).fault:  # such as a merge that nobody finished: it would be no note
        return None
    if found.blocks:
        kept = replace(kept, content=edit.put(kept.content, found.blocks[0].body.decode(), NOTE))
    size = f"{line_count(index.content)} lines, {len(index.content) / 1000:.1f} KB"
    full = Room().holds(index.content)
    reason = f"{index.address.name} has {size}; " + ("there was no room in it" if full else "its end was not loaded")
    return Matter(KIND, reason, about, Step(reason, (made, kept), about))


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


def _place(lines: Sequence[str], most_lines: int, most_size: int) -> int:
    """Where to cut: before a heading, else before an item or behind a gap; never in the middle of code."""
    most, size, fenced = 0, 0, False
    heading = gap = 0
    for number, line in enumerate(lines):
        if number > most_lines or size > most_size:
            break
        if not fenced and number:
            heading = number if _HEADING.match(line.rstrip()) else heading
            gap = number if line.startswith(("- ", "* ", "+ ")) or not lines[number - 1].strip() else gap
        fenced ^= bool(_FENCE.match(line))
        size += len(line.encode())
        most = number
    return heading if heading > most * _EARLY else gap
