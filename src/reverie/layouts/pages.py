"""A page of the learning loop taken apart: header, title, sentence, sections. And what people added to one, kept."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from reverie.records.documents import Address
from reverie.records.errors import BadDocument
from reverie.tools import frontmatter

_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_HEADER_END = re.compile(rb"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_RISKY = re.compile(r"\\*#")


@dataclass(frozen=True, slots=True)
class Page:
    """`sections` by name. People add theirs after ours, so of two with one name the first is meant; but what is added
    by a decision comes after theirs, so there it is the `last`."""

    facts: Mapping[str, Any]
    sections: Mapping[str, str]
    last: Mapping[str, str]
    title: str
    sentence: str

    def strings(self, key: str) -> tuple[str, ...]:
        value = self.facts.get(key)
        return tuple(str(item) for item in value) if isinstance(value, list) else ()

    def items(self, section: str) -> tuple[str, ...]:
        return tuple(line[2:] for line in self.sections.get(section, "").splitlines() if line.startswith("- "))


def read(address: Address, content: bytes) -> Page:
    parts = frontmatter.read(content)
    if parts.fault:
        raise BadDocument(address=address, reason=parts.fault)
    pieces = _SECTION.split(parts.body.replace("\r\n", "\n"))
    sections: dict[str, str] = {}
    last: dict[str, str] = {}
    for name, text in zip(map(str.strip, pieces[1::2]), pieces[2::2], strict=True):
        sections.setdefault(name, text)
        last.pop(name, None)
        last[name] = text
    head = pieces[0].strip().split("\n", 1)
    title = head[0].removeprefix("#").strip()
    return Page(parts.header, sections, last, title, freed(head[1].strip()) if len(head) > 1 else "")


def guarded(sentence: str) -> str:
    """A sentence that begins like a heading must not become one."""
    return f"\\{sentence}" if _RISKY.match(sentence) else sentence


def freed(sentence: str) -> str:
    return sentence[1:] if sentence.startswith("\\") and _RISKY.match(sentence) else sentence


def added(content: bytes, ours: Collection[str]) -> str:
    """The sections that are not Reverie's, as they stand there. Ours is the first of each name."""
    pieces = re.split(r"^(?=## )", frontmatter.read(content).body.replace("\r\n", "\n"), flags=re.MULTILINE)
    names = [piece.partition("\n")[0].removeprefix("## ").strip() for piece in pieces]
    return "".join(pieces[i] for i in range(1, len(pieces)) if names[i] not in ours or names[i] in names[1:i])


def without(content: bytes, keys: Collection[str]) -> bytes:
    """The document without these keys of its header, a value that goes on over several lines included. All else stays
    as it is, byte for byte."""
    end = _HEADER_END.search(content, 4)
    if end is None:
        return content
    named = re.compile(rf"[\"']?(?:{'|'.join(keys)})[\"']?[ \t]*:".encode())
    kept: list[bytes] = []
    skipping = False
    for line in content[: end.start()].splitlines(keepends=True):
        inner = line[:1] in (b" ", b"\t") or not line.strip()
        skipping = skipping if inner else named.match(line) is not None
        kept += [] if skipping else [line]
    return b"".join(kept) + content[end.start() :]
