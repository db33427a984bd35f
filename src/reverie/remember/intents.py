"""What a question is about. A paraphrase of one question is the same question: by the words that carry its meaning, and
by its vector where there is an embedder."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from reverie.records.engines import Embedder
from reverie.records.recalls import Question
from reverie.remember.paraphrases import PARAPHRASES
from reverie.remember.wordings import MOST_WORDS, Wording, apart, aside, exchanged, kept, shared, wording

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BITS = 1024  # an angle is known to within two degrees
_SHARED = 0.6  # of the words of two questions, so that they are one
_ALL_SHARED = 0.8  # so many are nearly all of them: then the vectors need not be asked
_ASIDE = 0.1  # of the cosine: what speaks against two questions of which one asks what, and the other when
_EXCHANGED = 0.1  # and against two that differ in one word: vectors hardly tell open from close
_BEFORE = 3  # questions a new one is compared with when it matters: each is a chance to be taken for another

Same = Callable[[Question, Question], bool]


def ask(query: str, embed: Embedder | None = None) -> Question:
    """A question as it is kept."""
    told = " ".join(query.split())
    hashed = hashlib.sha1(query.strip().lower().encode("utf-8", "surrogatepass"), usedforsecurity=False)
    meaning = signature(embed, told) if embed is not None and told else ""
    return Question(
        hashed.hexdigest()[:12], tuple(kept(told)[:MOST_WORDS]), meaning, embed.name if meaning and embed else ""
    )


def signature(embed: Embedder, text: str) -> str:
    """Which side of 1024 fixed planes a text's vector lies on: angles can be told from it, its words cannot."""
    vector = embed.embed([text])[0]
    sides = _planes(len(vector)) @ vector > 0
    return "".join(f"{sum(1 << n for n in range(4) if sides[k + n]):x}" for k in range(0, BITS, 4))


@cache
def _planes(dimensions: int) -> NDArray[np.float32]:
    """The same for ever and everywhere: the bits of sha256 over their own number."""
    import numpy as np  # noqa: PLC0415 — only where there are vectors

    count = -(-BITS * dimensions // 256)
    blocks = b"".join(hashlib.sha256(b"%d" % number).digest() for number in range(count))
    bits = np.unpackbits(np.frombuffer(blocks, np.uint8))[: BITS * dimensions]
    return bits.reshape(BITS, dimensions).astype(np.float32) * 2 - 1


def cosine(one: str, other: str) -> float:
    """Of the two vectors, as near as the bits tell."""
    apart = (int(one, 16) ^ int(other, 16)).bit_count()
    return math.cos(math.pi * apart / BITS)


def by_words(one: Question, other: Question) -> bool:
    """The same question, asked again or in other order, with other words around it."""
    if one.hash == other.hash:
        return True
    left, right = wording(one.words), wording(other.words)
    if apart(left, right):
        return False
    return shared(left, right) >= (_ALL_SHARED if aside(left, right) else _SHARED)


def by_meaning(limit: Callable[[], float], model: str) -> Same:
    """The same question in other words, for questions of this model. The limit is asked for when it is needed."""
    measured = cache(limit)

    def same(one: Question, other: Question) -> bool:
        left, right = wording(one.words), wording(other.words)
        known = one.meaning and other.meaning and one.model == other.model == model
        if one.hash == other.hash or not known or not (left.plain and right.plain):
            return by_words(one, other)
        if apart(left, right):
            return False
        if shared(left, right) >= _ALL_SHARED and not aside(left, right):
            return True
        return likeness(left, right, cosine(one.meaning, other.meaning)) >= measured()

    return same


def likeness(one: Wording, other: Wording, cosine: float) -> float:
    """What speaks for two questions being one: their vectors, less what these do not see."""
    return cosine - _ASIDE * aside(one, other) - _EXCHANGED * exchanged(one, other)


def distinct(questions: Iterable[Question], same: Same = by_words) -> int:
    """How many questions these are, in the order they were asked. Each is compared with those that were new when they
    came, not with their paraphrases: else a chain of small steps would make one of all."""
    new: list[Question] = []
    for question in questions:
        if not any(same(question, other) for other in new):
            new.append(question)
    return len(new)


def limit_of(embed: Embedder) -> float:
    """From which likeness on two questions of this model are one: what best parts the same questions in other words
    from other questions about the same matter. A new question meets several older ones, so taking two for one counts
    as often as it can happen."""
    alike, others = _measured(embed)
    known = sorted({*alike, *others})
    limits = [(low + high) / 2 for low, high in pairwise(known)] or known

    def wrong(limit: float) -> float:
        parted = sum(value < limit for value in alike) / len(alike)
        joined = sum(value >= limit for value in others) / len(others)
        return parted + 1 - (1 - joined) ** _BEFORE

    return min(limits, key=wrong)


def _measured(embed: Embedder) -> tuple[list[float], list[float]]:
    """How alike the same questions are, and how alike others about the same matter."""
    vectors = embed.embed([question for matter in PARAPHRASES for question in matter])
    worded = [wording(ask(question).words) for matter in PARAPHRASES for question in matter]

    def like(pairs: Iterable[tuple[int, int]]) -> list[float]:
        """Of those that only the vectors can tell."""
        open_ones = [pair for pair in pairs if not apart(worded[pair[0]], worded[pair[1]])]
        return [likeness(worded[a], worded[b], _dot(vectors[a], vectors[b])) for a, b in open_ones]

    firsts = range(0, len(worded), 4)
    alike = like((n + k, n + k + 1) for n in firsts for k in (0, 2))
    return alike, like((n + one, n + other) for n in firsts for one in (0, 1) for other in (2, 3))


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    size = math.sqrt(sum(float(a) ** 2 for a in one) * sum(float(b) ** 2 for b in other)) or 1.0
    return sum(float(a) * float(b) for a, b in zip(one, other, strict=True)) / size
