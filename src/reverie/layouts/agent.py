"""Reverie's own layout, `.agent/`: which place holds what, and what a document found there is."""

from __future__ import annotations

import re
from typing import Any

from reverie.records.documents import Address, Described
from reverie.tools import frontmatter

RULES = "semantic/rules/auto-dream"
INDEX = Address("memory", "MEMORY.md")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\.md")
_PLACES = {
    "memory": (
        (re.compile(r"MEMORY\.md"), "index"),
        (_DAY, "daily"),
        (re.compile(r"[^/]+\.md"), "note"),
        (re.compile(rf"{RULES}/[^/]+\.md"), "rule"),
        (re.compile(r"insights/[^/]+\.md"), "insight"),
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
    kind = kind_of(address)
    if not address.path.endswith(".md"):
        return Described(kind, address.name)
    parts = frontmatter.read(content)
    header: dict[str, Any] = dict(parts.header)
    nested = header.get("metadata")
    facts = {**nested, **header} if isinstance(nested, dict) else header
    return Described(
        kind,
        title_of(facts, parts.body, address),
        str(facts.get("status") or "active"),
        frontmatter.is_true(facts.get("pinned", "")),
        parts.fault,
    )


def title_of(header: dict[str, Any], body: str, address: Address) -> str:
    found = header.get("title") or header.get("name")
    title = str(found) if found else _heading(body[:4000]) or address.name.removesuffix(".md")
    return " ".join(title.split())[:200]


def _heading(body: str) -> str:
    """The first heading of the first level."""
    for line in body.splitlines():
        mark, _, title = line.partition(" ")
        told = title.strip().rstrip("#").strip()
        if mark == "#" and told:
            return told
    return ""
