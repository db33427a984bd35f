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
from reverie.tidying.links import Leaving, Moves, pointed_to, relinked
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
    steps = [replace(step, edits=tuple(_edited(edit, moves, layout) for edit in step.edits)) for step in steps]
    busy = {address for step in steps for address in step.addresses}
    puts = tuple(_others(reader, layout, moves, busy))
    return (*steps, Step(REASON, puts)) if puts else tuple(steps)


def _edited(edit: Edit, moves: Moves, layout: Layout) -> Edit:
    if not isinstance(edit, Put) or edit.address.root not in layout.roots:
        return edit
    return replace(edit, content=relinked(Document(edit.address, edit.content), Leaving(moves), layout))


def _others(reader: Reader, layout: Layout, moves: Moves, busy: set[Address]) -> Iterable[Put]:
    for root in layout.roots:
        for item in reader.scan(root):
            kind = layout.kind_of(item.address) if isinstance(item, Listed) else ""
            if not isinstance(item, Listed) or kind not in ("note", "daily", "index") or item.address in busy:
                continue
            document = reader.read(item.address)
            if document is None or _is_fixed(document, kind, layout):
                continue
            content = relinked(document, Leaving(moves), layout)
            if content != document.content:
                yield Put(document.address, document.digest, content)


def fixed_links(reader: Reader, layout: Layout) -> Iterable[tuple[Address, Address]]:
    """What pinned and static notes link to, each with the note that does."""
    for root in layout.roots:
        for item in reader.scan(root):
            if isinstance(item, Listed) and layout.kind_of(item.address) == "note":
                document = reader.read(item.address)
                if document is not None and _is_fixed(document, "note", layout):
                    yield from ((target, document.address) for target in pointed_to(document))


def _is_fixed(document: Document, kind: str, layout: Layout) -> bool:
    try:
        return kind == "note" and any(note.pinned or note.static for note in layout.notes(document))
    except BadDocument:
        return True
