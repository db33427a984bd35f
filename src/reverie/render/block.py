"""The managed block: the lines between Reverie's two markers in a file that is otherwise the user's. This is how it is
found again, whatever editors and merges did to it meanwhile."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reverie.render import marks
from reverie.render.marks import Mark

_SIDES = (Mark.OURS, Mark.THEIRS)
_CONFLICT = (*_SIDES, Mark.BASE, Mark.BETWEEN)


@dataclass(frozen=True, slots=True)
class Block:
    """A block as it was found: lines `start` to `stop` (counted from 0), what is between the markers, and what the
    begin marker says of it."""

    start: int
    stop: int
    body: bytes = b""
    sha: str = ""
    gap: int = 0
    conflicted: bool = False

    @property
    def edited(self) -> bool:
        """Whether somebody changed what Reverie wrote. A merge is nobody: a conflict is rendered again, never read."""
        return not self.conflicted and fingerprint(self.body) != self.sha


@dataclass(frozen=True, slots=True)
class Found:
    """A file in lines, without its byte order mark; its blocks; markers without a partner; conflicts outside blocks."""

    bom: bytes
    lines: tuple[bytes, ...]
    blocks: tuple[Block, ...] = ()
    strays: tuple[int, ...] = ()
    conflicts: tuple[int, ...] = ()


def fingerprint(body: bytes) -> str:
    """Of the body with plain line feeds: git may change the line ends of a whole file without anyone editing it."""
    return hashlib.sha256(body.replace(b"\r\n", b"\n")).hexdigest()[:12]


def find(content: bytes) -> Found:
    bom = marks.BOM if content.startswith(marks.BOM) else b""
    lines = marks.split(content[len(bom) :])
    kinds = [marks.mark(line) for line in lines]
    last_end = max((at for at, kind in enumerate(kinds) if kind is Mark.END), default=-1)
    fences = marks.Fences(lines)
    blocks: list[Block] = []
    alone: dict[int, Mark] = {}
    at = 0
    while at < len(lines):
        stop = 0
        if kinds[at] is Mark.BEGIN:
            stop = (at < last_end and _reach(kinds, at)) or _as_written(lines, kinds, at)
        if stop:
            blocks.append(_block(lines, kinds, at, stop))
        elif kinds[at] in (Mark.BEGIN, Mark.END, *_SIDES):
            alone[at] = kinds[at]
        at = stop or fences.past(at) or at + 1
    return _found(bom, lines, kinds, blocks, alone)


def _found(bom: bytes, lines: list[bytes], kinds: list[Mark], blocks: list[Block], alone: dict[int, Mark]) -> Found:
    settled = [_doubted(lines, _widened(kinds, block)) for block in _joined(kinds, blocks)]
    taken = {at for block in settled for at in range(block.start, block.stop)}
    strays = tuple(at for at, kind in alone.items() if kind not in _SIDES)
    conflicts = tuple(at for at, kind in alone.items() if kind in _SIDES and at not in taken)
    return Found(bom, tuple(lines), tuple(settled), strays, conflicts)


def _reach(kinds: Sequence[Mark], start: int) -> int:
    """Where the block that begins here stops by its end marker; 0 if another block begins before."""
    for at in range(start + 1, len(kinds)):
        if kinds[at] is Mark.END:
            return _past_conflict(kinds, start, _past_ends(kinds, at))
        if kinds[at] is Mark.BEGIN and not _same_block(kinds, start, at):
            return 0
    return 0


def _past_ends(kinds: Sequence[Mark], at: int) -> int:
    while at < len(kinds) and kinds[at] is Mark.END:
        at += 1
    return at


def _same_block(kinds: Sequence[Mark], start: int, at: int) -> bool:
    """Whether a second begin marker belongs to the first: doubled, or the other side of one conflict."""
    before = _words_before(kinds, at)
    if before in (Mark.BASE, Mark.BETWEEN):
        return Mark.OURS in kinds[max(start - 1, 0) : at]
    return before is Mark.BEGIN


def _words_before(kinds: Sequence[Mark], at: int) -> Mark:
    return next((kinds[i] for i in range(at - 1, -1, -1) if kinds[i] is not Mark.BLANK), Mark.NONE)


def _words_after(kinds: Sequence[Mark], at: int) -> Mark:
    return next((kinds[i] for i in range(at, len(kinds)) if kinds[i] is not Mark.BLANK), Mark.NONE)


def _past_conflict(kinds: Sequence[Mark], start: int, stop: int) -> int:
    """Past the other side too, if the end marker itself stands in a conflict and nothing of the user's follows it."""
    if not _open(kinds[start:stop]) or _words_after(kinds, stop) is not Mark.BETWEEN:
        return stop
    close = next((i for i in range(stop, len(kinds)) if kinds[i] is Mark.THEIRS), 0)
    return close + 1 if close and _words_before(kinds, close) is Mark.END else stop


def _open(kinds: Sequence[Mark]) -> bool:
    sides = [kind for kind in kinds if kind in _SIDES]
    return bool(sides) and sides[-1] is Mark.OURS


def _as_written(lines: Sequence[bytes], kinds: Sequence[Mark], start: int) -> int:
    """The end marker got lost: the block reaches as far as its lines are the ones Reverie wrote, else it cannot be told
    from the user's text, and is none."""
    sha = marks.sha_of(lines[start])
    state = hashlib.sha256()
    for at in range(start + 1, len(lines)):
        if kinds[at] in (Mark.BEGIN, Mark.END):
            return 0
        state.update(lines[at].replace(b"\r\n", b"\n"))
        if state.hexdigest()[:12] == sha:
            return at + 1
    return 0


def _block(lines: Sequence[bytes], kinds: Sequence[Mark], start: int, stop: int) -> Block:
    first, last = start, stop
    while kinds[first + 1] is Mark.BEGIN:
        first += 1
    while last > first + 1 and kinds[last - 1] is Mark.END:
        last -= 1
    body = b"".join(lines[first + 1 : last]).replace(b"\r\n", b"\n")
    conflicted = any(kind in _SIDES for kind in kinds[start:stop])
    return Block(start, stop, body, marks.sha_of(lines[first]), marks.gap_of(lines[first]), conflicted)


def _joined(kinds: Sequence[Mark], blocks: Sequence[Block]) -> list[Block]:
    """Two copies may be the two sides of one conflict: then they are one block."""
    joined: list[Block] = []
    for block in blocks:
        if joined and _two_sides(kinds, joined[-1], block):
            joined.append(replace(joined.pop(), stop=block.stop, conflicted=True))
        else:
            joined.append(block)
    return joined


def _two_sides(kinds: Sequence[Mark], one: Block, other: Block) -> bool:
    between = {kind for kind in kinds[one.stop : other.start] if kind is not Mark.BLANK}
    begun = one.start > 0 and kinds[one.start - 1] is Mark.OURS
    return begun and bool(between) and between <= {Mark.BASE, Mark.BETWEEN}


def _widened(kinds: Sequence[Mark], block: Block) -> Block:
    """With the first and last line of a conflict that is all inside."""
    start, stop = block.start, block.stop
    inside = [kind for kind in kinds[start:stop] if kind in _CONFLICT]
    if inside and inside[0] is not Mark.OURS and start and kinds[start - 1] is Mark.OURS:
        start -= 1
    if _open(kinds[start:stop]) and stop < len(kinds) and kinds[stop] is Mark.THEIRS:
        stop += 1
    changed = (start, stop) != (block.start, block.stop)
    return replace(block, start=start, stop=stop, conflicted=True) if changed else block


def _doubted(lines: Sequence[bytes], block: Block) -> Block:
    """A conflict is nobody's words only while there is no section in it but ours: with a lost marker, a block can seem
    to reach over what the user wrote."""
    titles = {line.strip() for line in lines[block.start : block.stop] if line.startswith(b"#")}
    return replace(block, conflicted=block.conflicted and len(titles) <= 1)
