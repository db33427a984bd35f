"""Which passages are worth scoring, and how well each matches: by its words, by its meaning, and in its context.

Words: the strongest passages of every word of the question, few for a common one. Meaning: the nearest vectors. What is
found is measured exactly; the order in which an engine found it does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import nlargest
from typing import NamedTuple

from reverie.lookup import bags
from reverie.lookup.index import Index
from reverie.lookup.question import Question
from reverie.lookup.reader import Card, Reader
from reverie.lookup.schema import PLACES
from reverie.lookup.score import WHOLE, Match, Scale

_POSTINGS = 6000  # read for one question, shared among its words
_BY_WORDS, _BY_MEANING = 120, 60
_FIRST_LINES = 3  # of a group whose title matches
_WIDER = 8

Allowed = Callable[[Card], bool]


class Found(NamedTuple):
    """A passage, and how well it matches."""

    card: Card
    words: Match
    meaning: Match | None


def find(index: Index, reader: Reader, question: Question, limit: int, allowed: Allowed) -> list[Found]:
    """Enough candidates for so many hits; looks further while the filters leave too few."""
    wide, before = 1, -1
    while True:
        most = max(_BY_WORDS, 2 * limit) * wide
        numbers = _by_words(reader, question, _POSTINGS * wide, most) | _by_meaning(
            index, reader, question, max(_BY_MEANING, limit) * wide
        )
        cards = reader.cards(numbers)
        kept = [card for card in cards.values() if allowed(card)]
        if len(kept) >= limit or len(cards) == before:
            return _measured(index, reader, question, kept, cards)
        wide, before = wide * _WIDER, len(cards)


def _by_words(reader: Reader, question: Question, postings: int, most: int) -> set[int]:
    """The passages with the most of the question's weight, what stands around them counted in."""
    gains: dict[int, float] = {}
    wholes: dict[int, float] = {}
    rarest_first = sorted(question.holders, key=lambda term: (question.holders[term], term))
    for waiting, term in zip(range(len(rarest_first), 0, -1), rarest_first, strict=True):
        weight, met = question.weights[term] / 255, set[int]()
        found = reader.strongest(term, max(postings // waiting, 50))
        postings -= len(found)
        for level, number in found:
            gain = weight * (255 - level)
            gains[number] = gains.get(number, 0.0) + gain
            group = number // PLACES
            if group not in met:  # strongest first: this is its best
                met.add(group)
                wholes[group] = wholes.get(group, 0.0) + gain
    best = nlargest(most, ((gain + WHOLE * wholes[number // PLACES], -number) for number, gain in gains.items()))
    return {place for _, number in best for place in _places(-number)}


def _places(number: int) -> Iterable[int]:
    """The passage itself; for a title, the first lines under it."""
    return (number,) if number % PLACES else range(number + 1, number + 1 + _FIRST_LINES)


def _by_meaning(index: Index, reader: Reader, question: Question, most: int) -> set[int]:
    if question.vector is None:
        return set()
    rows = index.vectors(reader.facts).nearest(question.vector, int(reader.number("rows")), most)
    return set(reader.holders_of_rows(rows))


def _measured(
    index: Index, reader: Reader, question: Question, kept: list[Card], known: dict[int, Card]
) -> list[Found]:
    beside = {card.number + step for card in kept for step in (-1, 1)} - known.keys()
    around = {**known, **reader.cards(number for number in beside if number % PLACES)}
    words = {card.number: bags.coverage(card.bag, reader.usual_length, question.weights) for card in around.values()}
    groups = reader.wholes({card.number // PLACES for card in kept})
    whole = {group: bags.coverage(bag, reader.usual_group, question.weights) for group, bag in groups.items()}
    meanings = _meanings(index, reader, question, around)
    best = _best_of_groups(meanings)
    return [
        Found(card, _match(card.number, words, whole), _match(card.number, meanings, best) if meanings else None)
        for card in kept
    ]


def _match(number: int, each: Mapping[int, float], whole: Mapping[int, float]) -> Match:
    """Numbers that follow are neighbours; a group's first has a title before it, which is in the whole."""
    near = (each.get(number - 1, 0.0), each.get(number + 1, 0.0))
    return Match(each.get(number, 0.0), near, whole.get(number // PLACES, 0.0))


def _meanings(index: Index, reader: Reader, question: Question, cards: Mapping[int, Card]) -> dict[int, float]:
    if question.vector is None:
        return {}
    wanted = {card.number: card.row for card in cards.values() if card.row is not None}
    scale = Scale(reader.number("unrelated"), reader.number("answer"))
    found = index.vectors(reader.facts).cosines(wanted, int(reader.number("rows")), question.vector)
    return {number: scale.meaning(cosine) for number, cosine in found.items()}


def _best_of_groups(meanings: Mapping[int, float]) -> dict[int, float]:
    best: dict[int, float] = {}
    for number, meaning in meanings.items():
        group = number // PLACES
        best[group] = max(best.get(group, 0.0), meaning)
    return best
