"""What a passage's score is made of, in one pure function: whichever engine found it, and with or without embeddings.

A passage stands in a context. What counts is how well it matches by itself, how well its neighbours do, and how well
the whole of what it stands in does; each by words (the share of the question's weight that is there, BM25) and, where
there are vectors, by meaning (a cosine, brought to a scale on which 0 is unrelated and 1 is an answer, whatever the
model). The sum becomes a probability by one curve, and what is known about the passage shifts its odds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

NEAR = 0.2  # what a neighbour counts, on either side
WHOLE = 0.5  # what the whole group counts
MEANING = 0.4  # the share of meaning where there is one; the rest is words

_MIDDLE, _STEEPNESS = 0.35, 9.0  # where a match is as likely an answer as not, and how fast that changes
_PINNED, _EXPIRED, _RECENT = 0.4, -1.5, 0.2  # shifts of the odds' logarithm
_HALF_LIFE = 90.0  # days
_DIGITS = 6


class Match(NamedTuple):
    """How well something matches, from 0 to about 1: itself, its two neighbours, the whole it stands in."""

    itself: float
    near: tuple[float, float] = (0.0, 0.0)
    whole: float = 0.0

    @property
    def in_context(self) -> float:
        best = 1 + 2 * NEAR + WHOLE
        return (self.itself + NEAR * sum(self.near) + WHOLE * self.whole) / best


class Standing(NamedTuple):
    """What is known about a passage besides its text."""

    pinned: bool = False
    expired: bool = False
    age: float | None = None  # days


def score(words: Match, meaning: Match | None, standing: Standing) -> tuple[float, Mapping[str, float]]:
    """From 0 to 1, and the parts it came from."""
    by_meaning = None if meaning is None else meaning.in_context
    match = words.in_context if by_meaning is None else (1 - MEANING) * words.in_context + MEANING * by_meaning
    recent = _RECENT * 2 ** (-max(standing.age, 0.0) / _HALF_LIFE) if standing.age is not None else 0.0
    shift = _PINNED * standing.pinned + _EXPIRED * standing.expired + recent
    value = 1 / (1 + math.exp(-(_STEEPNESS * (match - _MIDDLE) + shift)))
    parts = {
        "words": words.itself,
        "words near": sum(words.near),
        "words whole": words.whole,
        **({} if meaning is None else {"meaning": meaning.itself, "meaning near": sum(meaning.near)}),
        **({} if meaning is None else {"meaning whole": meaning.whole}),
        "match": match,
        "pinned": _PINNED * standing.pinned,
        "expired": _EXPIRED * standing.expired,
        "recent": recent,
    }
    return round(value, _DIGITS), {name: round(part, _DIGITS) for name, part in parts.items()}


class Scale(NamedTuple):
    """A model's own cosines for what is unrelated and for what answers a question."""

    unrelated: float
    answer: float

    def meaning(self, cosine: float) -> float:
        """0 for unrelated, 1 for an answer, whatever numbers the model gives them."""
        span = self.answer - self.unrelated
        return min(max((cosine - self.unrelated) / span, 0.0), 1.0) if span > 0 else 0.0
