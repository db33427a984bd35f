"""How alike notes are, on one scale: the cosine of their bags of words. An embedder's cosines are brought to that
scale, and what it finds comes on top: a pair that its words alone make so much alike is found with it as without."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from reverie.records.engines import Embedder
from reverie.reorganizing.pairs import ALIKE, APART
from reverie.tools.tokens import tokens

WORDS = "bag-of-words cosine"
_COMMON = 60  # a word of more notes than this leads nowhere by itself
_RAREST = 12  # words of a note that lead to others
_AT_ONCE = 512
_STEPS = 200

Bag = Mapping[str, float]


class Pair(NamedTuple):
    """Two notes, by number, and how alike they are."""

    one: int
    other: int
    likeness: float


def bag(text: str) -> Bag:
    """The words of a text and how often it says them, as a vector of length one."""
    counts = Counter(tokens(text))
    size = math.sqrt(sum(count * count for count in counts.values())) or 1.0
    return {word: count / size for word, count in counts.items()}


def cosine(one: Bag, other: Bag) -> float:
    small, large = sorted((one, other), key=len)
    return round(sum(share * large.get(word, 0.0) for word, share in small.items()), 6)


def either(texts: Sequence[str], threshold: float, embed: Embedder | None) -> list[Pair]:
    """Every pair that is so much alike by its words or by its meaning, whichever is more."""
    words = by_words(texts, threshold)
    found = {(pair.one, pair.other): pair for pair in (by_meaning(texts, threshold, embed) if embed else ())}
    for pair in words:
        known = found.get(pair[:2], pair)
        found[pair[:2]] = max(pair, known, key=lambda it: it.likeness)
    return [found[pair] for pair in sorted(found)]


def by_words(texts: Sequence[str], threshold: float) -> list[Pair]:
    """Every pair that is so much alike and shares one of its rarest words, or all of them."""
    bags = [bag(text) for text in texts]
    where: defaultdict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(bags):
        for word in one:
            where[word].append(number)
    met = _same(bags)
    for number, one in enumerate(bags):
        shared = sorted((len(where[word]), word) for word in one if 1 < len(where[word]) <= _COMMON)
        met.update((number, other) for _, word in shared[:_RAREST] for other in where[word] if other > number)
        met.update((other, number) for _, word in shared[:_RAREST] for other in where[word] if other < number)
    found = (Pair(one, other, cosine(bags[one], bags[other])) for one, other in sorted(met))
    return [pair for pair in found if pair.likeness >= threshold]


def _same(bags: Sequence[Bag]) -> set[tuple[int, int]]:
    """Copies, each with the first: their words may be too common here to lead from one to the other."""
    first: dict[frozenset[tuple[str, float]], int] = {}
    pairs = ((first.setdefault(frozenset(one.items()), number), number) for number, one in enumerate(bags))
    return {(one, other) for one, other in pairs if one != other}


def by_meaning(texts: Sequence[str], threshold: float, embed: Embedder) -> list[Pair]:
    """Every pair that is so much alike; a part of the notes at a time against those after them, so that many fit."""
    stretch, vectors, found = calibrated(embed), embed.embed(texts), []
    nearest = 1.0 - (1.0 - threshold) / stretch - 1e-5  # in cosines of the embedder; rounding decides the rest
    for start in range(0, len(texts), _AT_ONCE):
        block = vectors[start : start + _AT_ONCE] @ vectors[start:].T
        for n, m in zip(*(places.tolist() for places in (block >= nearest).nonzero()), strict=True):
            if m > n:
                found.append(Pair(start + n, start + m, on_scale(float(block[n, m]), stretch)))
    return [pair for pair in found if pair.likeness >= threshold]


# One scale


def on_scale(cosine: float, stretch: float) -> float:
    """What a cosine of an embedder is worth in the other space. The same text is the same in both."""
    return round(min(max(1.0 - stretch * (1.0 - cosine), 0.0), 1.0), 6)


def calibrated(embed: Embedder) -> float:
    """The stretch by which the embedder's distances tell the labelled pairs apart as the distances of words do: how
    likely two notes at a likeness are the same is measured in words, and held on to."""
    labelled = [(1, pair) for pair in ALIKE] + [(0, pair) for pair in APART]
    slope, limit = fitted([(cosine(bag(one), bag(other)), same) for same, (one, other) in labelled])
    vectors = embed.embed([text for _, pair in labelled for text in pair])
    told = [(float(vectors[2 * n] @ vectors[2 * n + 1]), same) for n, (same, _) in enumerate(labelled)]

    def loss(stretch: float) -> float:
        return _loss([(1.0 - stretch * (1.0 - value), same) for value, same in told], slope, limit)

    return min((0.05 * step for step in range(4, _STEPS)), key=loss)


def fitted(told: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """How fast, and from which likeness on, two notes are rather the same than not."""
    slopes = [2.0 * step for step in range(1, 16)]
    limits = [0.02 * step for step in range(50)]
    return min(((slope, limit) for slope in slopes for limit in limits), key=lambda both: _loss(told, *both))


def _loss(told: Sequence[tuple[float, int]], slope: float, limit: float) -> float:
    return sum(math.log1p(math.exp((1 - 2 * same) * slope * (value - limit))) for value, same in told)
