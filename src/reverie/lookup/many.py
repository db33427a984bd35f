"""Sums over many bags and postings at once, with numpy: the same numbers as `bags` gives, to the last bit.

Used where a question has a vector, because then numpy is there already; for words alone it is not worth its start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from reverie.lookup import bags
from reverie.lookup.reader import Postings
from reverie.lookup.schema import LEVEL, PASSAGE


def coverages(found: Sequence[bytes], usual: float, weights: Mapping[int, float]) -> list[float]:
    """How well each of these bags covers a question."""
    sizes = [len(bag) // 5 for bag in found]
    terms = np.frombuffer(b"".join([bag[: 4 * size] for bag, size in zip(found, sizes, strict=True)]), np.uint32)
    counts = np.frombuffer(b"".join([bag[4 * size :] for bag, size in zip(found, sizes, strict=True)]), np.uint8)
    ends = np.cumsum(sizes, dtype=np.int64)
    rooms = _rooms(counts, ends, usual)
    totals = np.zeros(len(sizes))
    for term, weight in weights.items():
        at = np.flatnonzero(terms == np.uint32(term))
        bag = np.searchsorted(ends, at, "right")
        count = counts[at].astype(np.float64)
        totals[bag] += weight * count / (count + rooms[bag])  # a term stands in a bag once
    return totals.tolist()


def _rooms(counts: NDArray[np.uint8], ends: NDArray[np.int64], usual: float) -> NDArray[np.float64]:
    before = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=before[1:])
    lengths = np.diff(before[ends], prepend=0)
    return bags.K1 * (1 - bags.B + bags.B * lengths / usual) if usual else np.full(len(ends), bags.K1)


def heaviest(lists: Sequence[tuple[Postings, float]], most: int) -> list[int]:
    """The passages with the most weight in these postings, each list with its term's weight; equals as they came."""
    if not lists:
        return []
    every = [np.frombuffer(found, np.int64) for found, _ in lists]
    gains = [bags.gains(weight) for _, weight in lists]
    added = np.concatenate(
        [np.array(gain)[one >> LEVEL & bags.WEAKEST] for gain, one in zip(gains, every, strict=True)]
    )
    numbers, first, place = np.unique(np.concatenate(every) & PASSAGE, return_index=True, return_inverse=True)
    order = np.lexsort((first, -np.bincount(place, added)))[:most]
    best: list[int] = numbers[order].tolist()
    return best
