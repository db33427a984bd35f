"""A note as a Markdown file with a small header. Both dialects found in the field are read: flat `name`, `description`,
`type`, and the same below `metadata`. An old file keeps its dialect; a new one gets its layout's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from typing import Any

from reverie.layouts import fields
from reverie.layouts.headers import header
from reverie.records.documents import Address
from reverie.records.errors import BadDocument
from reverie.records.notes import STATES, TYPES, Note
from reverie.tools import frontmatter
from reverie.tools.frontmatter import is_true

_KNOWN = frozenset(
    "title name description type pinned static status valid_from valid_until origin created updated".split()
)
_LEAD = re.compile(r"(?:[-*+>]|\d+[.)])[ \t]+")
_LINKS = re.compile(r"\[([^\]]{0,400})\]\([^)]{0,400}\)|\[\[([^\]]{0,400})\]\]")
_DAY = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_ORIGINS = ("agent", "tool", "system")
_HOOK = 400  # characters kept of a hook; the index cuts it to fit
# What a state is called elsewhere
_STATES = {
    "": "active", "archived": "retired", "obsolete": "deprecated", "replaced": "superseded", "forgotten": "retired",
}  # fmt: skip


def facts_of(parts: frontmatter.Parts) -> dict[str, Any]:
    """What the header says, with what stands below `metadata` brought up."""
    nested = parts.header.get(fields.NESTED)
    return {**nested, **parts.header} if isinstance(nested, dict) else dict(parts.header)


def read(address: Address, content: bytes) -> Note:
    parts = frontmatter.read(content)
    if parts.fault:
        raise BadDocument(address=address, reason=parts.fault)
    return told(address, facts_of(parts), parts.body)


def told(address: Address, facts: Mapping[str, Any], body: str) -> Note:
    slug = address.path.removesuffix(".md")
    state = str(facts.get("status") or "").strip().lower()
    state = _STATES.get(state, state)
    return Note(
        slug,
        title(facts, body, slug),
        body,
        hook(facts, body),
        type_of(facts, slug),
        is_true(facts.get("pinned", "")),
        is_true(facts.get("static", "")),
        state if state in STATES else "active",
        day(facts.get("valid_from")),
        day(facts.get("valid_until")),
        str(facts.get("origin") or "user").strip().lower(),
        day(facts.get("created")) or day(facts.get("date")) or day(slug),
        day(facts.get("updated")) or day(facts.get("modified")),
        {key: value for key, value in facts.items() if key not in _KNOWN and key != fields.NESTED},
    )


def title(facts: Mapping[str, Any], body: str, slug: str) -> str:
    found = facts.get("title") or facts.get("name") or heading(body[:4000]) or slug.rpartition("/")[2]
    return " ".join(str(found).split())[:200]


def heading(body: str) -> str:
    """The first heading of the first level."""
    for line in body.splitlines():
        mark, _, said = line.partition(" ")
        told = said.strip().rstrip("#").strip()
        if mark == "#" and told:
            return told
    return ""


def hook(facts: Mapping[str, Any], body: str) -> str:
    """One line that says what is in it: the description, else the first thing it says."""
    said = facts.get("description") or facts.get("hook") or facts.get("summary")
    if isinstance(said, str) and said.strip():
        return " ".join(said.split())[:_HOOK]
    for line in body[:4000].splitlines():
        told = _LEAD.sub("", line.strip(), count=1)
        if told and not told.startswith(("#", "---", "```", "<!--", "|", "===")):
            plain = _LINKS.sub(lambda found: found[1] or found[2] or "", told.partition("<!--")[0])
            return " ".join(plain.replace("**", "").replace("`", "").split())[:_HOOK]
    return ""


def type_of(facts: Mapping[str, Any], slug: str) -> str:
    """What the header says; else what the name begins with, which is how agents name them."""
    said = str(facts.get("type") or "").strip().lower()
    if said in TYPES:
        return said
    begins = re.split(r"[_.-]", slug.rpartition("/")[2].lower(), maxsplit=1)[0]
    return begins if begins in TYPES else ""


def day(value: object) -> date | None:
    found = _DAY.search(str(value or ""))
    try:
        return date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None


def text(note: Note, *, nested: bool = False) -> bytes:
    """A new note's file."""
    outer: dict[str, str] = {"name": note.title, **({"description": note.hook} if note.hook else {})}
    inner = {name: value for name, value in header_fields(note).items() if value}
    below = [f"{name}: {value}" for name, value in inner.items()]  # words of ours, switches and days: plain
    if nested:
        below = [f"{fields.NESTED}:", "  node_type: memory", *(f"  {line}" for line in below)]
    top = header(outer).removesuffix("---\n")
    return (top + "".join(f"{line}\n" for line in below) + "---\n\n" + note.body).encode()


def header_fields(note: Note) -> dict[str, str]:
    """What a header says besides title and hook; empty where it need not say anything."""
    return {
        "type": note.type,
        "pinned": "true" if note.pinned else "",
        "static": "true" if note.static else "",
        "status": "" if note.state == "active" else note.state,
        "valid_from": _iso(note.valid_from),
        "valid_until": _iso(note.valid_until),
        "origin": note.origin if note.origin in _ORIGINS else "",
        "created": _iso(note.created),
        "updated": _iso(note.updated),
    }


def _iso(when: date | None) -> str:
    return when.isoformat() if when else ""


def edited(content: bytes, changes: Mapping[str, str]) -> bytes:
    """The file with these fields said otherwise. `title` is kept where the file keeps it."""
    header = facts_of(frontmatter.read(content))
    todo: dict[str, str | None] = {}
    for key, value in changes.items():
        name = "name" if key == "title" and "title" not in header else key
        if value or name in header:
            todo[name] = value or ("false" if name in ("pinned", "static") else None)
    return fields.changed(content, todo)


def back(content: bytes) -> bytes:
    """A retired note's file as it was before it left."""
    for key in ("status", "retired", "retired_because", "forgotten"):
        with suppress(fields.Unchangeable):
            outer = key in frontmatter.read(content).header
            content = fields.unstamped(content, key) if outer else fields.changed(content, {key: None})
    return content
