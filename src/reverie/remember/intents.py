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
from reverie.tools.tokens import tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BITS = 1024  # an angle is known to within two degrees
_SHARED = 0.6  # of the words of two questions, so that they are one
_ALL_SHARED = 0.8  # so many are nearly all of them: then the vectors need not be asked
_MATTER = 0.3  # of the cosine: what two questions have in common because they name the same things
_BEFORE = 3  # questions a new one is compared with when it matters: each is a chance to be taken for another
_MOST_WORDS = 24
_EMPTY = frozenset(
    tokens(
        "a about again all am an and any anybody anyone are as at be been but by can could did do does doing done for "
        "from get give had has have having he her here him his how i if in into is it its just know let like may me "
        "might must my need no not now of on one or our out please remember recall remind remembered say said shall "
        "she should show so some tell than that the their them then there these they thing things this those to told "
        "up us use used using want was we were what what's whatever when where which who whom whose why will with "
        "would you your again currently exactly actually find look see keep kept keeps"
    )
)
_KINDS = {"who": "who", "whom": "who", "whose": "who", "when": "when", "where": "where", "why": "why", "how": "how"}

Same = Callable[[Question, Question], bool]


def ask(query: str, embed: Embedder | None = None) -> Question:
    """A question as it is kept."""
    told = " ".join(query.split())
    hashed = hashlib.sha1(query.strip().lower().encode("utf-8", "surrogatepass"), usedforsecurity=False)
    found = sorted(set(tokens(told)))
    words = [word for word in found if word not in _EMPTY] or found
    words = [*_kind(told), *words]
    meaning = signature(embed, told) if embed is not None and told else ""
    return Question(
        hashed.hexdigest()[:12], tuple(words[:_MOST_WORDS]), meaning, embed.name if meaning and embed else ""
    )


def _kind(query: str) -> list[str]:
    """What is asked about the matter: who and when are two questions, however many words they share."""
    first = next((word for word in query.casefold().split() if word.strip("?,.!'’") in _KINDS), "")
    return [f"{_KINDS[first.strip('?,.!’' + chr(39))]}?"] if first else []


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
    if _differ(one, other):
        return False
    return shared(one, other) >= _SHARED


def shared(one: Question, other: Question) -> float:
    """The words two questions have in common, of all they have."""
    left, right = ({word for word in words if not word.endswith("?")} for words in (one.words, other.words))
    return len(left & right) / len(left | right) if left | right else 0.0


def _differ(one: Question, other: Question) -> bool:
    """Whether one asks who and the other when."""
    kinds = [{word for word in words if word.endswith("?")} for words in (one.words, other.words)]
    return all(kinds) and kinds[0] != kinds[1]


def by_meaning(limit: Callable[[], float], model: str) -> Same:
    """The same question in other words, for questions of this model. The limit is asked for when it is needed."""
    measured = cache(limit)

    def same(one: Question, other: Question) -> bool:
        if one.hash == other.hash or (not _differ(one, other) and shared(one, other) >= _ALL_SHARED):
            return True
        if one.meaning and other.meaning and one.model == other.model == model:
            return not _differ(one, other) and likeness(one, other, cosine(one.meaning, other.meaning)) >= measured()
        return by_words(one, other)

    return same


def likeness(one: Question, other: Question, cosine: float) -> float:
    """What speaks for two questions being one. Who asks twice about a matter names it twice, and that alone brings the
    vectors together; so the words they share speak against it as far as the vectors owe their closeness to them."""
    return cosine - _MATTER * shared(one, other)


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
    questions = [ask(question) for matter in PARAPHRASES for question in matter]

    def like(one: int, other: int) -> float:
        return likeness(questions[one], questions[other], _dot(vectors[one], vectors[other]))

    firsts = range(0, len(questions), 4)
    alike = [like(n + k, n + k + 1) for n in firsts for k in (0, 2)]
    return alike, [like(n + one, n + other) for n in firsts for one in (0, 1) for other in (2, 3)]


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    size = math.sqrt(sum(float(a) ** 2 for a in one) * sum(float(b) ** 2 for b in other)) or 1.0
    return sum(float(a) * float(b) for a, b in zip(one, other, strict=True)) / size
