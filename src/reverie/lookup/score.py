"""What a passage's score is made of, in one pure function: whichever engine found it, and with or without embeddings.

A passage stands in a context. What counts is how well it matches by itself; where its neighbours, or the whole of what
it stands in, match better, they lift it part of the way, so that a line that leaves unsaid what it is about is found,
and never before the line that says it. Each is measured by words (the share of the question's weight that is there,
BM25) and, where there are vectors, by meaning (a cosine, on a scale where 0 is unrelated and 1 is an answer, whatever
the model). What is found is set against what an answer usually has, which depends on the question, not on the engine;
that ratio becomes a score by one curve, and what is known about the passage shifts its odds.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

NEAR = 0.2  # how much of the way a better neighbour lifts a passage
WHOLE = 0.25  # how much of the way the whole does
MEANING = 0.3  # the share of meaning where there is one; the rest is words

_MIDDLE, _STEEPNESS = 0.5, 8.0  # half of what an answer usually has is as likely one as not
_PINNED, _EXPIRED, _RECENT = 0.4, -1.5, 0.2  # shifts of the odds' logarithm
_HALF_LIFE = 90.0  # days
_OWN = 1.0  # from half of it less to half of it more
_CLEAR, _BLUR = 60, 0.1  # up to so many words a text is about one thing; with each doubling it tells so much less
_FULL, _BARE = 12, 0.07  # with fewer words it names its subject and says little of it; with each halving so much less
_ONE_MENTION = 0.55  # of each word, in a text of usual length or less
_DIGITS = 6


class Match(NamedTuple):
    """How well something matches, from 0 to about 1: itself, its two neighbours, the whole it stands in."""

    itself: float
    near: tuple[float, float] = (0.0, 0.0)
    whole: float = 0.0

    @property
    def in_context(self) -> float:
        return in_context(self.itself, max(self.near), self.whole)


def in_context(itself: float, near: float, whole: float) -> float:
    """What matches by itself, lifted part of the way to what is around it where that matches better."""
    lifted = itself
    if near > itself:
        lifted += NEAR * (near - itself)
    if whole > itself:
        lifted += WHOLE * (whole - itself)
    return lifted


class Standing(NamedTuple):
    """What is known about a passage besides its text."""

    pinned: bool = False
    expired: bool = False
    age: float | None = None  # days
    own: float | None = None  # how much somebody speaks of himself, if that was asked


def usual(shares: Iterable[float]) -> float:
    """What share of a question's weight the words of an answer usually have: the more words a question has, the fewer
    of them come back. `shares` are those of its words; the square root is what four sets of questions had in common.
    Never more than one mention of every word gives."""
    return min(1.25 * math.sqrt(sum(share * share for share in shares)), _ONE_MENTION)


def match_of(words: Match, meaning: Match | None, usual_words: float) -> float:
    """What was found, over what an answer usually has."""
    found, expected = words.in_context, usual_words
    if meaning is not None:
        found = (1 - MEANING) * found + MEANING * meaning.in_context
        expected = (1 - MEANING) * expected + MEANING
    return found / expected if expected else 0.0


def even(usual_length: float) -> float:
    """The match that is as likely an answer as not. A long text holds words of many a question by chance: where texts
    usually are long, more has to be found. The same for all that one question finds, so that it changes no order."""
    return _MIDDLE + _blur(usual_length)


def score(match: float, standing: Standing, even_match: float = _MIDDLE) -> float:
    """From 0 to 1."""
    odds = _STEEPNESS * (match - even_match) + sum(_shifts(standing).values())
    return round(1 / (1 + math.exp(-odds)), _DIGITS)


def explain(
    words: Match, meaning: Match | None, usual_words: float, standing: Standing, even_match: float
) -> Mapping[str, float]:
    """The parts that `score` is made of."""
    match = {"match": match_of(words, meaning, usual_words), "even": even_match}
    parts = {**_parts("words", words), **(_parts("meaning", meaning) if meaning else {}), **match, **_shifts(standing)}
    return {name: round(part, _DIGITS) for name, part in parts.items()}


def _shifts(standing: Standing) -> dict[str, float]:
    recent = 0.0 if standing.age is None else _RECENT * 2 ** (-max(standing.age, 0.0) / _HALF_LIFE)
    known = {"pinned": _PINNED * standing.pinned, "expired": _EXPIRED * standing.expired, "recent": recent}
    return known if standing.own is None else {**known, "own": _OWN * (standing.own - 0.5)}


def _parts(name: str, match: Match) -> dict[str, float]:
    return {name: match.itself, f"{name} near": max(match.near), f"{name} whole": match.whole}


class Scale(NamedTuple):
    """A model's own cosines for what is unrelated and for what answers a question."""

    unrelated: float
    answer: float

    def meaning(self, cosine: float, length: int = 0) -> float:
        """0 for unrelated, 1 for an answer, whatever numbers the model gives them. `length` is the text's, in words: a
        long one has a vector of all it speaks of, and a very short one hardly more than the name of its subject; both
        lie near many a question that they do not answer."""
        span = self.answer - self.unrelated
        little = _blur(length) + _bareness(length)
        return min(max((cosine - self.unrelated) / span - little, 0.0), 1.0) if span > 0 else 0.0


def _blur(length: float) -> float:
    return _BLUR * math.log2(length / _CLEAR) if length > _CLEAR else 0.0


def _bareness(length: int) -> float:
    return _BARE * math.log2(_FULL / length) if 0 < length < _FULL else 0.0
