"""Memory from one layout into another. Whatever is taken in keeps its bytes; where its name has to change, one field of
its header says where it came from, and on the way back that field is taken out again and the name restored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from reverie.layouts import fields, notefile
from reverie.layouts.items import is_bare
from reverie.layouts.sections import FIELDS, said, sections
from reverie.layouts.slugs import slug_of
from reverie.tools import frontmatter

CAME_FROM = "came_from"
KINDS = ("agent", "claude-code", "openclaw", "store")
_DAY = re.compile(r"(?:.*/)?(\d{4}-\d{2}-\d{2}(?:\.\d{1,4})?)\.md")
_PLAIN = re.compile(r"[^/]+\.md")
_DREAMS = re.compile(r"(?:memory/)?(?:DREAMS\.md|\.dreams/.*)", re.IGNORECASE)
_INDEX = b"<!-- reverie:index -->\n"
_NOTE = re.compile(rb"\]\(((?:index/)?[^/():#\s]+\.md)\)")
_LOWER = re.compile(rb"\]\(memory/((?:index/)?[^/():#\s]+\.md)\)")
_SECTION = re.compile(r"MEMORY\.md#([0-9]{1,6})")
_FIELD = re.compile(r"(\S+) (.+)")


@dataclass(frozen=True, slots=True)
class Piece:
    """A document on its way: what it is, what it would like to be called here, and its bytes."""

    kind: str  # note, daily, index, page
    name: str  # without .md
    content: bytes
    origin: str = ""  # the kind of memory and the path it came from, if its name alone would not say


@dataclass(frozen=True, slots=True)
class Left:
    path: str
    reason: str


def guess(paths: Iterable[str], contents: Mapping[str, bytes]) -> str:
    """What kind of memory a folder is."""
    names = set(paths)
    if any(_DREAMS.fullmatch(n) for n in names) or any(
        re.fullmatch(r"memory/\d{4}-\d{2}-\d{2}.*\.md", n) for n in names
    ):
        return "openclaw"
    if any(n.startswith(("semantic/", "insights/", "retired/", "episodic/")) for n in names):
        return "agent"
    if "MEMORY.md" in names:
        topics = [n for n in names if _PLAIN.fullmatch(n) and n != "MEMORY.md"]
        if not topics and "memory" not in {n.partition("/")[0] for n in names}:
            return "openclaw" if b"](" not in contents.get("MEMORY.md", b"") else "claude-code"
        return "claude-code" if topics else "openclaw"
    return "store"


def taken_in(source: str, documents: Mapping[str, bytes]) -> Iterator[Piece | Left]:
    """The documents of a foreign memory as pieces for Reverie's own."""
    for path, content in documents.items():
        reason = _unfit(source, path, content)
        if reason:
            yield Left(path, reason)
        elif path == "MEMORY.md" and source == "openclaw" and not content.endswith(_INDEX):
            yield from _sections(content)
        elif path == "MEMORY.md" and source == "openclaw":
            yield Piece("index", "MEMORY", _lifted(content.removesuffix(_INDEX)), f"{source} {path}")
        elif path == "MEMORY.md":
            yield Piece("index", "MEMORY", content, f"{source} {path}")
        else:
            yield _piece(source, path, content)


def _unfit(source: str, path: str, content: bytes) -> str:
    if source == "openclaw" and _DREAMS.fullmatch(path):
        return "it is OpenClaw's own dreaming"
    if source == "openclaw" and "/" not in path and path != "MEMORY.md":
        return "it is no memory of OpenClaw's but a page of its workspace"
    if path.removeprefix("memory/").startswith("index/") and content.startswith(b"# Notes: "):
        return "it is made from the notes"
    try:
        content.decode()
    except UnicodeDecodeError:
        return "it is no text in UTF-8"
    return "it holds NUL bytes" if b"\0" in content else ""


def _piece(source: str, path: str, content: bytes) -> Piece:
    day = _DAY.fullmatch(path)
    usual = day is not None and path == place_of("daily", day[1], source)
    if day and usual:
        return Piece("daily", day[1], content, f"{source} {path}")
    flat = path.removeprefix("memory/") if source == "openclaw" else path
    stays = _PLAIN.fullmatch(flat) is not None and _plain_name(flat.removesuffix(".md"))
    name = flat.removesuffix(".md") if stays else slug_of(flat.removesuffix(".md"))
    stamp = "" if path == place_of("note", name, source) else f"{source} {path}"
    return Piece("note", name, fields.stamped(content, CAME_FROM, stamp) if stamp else content, f"{source} {path}")


def _plain_name(name: str) -> bool:
    return name.casefold() != "memory" and not _DAY.fullmatch(f"{name}.md") and len(name.encode()) <= 200


def _sections(content: bytes) -> Iterator[Piece]:
    """OpenClaw's MEMORY.md, a note for each part. Their order is kept, so that they can be one page again."""
    for number, section in enumerate(sections(content.decode())):
        path = f"MEMORY.md#{number}"
        named = fields.prepended(section.text.encode(), CAME_FROM, f"openclaw {path}")
        with suppress(fields.Unchangeable):
            named = fields.changed(named, {"name": section.title})
        yield Piece("note", section.slug, named, f"openclaw {path}")


def place_of(kind: str, name: str, target: str) -> str:
    """Where a note or a day lies in a memory of this kind."""
    if kind == "index":
        return "MEMORY.md"
    if kind == "page":
        return f"memory/{name}.md" if target == "openclaw" else f"{name}.md"
    if target == "openclaw":
        return f"memory/{name}.md"
    if kind == "daily" and target == "claude-code":
        return f"logs/{name[:4]}/{name[5:7]}/{name}.md"
    return f"daily/{name}.md" if kind == "daily" and target == "store" else f"{name}.md"


def given_out(target: str, pieces: Iterable[Piece]) -> dict[str, bytes]:
    """Reverie's own documents as a memory of another kind. What came from such a memory goes back to its old place."""
    found: dict[str, bytes] = {}
    parts: list[tuple[int, bytes]] = []
    index = b""
    for piece in pieces:
        home, path = _home(piece)
        section = _SECTION.fullmatch(path) if home == target == "openclaw" else None
        if section:
            parts.append((int(section[1]), _section(piece.content)))
        elif piece.kind == "index":
            index = piece.content
        elif home == target:
            found[_free(path, found)] = fields.unstamped(piece.content, CAME_FROM)
        else:
            found[_free(place_of(piece.kind, piece.name, target), found)] = piece.content
    if parts:
        found["MEMORY.md"] = b"".join(text for _, text in sorted(parts, key=lambda part: part[0]))
        if not is_bare(index):
            found[_free(place_of("note", "index-of-another-memory", target), found)] = index
    elif index:
        found["MEMORY.md"] = _relinked(index) if target == "openclaw" else index
    return found


def _home(piece: Piece) -> tuple[str, str]:
    """The kind of memory a note came from, and its place there."""
    said = str(notefile.facts_of(frontmatter.read(piece.content)).get(CAME_FROM) or "") if piece.kind == "note" else ""
    found = _FIELD.fullmatch(said)
    if found is None or found[2].startswith("/") or "\\" in found[2] or ".." in found[2].split("/"):
        return "", ""
    return found[1], found[2]


def _section(content: bytes) -> bytes:
    """The part of MEMORY.md this note was, with what was written into it since."""
    facts = notefile.facts_of(frontmatter.read(content))
    told = {key: str(facts[key]) for key in FIELDS if facts.get(key)}
    text = fields.without_header(content)
    return said(text.decode(), told).encode() if told else text


def _free(path: str, taken: Mapping[str, bytes]) -> str:
    stem, dot, end = path.rpartition(".")
    names = (path if n == 1 else f"{stem}-{n}{dot}{end}" for n in range(1, len(taken) + 3))
    return next(name for name in names if name not in taken)


def _relinked(index: bytes) -> bytes:
    """From the workspace down, notes lie one folder deeper. A mark says that this page was an index and can be one
    again, if the way back is sure."""
    lowered = _NOTE.sub(rb"](memory/\1)", index)
    return lowered + _INDEX if _lifted(lowered) == index else lowered


def _lifted(index: bytes) -> bytes:
    return _LOWER.sub(rb"](\1)", index)
