"""A question as the index sees it: its words with their weights, and its vector if there is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reverie.lookup.asking import telling
from reverie.lookup.meaning import Meaning
from reverie.lookup.reader import Reader, Term
from reverie.lookup.score import usual
from reverie.tools.tokens import tokens

if TYPE_CHECKING:
    from reverie.lookup.vectors import Vectors

_MOST_WORDS = 48  # of a long text, its rarest words say enough
_LONGEST = 20_000  # characters


@dataclass(frozen=True, slots=True)
class Question:
    """`weights` by term: their shares of the question's rarity. Words that nothing holds count in the whole, so that a
    question about something never mentioned is not answered with confidence."""

    weights: Mapping[int, float]
    holders: Mapping[int, int]
    usual: float  # the share of that weight which an answer usually has
    vector: Meaning | None = None

    @property
    def meaning(self) -> Vectors | None:
        """Its vector, waited for if it is not there yet."""
        return self.vector() if self.vector is not None else None


def ask(reader: Reader, query: str, meaning: Meaning | None = None) -> Question:
    words = list(dict.fromkeys(tokens(query[:_LONGEST])))
    known = reader.terms(words)
    found = [(known.get(word, Term(0, 0)), tells) for word, tells in zip(words, telling(words), strict=True)]
    found.sort(key=lambda one: (one[0].holders == 0, one[0].holders))
    rarities = [(term, tells * reader.rarity(term.holders)) for term, tells in found[:_MOST_WORDS]]
    total = sum(rarity for _, rarity in rarities) or 1.0
    shares = [(term, rarity / total) for term, rarity in rarities]
    weights = {term.number: share for term, share in shares if term.holders > 0}
    holders = {term.number: term.holders for term, _ in shares if term.holders > 0}
    return Question(weights, holders, usual(share for _, share in shares), meaning)
