"""Links follow the notes that leave: to the note that took them over, or away with the line of the index that only
listed them. This is worked out when a proposal is accepted, on the memory as it is then."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from urllib.parse import unquote

from reverie.layouts import notefile
from reverie.layouts.layout import Layout
from reverie.records.changes import Edit, Move, Put, Step
from reverie.records.documents import Address, Document, Listed
from reverie.records.errors import BadAddress, BadDocument
from reverie.records.store import Reader
from reverie.render.pointers import linked
from reverie.reorganizing.notes import pointed_to
from reverie.tools import frontmatter

REASON = "links follow the notes that left"
_LINK = re.compile(
    r"\[(?P<text>[^\]\n]*)\]\((?P<open><?)(?P<target>[^()<>\n]*?)(?P<close>>?)(?P<title>\s+\"[^\"\n]*\")?\)"
)
_WIKI = re.compile(r"\[\[(?P<target>\w[^\]|#\n]*)(?<! )(?P<rest>[|#][^\]\n]*)?\]\]")
_BLOCK = re.compile(r"(<!--[ \t]*reverie:begin\b.*?<!--[ \t]*reverie:end\b[^>]*-->\r?\n?)", re.DOTALL)
_LISTED = re.compile(r"\s*[-*+] \[")

Moves = Mapping[Address, Address | None]


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
    return replace(edit, content=relinked(Document(edit.address, edit.content), moves, layout))


def _others(reader: Reader, layout: Layout, moves: Moves, busy: set[Address]) -> Iterable[Put]:
    for root in layout.roots:
        for item in reader.scan(root):
            kind = layout.kind_of(item.address) if isinstance(item, Listed) else ""
            if not isinstance(item, Listed) or kind not in ("note", "daily", "index") or item.address in busy:
                continue
            document = reader.read(item.address)
            if document is None or _is_fixed(document, kind, layout) or not pointed_to(document) & moves.keys():
                continue
            content = relinked(document, moves, layout)
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


def relinked(document: Document, moves: Moves, layout: Layout) -> bytes:
    """The document with its links where they should lead now. What Reverie makes into it is left: it is made anew."""
    try:
        text = document.content.decode()
    except UnicodeDecodeError:
        return document.content
    index = layout.kind_of(document.address) == "index"
    parts = _BLOCK.split(text)
    parts[::2] = ["".join(_lines(part, document, moves, index)) for part in parts[::2]]
    return "".join(parts).encode()


def _lines(text: str, document: Document, moves: Moves, index: bool) -> Iterable[str]:
    known = pointed_to(document)
    for line in text.splitlines(keepends=True):
        there = {address for address in pointed_to(replace(document, content=line.encode())) if address in moves}
        if index and there and _LISTED.match(line) and all(moves[a] is None or moves[a] in known for a in there):
            continue  # it only listed what left, and what took its place has a line of its own
        yield _relinked(line, document.address, moves) if there else line


def _relinked(line: str, home: Address, moves: Moves) -> str:
    def link(found: re.Match[str]) -> str:
        target = _at(home, unquote(found["target"].partition("#")[0]).removeprefix("./"))
        if target is None or target not in moves:
            return found[0]
        new = moves[target]
        if new is None or new == home:
            return found["text"]
        return f"[{found['text']}]({found['open']}{linked(_from(home, new))}{found['close']}{found['title'] or ''})"

    def wiki(found: re.Match[str]) -> str:
        target = _at(home, f"{found['target'].strip()}.md")
        if target is None or target not in moves:
            return found[0]
        new = moves[target]
        shown = (found["rest"] or "").removeprefix("|") if (found["rest"] or "").startswith("|") else ""
        if new is None or new == home:
            return shown or found["target"]
        return f"[[{_from(home, new).removesuffix('.md')}{'|' + shown if shown else ''}]]"

    return _WIKI.sub(wiki, _LINK.sub(link, line))


def _at(home: Address, target: str) -> Address | None:
    path = os.path.normpath(f"{home.folder}/{target}" if home.folder else target)
    if not target or "://" in target or path.startswith((".", "/")):
        return None
    try:
        return Address(home.root, path)
    except BadAddress:
        return None


def _from(home: Address, target: Address) -> str:
    return os.path.relpath(target.path, home.folder or ".")
