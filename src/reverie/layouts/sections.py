"""A page whose sections of the second level are notes: taken apart, changed in one of them, and whole again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from reverie.layouts import items
from reverie.layouts.files import appended
from reverie.layouts.slugs import slug_of

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
FIELDS = ("type", "pinned", "static", "status", "valid_from", "valid_until", "created", "updated")
MARK = re.compile(r"<!-- ((?:" + "|".join(FIELDS) + r"): [^\n>]*) -->")
_PARTING = re.compile(r"(?:\s*\n[ \t]*\r?\n(?:-{3,}|\*{3,}|_{3,}))?\s*\Z")
PAIR = re.compile(r"(\w+): ([^;\s]+)")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of MEMORY.md: what stands before the first heading of the second level, or one with its text."""

    slug: str
    title: str
    first: int  # its first line, counted from 0
    text: str  # with its heading


def sections(text: str) -> list[Section]:
    """MEMORY.md in parts that together are the whole of it."""
    lines = text.splitlines(keepends=True)
    starts, fence = [0], ""
    for i, line in enumerate(lines):
        found = _FENCE.match(line)
        if fence:
            fence = "" if line.strip() and not line.strip().strip(fence[0]) and line.strip() >= fence else fence
        elif found:
            fence = found[1]
        elif line.startswith("## ") and i:
            starts.append(i)
    names: set[str] = set()
    return [_section(lines, a, b, names) for a, b in zip(starts, [*starts[1:], len(lines)], strict=True) if b > a]


def _section(lines: list[str], start: int, stop: int, names: set[str]) -> Section:
    title = lines[start].removeprefix("\ufeff").strip().strip("#").strip()
    named = lines[start].lstrip("\ufeff").startswith("#")
    base = slug_of(title) if named else "beginning"
    slug = next(name for n in range(1, len(lines) + 2) if (name := base if n == 1 else f"{base}-{n}") not in names)
    names.add(slug)
    return Section(slug, title if named else "Memory", start, "".join(lines[start:stop]))


def facts_in(body: str) -> tuple[dict[str, str], str]:
    """What the comment below a section's heading says, and the rest."""
    told = body.lstrip()
    mark = MARK.match(told)
    return (dict(PAIR.findall(mark[1])), told[mark.end() :]) if mark else ({}, body)


def said(text: str, changes: Mapping[str, str]) -> str:
    """A section with these facts in the comment below its heading."""
    head, newline, body = text.partition("\n")
    mark = MARK.match(body)
    facts = {**(dict(PAIR.findall(mark[1])) if mark else {}), **changes}
    facts = {key: value for key, value in facts.items() if value}
    end = "\r\n" if head.endswith("\r") else "\n"
    rest = body[mark.end() :].removeprefix("\r").removeprefix("\n") if mark else body
    if not facts:
        return head + newline + rest
    return head + (newline or end) + items.mark(facts) + end + rest


def added(text: str, new: str) -> str:
    """Items at the end of a section, before the empty lines and the rule that part it from the next."""
    words = _PARTING.sub("", text)
    rest = text[len(words) :]
    rest = rest[rest.find("\n") + 1 :] if "\n" in rest else ""
    return appended(words.encode(), new).decode() + rest


def exchanged(text: str, section: Section, new: str) -> str:
    lines = text.splitlines(keepends=True)
    count = len(section.text.splitlines())
    return "".join(lines[: section.first]) + new + "".join(lines[section.first + count :])
