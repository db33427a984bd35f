"""How each thing is done to documents: edits that keep every word, in active memory or in `retired/`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from reverie.layouts import fields, notefile
from reverie.layouts.items import unmarked
from reverie.layouts.layout import OWN, Layout
from reverie.layouts.shelf import RETIRED
from reverie.records.changes import Edit, Put
from reverie.records.documents import Address, Document
from reverie.records.notes import Note
from reverie.tidying.overlay import Read
from reverie.tidying.shelf import Statement
from reverie.tools import frontmatter
from reverie.tools.ids import content_id

QUOTED = 70


class CannotDo(Exception):
    """The document is written in a way that this cannot be done without touching what is somebody's."""


@dataclass(frozen=True, slots=True)
class Filed:
    """A note, the document it stands in, and what it states."""

    note: Note
    document: Document
    statements: Sequence[Statement]
    fixed: bool = False  # pinned, static, or it holds a secret

    @property
    def address(self) -> Address:
        return self.document.address

    @property
    def name(self) -> str:
        return self.note.slug.rpartition("/")[2]


def lines_of(document: Document, statement: Statement) -> str:
    """A statement as it is written, its mark included."""
    lines = document.content.decode().splitlines(keepends=True)
    return "".join(lines[statement.first - 1 : statement.last])


def without(document: Document, statements: Iterable[Statement], instead: str = "") -> bytes:
    """The document without these lines; `instead` stands where the first of them stood."""
    lines = document.content.decode().splitlines(keepends=True)
    for at, statement in enumerate(sorted(statements, key=lambda s: -s.first)):
        start, stop = statement.first - 1, statement.last
        new = [instead] if instead and not at else []
        if not new and start and stop < len(lines) and not lines[start - 1].strip() and not lines[stop].strip():
            stop += 1  # two empty lines would meet
        lines[start:stop] = new
    return "".join(lines).encode()


def merged(
    layout: Layout,
    kept: Filed,
    leaving: Filed,
    missing: Sequence[Statement],
    day: date,
    read: Read,
    state: str = "retired",
) -> list[Edit]:
    """`leaving` goes to `retired/`; what only it states is added to `kept`, word for word."""
    items = "".join(_with_end(lines_of(leaving.document, statement)) for statement in missing)
    content = kept.document.content
    if items:
        content = layout.extended(kept.document, replace(kept.note, updated=None), items)
    if layout.index is not None and not kept.fixed:
        content = _changed(content, {"merged_from": _and(kept.note.extra.get("merged_from"), leaving.name)})
    facts = {"status": state, "retired": day.isoformat(), "merged_into": kept.name}
    return _leaving(layout, None if kept.fixed else kept, leaving, content, facts, read)


def superseded(layout: Layout, old: Filed, by: str, until: date, reason: str, read: Read) -> list[Edit]:
    """A note that states nothing that still holds."""
    facts = {
        "status": "superseded",
        "valid_until": until.isoformat(),
        "superseded_by": by,
        "retired_because": _line(reason),
    }
    return _leaving(layout, None, old, None, facts, read)


def replaced(old: Filed, line: Statement, instead: str, by: str, until: date, reason: str, read: Read) -> list[Edit]:
    """One statement of a note leaves it: the words go to a note of their own in `retired/`."""
    said = lines_of(old.document, line)
    facts = {
        "status": "superseded",
        "valid_until": until.isoformat(),
        "superseded_by": by,
        "retired_from": old.name,
        "retired_because": _line(reason),
    }
    note = Note("", old.note.title, _with_end(said), "", old.note.type, origin=line.origin, created=line.day)
    content = notefile.edited(notefile.text(note), facts)
    target = _free(f"{old.name}-{content_id(line.text)[:8]}", read)
    there = old.document
    new = _hooked(without(there, [line], instead), old.note, line, instead)
    return [Put(target, None, content), Put(there.address, there.digest, new)]


def _hooked(content: bytes, note: Note, line: Statement, instead: str) -> bytes:
    """A hook that only said what left must not say it any longer."""
    if note.hook != _line(line.text)[: len(note.hook)] or "description" not in notefile.facts_of(
        frontmatter.read(content)
    ):
        return content
    return _changed(
        content,
        {"description": _line(unmarked(instead.strip())[0]).removeprefix("- ")} if instead else {"description": None},
    )


def pruned(layout: Layout, old: Filed, day: date, reason: str, read: Read, state: str = "retired") -> list[Edit]:
    facts = {"status": state, "retired": day.isoformat(), "retired_because": _line(reason)}
    return _leaving(layout, None, old, None, facts, read)


def _leaving(
    layout: Layout, kept: Filed | None, leaving: Filed, content: bytes | None, facts: dict[str, str], read: Read
) -> list[Edit]:
    """`kept` with its new content, and `leaving` gone; they may be parts of one document."""
    target = _free(leaving.name, read)
    if kept is None or content is None:
        return list(layout.retired(leaving.document, leaving.note, target, facts))
    put = Put(kept.address, kept.document.digest, content)
    if kept.address != leaving.address:
        return [put, *layout.retired(leaving.document, leaving.note, target, facts)]
    changed = Document(kept.address, content)
    return [put, *layout.retired(changed, leaving.note, target, facts)]


def _free(name: str, read: Read) -> Address:
    for number in range(1, 10_000):
        address = Address(OWN, f"{RETIRED}/{name}.md" if number == 1 else f"{RETIRED}/{name}-{number}.md")
        if read(address) is None:
            return address
    raise CannotDo("too many notes of this name have left")


def _changed(content: bytes, facts: Mapping[str, str | None]) -> bytes:
    try:
        return fields.changed(content, facts)
    except fields.Unchangeable as problem:
        raise CannotDo(str(problem)) from problem


def _and(known: object, name: str) -> str:
    names = [part.strip() for part in str(known or "").split(",") if part.strip()]
    return ", ".join(dict.fromkeys([*names, name]))


def _with_end(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def _line(text: str) -> str:
    return " ".join(text.split())


def quoted(text: str) -> str:
    line = _line(text).replace('"', "'")
    return f'"{line}"' if len(line) <= QUOTED else f'"{line[: QUOTED - 1].rsplit(" ", 1)[0]}…"'
