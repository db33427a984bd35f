"""How well passages match a question, exactly: by their words, by their meaning, and in their context."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from reverie.lookup import bags
from reverie.lookup.index import Index
from reverie.lookup.question import Question
from reverie.lookup.reader import Card, Postings, Reader
from reverie.lookup.schema import PLACES
from reverie.lookup.score import MEANING, Match, Scale, in_context

if TYPE_CHECKING:
    from reverie.lookup.vectors import Vectors


class Sums(NamedTuple):
    """The two ways to add up give the same numbers."""

    coverages: Callable[[Sequence[bytes], float, Mapping[int, float]], list[float]]
    heaviest: Callable[[Sequence[tuple[Postings, float]], int], list[int]]


class Found(NamedTuple):
    """A passage, and how well it matches."""

    card: Card
    words: Match
    meaning: Match | None


def sums_of(question: Question) -> Sums:
    """Many at once where numpy is there, for vectors or by somebody else's doing."""
    if question.meaning is None and "numpy" not in sys.modules:
        return Sums(bags.coverages, bags.heaviest)
    from reverie.lookup import many  # noqa: PLC0415 — numpy only where there are vectors

    return Sums(many.coverages, many.heaviest)


def cosines(index: Index, reader: Reader, cards: Iterable[Card], vector: Vectors) -> dict[int, float]:
    """Of the passages that have a vector, by number."""
    rows = {card.number: card.row for card in cards if card.row is not None}
    return index.vectors(reader.facts).cosines(rows, int(reader.number("rows")), vector)


def of_groups(reader: Reader, question: Question, groups: set[int]) -> dict[int, float]:
    """How well each of these groups as one text covers a question's words."""
    found = reader.wholes(groups)
    covered = sums_of(question).coverages(list(found.values()), reader.usual_group, question.weights)
    return dict(zip(found, covered, strict=True))


class Measure:
    """Exact matches of passages and groups with one question, each worked out once. `covered` and `whole` are known
    beforehand."""

    def __init__(
        self,
        index: Index,
        reader: Reader,
        question: Question,
        covered: Mapping[int, float],
        whole: Mapping[int, float],
    ) -> None:
        self.words: dict[int, float] = {}
        self.whole: dict[int, float] = dict(whole)
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
        if new and (meaning := self._question.meaning) is not None:
            self._take_meanings(new, meaning)

    def take_groups(self, groups: set[int]) -> None:
        self.whole.update(of_groups(self._reader, self._question, groups - self.whole.keys()))

    def take_neighbours(self, cards: Iterable[Card]) -> None:
        beside = {card.number + step for card in cards for step in (-1, 1)} - self.words.keys()
        self.take(self._reader.cards(number for number in beside if number % PLACES).values())

    def rough(self, number: int) -> float:
        """How well a passage matches, as far as it is known by now."""
        words = (1 - MEANING) * _in_context(number, self.words, self.whole)
        return words + MEANING * _in_context(number, self.meanings, self.best) if self.meanings else words

    def found(self, card: Card) -> Found:
        words = _match(card.number, self.words, self.whole)
        return Found(card, words, _match(card.number, self.meanings, self.best) if self.meanings else None)

    def _take_meanings(self, cards: list[Card], vector: Vectors) -> None:
        near = cosines(self._index, self._reader, cards, vector)
        for card in cards:
            if card.number in near:
                meaning = self._scale.meaning(near[card.number], bags.length(card.bag))
                self.meanings[card.number] = meaning
                group = card.number // PLACES
                self.best[group] = max(self.best.get(group, 0.0), meaning)


def measured(measure: Measure, kept: Sequence[Card], in_full: int) -> list[Found]:
    """All of them without their neighbours first; the best of them with."""
    measure.take(kept)
    measure.take_groups({card.number // PLACES for card in kept})
    best = sorted(kept, key=lambda card: (-measure.rough(card.number), card.number))[:in_full]
    measure.take_neighbours(best)
    return [measure.found(card) for card in best]


def _in_context(number: int, each: Mapping[int, float], whole: Mapping[int, float]) -> float:
    """As `_match` has it, without the record: this is asked of every candidate."""
    near = max(each.get(number - 1, 0.0), each.get(number + 1, 0.0))
    return in_context(each.get(number, 0.0), near, whole.get(number // PLACES, 0.0))


def _match(number: int, each: Mapping[int, float], whole: Mapping[int, float]) -> Match:
    """Numbers that follow are neighbours; a group's first has a title before it, which is in the whole."""
    near = (each.get(number - 1, 0.0), each.get(number + 1, 0.0))
    return Match(each.get(number, 0.0), near, whole.get(number // PLACES, 0.0))
