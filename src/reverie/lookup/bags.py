"""Bags of words, packed: which terms a text holds and how often, and how well it covers a question.

A bag is the terms' numbers in order, four bytes each, then their counts, one byte each: small enough to keep for every
passage, and a count is found without unpacking the rest.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, repeat
from sys import byteorder

from reverie.lookup.schema import LEVEL, PASSAGE, TERM, posting

Weights = list[tuple[bytes, float]]

MOST = 255  # of one word: its count is a byte
# Robertson's constants. Length counts almost fully: among long and short texts with the same words, the short one is
# about them.
K1, B = 1.2, 0.9
WEAKEST = 31  # the last of the levels
SENTENCE, NOTE = 12, 20  # words: a text shorter than a sentence is not more about one of them for being short
USUAL_LENGTH = 60  # for the levels alone, so that they do not depend on what else is in the index


def pack(numbers: Iterable[int]) -> bytes:
    """The bag of a text given as its terms, one after another."""
    counted = Counter(numbers)
    order = sorted(counted)
    counts = map(counted.__getitem__, order)
    try:
        return array("I", order).tobytes() + bytes(counts)
    except ValueError:  # one that does not fit into a byte
        return array("I", order).tobytes() + bytes(min(counted[number], MOST) for number in order)


def unpacked(bag: bytes) -> list[int]:
    """Its terms, each as often as it is there."""
    numbers, found = _parts(bag)
    return list(chain.from_iterable(map(repeat, numbers, found)))


def length(bag: bytes) -> int:
    return sum(bag[4 * (len(bag) // 5) :])


def coverages(found: Iterable[bytes], usual: float, weights: Mapping[int, float]) -> list[float]:
    """How well each of these bags covers a question."""
    asked = weighted(weights)
    return [coverage(bag, usual, asked) for bag in found]


def heaviest(lists: Iterable[tuple[Sequence[int], float]], most: int) -> list[int]:
    """The passages with the most weight in these postings, each list with its term's weight; equals as they came."""
    sums: dict[int, float] = {}
    for found, weight in lists:
        gain = gains(weight)
        for one in found:
            number = one & PASSAGE
            sums[number] = sums.get(number, 0.0) + gain[one >> LEVEL & WEAKEST]
    return sorted(sums, key=sums.__getitem__, reverse=True)[:most]


def gains(weight: float) -> list[float]:
    """What a term of this weight adds, by the level of its posting."""
    share = weight / WEAKEST
    return [share * (WEAKEST - level + 0.5) for level in range(WEAKEST + 1)]


def weighted(weights: Mapping[int, float]) -> Weights:
    """A question's terms as they stand in a bag, with their rarities."""
    return [(number.to_bytes(4, byteorder), weight) for number, weight in weights.items()]


def coverage(bag: bytes, usual: float, weights: Weights) -> float:
    """BM25 as a share of the most it could be: 0 when no word of the question is there, near 1 when all are, often.
    `weights` are terms and their rarities, adding up to 1 with those that nothing in the index holds."""
    size = 4 * (len(bag) // 5)
    total, room = 0.0, 0.0
    for term, weight in weights:
        at = bag.find(term, 0, size)
        while at % 4 and at > 0:  # parts of two numbers
            at = bag.find(term, at + 1, size)
        if at >= 0:
            room = room or _room(max(sum(bag[size:]), SENTENCE), max(usual, NOTE))
            count = bag[size + at // 4]
            total += weight * count / (count + room)
    return total


def terms(bag: bytes) -> array[int]:
    return _parts(bag)[0]


def postings(bag: bytes, passage: int) -> list[int]:
    """One for each term, with how strongly the text is about it: level 0 the strongest, 31 the weakest."""
    numbers, found = _parts(bag)
    room = _room(sum(found), USUAL_LENGTH)
    low = {count: posting(0, WEAKEST - int(WEAKEST * count / (count + room)), passage) for count in set(found)}
    return [number << TERM | low[count] for number, count in zip(numbers, found, strict=True)]


def _room(size: int, usual: float) -> float:
    return K1 * (1 - B + B * size / usual) if usual else K1


def _parts(bag: bytes) -> tuple[array[int], bytes]:
    size = 4 * (len(bag) // 5)
    numbers = array("I")
    numbers.frombytes(bag[:size])
    return numbers, bag[size:]
