"""Patterns of one's own, checked before they are used: one that could take for ever is refused, never left out.

A committed configuration is a stranger's text. How much a backtracking matcher may have to do is counted here, in bits:
the ways in which a text can be read, and the steps of one attempt at one place. What is linear is searched for in the
whole text; what could be quadratic only in windows, so that a text of twice the length takes twice the time; what could
be worse is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from itertools import combinations
from math import inf, log2
from typing import Any, NamedTuple

# The regular expressions of Python, taken apart by Python itself. It has no public door.
_PARSER, _COMPILER = import_module("re._parser"), import_module("re._compiler")

WINDOW = 2048  # bytes searched at once for what could be quadratic; up to half as long a secret is found for sure
_KIND = re.compile(r"[A-Za-z0-9_.-]{1,40}\Z")
_FOLDED = re.compile(rb"\(\?[a-zA-Z]*i")
_ENDLESS = log2(WINDOW)  # bits of a repeat without end
_TOO_MANY = 20.0  # a million ways, within one repeat
_WHOLE = 10.0  # bits of steps at one place that are fine anywhere
_QUADRATIC = 13.0  # and those of one repeat without end, with a little around it
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_ONE_BYTE = ("LITERAL", "NOT_LITERAL", "ANY", "IN")
_LOOKS = ("ASSERT", "ASSERT_NOT")
_ANYTHING = (1 << 256) - 1


class Slow(ValueError):
    """it can take for ever on some texts"""


class Begin(NamedTuple):
    """With which bytes something can begin, as a set of bits, and whether it can also be nothing at all."""

    bytes: int
    empty: bool


class Cost(NamedTuple):
    """Of trying a part at one place, in bits: the ways to read it, and the steps until all of them have failed."""

    ways: float
    steps: float


class Own:
    """A pattern that is safe on any text."""

    def __init__(self, form: re.Pattern[bytes], windowed: bool) -> None:
        self._form, self._windowed = form, windowed

    def spans(self, data: bytes) -> Iterator[tuple[int, int]]:
        """Where the secrets lie: the first group, if there is one, else all that fits."""
        for match in self._matches(data):
            yield match.span(self._form.groups and 1)

    def fits(self, data: bytes) -> bool:
        return any(True for _ in self._matches(data))

    def _matches(self, data: bytes) -> Iterator[re.Match[bytes]]:
        if not self._windowed:
            yield from self._form.finditer(data)
            return
        at = done = 0
        while at <= len(data):
            half = at + WINDOW // 2
            for match in self._form.finditer(data, max(at, done), at + WINDOW):
                if match.start() >= half and half < len(data):
                    break  # the next window has more of it
                done = match.end() + (match.end() == match.start())
                yield match
            at = half


def compiled(kind: str, pattern: str) -> Own:
    """The pattern, ready for use. A `ValueError` says what is wrong with it and what to do."""
    if not _KIND.match(kind):
        raise ValueError(f"'{kind}' cannot name a kind of secret: letters, digits, '_', '.' and '-' only")
    try:
        form = re.compile(pattern.encode())
        return Own(form, windowed=_Walk(pattern.encode()).needs_windows())
    except Slow:
        raise ValueError(
            f"the pattern of '{kind}' can take for ever on some texts, because it repeats something that can be read in"
            " several ways, as (a+)+ and a*a*b do; repeat only once, or between 1 and so many times, as in a{1,40}"
        ) from None
    except (re.error, ValueError, OverflowError, RecursionError) as problem:
        raise ValueError(f"the pattern of '{kind}' is no regular expression: {problem}") from None


class _Walk:
    """Goes through a pattern from its end to its beginning, so that it is known what can follow each part."""

    def __init__(self, pattern: bytes) -> None:
        self._tree = _PARSER.parse(pattern)
        self._flags = re.IGNORECASE if _FOLDED.search(pattern) else re.NOFLAG
        self._bytes: dict[str, int] = {}
        self._begin_of_all = Begin(_ANYTHING, empty=True)

    def needs_windows(self) -> bool:
        """Whether many attempts, each at another place, could be quadratic together. `Slow` if it is worse."""
        self._begin_of_all = self._begins(self._tree)
        cost = self._sequence(self._tree, 0, last=True)
        if cost.steps > _QUADRATIC:
            raise Slow
        return cost.steps > _WHOLE

    def _sequence(self, parts: Any, after: int, last: bool) -> Cost:
        """What these parts cost, one after the other, if this can come after; `last`: nothing comes after."""
        ways = steps = 0.0
        for part in reversed(list(parts)):
            cost = self._part(part, after, last)
            ways, steps = ways + cost.ways, _sum(cost.steps, cost.ways + steps) if cost.steps else steps
            begin = self._begin(part)
            after = begin.bytes | after if begin.empty else begin.bytes
            last = False
        return Cost(ways, steps)

    def _part(self, part: Any, after: int, last: bool) -> Cost:
        name, value = str(part[0]), part[1]
        if name in _REPEATS:
            return self._repeat(value, after, last, keeps=name == "POSSESSIVE_REPEAT")
        if name == "BRANCH":
            return self._branch(value[1], after, last)
        if name == "GROUPREF":
            return Cost(0.0, self._width(value))
        inner = [item for item in (value if isinstance(value, tuple) else (value,)) if _is_parts(item)]
        last = last and name == "SUBPATTERN"
        costs = [self._sequence(item, after if name == "SUBPATTERN" else 0, last) for item in inner]
        ways = sum(cost.ways for cost in costs) if name in ("SUBPATTERN", "GROUPREF_EXISTS") else 0.0
        return Cost(ways, max((cost.steps for cost in costs), default=0.0))

    def _repeat(self, repeat: Any, after: int, last: bool, keeps: bool) -> Cost:
        least, most, body = repeat
        begin = self._begins(body)
        inner = self._sequence(body, begin.bytes | after if most > 1 else after, last=False)
        rounds = inf if most == _PARSER.MAXREPEAT else float(most)
        within = rounds * inner.ways if inner.ways else 0.0
        if most > 1 and within > _TOO_MANY:
            raise Slow
        unsure = bool(begin.bytes & after) or begin.empty
        choices = min(_ENDLESS, log2(int(most) - int(least) + 1)) if unsure and not keeps else 0.0
        bits = min(_ENDLESS, log2(max(int(most), 1)))
        steps = bits + inner.steps if self._looks(body) else max(bits, inner.steps)
        if not within and self._is_paid_for(body, last):
            steps = log2(max(int(least), 1))
        return Cost(0.0 if keeps else within + choices, within + steps)

    def _is_paid_for(self, body: Any, last: bool) -> bool:
        """Each byte is read once over all attempts: what is read is part of the match, or no attempt begins there."""
        if self._looks(body):
            return False
        taken = last and len(body) == 1 and str(body[0][0]) in _ONE_BYTE
        return taken or not (self._begin_of_all.empty or self._anywhere(body) & self._begin_of_all.bytes)

    def _width(self, group: int) -> float:
        groups = (part[1] for part in _flat(self._tree) if str(part[0]) == "SUBPATTERN")
        widest = max((int(body.getwidth()[1]) for number, _, _, body in groups if number == group), default=WINDOW)
        return min(_ENDLESS, log2(max(widest, 1)))

    def _branch(self, branches: Any, after: int, last: bool) -> Cost:
        begins = [self._begins(branch) for branch in branches]
        firsts = [begin.bytes | after if begin.empty else begin.bytes for begin in begins]
        alike = any(one & other for one, other in combinations(firsts, 2))
        costs = [self._sequence(branch, after, last) for branch in branches]
        more = log2(len(branches)) if alike else 0.0
        return Cost(max(cost.ways for cost in costs) + more, max(cost.steps for cost in costs) + more)

    def _looks(self, parts: Any) -> bool:
        """Whether something in it looks further than it goes, so that a round may read what the next reads again."""
        return any(str(part[0]) in (*_LOOKS, "GROUPREF", "ATOMIC_GROUP") for part in _flat(parts))

    def _anywhere(self, parts: Any) -> int:
        """Every byte that can be read in these parts."""
        found = 0
        for part in _flat(parts):
            name = str(part[0])
            if name in _ONE_BYTE:
                found |= self._one_byte(part)
            elif name in ("GROUPREF", "GROUPREF_EXISTS"):
                return _ANYTHING
        return found

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
        if name in _LOOKS:  # what it looks at is tried, and then what comes after
            return Begin(self._begins(value[1]).bytes, empty=True)
        return Begin(0 if name == "AT" else _ANYTHING, empty=True)

    def _one_byte(self, part: Any) -> int:
        """Which bytes fit a part that is one byte: tried, because nobody knows better than the engine."""
        known = repr(part)
        if known not in self._bytes:
            fits = _COMPILER.compile(_PARSER.SubPattern(_PARSER.State(), [part]), self._flags | re.DOTALL)
            self._bytes[known] = sum(1 << n for n in range(256) if fits.match(bytes([n])))
        return self._bytes[known]


def _is_parts(value: Any) -> bool:
    return isinstance(value, _PARSER.SubPattern)


def _flat(parts: Any) -> Iterator[Any]:
    """Every part, however deep."""
    for part in parts:
        yield part
        value = part[1]
        for item in value if isinstance(value, tuple) else (value,):
            for inner in item if isinstance(item, list) else (item,):
                if _is_parts(inner):
                    yield from _flat(inner)


def _sum(one: float, other: float) -> float:
    """Of two numbers told in bits."""
    return max(one, other) + log2(1 + 2 ** -abs(one - other)) if max(one, other) < 900 else inf
