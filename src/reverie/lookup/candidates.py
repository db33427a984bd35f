"""Which passages are worth scoring, and how well each matches: by its words, by its meaning, and in its context.

Words: the strongest passages of every word of the question, few for a common one. Meaning: the nearest vectors. What is
found is measured exactly; the order in which an engine found it does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import nlargest
from operator import neg
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
        by_words = _by_words(reader, question, _POSTINGS * wide, max(_BY_WORDS, 2 * limit) * wide)
        by_meaning = _by_meaning(index, reader, question, max(_BY_MEANING, limit) * wide)
        cards = reader.cards(by_words | by_meaning)
        kept = [card for card in cards.values() if allowed(card)]
        if len(kept) >= limit or len(cards) == before:
            return _measured(Measure(index, reader, question), kept, max(_IN_FULL, 2 * limit))
        wide, before = wide * _WIDER, len(cards)


def _by_words(reader: Reader, question: Question, postings: int, most: int) -> set[int]:
    """The passages with the most of the question's weight. What the lists tell is rough, because a common word's is not
    read to its end; so of those that look best, more than are wanted are measured by all of the question's words."""
    lists = []
    for term in sorted(question.holders, key=lambda term: (question.holders[term], term)):
        found = reader.strongest(term, max(postings // 2, _FEWEST))
        postings -= len(found)
        lists.append((found, question.weights[term]))
    sums = _sums(question)
    rough = sums.heaviest(lists, _ROUGH * most)
    places = {place for number in rough for place in _places(number)}
    if len(places) <= most:
        return places
    numbers, held = zip(*reader.bags(places), strict=True)
    exact = sums.coverages(held, reader.usual_length, question.weights)
    best = nlargest(most, zip(exact, map(neg, numbers), strict=True))
    return {-number for _, number in best}


def _sums(question: Question) -> Sums:
    """Many at once where numpy is there for the vectors anyway."""
    if question.meaning is None:
        return Sums(bags.coverages, bags.heaviest)
    from reverie.lookup import many  # noqa: PLC0415 — numpy only where there are vectors

    return Sums(many.coverages, many.heaviest)


def _places(number: int) -> Iterable[int]:
    """The passage itself; for a title, the first lines under it."""
    return (number,) if number % PLACES else range(number + 1, number + 1 + _FIRST_LINES)


def _by_meaning(index: Index, reader: Reader, question: Question, most: int) -> set[int]:
    if question.meaning is None:
        return set()
    rows = index.vectors(reader.facts).nearest(question.meaning(), int(reader.number("rows")), most)
    return set(reader.holders_of_rows(rows))


class Measure:
    """Exact matches of passages and groups with one question, each worked out once."""

    def __init__(self, index: Index, reader: Reader, question: Question) -> None:
        self.words: dict[int, float] = {}
        self.whole: dict[int, float] = {}
        self.meanings: dict[int, float] = {}
        self.best: dict[int, float] = {}  # the best meaning of each group
        self._index, self._reader, self._question = index, reader, question
        self._cover = _sums(question).coverages
        self._scale = Scale(reader.number("unrelated"), reader.number("answer"))

    def take(self, cards: Iterable[Card]) -> None:
        new = [card for card in cards if card.number not in self.words]
        covered = self._cover([card.bag for card in new], self._reader.usual_length, self._question.weights)
        self.words.update(zip((card.number for card in new), covered, strict=True))
        if self._question.meaning is not None:
            self._take_meanings([card for card in new if card.row is not None], self._question.meaning())

    def take_groups(self, groups: set[int]) -> None:
        found = self._reader.wholes(groups)
        covered = self._cover(list(found.values()), self._reader.usual_group, self._question.weights)
        self.whole.update(zip(found, covered, strict=True))

    def take_neighbours(self, cards: Iterable[Card]) -> None:
        beside = {card.number + step for card in cards for step in (-1, 1)} - self.words.keys()
        self.take(self._reader.cards(number for number in beside if number % PLACES).values())

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
    rough = sorted((measure.found(card) for card in kept), key=lambda one: (-_rough(one), one.card.number))
    best = [one.card for one in rough[:in_full]]
    measure.take_neighbours(best)
    return [measure.found(card) for card in best]


def _rough(one: Found) -> float:
    words = (1 - MEANING) * one.words.in_context
    return words + MEANING * one.meaning.in_context if one.meaning else words


def _match(number: int, each: Mapping[int, float], whole: Mapping[int, float]) -> Match:
    """Numbers that follow are neighbours; a group's first has a title before it, which is in the whole."""
    near = (each.get(number - 1, 0.0), each.get(number + 1, 0.0))
    return Match(each.get(number, 0.0), near, whole.get(number // PLACES, 0.0))
