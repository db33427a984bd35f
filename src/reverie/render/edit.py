"""Writing the managed block into a file, taking it out again, and saying when that would lose what a person wrote.
Every byte outside the block stays as it is."""

from __future__ import annotations

from collections.abc import Sequence

from reverie.render import marks
from reverie.render.block import Block, Found, find, fingerprint
from reverie.render.marks import Mark

NOTE = "written by reverie sync; to change a line, change its rule"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def obstacle(content: bytes, body: str | None, *, force: bool = False) -> str:
    """Why the block should not be written (`body` None: not be taken out); empty if it may be."""
    if content.startswith(_UTF16):
        return "it is UTF-16, and Reverie writes UTF-8: save it as UTF-8"
    if b"\0" in content:
        return "it is no text (it holds NUL bytes): move it away, or name other files in sync.targets"
    try:
        content.decode()
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        return f"line {line} is not UTF-8, which is what Reverie writes: save the file as UTF-8"
    found = find(content)
    if found.conflicts:
        return f"line {found.conflicts[0] + 1} is part of an unresolved git conflict: resolve it first"
    if force:
        return ""
    if found.strays:
        return (
            f"line {found.strays[0] + 1} is one of Reverie's markers without its partner, so where the block ends would"
            " be a guess: mend or delete that line, or use --force to have it deleted"
        )
    for block in found.blocks:
        if block.edited and block.body != (body or "").encode():
            return (
                f"the block at line {block.start + 1} was edited by hand: move your words out of it or into a rule,"
                " or use --force to overwrite them"
            )
    return ""


def put(content: bytes, body: str, note: str = NOTE) -> bytes:
    """The file with this body in its block: in the place of the first block, or else at the end. Further copies and
    markers without a partner are taken out."""
    found = find(content)
    lines = list(found.lines)
    for at in found.strays:
        lines[at] = b""
    for block in reversed(found.blocks[1:]):
        lines = _without(lines, block)
    if found.blocks:
        first = found.blocks[0]
        lines[first.start : first.stop] = _again(found, first, body, note)
        return found.bom + b"".join(lines)
    return found.bom + _appended([line for line in lines if line], body, note)


def remove(content: bytes) -> bytes:
    """The file as it would be had no block ever been put into it."""
    found = find(content)
    lines = list(found.lines)
    for block in reversed(found.blocks):
        lines = _without(lines, block)
    return found.bom + b"".join(lines)


def _again(found: Found, block: Block, body: str, note: str) -> list[bytes]:
    last = found.lines[block.stop - 1]
    eol = marks.ending(_marker(found.lines, block)) or b"\n"
    return _written(body, block.gap, eol, eol if marks.ending(last) else b"", note)


def _marker(lines: Sequence[bytes], block: Block) -> bytes:
    """The begin marker: a line of a conflict may stand before it."""
    return next(line for line in lines[block.start : block.stop] if marks.mark(line) is Mark.BEGIN)


def _appended(lines: Sequence[bytes], body: str, note: str) -> bytes:
    eol = marks.habit(lines)
    gap, last = 1, eol
    if not lines or (marks.ending(lines[-1]) and not lines[-1].strip()):
        gap = 0
    elif not marks.ending(lines[-1]):
        gap, last = 2, b""  # the file's last line has no end, and keeps that habit
    return b"".join([*lines, eol * gap, *_written(body, gap, eol, last, note)])


def _written(body: str, gap: int, eol: bytes, last: bytes, note: str) -> list[bytes]:
    text = body.encode()
    lines = [marks.begin(fingerprint(text), gap, note), *text.removesuffix(b"\n").split(b"\n")]
    return [*(line + eol for line in lines), marks.END + last]


def _without(lines: Sequence[bytes], block: Block) -> list[bytes]:
    before, after = list(lines[: block.start]), list(lines[block.stop :])
    if block.gap and before and before[-1] in (b"\n", b"\r\n"):
        before.pop()
    if block.gap == 2 and before and not any(after):
        before[-1] = before[-1].removesuffix(marks.ending(_marker(lines, block)))
    return before + after
