"""Bags of words, packed: which terms a text holds and how often, and how well it covers a question.

A bag is the terms' numbers in order, four bytes each, then their counts, one byte each: small enough to keep for every
passage, and a count is found without unpacking the rest.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable

_MOST = 255
# Robertson's constants. Length counts almost fully: among long and short texts with the same words, the short one is
# about them.
K1, B = 1.2, 0.9
WEAKEST = 31  # the last of the levels
_USUAL_LENGTH = 60  # for the levels alone, so that they do not depend on what else is in the index


def pack(numbers: Iterable[int]) -> bytes:
    """The bag of a text given as its terms, one after another."""
    return _packed(Counter(numbers))


def together(bags: Iterable[bytes]) -> bytes:
    """The bag of several texts as one."""
    counted: Counter[int] = Counter()
    for bag in bags:
        numbers, found = _parts(bag)
        counted.update(numbers)
        for number, count in zip(numbers, found, strict=True):
            if count > 1:
                counted[number] += count - 1
    return _packed(counted)


def length(bag: bytes) -> int:
    return sum(_parts(bag)[1])


def coverage(bag: bytes, usual: float, weights: Iterable[tuple[int, float]]) -> float:
    """BM25 as a share of the most it could be: 0 when no word of the question is there, near 1 when all are, often.
    `weights` are terms and their rarities, adding up to 1 with those that nothing in the index holds."""
    numbers, found = _parts(bag)
    size = len(numbers)
    total, room = 0.0, 0.0
    for term, weight in weights:
        at = bisect_left(numbers, term)
        if at < size and numbers[at] == term:
            room = room or _room(sum(found), usual)
            total += weight * found[at] / (found[at] + room)
    return total


def levels(bag: bytes) -> tuple[array[int], list[int]]:
    """The terms, and how strongly the text is about each: 0 the strongest, 31 the weakest."""
    numbers, found = _parts(bag)
    room = _room(sum(found), _USUAL_LENGTH)
    level = {count: WEAKEST - int(WEAKEST * count / (count + room)) for count in set(found)}
    return numbers, [level[count] for count in found]


def _room(size: int, usual: float) -> float:
    return K1 * (1 - B + B * size / usual) if usual else K1


def _packed(counted: Counter[int]) -> bytes:
    numbers = sorted(counted)
    return array("I", numbers).tobytes() + bytes([min(counted[number], _MOST) for number in numbers])


def _parts(bag: bytes) -> tuple[array[int], bytes]:
    size = 4 * (len(bag) // 5)
    numbers = array("I")
    numbers.frombytes(bag[:size])
    return numbers, bag[size:]
