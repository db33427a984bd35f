"""Which passages are worth scoring.

Words: the strongest passages of every word of the question, few for a common one. Meaning: the nearest vectors. What is
found is measured exactly; the order in which an engine found it does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from reverie.lookup.index import Index
from reverie.lookup.kinds import Allowed
from reverie.lookup.measure import Found, Measure, cosines, measured, of_groups, sums_of
from reverie.lookup.question import Question
from reverie.lookup.reader import Card, Reader
from reverie.lookup.schema import PLACES

_POSTINGS = 4000  # read for one question: half for its rarest word, half of the rest for the next
_FEWEST = 200  # for any word
_ROUGH = 6  # times as many are looked at
_BY_WORDS, _BY_MEANING = 80, 40
_IN_FULL = 40  # measured with their neighbours
_FIRST_LINES = 3  # of a group whose title matches
_WIDER = 8
_FEW = 10_000  # passages a filter lets pass, up to which all of them are measured


class Candidates(NamedTuple):
    """Passages worth scoring, what is known of how they and their groups cover the question's words, and how many were
    looked at."""

    cards: Sequence[Card]
    covered: Mapping[int, float]
    whole: Mapping[int, float]
    seen: int


class Most(NamedTuple):
    """How many go on."""

    by_words: int
    by_meaning: int


def find(index: Index, reader: Reader, question: Question, limit: int, allowed: Allowed) -> list[Found]:
    """The passages that may be among so many hits, each with how well it matches."""
    found = _candidates(index, reader, question, limit, allowed)
    measure = Measure(index, reader, question, found.covered, found.whole)
    return measured(measure, found.cards, max(_IN_FULL, 2 * limit))


def _candidates(index: Index, reader: Reader, question: Question, limit: int, allowed: Allowed) -> Candidates:
    """Enough for so many hits. Where the filter leaves too few, all it lets pass are looked at, or if those are many,
    more of everything is."""
    most = Most(max(_BY_WORDS, 2 * limit), max(_BY_MEANING, limit))
    if not allowed.kinds:
        return Candidates((), {}, {}, 0)
    found = _among_all(index, reader, question, most, allowed, 1)
    if len(found.cards) >= limit:
        return found
    passing = reader.passing(allowed, _FEW) if len(found.cards) < found.seen else None
    if passing is not None:
        return _among_few(index, reader, question, most, passing)
    wide, before = 1, -1
    while len(found.cards) < limit and found.seen != before:
        wide, before = wide * _WIDER, found.seen
        found = _among_all(index, reader, question, most, allowed, wide)
    return found


def _among_all(index: Index, reader: Reader, question: Question, most: Most, allowed: Allowed, wide: int) -> Candidates:
    covered = _by_words(reader, question, _POSTINGS * wide, most.by_words * wide)
    cards = reader.cards(covered)
    whole = of_groups(reader, question, {number // PLACES for number in covered})
    cards |= _by_meaning(index, reader, question, most.by_meaning * wide)
    return Candidates([card for card in cards.values() if allowed.lets(card.kind, card.at)], covered, whole, len(cards))


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
    return _highest({number: share for (number, _), share in zip(held, exact, strict=True)}, most)


def _highest(shares: Mapping[int, float], most: int) -> dict[int, float]:
    best = sorted(zip(shares.values(), (-number for number in shares), strict=True), reverse=True)[:most]
    return {-number: share for share, number in best}


def _places(numbers: Sequence[int]) -> set[int]:
    """The passages themselves; of a title, the first lines under it."""
    places = {number for number in numbers if number % PLACES}
    titles = [number for number in numbers if number % PLACES == 0]
    return places.union(*(range(title + 1, title + 1 + _FIRST_LINES) for title in titles))


def _by_meaning(index: Index, reader: Reader, question: Question, most: int) -> dict[int, Card]:
    meaning = question.meaning
    if meaning is None:
        return {}
    rows = index.vectors(reader.facts).nearest(meaning, int(reader.number("rows")), most)
    return reader.cards_of_rows(rows)


def _among_few(index: Index, reader: Reader, question: Question, most: Most, passing: Mapping[int, Card]) -> Candidates:
    """Of these alone, all of them measured: the same that would be found by looking at everything."""
    cover = sums_of(question).coverages
    bags = [card.bag for card in passing.values()]
    shares = dict(zip(passing, cover(bags, reader.usual_length, question.weights), strict=True))
    titled = _under_titles(reader, question, passing)
    matching = {number: share for number, share in shares.items() if share > 0 or number in titled}
    kept = set(_highest(matching, most.by_words))
    if (meaning := question.meaning) is not None:
        kept |= _highest(cosines(index, reader, passing.values(), meaning), most.by_meaning).keys()
    return Candidates([passing[number] for number in kept], shares, {}, len(passing))


def _under_titles(reader: Reader, question: Question, numbers: Iterable[int]) -> set[int]:
    """Those that are first lines under a title with a word of the question."""
    first = [number for number in numbers if number % PLACES <= _FIRST_LINES]
    titles = reader.titles({number // PLACES for number in first})
    covered = sums_of(question).coverages(list(titles.values()), reader.usual_length, question.weights)
    matching = {group for group, share in zip(titles, covered, strict=True) if share > 0}
    return {number for number in first if number // PLACES in matching}
