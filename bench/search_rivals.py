"""What search is measured against: the plain ways of ranking texts, each a function from a question to scores."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence

from reverie.tools.stems import stem

Scores = list[float]
_WORD = re.compile(r"\w+")


def plain_words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def stemmed_words(text: str) -> list[str]:
    return [stem(word) for word in plain_words(text)]


class Bm25:
    """As in the books: k1 = 1.2, b = 0.75."""

    def __init__(self, texts: Sequence[str], words: Callable[[str], list[str]]) -> None:
        self._words = words
        self._texts = [Counter(words(text)) for text in texts]
        self._lengths = [text.total() for text in self._texts]
        self._holders = Counter(word for text in self._texts for word in text)
        self._usual = sum(self._lengths) / max(len(texts), 1)

    def scores(self, question: str) -> Scores:
        words = set(self._words(question))
        return [self._score(words, text, size) for text, size in zip(self._texts, self._lengths, strict=True)]

    def _score(self, words: set[str], text: Counter[str], size: int) -> float:
        room = 1.2 * (0.25 + 0.75 * size / self._usual)
        return sum(
            self._rarity(word) * 2.2 * text[word] / (text[word] + room) for word in sorted(words) if word in text
        )

    def _rarity(self, word: str) -> float:
        holders = self._holders[word]
        return math.log(1 + (len(self._texts) - holders + 0.5) / (holders + 0.5))


def grep(texts: Sequence[str], question: str) -> Scores:
    """How many words of the question `grep -i` would find, then how often."""
    words = [word for word in dict.fromkeys(plain_words(question)) if len(word) > 2]
    lowered = [text.lower() for text in texts]
    return [sum(word in text for word in words) + min(sum(map(text.count, words)), 999) / 1000 for text in lowered]


def fused(*rankings: Scores) -> Scores:
    """Reciprocal ranks with k = 60."""
    total = [0.0] * len(rankings[0])
    for scores in rankings:
        for rank, n in enumerate(order(scores)):
            total[n] += 1 / (61 + rank)
    return total


def order(scores: Scores) -> list[int]:
    return sorted(range(len(scores)), key=lambda n: (-scores[n], n))
