"""Sums over many bags and postings at once, with numpy: the same numbers as `bags` gives, to the last bit.

Used where numpy is there already, as it is with vectors; for words alone it is not worth its start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from reverie.lookup import bags
from reverie.lookup.reader import Postings
from reverie.lookup.schema import LEVEL, PASSAGE

_WHERE = 63 - LEVEL  # bits beside a passage's number


def coverages(found: Sequence[bytes], usual: float, weights: Mapping[int, float]) -> list[float]:
    """How well each of these bags covers a question."""
    sizes = [len(bag) // 5 for bag in found]
    terms = np.frombuffer(b"".join([bag[: 4 * size] for bag, size in zip(found, sizes, strict=True)]), np.uint32)
    counts = np.frombuffer(b"".join([bag[4 * size :] for bag, size in zip(found, sizes, strict=True)]), np.uint8)
    ends = np.cumsum(sizes, dtype=np.int64)
    at, asked = _asked(terms, list(weights))
    bag = np.searchsorted(ends, at, "right")
    count = counts[at].astype(np.float64)
    gain = np.array(list(weights.values()))[asked] * count / (count + _rooms(counts, ends, usual)[bag])
    covered: list[float] = np.bincount(bag, gain, len(sizes)).tolist()
    return covered


def _asked(terms: NDArray[np.uint32], wanted: list[int]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where one of the wanted terms stands, and which: those of the first before those of the next, because sums depend
    on their order in the last bit."""
    if not wanted or not len(terms):
        return np.empty(0, np.intp), np.empty(0, np.intp)
    table = np.zeros(max(int(terms.max()), *wanted) + 1, np.uint8)  # of 48 at most
    table[wanted] = np.arange(1, len(wanted) + 1)
    found = table.take(terms)
    at = np.flatnonzero(found)
    order = np.argsort(found[at], kind="stable")
    at = at[order]
    return at, found[at].astype(np.intp) - 1


def _rooms(counts: NDArray[np.uint8], ends: NDArray[np.int64], usual: float) -> NDArray[np.float64]:
    starts = np.concatenate([[0], ends])
    lengths = np.add.reduceat(np.append(counts, np.uint8(0)), starts, dtype=np.int64)[:-1]
    lengths[starts[:-1] == ends] = 0  # an empty bag
    longest = np.maximum(lengths, bags.SENTENCE)
    return bags.K1 * (1 - bags.B + bags.B * longest / max(usual, bags.NOTE))


def heaviest(lists: Sequence[tuple[Postings, float]], most: int) -> list[int]:
    """The passages with the most weight in these postings, each list with its term's weight; equals as they came."""
    if not any(len(found) for found, _ in lists):
        return []
    every = [np.frombuffer(found, np.int64) for found, _ in lists if len(found)]
    gains = [np.array(bags.gains(weight)) for found, weight in lists if len(found)]
    added = np.concatenate([gain[one >> LEVEL & bags.WEAKEST] for gain, one in zip(gains, every, strict=True)])
    numbers = np.concatenate(every) & PASSAGE
    ordered, order = _sorted(numbers)
    starts = np.flatnonzero(np.diff(ordered, prepend=-1))
    place = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(ordered)))
    sums: NDArray[np.float64] = np.bincount(place, added[order])  # type: ignore[assignment]
    some = _highest(sums, most)
    best = some[np.lexsort((order[starts[some]], -sums[some]))[:most]]
    heavy: list[int] = ordered[starts[best]].tolist()
    return heavy


def _sorted(numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """In order, and where each stood, equals as they came: both in one number, because those are sorted fastest."""
    both = np.sort(numbers << _WHERE | np.arange(len(numbers)))
    return both >> _WHERE, both & ((1 << _WHERE) - 1)


def _highest(sums: NDArray[np.float64], most: int) -> NDArray[np.intp]:
    """Where the highest of these stand, and whatever equals the last of them."""
    if len(sums) <= most:
        return np.arange(len(sums))
    return np.flatnonzero(sums >= np.partition(sums, -most)[-most])
