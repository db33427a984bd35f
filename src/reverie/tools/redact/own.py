"""Patterns of one's own, checked before they are used: one that could take for ever is refused, never left out.

A committed configuration is a stranger's text. Backtracking takes exponential time where something is repeated and
each round can be read in more than one way: how many ways there are is counted here, in bits.
"""

from __future__ import annotations

import re
from importlib import import_module
from itertools import combinations
from math import inf, log2
from typing import Any, NamedTuple

# The regular expressions of Python, taken apart by Python itself. It has no public door.
_PARSER, _COMPILER = import_module("re._parser"), import_module("re._compiler")

_KIND = re.compile(r"[A-Za-z0-9_.-]{1,40}\Z")
_FOLDED = re.compile(rb"\(\?[a-zA-Z]*i")
_ENDLESS = 8.0  # bits of choice in a repeat without end: so many that three, one after the other, are too many
_TOO_MANY = 20.0  # a million ways
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_ONE_BYTE = ("LITERAL", "NOT_LITERAL", "ANY", "IN")
_ANYTHING = (1 << 256) - 1


class Slow(ValueError):
    """it can take for ever on some texts"""


class Begin(NamedTuple):
    """With which bytes something can begin, as a set of bits, and whether it can also be nothing at all."""

    bytes: int
    empty: bool


def compiled(kind: str, pattern: str) -> re.Pattern[bytes]:
    """The pattern, ready for use. A `ValueError` says what is wrong with it and what to do."""
    if not _KIND.match(kind):
        raise ValueError(f"'{kind}' cannot name a kind of secret: letters, digits, '_', '.' and '-' only")
    try:
        form = re.compile(pattern.encode())
        _Walk(pattern.encode()).check()
    except Slow:
        raise ValueError(
            f"the pattern of '{kind}' can take for ever on some texts, because it repeats something that can be read in"
            " several ways, as (a+)+ does; repeat only once, or between 1 and so many times, as in a{1,40}"
        ) from None
    except (re.error, ValueError, OverflowError, RecursionError) as problem:
        raise ValueError(f"the pattern of '{kind}' is no regular expression: {problem}") from None
    return form


class _Walk:
    """Goes through a pattern from its end to its beginning, so that it is known what can follow each part."""

    def __init__(self, pattern: bytes) -> None:
        self._tree = _PARSER.parse(pattern)
        self._flags = re.IGNORECASE if _FOLDED.search(pattern) else re.NOFLAG
        self._bytes: dict[str, int] = {}

    def check(self) -> None:
        self._bits(self._tree, 0)

    def _bits(self, parts: Any, after: int) -> float:
        """In how many ways can these parts, one after the other, be read, if this can come after?"""
        total = 0.0
        for part in reversed(list(parts)):
            total += self._choices(part, after)
            begin = self._begin(part)
            after = begin.bytes | after if begin.empty else begin.bytes
        return total

    def _choices(self, part: Any, after: int) -> float:
        name, value = str(part[0]), part[1]
        if name in _REPEATS:
            return self._repeat(value, after)
        if name == "BRANCH":
            return self._branch(value[1], after)
        inner = [item for item in (value if isinstance(value, tuple) else (value,)) if _is_parts(item)]
        bits = sum(self._bits(item, after if name == "SUBPATTERN" else 0) for item in inner)
        return bits if name in ("SUBPATTERN", "GROUPREF_EXISTS") else 0.0

    def _repeat(self, repeat: Any, after: int) -> float:
        least, most, body = repeat
        begin = self._begins(body)
        inside = self._bits(body, begin.bytes | after if most > 1 else after)
        rounds = inf if most == _PARSER.MAXREPEAT else float(most)
        within = rounds * inside if inside else 0.0
        if most > 1 and within > _TOO_MANY:
            raise Slow
        unsure = bool(begin.bytes & after) or begin.empty
        return within + (min(_ENDLESS, log2(int(most) - int(least) + 1)) if unsure else 0.0)

    def _branch(self, branches: Any, after: int) -> float:
        begins = [self._begins(branch) for branch in branches]
        firsts = [begin.bytes | after if begin.empty else begin.bytes for begin in begins]
        alike = any(one & other for one, other in combinations(firsts, 2))
        return max(self._bits(branch, after) for branch in branches) + (log2(len(branches)) if alike else 0.0)

    def _begins(self, parts: Any) -> Begin:
        found = 0
        for part in parts:
            begin = self._begin(part)
            found |= begin.bytes
            if not begin.empty:
                return Begin(found, empty=False)
        return Begin(found, empty=True)

    def _begin(self, part: Any) -> Begin:
        name, value = str(part[0]), part[1]
        if name in _ONE_BYTE:
            return Begin(self._one_byte(part), empty=False)
        if name in _REPEATS:
            begin = self._begins(value[2])
            return Begin(begin.bytes, begin.empty or value[0] == 0)
        if name == "BRANCH":
            begins = [self._begins(branch) for branch in value[1]]
            bits = 0
            for begin in begins:
                bits |= begin.bytes
            return Begin(bits, any(begin.empty for begin in begins))
        if name in ("SUBPATTERN", "ATOMIC_GROUP"):
            return self._begins(value[-1] if name == "SUBPATTERN" else value)
        return Begin(0 if name in ("AT", "ASSERT", "ASSERT_NOT") else _ANYTHING, empty=True)

    def _one_byte(self, part: Any) -> int:
        """Which bytes fit a part that is one byte: tried, because nobody knows better than the engine."""
        known = repr(part)
        if known not in self._bytes:
            fits = _COMPILER.compile(_PARSER.SubPattern(_PARSER.State(), [part]), self._flags | re.DOTALL)
            self._bytes[known] = sum(1 << n for n in range(256) if fits.match(bytes([n])))
        return self._bytes[known]


def _is_parts(value: Any) -> bool:
    return isinstance(value, _PARSER.SubPattern)
