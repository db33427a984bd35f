"""A page cut into the pieces that say one thing each: items of a list, paragraphs, blocks of code; with their lines."""

from __future__ import annotations

import re
from typing import NamedTuple

LONGEST = 40  # lines: what goes on longer is cut, so that a hit is something one can read
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_LISTS = frozenset("-*+0123456789")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")
_FENCE = re.compile(r"[ \t]*(?:[-*+][ \t]+)?(`{3,}|~{3,})")


class Piece(NamedTuple):
    first: int  # lines, counted from 1
    last: int
    text: str
    headings: tuple[str, ...]  # what it stands under
    is_item: bool


class _Cutter:
    """Takes lines one by one and keeps a piece whenever one is whole."""

    def __init__(self) -> None:
        self.found: list[Piece] = []
        self.lines: list[str] = []
        self.first = 0
        self.is_item = False
        self.headings: list[tuple[int, str]] = []
        self.titles: tuple[str, ...] = ()

    def cut(self) -> None:
        lines = self.lines
        if not lines:
            return
        self.lines = []
        if len(lines) == 1 and self.is_item and lines[0][:2] == "- ":  # nearly all of a long note
            text = lines[0][2:].strip()
            if text:
                self.found.append(Piece(self.first, self.first, text, self.titles, True))
            return
        while lines and not lines[-1].strip():
            lines.pop()
        marked = bool(lines) and lines[-1].rstrip().endswith("-->")  # it may have an id, so it stays whole
        size = len(lines) if marked and self.is_item else LONGEST
        for start in range(0, len(lines), size or 1):
            part = lines[start : start + size]
            text = (_outdented(part) if self.is_item else "\n".join(part)).strip()
            if text:
                first = self.first + start
                self.found.append(Piece(first, first + len(part) - 1, text, self.titles, self.is_item))

    def begin(self, line: str, number: int, *, is_item: bool) -> None:
        self.cut()
        self.lines, self.first, self.is_item = [line], number, is_item

    def head(self, level: int, title: str) -> None:
        self.cut()
        while self.headings and self.headings[-1][0] >= level:
            self.headings.pop()
        self.headings.append((level, title))
        self.titles = tuple(title for _, title in self.headings)


def pieces(text: str, offset: int = 0) -> list[Piece]:
    """The pieces of a page. `offset`: how many lines stand before it in its file."""
    cutter, fence = _Cutter(), ""
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), offset + 1):
        start = line[:1]
        if fence and cutter.is_item and line and start not in " \t":
            fence = ""  # a block of code ends with the item it stands in
        if fence:
            cutter.lines.append(line)
            told = line.strip()
            if told.startswith(fence) and not told.strip(fence[0]):
                fence = ""
            continue
        if start in _LISTS and _ITEM.match(line):
            cutter.begin(line, number, is_item=True)
        elif not line.strip():
            _pause(cutter, line)
        elif start == "#" and (found := _HEADING.match(line)):
            cutter.head(len(found[1]), found[2])
        elif not cutter.lines or (cutter.is_item and start not in " \t"):
            cutter.begin(line, number, is_item=False)
        else:
            cutter.lines.append(line)
        if "```" in line or "~~~" in line:
            fence = _opened(line)
    cutter.cut()
    return cutter.found


def _pause(cutter: _Cutter, line: str) -> None:
    """An empty line ends a paragraph; an item goes on if what follows is indented."""
    if cutter.is_item and cutter.lines:
        cutter.lines.append(line)
    else:
        cutter.cut()


def _opened(line: str) -> str:
    found = _FENCE.match(line)
    return found[1] if found else ""


def _outdented(lines: list[str]) -> str:
    """An item's words, without the list around them."""
    head = _ITEM.match(lines[0])
    width = head.end() if head else 2
    first = lines[0][width:] if head else lines[0]
    return "\n".join([first, *(line[2:] if line[:2] == "  " else line.lstrip(" \t") for line in lines[1:])])


def is_comment(text: str) -> bool:
    """Nothing but comments. One that never ends is none, and is looked at once."""
    at = 0
    while text.startswith("<!--", at) and (end := text.find("-->", at + 4)) >= 0:
        at = end + 3
        while text[at : at + 1].isspace():
            at += 1
    return 0 < at == len(text)
