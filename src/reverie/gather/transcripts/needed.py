"""What every text that a pattern matches must hold, read off the pattern itself. Where nothing sure can be said (a
pattern that may begin inside a word, a construct not understood here), nothing is said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

try:
    from re import _parser  # type: ignore[attr-defined]
except ImportError:  # another Python, which keeps it elsewhere: everything is searched for
    _parser = None

Strings = frozenset[str]
Piece = Any  # of a parsed pattern: what kind, and what it is made of

STRETCH = 12  # letters: more tell little more
WORD = re.compile(r"\w+")
_MOST = 24  # strings that one piece of a pattern may stand for
_EDGE = "\0"  # stands where a word or a line begins or ends, and is nothing itself
_EMPTY: Strings = frozenset({""})
_COMMON = frozenset(
    "this that it is was are the you your have has can coul woul shou will what with not and for to do does just like i"
    " we my our in on of a an be so".split()
)
_SIGN = re.compile(r"\\.|\[\^?\]?|.", re.DOTALL)
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT")


def needles(form: re.Pattern[str]) -> Strings:
    """What every text that matches holds at least one of; nothing if that is not known."""
    if _parser is None:
        return frozenset()
    found = _needed(_parser.parse(form.pattern, form.flags), _EMPTY) or frozenset()
    return frozenset(map(str.lower, found)) if form.flags & re.IGNORECASE else found


def spelled(form: re.Pattern[Any]) -> Strings:
    """All that a pattern can match, if that is a few plain strings; otherwise nothing."""
    if _parser is None or form.flags & re.IGNORECASE:
        return frozenset()
    found = _row(_parser.parse(form.pattern, form.flags)) or frozenset()
    return found if not any(_EDGE in string for string in found) else frozenset()


def alternatives(pattern: str) -> list[str]:
    """The alternatives at the top of a pattern."""
    found, depth, inside = [""], 0, False
    for sign in _SIGN.findall(pattern):
        if inside:
            inside = sign != "]"
        elif sign == "|" and not depth:
            found.append("")
            continue
        else:
            inside = sign[0] == "["
            depth += (sign == "(") - (sign == ")")
        found[-1] += sign
    return found


def _needed(pieces: Iterable[Piece], run: Strings) -> Strings | None:
    """Of what stands in a row, the part that tells most. `run`: what may stand right in front of it."""
    best: Strings | None = None
    for piece, can_be in _in_turn(pieces):
        joined = _joined(run, can_be) if can_be else None
        if joined is None:
            best = _better(_better(best, _told(run)), _within(piece, run))
            joined = can_be or _EMPTY
        run = joined
    return _better(best, _told(run))


def _better(one: Strings | None, other: Strings | None) -> Strings | None:
    if not one or not other:
        return one or other
    return max(one, other, key=lambda strings: (min(map(_worth, strings)), -len(strings)))


def _told(strings: Strings) -> Strings | None:
    """What tells of each of the strings; None if there is nothing in one of them."""
    found = {string.replace(_EDGE, "")[:STRETCH] for string in strings}
    return None if "" in found else frozenset(found)


def _worth(needle: str) -> int:
    return len(needle) if needle not in _COMMON else 0


def _joined(before: Strings, after: Strings) -> Strings | None:
    if len(before) == 1:  # as mostly
        (one,) = before
        return frozenset([one + other for other in after]) if one else after
    if min(len(before), len(after)) > 1 and len(before) * len(after) > _MOST:
        return None
    return frozenset(one + other for one in before for other in after)


def _row(pieces: Iterable[Piece]) -> Strings | None:
    """Everything that a row of pieces can be; None if that is not known, or too much."""
    found = _EMPTY
    for _, can_be in _in_turn(pieces):
        joined = _joined(found, can_be) if can_be else None
        if joined is None:
            return None
        found = joined
    return found


def _in_turn(pieces: Iterable[Piece]) -> Iterator[tuple[Piece, Strings | None]]:
    """Each piece with what it can be; letters in a row, of which most patterns are made, as one."""
    letters = ""
    for piece in pieces:
        if piece[0].name == "LITERAL":
            letters += chr(piece[1])
            continue
        if letters:
            yield piece, frozenset({letters})
            letters = ""
        yield piece, _can_be(piece)
    if letters:
        yield None, frozenset({letters})


def _can_be(piece: Piece) -> Strings | None:
    """The same for one piece. What only looks at its surroundings is nothing itself."""
    kind, inner = piece[0].name, piece[1]
    if kind == "LITERAL":
        return frozenset({chr(inner)})
    if kind in ("ASSERT", "ASSERT_NOT"):
        return _EMPTY
    if kind == "AT":
        return _EMPTY if "NON" in inner.name else frozenset({_EDGE})
    if kind == "IN":
        return frozenset(chr(c) for _, c in inner) if all(what.name == "LITERAL" for what, _ in inner) else None
    if kind == "BRANCH":
        return _union(_row(row) for row in inner[1])
    if kind == "SUBPATTERN":
        return _row(inner[3]) if _is_plain(inner) else None
    if kind in _REPEATS and (inner[0], inner[1]) == (0, 1):
        return _union((_row(inner[2]), _EMPTY))
    return None


def _within(piece: Piece, before: Strings) -> Strings | None:
    """What is needed inside of a piece."""
    kind, inner = piece[0].name, piece[1]
    if kind == "BRANCH":
        return _union(_needed(row, before) for row in inner[1])
    if kind == "SUBPATTERN" and _is_plain(inner):
        return _needed(inner[3], before)
    return _needed(inner[2], _EMPTY) if kind in _REPEATS and inner[0] else None


def _union(rows: Iterable[Strings | None]) -> Strings | None:
    found: set[str] = set()
    for row in rows:
        if not row:
            return None
        found |= row
    return frozenset(found)


def _is_plain(group: Any) -> bool:
    """Whether a group has no flags of its own."""
    return not group[1] and not group[2]
