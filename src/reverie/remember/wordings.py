"""How a question is worded: what it asks for, the words that carry its meaning, and the names it calls things by. Read
from the words that are kept of it, so that two questions can be set side by side."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from reverie.remember.asking import WHAT, WHETHER, asking, carries
from reverie.tools.tokens import tokens

MOST_WORDS = 24
PHRASE = "…?"  # the mark of a few words without a verb: "owner of billing"
_WHOLE = re.compile(r"[_./]")  # parse_jwt_token, src/ledger.py
_NAME = re.compile(r"[_./\d]")
_LOOSE = frozenset({WHAT, WHETHER})  # "what time of day" is when, and "is there" may be where


@dataclass(frozen=True, slots=True)
class Wording:
    """`asks` is empty where it is not said; `nouns` say it, and are no words of their own where both questions do."""

    asks: str
    nouns: frozenset[str]
    phrase: bool
    words: frozenset[str]
    names: frozenset[str]
    plain: bool  # in an alphabet the measured questions are written in


def kept(query: str) -> list[str]:
    """What of a question's words is kept: marks of what it asks for, then stems in the order of the alphabet."""
    asked = asking(query)
    nouns = tokens(asked.noun)
    words = sorted(set(tokens(query)) - set(nouns))
    marks = [PHRASE] * asked.phrase + [":".join([asked.kind, *nouns]) + "?"] * bool(asked.kind)
    return [*marks, *([word for word in words if carries(word)] or words)]


def carried(text: str) -> frozenset[str]:
    """The words of a text that carry its meaning."""
    worded = wording(tuple(kept(text)[:MOST_WORDS]))
    return worded.words | worded.nouns


@lru_cache(maxsize=1 << 14)
def wording(words: tuple[str, ...]) -> Wording:
    mark = next((word[:-1] for word in words if word.endswith("?") and word != PHRASE), "")
    asks, *nouns = mark.split(":")
    said = frozenset(word for word in words if not word.endswith("?"))
    names = frozenset(word for word in said if _NAME.search(word))
    return Wording(asks, frozenset(nouns), PHRASE in words, said, names, all(word.isascii() for word in said))


def apart(one: Wording, other: Wording) -> bool:
    """Whether they surely ask for different things: one who and the other when, or each of a name of its own."""
    if _shapes(one.names - other.names) & _shapes(other.names - one.names):
        return True
    return _unlike(one, other) and not {one.asks, other.asks} & _LOOSE


def _shapes(names: frozenset[str]) -> set[str]:
    """Numbers are set against numbers, files against files: e2e and end-to-end may well be one."""
    return {"1" if any(map(str.isdigit, name)) else _WHOLE.findall(name)[-1] for name in names}


def aside(one: Wording, other: Wording) -> bool:
    """Whether they perhaps do: what was painted, and when it was; or the one only whether."""
    return _unlike(one, other) and bool({one.asks, other.asks} & _LOOSE)


def _unlike(one: Wording, other: Wording) -> bool:
    return bool(one.asks and other.asks and one.asks != other.asks)


def shared(one: Wording, other: Wording) -> float:
    """The words they have in common, of all they have. A name of code is one word, however many pieces it has."""
    left, right = _counted(one, other), _counted(other, one)
    return len(left & right) / len(left | right) if left | right else 0.0


def exchanged(one: Wording, other: Wording) -> bool:
    """Whether one word stands for another in what is the same question otherwise: open for close, delete for rename."""
    left, right = _counted(one, other), _counted(other, one)
    alike = one.asks == other.asks and one.phrase == other.phrase and left & right
    return bool(alike) and len(left - right) == len(right - left) == 1


def _counted(one: Wording, other: Wording) -> frozenset[str]:
    """Without the nouns that only say what both ask for. Of a name both have only the whole, of any other only the
    pieces: `parse jwt token` means the name as well."""
    nouns = one.nouns | other.nouns
    words = one.words - nouns or one.words if one.asks == other.asks else one.words | one.nouns
    if not one.names:
        return words
    both = {name for name in one.names & other.names if _WHOLE.search(name)}
    pieces = {piece for name in both for piece in _pieces(name)} - both
    lone = {name for name in one.names - both if _WHOLE.search(name) and _pieces(name) <= one.words}
    return words - pieces - lone


@lru_cache(maxsize=1 << 12)
def _pieces(name: str) -> frozenset[str]:
    return frozenset(tokens(_WHOLE.sub(" ", name)))
