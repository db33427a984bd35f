"""A note in pieces: code spans, lines of shell, links and prose, each with its place and the sentence around it. A
header and blocks of other languages are passed over: what they show need not be this repository's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEADER = re.compile(r"\A---[ \t]*\r?\n.*?^---[ \t]*$", re.S | re.M)
_FENCE = re.compile(
    r"^[ \t>]*(?:[-*+]\s+)?(`{3,9}|~{3,9})[ \t]*([\w+-]*)[^\n]*\n(.*?)^[ \t>]*\1[`~]*[ \t]*$", re.S | re.M
)
_SPAN = re.compile(r"(?<!`)(`{1,2})(?!`)([^`\n]+?)(?<!`)\1(?!`)")
_CODE = re.compile(r"`[^`\n]*`|\S*/\S*")
_LINK = re.compile(r"!?\[[^\]\n]{0,300}\]\((<[^>\n]{0,300}>|[^)\s]{1,300})(?:[ \t][^)\n]{0,200})?\)")
_UNREAD = re.compile(r"<!--.{0,2000}?-->|\[\[[^\]\n]{0,200}\]\]|!\[[^\]\n]{0,300}\]\([^)\n]{0,300}\)", re.S)
_URL = re.compile(r"https?://[^\s)>\]`\"']+")
_ENDS = re.compile(r"[.!?;](?=\s+[A-Z`*_(\"])|\n(?=\s*(?:\n|[-*+>|#]|\d+[.)]|$))")
_SHELL = frozenset(
    ("", "bash", "sh", "shell", "console", "zsh", "shell-session", "terminal", "cmd", "powershell", "fish")
)


@dataclass(frozen=True, slots=True)
class Piece:
    """`kind`: code, shell, link, url or prose. `before` and `after`: the rest of its sentence."""

    kind: str
    text: str
    start: int
    before: str = ""
    after: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def words_before(self) -> str:
        """What is said before it; what stands in code is not said."""
        opened = self.before.rstrip("`") if self.kind == "code" else self.before
        return _CODE.sub("`…`", opened)

    @property
    def words_after(self) -> str:
        closed = self.after.lstrip("`") if self.kind == "code" else self.after
        return _CODE.sub("`…`", closed)


def pieces(note: str) -> Iterator[Piece]:
    """In the order of the note. What has been given out is blanked, so that prose never repeats it."""
    rest = list(note)
    found: list[Piece] = []
    if header := _HEADER.match(note):
        _blank(rest, header.start(), header.end())
    for fence in _FENCE.finditer("".join(rest)):
        if fence[2].lower() in _SHELL:
            found += _shell_lines(fence[3], fence.start(3))
        _blank(rest, fence.start(), fence.end())
    for unread in _UNREAD.finditer("".join(rest)):
        _blank(rest, unread.start(), unread.end())
    for kind, pattern, group in (("code", _SPAN, 2), ("link", _LINK, 1), ("url", _URL, 0)):
        shown = "".join(rest)
        for match in pattern.finditer(shown):
            found.append(_in_sentence(note, kind, match, group))
            _blank(rest, match.start(group) - (len(match[1]) if kind == "code" else 0), match.end())
    prose = "".join(rest)
    found += [Piece("prose", line[0], line.start()) for line in re.finditer(r"[^\n]+", prose) if line[0].strip("\0 ")]
    yield from sorted(found, key=lambda piece: (piece.start, piece.kind))


def _shell_lines(block: str, at: int) -> Iterator[Piece]:
    for line in re.finditer(r"[^\n]+(?:\\\n[^\n]*)*", block):
        yield Piece("shell", line[0], at + line.start())


def _in_sentence(note: str, kind: str, match: re.Match[str], group: int) -> Piece:
    start, end = match.span(group)
    before, after = note[max(0, start - 300) : start], note[end : end + 300]
    cut = max((found.end() for found in _ENDS.finditer(before)), default=0)
    stop = _ENDS.search(after)
    return Piece(kind, match[group], start, before[cut:], after[: stop.start()] if stop else after)


def _blank(rest: list[str], start: int, end: int) -> None:
    for at in range(start, end):
        if rest[at] != "\n":
            rest[at] = "\0"
