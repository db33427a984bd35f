"""How something forgotten leaves active memory: into `retired/`, with the day it was forgotten. That document is its
tombstone, in every clone; bringing it back takes the tombstone away."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from reverie.forgetting.meant import Meant
from reverie.layouts import fields, notefile
from reverie.layouts.forgotten import FIELD, LEAST
from reverie.layouts.layout import Layout
from reverie.layouts.promoted import plain
from reverie.layouts.shelf import retired_place
from reverie.records.changes import Edit, Move, Put
from reverie.records.documents import Document
from reverie.records.notes import Note
from reverie.records.store import Reader
from reverie.tidying.deeds import lines_of, without
from reverie.tidying.shelf import Statement
from reverie.tools import frontmatter


def edits(what: Meant, reader: Reader, layout: Layout, day: date, reason: str) -> tuple[Edit, ...]:
    facts = {"status": FIELD, "retired": day.isoformat(), FIELD: day.isoformat()}
    if reason.strip():
        facts["retired_because"] = " ".join(reason.split())
    if what.has_left:  # it is there already: it is only marked
        return (Put(what.address, what.document.digest, _marked(what.document, facts)),)
    if what.passage is not None:
        return _statement(what, reader, day, facts)
    assert what.note is not None
    target = retired_place(reader, what.note.note)
    found = layout.retired(what.document, what.note.note, target, facts)
    return tuple(_certainly(edit, facts) for edit in found)


def _certainly(edit: Edit, facts: Mapping[str, str]) -> Edit:
    """A header that cannot be changed safely stays as it is, below one of ours: the mark must be there."""
    if not isinstance(edit, Move) or FIELD in notefile.facts_of(frontmatter.read(edit.content)):
        return edit
    return Move(edit.source, edit.target, edit.expect, _marked(Document(edit.target, edit.content), facts))


def _marked(document: Document, facts: Mapping[str, str]) -> bytes:
    try:
        return notefile.edited(document.content, facts)
    except fields.Unchangeable:
        top = notefile.edited(notefile.text(Note("", document.address.name.removesuffix(".md"), "")), facts)
        return top + document.content


def _statement(what: Meant, reader: Reader, day: date, facts: Mapping[str, str]) -> tuple[Edit, ...]:
    """The line leaves its note, into a note of its own."""
    passage = what.passage
    assert passage is not None
    line = Statement(
        0, str(what.address), what.name, passage.first, passage.last, passage.text, day, passage.origin
    )  # fmt: skip
    said = lines_of(what.document, line)
    since = passage.at.date() if passage.at else None
    title = what.note.note.title if what.note else passage.title or what.name
    note = Note(
        f"{what.name}-forgotten", title, said if said.endswith("\n") else f"{said}\n", "", passage.type,
        origin=passage.origin, created=since,
    )  # fmt: skip
    content = notefile.edited(notefile.text(note), {**facts, "retired_from": what.name})
    rest = unsaid(without(what.document, [line]), passage.text, what.name)
    return (
        Put(retired_place(reader, note), None, content),
        Put(what.address, what.document.digest, rest),
    )


def unsaid(content: bytes, text: str, name: str) -> bytes:
    """A header that only said what left must not say it any longer."""
    facts = notefile.facts_of(frontmatter.read(content))
    words = plain(text)
    todo: dict[str, str | None] = {}
    for field in ("description", "hook", "summary", "name", "title"):
        told = plain(str(facts.get(field) or ""))
        if told and words.startswith(told) and len(told.split()) >= min(LEAST, len(words.split())):
            todo[field] = name.replace("-", " ") if field in ("name", "title") else None
    try:
        return fields.changed(content, todo) if todo else content
    except fields.Unchangeable:
        return content
