"""The bags of many texts at once, with numpy: the same bytes and postings as `bags` gives for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reverie.lookup import bags
from reverie.lookup.schema import LEVEL, TERM

Numbers = NDArray[np.int64]

_OWNER = 32  # where it begins in a number; a term has 24 bits


class Sheaf(NamedTuple):
    """Each term of each text once, text by text, in the order of the terms, with how often it is there."""

    owner: Numbers  # the text's place among them
    term: Numbers
    times: Numbers
    ends: Numbers  # of each text


def gathered(terms: Sequence[int], owners: Numbers, texts: int) -> Sheaf:
    """`terms` of all texts one after another, `owners` the text that each belongs to."""
    both = np.sort(owners << _OWNER | np.array(terms, np.int64))
    starts = np.flatnonzero(np.diff(both, prepend=-1))
    once = both[starts]
    owner = once >> _OWNER
    times = np.minimum(np.diff(starts, append=len(both)), bags.MOST)
    ends = np.cumsum(np.bincount(owner, minlength=texts), dtype=np.int64)
    return Sheaf(owner, once & ((1 << _OWNER) - 1), times, ends)


def packed(sheaf: Sheaf) -> list[bytes]:
    """A bag for each text."""
    terms, counts = sheaf.term.astype(np.uint32).tobytes(), sheaf.times.astype(np.uint8).tobytes()
    ends = sheaf.ends.tolist()
    pairs = zip([0, *ends], ends, strict=False)
    return [terms[4 * start : 4 * end] + counts[start:end] for start, end in pairs]


def lengths(sheaf: Sheaf) -> Numbers:
    """How many words each text has."""
    return np.bincount(sheaf.owner, sheaf.times, len(sheaf.ends)).astype(np.int64)


def postings(sheaf: Sheaf, numbers: Sequence[int]) -> Numbers:
    """Those of all texts, each known by its number."""
    room = (bags.K1 * (1 - bags.B + bags.B * lengths(sheaf) / bags.USUAL_LENGTH))[sheaf.owner]
    level = bags.WEAKEST - (bags.WEAKEST * sheaf.times / (sheaf.times + room)).astype(np.int64)
    made: Numbers = sheaf.term << TERM | level << LEVEL | np.array(numbers, np.int64)[sheaf.owner]
    return made
