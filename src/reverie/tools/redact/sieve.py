"""The cheap first look: where in some bytes do any of these literals occur?

Searching for a hundred literals one after the other reads the text a hundred times. Literals that share a rare
character are searched together instead, in one pass over that character, and its neighbours decide, in C, what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .spans import Page

# Characters worth a pass, rarest first as counted in real transcripts, and what must surround one before any literal
# is considered. The common ones are let through only in front of something long that is not all small letters.
_NOT_WORDS = rb"(?=[a-z_-]{0,14}[A-Z0-9])"
_SHARP = {
    b"~": b"",
    b"@": rb"(?<=[^\s@\"'`/]@)",
    b"K": b"",
    b"A": b"",
    b"=": b"",
    b"_": rb"(?=[\w+/-]{16})" + _NOT_WORDS,
    b".": rb"(?=[\w-]{5})",
    b"-": rb"(?<=[A-Za-z1]-)(?=[\w%+/=-]{16})" + _NOT_WORDS + rb"(?<![0-9a-f]{3}-)",
}
_FOLDED = {b"<": b"", b"z": b"", b"k": rb"(?=e[ny]|ie|s[/.]|er l)", b"p": b"(?=ass|asw|wd|w[^a-z]|sql |odman l|search)"}
# So rare that stepping from one to the next outside the engine is cheaper than a pass of the engine. A trigger of more
# than one character always is.
_RARE = {b"~", b"@"}


class Needle(NamedTuple):
    """A literal to look for, `fold` if in any case. A common one may say what pattern has to follow it."""

    literal: bytes
    then: bytes = b""
    fold: bool = False


class Sieve:
    """Finds the occurrences of many literals in few passes."""

    def __init__(self, needles: Iterable[Needle]) -> None:
        groups: dict[tuple[bytes, bool], list[Needle]] = {}
        # Longer ones first: of two literals that end at one place (`key-`, `tskey-`) only the first is reported.
        for needle in sorted(dict.fromkeys(needles), key=lambda n: (-len(n.literal), n)):
            groups.setdefault((_trigger(needle), needle.fold), []).append(needle)
        self._passes = [_Pass(trigger, fold, group) for (trigger, fold), group in groups.items()]

    def hits(self, page: Page) -> Iterator[tuple[Needle, int]]:
        """Each needle with each place its literal begins at."""
        for one in self._passes:
            if one.may_hit(page):
                yield from one.over(page)


class _Pass:
    """One way through the text. Each needle has an empty group of its own, whose number says which of them it was."""

    def __init__(self, trigger: bytes, fold: bool, needles: list[Needle]) -> None:
        self._trigger, self._fold = trigger, fold
        self._steps = trigger in _RARE or len(trigger) > 1
        self._needles = [(needle, needle.literal.rindex(trigger)) for needle in needles]
        gate = (_FOLDED if fold else _SHARP).get(trigger, b"") + self._nearest()
        exact = b"|".join(self._exact(needle, offset) for needle, offset in self._needles)
        # It begins with the trigger alone, so that the engine skips from one to the next without thinking.
        self._look = re.compile(re.escape(trigger) + gate + b"(?:" + exact + b")")

    def may_hit(self, page: Page) -> bool:
        """Most short texts lack most triggers, and asking is cheaper than looking."""
        return self._steps or self._trigger in (page.low if self._fold else page.data)

    def over(self, page: Page) -> Iterator[tuple[Needle, int]]:
        text = page.low if self._fold else page.data
        for match in self._stepping(text) if self._steps else self._look.finditer(text):
            needle, offset = self._needles[(match.lastindex or 1) - 1]
            yield needle, match.start() - offset

    def _stepping(self, text: bytes) -> Iterator[re.Match[bytes]]:
        at = text.find(self._trigger)
        while at >= 0:
            if match := self._look.match(text, at):
                yield match
            at = text.find(self._trigger, at + 1)

    def _nearest(self) -> bytes:
        """A quick look at the bytes next to the trigger, which spares most of the exact ones."""
        if len(self._needles) < 4:
            return b""
        if min(offset for _, offset in self._needles) > 1:
            ends = {needle.literal[offset - 2 : offset + 1] for needle, offset in self._needles}
            return b"(?<=" + b"|".join(map(re.escape, sorted(ends))) + b")"
        before = {re.escape(needle.literal[offset - 1 : offset]) for needle, offset in self._needles if offset}
        after = {re.escape(needle.literal[1:]) + needle.then for needle, offset in self._needles if not offset}
        looks = [b"(?<=[" + b"".join(sorted(before)) + b"]" + re.escape(self._trigger) + b")"] if before else []
        return b"(?:" + b"|".join(looks + [b"(?=" + ahead + b")" for ahead in sorted(after)]) + b")"

    def _exact(self, needle: Needle, offset: int) -> bytes:
        head, tail = needle.literal[: offset + len(self._trigger)], needle.literal[offset + len(self._trigger) :]
        behind = b"(?<=" + re.escape(head) + b")" if offset else b""
        return behind + b"(?=" + re.escape(tail) + needle.then + b")()"


def _trigger(needle: Needle) -> bytes:
    """The rare character by which to look for it, or else the whole literal."""
    return next((c for c in (_FOLDED if needle.fold else _SHARP) if c in needle.literal), needle.literal)
