"""Which passages are worth scoring, and how well each matches: by its words, by its meaning, and in its context.

Words: the strongest passages of every word of the question, few for a common one. Meaning: the nearest vectors. What is
found is measured exactly; the order in which an engine found it does not matter.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple

from reverie.lookup import bags
from reverie.lookup.index import Index
from reverie.lookup.question import Question
from reverie.lookup.reader import Card, Postings, Reader
from reverie.lookup.schema import PLACES
from reverie.lookup.score import MEANING, Match, Scale

if TYPE_CHECKING:
    from reverie.lookup.vectors import Vectors

_POSTINGS = 4000  # read for one question: half for its rarest word, half of the rest for the next
_FEWEST = 200  # for any word
_ROUGH = 6  # times as many are looked at
_BY_WORDS, _BY_MEANING = 80, 40
_IN_FULL = 40  # measured with their neighbours
_FIRST_LINES = 3  # of a group whose title matches
_WIDER = 8

Allowed = Callable[[Card], bool]


class Sums(NamedTuple):
    """The two ways to add up give the same numbers."""

    coverages: Callable[[Sequence[bytes], float, Mapping[int, float]], list[float]]
    heaviest: Callable[[Sequence[tuple[Postings, float]], int], list[int]]


class Found(NamedTuple):
    """A passage, and how well it matches."""

    card: Card
    words: Match
    meaning: Match | None


def find(index: Index, reader: Reader, question: Question, limit: int, allowed: Allowed) -> list[Found]:
    """Enough candidates for so many hits; looks further while the filters leave too few."""
    wide, before = 1, -1
    while True:
        covered = _by_words(reader, question, _POSTINGS * wide, max(_BY_WORDS, 2 * limit) * wide)
        by_meaning = _by_meaning(index, reader, question, max(_BY_MEANING, limit) * wide)
        cards = reader.cards(covered.keys() | by_meaning)
        kept = [card for card in cards.values() if allowed(card)]
        if len(kept) >= limit or len(cards) == before:
            return _measured(Measure(index, reader, question, covered), kept, max(_IN_FULL, 2 * limit))
        wide, before = wide * _WIDER, len(cards)


def _by_words(reader: Reader, question: Question, postings: int, most: int) -> dict[int, float]:
    """The passages with the most of the question's weight, and how much. What the lists tell is rough, because a common
    word's is not read to its end; so of those that look best, more than are wanted are measured by all its words."""
    lists = []
    for term in sorted(question.holders, key=lambda term: (question.holders[term], term)):
        found = reader.strongest(term, max(postings // 2, _FEWEST))
        postings -= len(found)
        lists.append((found, question.weights[term]))
    sums = sums_of(question)
    held = reader.bags(_places(sums.heaviest(lists, _ROUGH * most)))
    exact = sums.coverages([bag for _, bag in held], reader.usual_length, question.weights)
    best = nlargest(most, zip(exact, (-number for number, _ in held), strict=True))
    return {-number: share for share, number in best}


def sums_of(question: Question) -> Sums:
    """Many at once where numpy is there, for vectors or by somebody else's doing."""
    if question.meaning is None and "numpy" not in sys.modules:
        return Sums(bags.coverages, bags.heaviest)
    from reverie.lookup import many  # noqa: PLC0415 — numpy only where there are vectors

    return Sums(many.coverages, many.heaviest)


def _places(numbers: Sequence[int]) -> set[int]:
    """The passages themselves; of a title, the first lines under it."""
    places = {number for number in numbers if number % PLACES}
    titles = [number for number in numbers if number % PLACES == 0]
    return places.union(*(range(title + 1, title + 1 + _FIRST_LINES) for title in titles))


def _by_meaning(index: Index, reader: Reader, question: Question, most: int) -> set[int]:
    if question.meaning is None:
        return set()
    rows = index.vectors(reader.facts).nearest(question.meaning(), int(reader.number("rows")), most)
    return set(reader.holders_of_rows(rows))


class Measure:
    """Exact matches of passages and groups with one question, each worked out once. `covered` is known beforehand."""

    def __init__(self, index: Index, reader: Reader, question: Question, covered: Mapping[int, float]) -> None:
        self.words: dict[int, float] = {}
        self.whole: dict[int, float] = {}
        self.meanings: dict[int, float] = {}
        self.best: dict[int, float] = {}  # the best meaning of each group
        self._index, self._reader, self._question, self._covered = index, reader, question, covered
        self._cover = sums_of(question).coverages
        self._scale = Scale(reader.number("unrelated"), reader.number("answer"))

    def take(self, cards: Iterable[Card]) -> None:
        new = [card for card in cards if card.number not in self.words]
        covered = {card.number: self._covered[card.number] for card in new if card.number in self._covered}
        rest = [card for card in new if card.number not in covered]
        measured = self._cover([card.bag for card in rest], self._reader.usual_length, self._question.weights)
        self.words.update(covered)
        self.words.update(zip((card.number for card in rest), measured, strict=True))
        if self._question.meaning is not None:
            self._take_meanings([card for card in new if card.row is not None], self._question.meaning())

    def take_groups(self, groups: set[int]) -> None:
        found = self._reader.wholes(groups)
        covered = self._cover(list(found.values()), self._reader.usual_group, self._question.weights)
        self.whole.update(zip(found, covered, strict=True))

    def take_neighbours(self, cards: Iterable[Card]) -> None:
        beside = {card.number + step for card in cards for step in (-1, 1)} - self.words.keys()
        self.take(self._reader.cards(number for number in beside if number % PLACES).values())

    def rough(self, number: int) -> float:
        """How well a passage matches, as far as it is known by now."""
        words = (1 - MEANING) * _match(number, self.words, self.whole).in_context
        return words + MEANING * _match(number, self.meanings, self.best).in_context if self.meanings else words

    def found(self, card: Card) -> Found:
        words = _match(card.number, self.words, self.whole)
        return Found(card, words, _match(card.number, self.meanings, self.best) if self.meanings else None)

    def _take_meanings(self, cards: list[Card], vector: Vectors) -> None:
        file = self._index.vectors(self._reader.facts)
        rows = {card.number: card.row for card in cards if card.row is not None}
        cosines = file.cosines(rows, int(self._reader.number("rows")), vector)
        for card in cards:
            if card.number in cosines:
                meaning = self._scale.meaning(cosines[card.number], bags.length(card.bag))
                self.meanings[card.number] = meaning
                group = card.number // PLACES
                self.best[group] = max(self.best.get(group, 0.0), meaning)


def _measured(measure: Measure, kept: list[Card], in_full: int) -> list[Found]:
    """All of them without their neighbours first; the best of them with."""
    measure.take(kept)
    measure.take_groups({card.number // PLACES for card in kept})
    best = sorted(kept, key=lambda card: (-measure.rough(card.number), card.number))[:in_full]
    measure.take_neighbours(best)
    return [measure.found(card) for card in best]


def _match(number: int, each: Mapping[int, float], whole: Mapping[int, float]) -> Match:
    """Numbers that follow are neighbours; a group's first has a title before it, which is in the whole."""
    near = (each.get(number - 1, 0.0), each.get(number + 1, 0.0))
    return Match(each.get(number, 0.0), near, whole.get(number // PLACES, 0.0))
