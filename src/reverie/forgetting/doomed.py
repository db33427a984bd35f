"""Documents and files without the words that must leave: notes and days lose their lines, proposals their steps, JSON
its texts. What is left of a whole note is a stub that says that something was purged, and when."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import orjson

from reverie.forgetting.lineage import has_left
from reverie.forgetting.traces import Traces
from reverie.layouts import proposals
from reverie.layouts.forgotten import FIELD, INSTEAD, PURGED
from reverie.layouts.headers import header
from reverie.layouts.layout import Layout
from reverie.layouts.shelf import retired_place
from reverie.records.changes import Edit, Move, Put
from reverie.records.documents import Address, Document, Listed
from reverie.records.errors import BadDocument
from reverie.records.store import Reader

_CODE = re.compile(r"\\u([0-9a-fA-F]{4})")
_HEADER = re.compile(r"\A---\r?\n.*?^---[ \t]*$", re.DOTALL | re.MULTILINE)
_EMPTY = re.compile(rf"^(?:description|hook|summary): [\"']?{re.escape(INSTEAD)}\W*\n", re.MULTILINE)
_STUB = f"---\nname: {INSTEAD}\nstatus: {FIELD}\n"


def stub(day: str, reason: str) -> bytes:
    why = header({"retired_because": reason}).removeprefix("---\n").removesuffix("---\n") if reason else ""
    return f"{_STUB}retired: {day}\n{FIELD}: {day}\n{PURGED}: true\n{why}---\n".encode()


def is_stub(content: bytes) -> bool:
    return content.startswith(_STUB.encode())


def target(place: str, slug: str, reader: Reader, layout: Layout, instead: bytes) -> list[Edit]:
    """The edits that leave a stub of a whole note; none if that is done."""
    document = reader.read(Address.parse(place)) if place else None
    if document is None or is_stub(document.content):
        return []
    if has_left(document.address):
        return [Put(document.address, document.digest, instead)]
    note = next((note for note in layout.notes(document) if note.slug == slug), None)
    if note is None:
        return []
    edits = layout.retired(document, note, retired_place(reader, note), {})
    return [_stubbed(edit, instead) for edit in edits]


def _stubbed(edit: Edit, instead: bytes) -> Edit:
    if isinstance(edit, Move):
        return replace(edit, content=instead)
    return replace(edit, content=instead) if has_left(edit.address) else edit


def touched(edit: Edit) -> tuple[Address, ...]:
    return (edit.address,) if isinstance(edit, Put) else (edit.source, edit.target)


def documents(reader: Reader, roots: Iterable[str]) -> Iterator[Document]:
    for root in roots:
        for item in reader.scan(root):
            try:
                document = reader.read(item.address) if isinstance(item, Listed) else None
            except BadDocument:
                continue
            if document is not None:
                yield document


def without(document: Document, traces: Traces, layout: Layout) -> bytes:
    text = _text(document.content)
    if text is None or not traces.held_by(unescaped(text)):
        return document.content
    if layout.kind_of(document.address) == "proposal" or document.address.root == proposals.PRIVATE:
        return _emptied(document)
    if document.address.path.endswith(".json"):
        return _json(document.content, traces) or document.content
    new = traces.without_lines(text)
    top = _HEADER.match(new)
    if top:  # titles and hooks are beginnings of what a note says
        new = _EMPTY.sub("", traces.without(top[0], pieces=True)) + new[top.end() :]
    return new.encode()


def _emptied(document: Document) -> bytes:
    """A proposal that would bring it back can only be dropped."""
    try:
        found = proposals.read(document.address, document.content)
    except BadDocument:
        return b""
    told = replace(found, title=INSTEAD, reason=INSTEAD, steps=(), kinds=(), status="declined", decided=PURGED)
    return proposals.text(told)


def file_without(path: str, raw: bytes, traces: Traces) -> bytes | None:
    """What a file of our own becomes; None: it cannot be read as text and goes whole."""
    text = _text(raw)
    if text is None:
        return None if traces.held_by(raw.decode("utf-8", "ignore")) else raw
    if not traces.held_by(unescaped(text), pieces=True):
        return raw
    if path.endswith(".json") and (new := _json(raw, traces)) is not None:
        return new
    if not path.endswith(".jsonl"):
        return traces.without(text, pieces=True).encode()
    lines = (_json(line, traces) for line in raw.split(b"\n") if line.strip())
    return b"".join(line + b"\n" for line in lines if line is not None)


def _json(raw: bytes, traces: Traces) -> bytes | None:
    try:
        value = orjson.loads(raw)
    except ValueError:
        return None
    return orjson.dumps(traces.without_json(value)) if traces.without_json(value) != value else raw


def unescaped(text: str) -> str:
    """Text in JSON as it reads, so that words are told from their escapes."""
    if "\\" not in text:
        return text
    text = _CODE.sub(lambda found: json.loads(f'"{found[0]}"'), text) if "\\u" in text else text
    return text.replace("\\n", "\n").replace("\\t", "\t")


def _text(content: bytes) -> str | None:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None
