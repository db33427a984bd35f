"""One note, one file: Reverie's own layout and Claude Code's. They differ in where days lie and in the dialect of a new
note's header."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from reverie.layouts import agent, fields, notefile, passages
from reverie.layouts.layout import FOREIGN, OWN
from reverie.layouts.slugs import slug_of
from reverie.records.changes import Edit, Move
from reverie.records.documents import Address, Described, Document
from reverie.records.notes import TYPES, Note
from reverie.records.passages import Passage
from reverie.tools import frontmatter

_FOUND_IN = {"note": "note", "rule": "rule", "insight": "insight", "retired": "note"}
_ENDS_IN_LIST = re.compile(rb"(?:^|\n)(?:[-*+] |  )[^\n]*\n?\Z")
_LOG = re.compile(r"logs/(?:\d{4}/\d{2}/)?(\d{4}-\d{2}-\d{2})(?:\.\d{1,4})?\.md")


@dataclass(frozen=True, slots=True)
class Files:
    """`nested`: new notes keep their type below `metadata`, as Claude Code writes them today."""

    name: str
    root: str
    nested: bool = False

    @property
    def roots(self) -> tuple[str, ...]:
        return (self.root,)

    @property
    def index(self) -> Address:
        return Address(self.root, "MEMORY.md")

    def kind_of(self, address: Address) -> str:
        if address.root != self.root or self.root == OWN:
            return agent.kind_of(address)
        return _foreign_kind(address.path)

    def describe(self, address: Address, content: bytes) -> Described:
        return agent.described(self.kind_of(address), address, content)

    def day(self, day: date, part: int = 1) -> Address:
        name = f"{day.isoformat()}.md" if part == 1 else f"{day.isoformat()}.{part}.md"
        folder = "" if self.root == OWN else f"logs/{day.year:04d}/{day.month:02d}/"  # as Claude Code's own logs lie
        return Address(self.root, folder + name)

    def topic(self, slug: str) -> Address:
        return Address(self.root, f"{slug}.md")

    def names(self, topic: str, type: str) -> tuple[str, ...]:
        slug = slug_of(topic)
        if self.root == OWN:
            return (slug,)
        lower = slug.replace("-", "_")
        first = type or "project"
        return (f"{first}_{lower}", *(f"{kind}_{lower}" for kind in TYPES if kind != first), slug, lower)

    def notes(self, document: Document) -> list[Note]:
        if self.kind_of(document.address) != "note":
            return []
        return [notefile.read(document.address, document.content)]

    def extended(self, there: Document | None, note: Note, items: str) -> bytes:
        if there is None:
            return notefile.text(note, nested=self.nested) + items.encode()
        content = _touched(there.content, note)
        return appended(content, items)

    def edited(self, there: Document, _slug: str, changes: Mapping[str, str], body: str | None) -> bytes:
        content = there.content
        if body is not None:
            old = frontmatter.read(content).body.encode()
            content = content[: len(content) - len(old)] + body.encode()
        return notefile.edited(content, changes)

    def retired(self, there: Document, _note: Note, target: Address, changes: Mapping[str, str]) -> tuple[Edit, ...]:
        try:
            content = notefile.edited(there.content, changes)
        except fields.Unchangeable:
            content = there.content  # it goes as it is; the journal knows when and why
        return (Move(there.address, target, there.digest, content),)

    def restored(self, retired: Document, note: Note, read: Callable[[Address], Document | None]) -> tuple[Edit, ...]:
        base = note.slug.rpartition("/")[2]
        places = (self.topic(base if n == 1 else f"{base}-{n}") for n in range(1, 1000))
        target = next(place for place in places if read(place) is None)
        return (Move(retired.address, target, retired.digest, notefile.back(retired.content)),)

    def passages(self, document: Document) -> list[Passage]:
        kind = self.kind_of(document.address)
        if kind == "daily":
            return passages.of_day(document, notefile.day(document.address.name))
        if kind == "rule":
            from reverie.layouts.rulefile import rule_passages  # noqa: PLC0415 — only where there are rules to read

            if found := rule_passages(document):
                return found
        if kind == "insight":
            from reverie.layouts.insightfile import insight_passages  # noqa: PLC0415 — only where there are any

            if told := insight_passages(document):
                return told
        layer = _FOUND_IN.get(kind)
        parts = frontmatter.read(document.content)
        if layer is None or parts.fault:
            return []
        note = notefile.told(document.address, notefile.facts_of(parts), parts.body)
        return passages.of_note(document, _retired(note) if kind == "retired" else note, layer)


def _foreign_kind(path: str) -> str:
    if path == "MEMORY.md":
        return "index"
    if path.startswith("index/"):
        return "page"
    if _LOG.fullmatch(path):
        return "daily"
    return "note" if path.endswith(".md") and not path.startswith(".") else "other"


def _retired(note: Note) -> Note:
    return replace(note, state="retired")


def _touched(content: bytes, note: Note) -> bytes:
    """A note that says when it was written says when it was last added to; one that does not is left as it is."""
    facts = notefile.facts_of(frontmatter.read(content))
    if note.updated is None or "created" not in facts or str(facts["created"]) >= note.updated.isoformat():
        return content
    try:
        return fields.changed(content, {"updated": note.updated.isoformat()})
    except fields.Unchangeable:
        return content


def appended(content: bytes, items: str) -> bytes:
    """Items at the end of a page: beside the items that stand there, or a line apart from anything else."""
    end = b"\r\n" if b"\r\n" in content else b"\n"
    if content and not content.endswith(b"\n"):
        content += end
    gap = b"" if not content.strip() or _ENDS_IN_LIST.search(content[-4000:]) or content.endswith(end * 2) else end
    return content + gap + items.encode().replace(b"\n", end)


AGENT = Files("agent", OWN)
CLAUDE_CODE = Files("claude-code", FOREIGN, nested=True)
