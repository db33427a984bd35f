"""Changing one field of a header and nothing else: order, comments, quoting, line ends, unknown keys and the body stay,
byte for byte. What was written is read again; if it does not say just what it should, nothing is changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reverie.layouts.headers import quoted, scalar
from reverie.tools import frontmatter

NESTED = "metadata"
_BOM = "\ufeff"
_QUOTED = re.compile(r"""([ \t]*)("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')([ \t]+#.*|[ \t]*)""")
_PLAIN = re.compile(r"([ \t]*)(.*?)((?:[ \t]+#.*)?[ \t]*)")
_SWITCHES = frozenset({"true", "false"})
_OUTER = frozenset({"title", "name", "description", "came_from"})  # never below metadata, in any dialect


class Unchangeable(ValueError):
    """The header is written in a way that cannot be changed safely."""


@dataclass(frozen=True, slots=True)
class _Taken:
    """A document in pieces: mark, opening fence, header lines, and all that follows, the closing fence included."""

    bom: str
    fence: str
    lines: list[str]
    rest: str

    def joined(self, lines: list[str]) -> bytes:
        return (self.bom + self.fence + "".join(lines) + self.rest).encode()


def changed(content: bytes, changes: Mapping[str, str | None]) -> bytes:
    """The document with these fields set; None takes one away. A field the header keeps below `metadata` stays there.
    Unchangeable if that cannot be done without touching anything else."""
    for key, value in changes.items():
        content = _one(content, key, value)
    return content


def _one(content: bytes, key: str, value: str | None) -> bytes:
    parts = frontmatter.read(content)
    if parts.fault:
        raise Unchangeable(parts.fault)
    taken = _take(content)
    if taken is None:
        return content if value is None else prepended(content, key, value)
    if value is not None and "\n" in value:
        raise Unchangeable("a field is one line")
    old = frontmatter.parse_loosely("".join(taken.lines))
    nested = old.get(NESTED)
    inner = isinstance(nested, dict) and key not in old and (key in nested or (bool(nested) and key not in _OUTER))
    for path in [(NESTED, key), (key,)] if inner else [(key,)]:
        if value is None and _at(old, path) is None:
            continue
        lines = _with(taken, path, value)
        if lines is not None and _says(lines, old, path, value):
            return taken.joined(lines)
    if value is None and _at(old, (key,)) is None and not inner:
        return content
    raise Unchangeable(f"'{key}' cannot be changed without touching what stands around it")


def prepended(content: bytes, key: str, value: str) -> bytes:
    """A header of one field, before everything."""
    text = content.decode()
    bom, rest = (_BOM, text[1:]) if text.startswith(_BOM) else ("", text)
    end = "\r\n" if "\r\n" in rest else "\n"
    return f"{bom}---{end}{key}: {_written(value)}{end}---{end}{rest}".encode()


def stamped(content: bytes, key: str, value: str) -> bytes:
    """With one more field, so that `unstamped` gives back these very bytes, whatever they are."""
    try:
        if frontmatter.read(content).header and key not in frontmatter.read(content).header:
            new = changed(content, {key: value})
            if unstamped(new, key) == content:
                return new
    except Unchangeable:
        pass
    return prepended(content, key, value)


def unstamped(content: bytes, key: str) -> bytes:
    parts = frontmatter.read(content)
    if parts.fault or key not in parts.header:
        return content
    taken = _take(content)
    if len(parts.header) > 1 or taken is None:
        return changed(content, {key: None})
    return without_header(content)


def without_header(content: bytes) -> bytes:
    """What follows the header; the byte order mark stays."""
    taken = _take(content)
    return content if taken is None else (taken.bom + taken.rest.partition("\n")[2]).encode()


def _take(content: bytes) -> _Taken | None:
    text = content.decode()
    bom, text = (_BOM, text[1:]) if text.startswith(_BOM) else ("", text)
    if not text.startswith(("---\n", "---\r\n")):
        return None
    lines = text.splitlines(keepends=True)
    end = next((i for i, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), 0)
    return _Taken(bom, lines[0], lines[1:end], "".join(lines[end:])) if end else None


def _at(header: Mapping[str, Any], path: tuple[str, ...]) -> Any:
    found: Any = header
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def _says(lines: list[str], old: Mapping[str, Any], path: tuple[str, ...], value: str | None) -> bool:
    """Whether a header says what the old one said, but for this one field."""
    try:
        new = frontmatter.parse_loosely("".join(lines))
    except ValueError:
        return False
    return _put(old, path, value) == new


def _put(header: Mapping[str, Any], path: tuple[str, ...], value: str | None) -> dict[str, Any]:
    found = dict(header)
    if len(path) > 1:
        found[path[0]] = _put(found.get(path[0]) or {}, path[1:], value)
    elif value is None:
        found.pop(path[0], None)
    else:
        found[path[0]] = value
    return found


def _with(taken: _Taken, path: tuple[str, ...], value: str | None) -> list[str] | None:
    """The header's lines with this field so. None: there is no place for it."""
    lines, end = taken.lines, taken.fence[3:]
    first, last, indent = 0, len(lines), ""
    if len(path) > 1:
        block = _block(lines, path[0])
        if block is None:
            return None
        first, last, indent = block
    place = _span(lines, path[-1], indent, first, last)
    if place is None:
        new = None if value is None else f"{indent}{path[-1]}: {_written(value)}{end}"
        return None if new is None else [*lines[:last], new, *lines[last:]]
    begin, stop = place
    if value is None:
        return [*lines[:begin], *lines[stop:]]
    return [*lines[:begin], _rewritten(lines[begin], value, end, alone=stop == begin + 1), *lines[stop:]]


def _block(lines: list[str], key: str) -> tuple[int, int, str] | None:
    """Where the fields below a key stand, and how far they are indented."""
    span = _span(lines, key, "", 0, len(lines))
    inside = [line for line in lines[span[0] + 1 : span[1]] if _is_said(line)] if span else []
    if span is None or not inside:
        return None
    return span[0] + 1, span[1], inside[0][: len(inside[0]) - len(inside[0].lstrip(" "))]


def _span(lines: list[str], key: str, indent: str, first: int, last: int) -> tuple[int, int] | None:
    """The lines of a field, a value that goes on over several included. Of two with one name the later counts."""
    named = re.compile(rf"{indent}(?:{re.escape(key)}|\"{re.escape(key)}\"|'{re.escape(key)}')[ \t]*:(?:\s|$)")
    begin = next((i for i in range(last - 1, first - 1, -1) if named.match(lines[i])), None)
    if begin is None:
        return None
    stop = begin + 1
    for i in range(begin + 1, last):
        line = lines[i]
        if not line.strip():
            continue
        if not line.startswith((f"{indent} ", f"{indent}\t", f"{indent}- ")):
            break
        stop = i + 1
    return begin, stop


def _is_said(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _rewritten(line: str, value: str, end: str, *, alone: bool) -> str:
    """The same line with another value: its key, its quotes and its comment stay."""
    key, _, rest = line.partition(":")
    bare = rest.rstrip("\r\n")
    if not alone:
        return f"{key}: {_written(value)}{end}"
    if bare.lstrip().startswith("#"):
        return f"{key}: {_written(value)}  {bare.lstrip()}{rest[len(bare) :]}"
    found = _QUOTED.fullmatch(bare) or _PLAIN.fullmatch(bare)
    gap, old, after = found.groups() if found else (" ", "", "")
    return f"{key}:{gap or ' '}{_in_style(old, value)}{after}{rest[len(bare) :]}"


def _in_style(old: str, value: str) -> str:
    if old.startswith('"'):
        return quoted(value)
    if old.startswith("'") and value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    return _written(value)


def _written(value: str) -> str:
    """A switch is written as one, not as the word."""
    return value if value in _SWITCHES else scalar(value)
