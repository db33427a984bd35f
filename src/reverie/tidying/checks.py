"""What comes out of the cage is checked like anything that does: it stays within what consolidation may do, or nothing
is done at all."""

from __future__ import annotations

from dataclasses import replace

from reverie.layouts.layout import OWN, Layout
from reverie.layouts.shelf import RETIRED
from reverie.records.changes import Edit, Move, Put, Step
from reverie.records.documents import Address
from reverie.records.errors import ReverieError
from reverie.records.store import Reader
from reverie.remember.specifics import keeps_all
from reverie.render import edit as blocks
from reverie.render.pointers import targets
from reverie.tools import frontmatter

LARGEST = 1 << 20  # bytes a night may write into one note


class Overreach(ReverieError):
    """consolidation wanted to {what}, which it may not"""

    hint = "nothing was changed; this is a fault or an attack, please report it"


def checked(step: Step, layout: Layout, reader: Reader) -> Step:
    """The step, if it stays within what consolidation may do; without its claim to keep all, if that is not so."""
    for edit in step.edits:
        if not _is_end_of_index(edit, step, layout, reader):
            _check_edit(edit, layout, reader)
    return replace(step, keeps_all=step.keeps_all and _keeps_all(step, reader))


def _check_edit(edit: Edit, layout: Layout, reader: Reader) -> None:
    if len(edit.content) > LARGEST:
        raise Overreach(what=f"write {len(edit.content)} bytes at once")
    source = edit.address if isinstance(edit, Put) else edit.source
    target = edit.address if isinstance(edit, Put) else edit.target
    if isinstance(edit, Move) and not _is_retired(target):
        raise Overreach(what=f"move {source} to {target}")
    if isinstance(edit, Put) and _is_retired(target):
        if edit.expect is not None:
            raise Overreach(what=f"rewrite {target}")
        return
    kind = layout.kind_of(source)
    if source.root not in layout.roots or kind not in ("note", "daily", "index"):
        raise Overreach(what=f"write {source}")
    there = reader.read(source)
    if there is None:
        raise Overreach(what=f"make {source}")
    notes = layout.notes(there) if kind == "note" else []
    if len(notes) == 1 and (notes[0].pinned or notes[0].static):
        raise Overreach(what=f"change {source}, which is pinned or static")


def _is_end_of_index(made: Edit, step: Step, layout: Layout, reader: Reader) -> bool:
    """Whether it makes a note of the end of the index, word for word, to which the index then leads."""
    index = reader.read(layout.index) if layout.index else None
    put = next((e for e in step.edits if isinstance(e, Put) and e.address == layout.index), None)
    if not isinstance(made, Put) or not index or not put or made.address.root != index.address.root:
        return False
    if made.expect is not None or layout.kind_of(made.address) != "note" or len(made.content) > LARGEST:
        return False
    before, after = (blocks.remove(one).decode("utf-8", "replace") for one in (index.content, put.content))
    tail = _body(made.content.decode("utf-8", "replace")).removeprefix("\n")
    head = before.removesuffix(tail).rstrip("\r\n")
    return bool(tail) and before.endswith(tail) and after.startswith(head) and made.address.path in targets(after)


def _is_retired(address: Address) -> bool:
    return address.root == OWN and address.path.startswith(f"{RETIRED}/")


def _keeps_all(step: Step, reader: Reader) -> bool:
    """Whether all that the notes which leave name is named by the notes that stay."""
    stays = "\n".join(edit.content.decode("utf-8", "replace") for edit in step.edits if isinstance(edit, Put))
    leaving = [reader.read(edit.source) for edit in step.edits if isinstance(edit, Move)]
    texts = [document.content.decode("utf-8", "replace") for document in leaving if document]
    return keeps_all([_body(text) for text in texts], stays)


def _body(text: str) -> str:
    return frontmatter.read(text.encode()).body
