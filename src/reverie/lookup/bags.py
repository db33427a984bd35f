"""Bags of words, packed: which terms a text holds and how often, and how well it covers a question.

A bag is the terms' numbers in order, four bytes each, then their counts, one byte each: small enough to keep for every
passage, and a count is found without unpacking the rest.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

_MOST = 255
# Robertson's constants. Length counts almost fully: among long and short texts with the same words, the short one is
# about them.
K1, B = 1.2, 0.9
_USUAL_LENGTH = 60  # for the levels alone, so that they do not depend on what else is in the index


def pack(numbers: Iterable[int]) -> bytes:
    """The bag of a text given as its terms, one after another."""
    return _packed(Counter(numbers))


def together(bags: Iterable[bytes]) -> bytes:
    """The bag of several texts as one."""
    counts: Counter[int] = Counter()
    for bag in bags:
        numbers, found = _parts(bag)
        for number, count in zip(numbers, found, strict=True):
            counts[number] += count
    return _packed(counts)


def length(bag: bytes) -> int:
    return sum(_parts(bag)[1])


def counts(bag: bytes, terms: Sequence[int]) -> list[int]:
    """How often each of these terms is in the bag."""
    numbers, found = _parts(bag)
    size = len(numbers)
    result = []
    for term in terms:
        at = bisect_left(numbers, term)
        result.append(found[at] if at < size and numbers[at] == term else 0)
    return result


def coverage(bag: bytes, usual: float, weights: Mapping[int, float]) -> float:
    """BM25 as a share of the most it could be: 0 when no word of the question is there, near 1 when all are, often.
    `weights` are the terms' rarities, adding up to 1 with those that nothing in the index holds."""
    found = counts(bag, list(weights))
    if not any(found):
        return 0.0
    room = _room(length(bag), usual)
    return sum(weight * count / (count + room) for weight, count in zip(weights.values(), found, strict=True) if count)


def levels(bag: bytes) -> list[tuple[int, int]]:
    """(term, level): how strongly a text is about each of its words, 0 the strongest and 255 the weakest."""
    numbers, found = _parts(bag)
    room = _room(sum(found), _USUAL_LENGTH)
    return [(number, 255 - int(255 * count / (count + room))) for number, count in zip(numbers, found, strict=True)]


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
