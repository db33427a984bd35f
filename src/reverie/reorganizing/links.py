"""Links follow the notes that leave: to the note that took them over, or away with the line of the index that only
listed them. This is worked out when a proposal is accepted, on the memory as it is then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from reverie.layouts import notefile
from reverie.layouts.layout import Layout
from reverie.records.changes import Edit, Move, Put, Step
from reverie.records.documents import Address, Document, Listed
from reverie.records.errors import BadDocument
from reverie.records.store import Reader
from reverie.tidying.links import Leaving, Moves, plain, relinked
from reverie.tools import frontmatter

REASON = "links follow the notes that left"


def successors(steps: Iterable[Step]) -> dict[Address, Address | None]:
    """The notes that leave by these steps, each with the one that took its place, if one did."""
    found: dict[Address, Address | None] = {}
    for step in steps:
        for edit in step.edits:
            if isinstance(edit, Move):
                found[edit.source] = _successor(edit, step)
    return {source: _last(target, found) for source, target in found.items()}


def _successor(edit: Move, step: Step) -> Address | None:
    facts = notefile.facts_of(frontmatter.read(edit.content))
    name = str(facts.get("merged_into") or facts.get("superseded_by") or "")
    if not name:
        return None
    puts = [one.address for one in step.edits if isinstance(one, Put)]
    path = f"{edit.source.folder}/{name}.md" if edit.source.folder else f"{name}.md"
    return next((a for a in puts if a.name == f"{name}.md"), Address(edit.source.root, path))


def _last(target: Address | None, found: Moves) -> Address | None:
    for _ in range(len(found)):
        if target is None or target not in found:
            return target
        target = found[target]
    return None


def followed(steps: Sequence[Step], reader: Reader, layout: Layout) -> tuple[Step, ...]:
    """The steps with their own links put right, and one more step for every other document that points to a note that
    leaves."""
    moves = successors(steps)
    if not moves:
        return tuple(steps)
    leaving = leaving_of(moves, reader, layout)
    steps = [replace(step, edits=tuple(_edited(edit, leaving, layout) for edit in step.edits)) for step in steps]
    busy = {address for step in steps for address in step.addresses}
    puts = tuple(_others(reader, layout, leaving, busy))
    return (*steps, Step(REASON, puts)) if puts else tuple(steps)


def leaving_of(moves: Moves, reader: Reader, layout: Layout) -> Leaving:
    """With the titles of the notes that leave: agents also link by these. A title that another note has, too, may mean
    that one."""
    titles: dict[str, Address] = {}
    for address in moves:
        titles |= dict.fromkeys(_titles(reader.read(address), layout), address)
    staying = {*moves, *moves.values()}
    for document in _documents(reader, layout, ("note",)):
        if document.address not in staying:
            for title in _titles(document, layout):
                titles.pop(title, None)
    return Leaving(moves, titles)


def _titles(document: Document | None, layout: Layout) -> set[str]:
    try:
        notes = layout.notes(document) if document else []
    except (BadDocument, UnicodeDecodeError):
        return set()
    return {plain(note.title) for note in notes} - {""} if len(notes) == 1 else set()


def _documents(reader: Reader, layout: Layout, kinds: Sequence[str]) -> Iterable[Document]:
    for root in layout.roots:
        for item in reader.scan(root):
            if isinstance(item, Listed) and layout.kind_of(item.address) in kinds:
                document = reader.read(item.address)
                if document is not None:
                    yield document


def _edited(edit: Edit, leaving: Leaving, layout: Layout) -> Edit:
    if not isinstance(edit, Put) or edit.address.root not in layout.roots:
        return edit
    return replace(edit, content=relinked(Document(edit.address, edit.content), leaving, layout))


def _others(reader: Reader, layout: Layout, leaving: Leaving, busy: set[Address]) -> Iterable[Put]:
    for document in _documents(reader, layout, ("note", "daily", "index")):
        if document.address in busy or _is_fixed(document, layout):
            continue
        content = relinked(document, leaving, layout)
        if content != document.content:
            yield Put(document.address, document.digest, content)


def fixed_links(reader: Reader, layout: Layout, leaving: Iterable[Address]) -> Iterable[tuple[Address, Address]]:
    """Which of these pinned and static notes link to, each with the note that does."""
    there = leaving_of(dict.fromkeys(leaving), reader, layout)
    if there.moves:
        for document in _documents(reader, layout, ("note",)):
            if _is_fixed(document, layout):
                text = document.content.decode("utf-8", "replace")
                yield from ((target, document.address) for target in there.in_line(text, document.address))


def _is_fixed(document: Document, layout: Layout) -> bool:
    try:
        return layout.kind_of(document.address) == "note" and any(
            note.pinned or note.static for note in layout.notes(document)
        )
    except BadDocument:
        return True
