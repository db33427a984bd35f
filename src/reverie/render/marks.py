"""The lines a managed block is told by: its two markers, code fences (inside which a marker is documentation) and what
git leaves of a conflict. Bytes in, bytes out: what is not Reverie's need not even be text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

BOM = b"\xef\xbb\xbf"
_LINE = re.compile(rb"[^\n]*\n|[^\n]+")
_MARK = re.compile(rb" {0,3}<!--[ \t]*reverie:(begin|end)\b((?:(?!-->).)*)-->\s*")
_SHA = re.compile(rb"\b[0-9a-f]{12}\b")
_GAP = re.compile(rb"\bgap=([012])\b")
_CONFLICT = re.compile(rb"(<{7}(?= )|\|{7}(?=\s)|={7}(?=\s*\Z)|>{7}(?= )).*\s*")
_FENCE = re.compile(rb" {0,3}(?:(`{3,})[^`]*|(~{3,}).*)\s*")
_CLOSE = re.compile(rb" {0,3}(`{3,}|~{3,})\s*")


class Mark(StrEnum):
    """What a line means for a block."""

    NONE = ""
    BLANK = " "
    BEGIN = "begin"
    END = "end"
    OURS = "<"  # the four lines of a git conflict, by their first character
    BASE = "|"
    BETWEEN = "="
    THEIRS = ">"


def split(content: bytes) -> list[bytes]:
    """Lines with their endings, by line feeds alone: a carriage return inside a line is the user's."""
    return _LINE.findall(content)


def mark(line: bytes) -> Mark:
    if not line.strip():
        return Mark.BLANK
    found = _MARK.fullmatch(line)
    if found:
        return Mark(found[1].decode())
    conflict = _CONFLICT.fullmatch(line)
    return Mark(conflict[1][:1].decode()) if conflict else Mark.NONE


def begin(sha: str, gap: int, note: str) -> bytes:
    """`gap` counts the line ends that were put before the block, so that taking it out gives them back."""
    return f"<!-- reverie:begin {sha} gap={gap} ({note}) -->".encode()


END = b"<!-- reverie:end -->"


def sha_of(line: bytes) -> str:
    found = _SHA.search(line)
    return found[0].decode() if found else ""


def gap_of(line: bytes) -> int:
    found = _GAP.search(line)
    return int(found[1]) if found else 0


def ending(line: bytes) -> bytes:
    return b"\r\n" if line.endswith(b"\r\n") else b"\n" if line.endswith(b"\n") else b""


def habit(lines: Sequence[bytes]) -> bytes:
    """How most lines of a file end."""
    windows = sum(line.endswith(b"\r\n") for line in lines)
    return b"\r\n" if windows * 2 > sum(line.endswith(b"\n") for line in lines) else b"\n"


class Fences:
    """Code fences, asked line by line from the top. One that is never closed counts as none: otherwise a block put
    after it would never be found again."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self._lines = lines
        self._unclosed: dict[bytes, int] = {}  # by character, the shortest fence known to have no end: asked only once

    def past(self, at: int) -> int:
        """Where the text goes on after the fence that opens here; 0 if none does."""
        opened = _FENCE.fullmatch(self._lines[at])
        if opened is None:
            return 0
        fence = opened[1] or opened[2]
        if len(fence) >= self._unclosed.get(fence[:1], len(fence) + 1):
            return 0
        for index in range(at + 1, len(self._lines)):
            closed = _CLOSE.fullmatch(self._lines[index])
            if closed and closed[1].startswith(fence):
                return index + 1
        self._unclosed[fence[:1]] = len(fence)
        return 0
