"""Lines of a page that state nothing: what stands in comments, and code that is set apart by its indentation."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)")
_FENCE = re.compile(r"[ \t]*(?:[-*+][ \t]+)?(`{3,}|~{3,})")
_CODE = 4  # columns


def unspoken(text: str) -> frozenset[int]:
    """Their numbers, counted from 1."""
    lines = text.replace("\r\n", "\n").split("\n")
    return frozenset((*_in_comments(lines), *_indented(lines)))


def _in_comments(lines: list[str]) -> Iterator[int]:
    """Comments of several lines. One that ends where it began is a mark behind what is said."""
    opened, fence = False, ""
    for number, line in enumerate(lines, 1):
        if opened:
            yield number
            opened = "-->" not in line
            continue
        fence = _fence_after(fence, line)
        if not fence and (start := line.rfind("<!--")) >= 0 and "-->" not in line[start:]:
            opened = True
            yield number


def _indented(lines: list[str]) -> Iterator[int]:
    """Code begins behind an empty line, four columns further in than the text it stands in."""
    inside, code, empty, fence = 0, False, True, ""
    for number, line in enumerate(lines, 1):
        if fence or _fence_after("", line):
            fence, empty, code = _fence_after(fence, line), False, False
            continue
        if not line.strip():
            empty = True
            continue
        column = len(line.expandtabs(_CODE)) - len(line.expandtabs(_CODE).lstrip())
        code = column >= inside + _CODE and (code or empty)
        if code:
            yield number
        elif item := _ITEM.match(line):
            inside = len(item[0].expandtabs(_CODE))
        elif column < inside and empty:
            inside = 0
        empty = False


def _fence_after(fence: str, line: str) -> str:
    """The fence that is open behind this line."""
    found = _FENCE.match(line)
    if not fence:
        return found[1] if found else ""
    told = line.strip()
    return "" if told.startswith(fence) and not told.strip(fence[0]) else fence
