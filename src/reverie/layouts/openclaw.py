"""OpenClaw's workspace: long-term memory is the text of MEMORY.md, each of its sections a note; days and other pages
lie below `memory/`. DREAMS.md and `.dreams/` are OpenClaw's own and stay as they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from reverie.layouts import agent, notefile, passages
from reverie.layouts.files import AGENT, Files
from reverie.layouts.layout import FOREIGN, OWN
from reverie.layouts.pieces import pieces
from reverie.layouts.sections import FIELDS, Section, added, exchanged, facts_in, said, sections
from reverie.layouts.slugs import slug_of
from reverie.records.changes import Edit, Move, Put
from reverie.records.documents import Address, Described, Document
from reverie.records.errors import BadDocument
from reverie.records.notes import Note
from reverie.records.passages import Passage
from reverie.tools import frontmatter

WORKSPACE = "workspace"  # the root above `memory/`, of which only MEMORY.md is looked at
CONTENT = Address(WORKSPACE, "MEMORY.md")
_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[.-].*)?\.md")  # 2026-01-26.md; 2026-01-26-1430.md and the like are sessions
_DREAMS = frozenset({"dreams.md", "dreams"})


@dataclass(frozen=True, slots=True)
class OpenClaw:
    name: str = "openclaw"
    roots: tuple[str, ...] = (WORKSPACE, FOREIGN)
    index: Address | None = None

    def kind_of(self, address: Address) -> str:
        if address.root == WORKSPACE:
            return "note" if address == CONTENT else "other"
        if address.root != FOREIGN:
            return agent.kind_of(address)
        if not address.path.endswith(".md") or _is_dream(address.path):
            return "other"
        return "daily" if _DAY.fullmatch(address.name) else "note"

    def describe(self, address: Address, content: bytes) -> Described:
        return agent.described(self.kind_of(address), address, content)

    def day(self, day: date, part: int = 1) -> Address:
        return Address(FOREIGN, f"{day.isoformat()}.md" if part == 1 else f"{day.isoformat()}.{part}.md")

    def topic(self, slug: str) -> Address:  # noqa: ARG002 — every topic is a section of the same page
        return CONTENT

    def names(self, topic: str, type: str) -> tuple[str, ...]:  # noqa: ARG002
        return (slug_of(topic),)

    def notes(self, document: Document) -> list[Note]:
        if document.address != CONTENT:
            return [notefile.read(document.address, document.content)] if self._is_page(document) else []
        return [_note(section) for section in sections(_text(document))]

    def _is_page(self, document: Document) -> bool:
        return document.address.root == FOREIGN and self.kind_of(document.address) == "note"

    def extended(self, there: Document | None, note: Note, items: str) -> bytes:
        text = _text(there) if there else "# Memory\n"
        end = "\r\n" if "\r\n" in text else "\n"
        for section in sections(text):
            if section.slug == note.slug:
                return exchanged(text, section, added(section.text, items)).encode()
        new = said(f"## {note.title}{end}", _fields(note)) + end + items.replace("\n", end)
        gap = "" if not text or text.endswith(end * 2) else end if text.endswith("\n") else end * 2
        return (text + gap + new).encode()

    def edited(self, there: Document, _slug: str, changes: Mapping[str, str], body: str | None) -> bytes:
        if there.address != CONTENT:
            return AGENT.edited(there, _slug, changes, body)
        text = _text(there)
        section = next(found for found in sections(text) if found.slug == _slug)
        new = section.text
        if body is not None:
            new = new.partition("\n")[0] + "\n" + body
        if changes.get("title"):
            new = "## " + changes["title"] + new[len(new.partition("\n")[0].rstrip("\r")) :]
        facts = {key: value for key, value in changes.items() if key in FIELDS}
        return exchanged(text, section, said(new, facts) if facts else new).encode()

    def retired(self, there: Document, _note: Note, target: Address, changes: Mapping[str, str]) -> tuple[Edit, ...]:
        if there.address != CONTENT:
            return AGENT.retired(there, _note, target, changes)
        text = _text(there)
        section = next(found for found in sections(text) if found.slug == _note.slug)
        kept = notefile.text(replace(_note, state="retired", body=section.text))
        rest = exchanged(text, section, "").encode()
        return Put(target, None, notefile.edited(kept, changes)), Put(there.address, there.digest, rest)

    def restored(self, retired: Document, note: Note, read: Callable[[Address], Document | None]) -> tuple[Edit, ...]:
        """A section goes back to the end of MEMORY.md; what was a page of its own becomes one again."""
        if not note.body.lstrip().startswith("## "):
            return Files("openclaw", FOREIGN).restored(retired, note, read)
        there = read(CONTENT)
        text = _text(there) if there else "# Memory\n"
        gap = "" if text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"
        kept = Address(OWN, f"restored/{retired.digest[:8]}-{retired.address.name}")
        put = Put(CONTENT, there.digest if there else None, (text + gap + note.body.lstrip("\n")).encode())
        return put, Move(retired.address, kept, retired.digest, retired.content)

    def passages(self, document: Document) -> list[Passage]:
        if document.address.root not in self.roots:
            return AGENT.passages(document)
        kind = self.kind_of(document.address)
        if kind == "daily":
            found = _DAY.fullmatch(document.address.name)
            return passages.of_day(document, notefile.day(found[1]) if found else None)
        if document.address != CONTENT:
            parts = frontmatter.read(document.content)
            if kind != "note" or parts.fault:
                return []
            return passages.of_note(document, notefile.told(document.address, notefile.facts_of(parts), parts.body))
        return [
            passage
            for section in sections(_text(document))
            for passage in passages.of_pieces(document, pieces(section.text, section.first), _note(section))
        ]


def _is_dream(path: str) -> bool:
    return path.partition("/")[0].lower().lstrip(".") in _DREAMS or any(part[0] == "." for part in path.split("/"))


def _text(document: Document) -> str:
    try:
        return document.content.decode()
    except UnicodeDecodeError as problem:
        raise BadDocument(address=document.address, reason=f"it is not UTF-8 (byte {problem.start})") from None


def _note(section: Section) -> Note:
    body = section.text.partition("\n")[2]
    facts, rest = facts_in(body)
    slug = Address(WORKSPACE, f"{section.slug}.md")
    return replace(notefile.told(slug, {"title": section.title, **facts}, rest.lstrip("\r\n")), body=rest)


def _fields(note: Note) -> dict[str, str]:
    """What a new section says of itself; its day it does not, as OpenClaw's own do not."""
    dates = ("created", "updated")
    return {k: v for k, v in notefile.header_fields(note).items() if v and k in FIELDS and k not in dates}


OPENCLAW = OpenClaw()
