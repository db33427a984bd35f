"""Reverie's own layout, `.agent/`: which place holds what, and what a document found there is."""

from __future__ import annotations

import re
from typing import Any

from reverie.layouts import notefile
from reverie.records.documents import Address, Described
from reverie.records.notes import Note
from reverie.tools import frontmatter

RULES = "semantic/rules/auto-dream"
INDEX = Address("memory", "MEMORY.md")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?:\.\d{1,4})?\.md")  # a day that holds much goes on in 2026-11-15.2.md
_PLACES = {
    "memory": (
        (re.compile(r"MEMORY\.md"), "index"),
        (_DAY, "daily"),
        (re.compile(r"[^/]+\.md"), "note"),
        (re.compile(rf"{RULES}/[^/]+\.md"), "rule"),
        (re.compile(r"insights/[^/]+\.md"), "insight"),
        (re.compile(r"index/.+\.md"), "page"),
        (re.compile(r"retired/.+"), "retired"),
        (re.compile(r"episodic/.+\.jsonl"), "events"),
    ),
    "agent": (
        (re.compile(r"config\.yaml"), "config"),
        (re.compile(r"format"), "format"),
        (re.compile(r"dream/candidates/[^/]+\.md"), "candidate"),
        (re.compile(r"dream/graduated/[^/]+\.md"), "graduated"),
        (re.compile(r"dream/rejected/[^/]+\.md"), "rejected"),
        (re.compile(r"dream/expired/[^/]+\.md"), "expired"),
        (re.compile(r"dream/replaced/[^/]+\.md"), "replaced"),
        (re.compile(r"dream/proposals/[^/]+\.md"), "proposal"),
    ),
}


def kind_of(address: Address) -> str:
    for pattern, kind in _PLACES.get(address.root, ()):
        if pattern.fullmatch(address.path):
            return kind
    return "other"


def describe(address: Address, content: bytes) -> Described:
    """What a document is, from where it lies and what its header says."""
    return described(kind_of(address), address, content)


def described(kind: str, address: Address, content: bytes) -> Described:
    if not address.path.endswith(".md"):
        return Described(kind, address.name)
    parts = frontmatter.read(content)
    facts = notefile.facts_of(parts)
    return Described(
        kind,
        title_of(facts, parts.body, address),
        str(facts.get("status") or "active"),
        frontmatter.is_true(facts.get("pinned", "")),
        parts.fault,
        _facts(notefile.told(address, facts, parts.body)) if kind == "note" and not parts.fault else {},
    )


def _facts(note: Note) -> dict[str, str]:
    """What an index wants to know of a note without opening it."""
    told = {
        "hook": note.hook,
        "type": note.type,
        "date": note.date.isoformat() if note.date else "",
        "until": note.valid_until.isoformat() if note.valid_until else "",
        "doubt": str(note.extra.get("doubt") or ""),
        "confidence": str(note.extra.get("confidence") or ""),
        "static": "true" if note.static else "",
        "origin": "" if note.origin == "user" else note.origin,
    }
    return {name: value for name, value in told.items() if value}


def title_of(header: dict[str, Any], body: str, address: Address) -> str:
    return notefile.title(header, body, address.name.removesuffix(".md"))
