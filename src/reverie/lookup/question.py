"""A question as the index sees it: its words with their weights, and its vector if there is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reverie.lookup.asking import telling
from reverie.lookup.reader import Reader, Term
from reverie.lookup.score import usual
from reverie.tools.forms import other_forms
from reverie.tools.tokens import tokens

if TYPE_CHECKING:
    from reverie.lookup.vectors import Vectors

_MOST_WORDS = 48  # of a long text, its rarest words say enough
_LONGEST = 20_000  # characters
_FORM = 0.6  # of a word's weight, where a text has another form of it


@dataclass(frozen=True, slots=True)
class Question:
    """`weights` by term: their shares of the question's rarity. Words that nothing holds count in the whole, so that a
    question about something never mentioned is not answered with confidence."""

    weights: Mapping[int, float]
    holders: Mapping[int, int]
    usual: float  # the share of that weight which an answer usually has
    meaning: Vectors | None = None  # its vector


def ask(reader: Reader, query: str, meaning: Vectors | None = None) -> Question:
    words = list(dict.fromkeys(tokens(query[:_LONGEST])))
    known = reader.terms([*words, *(form for word in words for form in other_forms(word))])
    found = [(word, known.get(word, Term(0, 0)), tells) for word, tells in zip(words, telling(words), strict=True)]
    found.sort(key=lambda one: (one[1].holders == 0, one[1].holders))
    rarities = [(word, term, tells * reader.rarity(term.holders)) for word, term, tells in found[:_MOST_WORDS]]
    total = sum(rarity for *_, rarity in rarities) or 1.0
    shares = [(word, term, rarity / total) for word, term, rarity in rarities]
    weights = {term.number: share for _, term, share in shares if term.holders > 0}
    holders = {term.number: term.holders for _, term, _ in shares if term.holders > 0}
    for word, _, share in shares:
        for form in _others(word, known, weights):
            weights[form.number] = _FORM * min(share, reader.rarity(form.holders) / total)
            holders[form.number] = form.holders
    return Question(weights, holders, usual(share for *_, share in shares), meaning)


def _others(word: str, known: Mapping[str, Term], asked: Mapping[int, float]) -> list[Term]:
    """The other forms of a word that are there, and are not asked for themselves."""
    found = [known[form] for form in other_forms(word) if form in known]
    return [term for term in found if term.holders > 0 and term.number not in asked]
