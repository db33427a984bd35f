"""The cheap first look: where in some bytes do any of these literals occur?

All literals are searched for at once by an Aho-Corasick automaton. Only single characters, of which there are many in
any text, get a pass of a regular expression each, which looks at what follows in C.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from ahocorasick_rs import BytesAhoCorasick, Implementation

from .spans import Page

_MUCH = 1 << 18  # bytes to read at a time that are worth the faster automaton, which takes 20 ms to build instead of 2


class Needle(NamedTuple):
    """A literal to look for, `fold` if in any case. A common one may say what pattern has to follow it."""

    literal: bytes
    then: bytes = b""
    fold: bool = False


class Sieve:
    """Finds the occurrences of many literals in few passes."""

    def __init__(self, needles: Iterable[Needle]) -> None:
        unique = list(dict.fromkeys(needles))
        single = [needle for needle in unique if len(needle.literal) == 1]
        self._singles = [(needle, _follows(needle.literal, needle.then)) for needle in single]
        self._sharp = _Automaton([n for n in unique if not n.fold and n not in single])
        self._folded = _Automaton([n for n in unique if n.fold and n not in single])

    def hits(self, page: Page) -> Iterator[tuple[Needle, int]]:
        """Each needle with each place its literal begins at."""
        yield from self._sharp.hits(page.data)
        yield from self._folded.hits(page.low)
        for needle, look in self._singles:
            if needle.literal in page.data:
                yield from ((needle, match.start()) for match in look.finditer(page.data))


class _Automaton:
    def __init__(self, needles: Sequence[Needle]) -> None:
        self._by_literal: dict[bytes, list[Needle]] = {}
        for needle in needles:
            self._by_literal.setdefault(needle.literal, []).append(needle)
        self._literals = list(self._by_literal)
        self._waiting = list(self._by_literal.values())

    @cached_property
    def _small(self) -> BytesAhoCorasick:
        return BytesAhoCorasick(self._literals, implementation=Implementation.ContiguousNFA)

    @cached_property
    def _fast(self) -> BytesAhoCorasick:
        return BytesAhoCorasick(self._literals, implementation=Implementation.DFA)

    def hits(self, text: bytes) -> Iterator[tuple[Needle, int]]:
        automaton = self._fast if len(text) > _MUCH else self._small
        for number, start, end in automaton.find_matches_as_indexes(text, overlapping=True):
            for needle in self._waiting[number]:
                if not needle.then or _compiled(needle.then).match(text, end):
                    yield needle, start


@cache
def _compiled(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern)


def _follows(literal: bytes, then: bytes) -> re.Pattern[bytes]:
    return re.compile(re.escape(literal) + b"(?=" + then + b")")
