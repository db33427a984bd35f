"""Whether two insights say the same. Without an embedder, by the cosine of their words, weighed by how few of them
share a word; with one, by that or by meaning."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from reverie.tools.terms import stem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

THRESHOLD = 0.85
_WORD = re.compile(r"`[^`\n]+`|[^\W_][\w./:@-]*[^\W_]|\w")
_COUNTS = re.compile(r"\b\d+\b|\bsessions?\b")

Embed = Callable[[Sequence[str]], "NDArray[np.float32]"]
Alike = Callable[[int, int], bool]


def bag(text: str) -> Counter[str]:
    """The words that say what it is about; how often it was seen says nothing about that."""
    plain = _COUNTS.sub(" ", text.lower())
    return Counter(word if word.startswith("`") else stem(word) for word in _WORD.findall(plain))


def cosine(one: Counter[str], other: Counter[str]) -> float:
    shared = sum(one[word] * other[word] for word in one.keys() & other.keys())
    sizes = math.sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values()))
    return round(shared / sizes, 4) if sizes else 0.0


def names(text: str) -> frozenset[str]:
    """What is named as code: two insights that differ in it are about different things, however alike they sound."""
    return frozenset(re.findall(r"`([^`\n]+)`", text.lower()))


def alike(texts: Sequence[str], threshold: float = THRESHOLD, embed: Embed | None = None) -> Alike:
    """Whether two of these texts, by their places, say the same."""
    bags, named = [bag(text) for text in texts], [names(text) for text in texts]
    vectors = embed([_COUNTS.sub(" ", text) for text in texts]) if embed and len(texts) > 1 else None

    def said(i: int, j: int) -> bool:
        if named[i] != named[j] and named[i] and named[j]:
            return False
        if cosine(bags[i], bags[j]) >= threshold:
            return True
        return vectors is not None and round(float(vectors[i] @ vectors[j]), 4) >= threshold

    return said
