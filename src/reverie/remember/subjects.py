"""What a note speaks of, and which other notes speak of the same: an inverted index over telling words.

A note is compared with those that share its rare words, never with all: adding one and asking for its neighbours costs
the same in a memory of a thousand and of a hundred thousand notes. Texts in, ids and scores out.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from heapq import nlargest
from itertools import islice

from reverie.remember.statements.cues import DENIALS, DULL, PLACES
from reverie.remember.statements.words import key
from reverie.tools.tokens import fold

_HEAD, _BODY, _LABEL = 8.0, 1.0, 2.0  # a word of what is stated first, of what is said about it, of a label
_WORD = re.compile(r"[^\W_][\w’']*(?:[-./_][^\W_][\w’']*)*")
_SENTENCES = re.compile(r"(?<=[.!?;])\s+|\n+")
_LOOKED = 1500  # places in the index that are looked at for one note, rarest words first
_WEIGHED = 60  # notes met there that are compared in full
_MEANING = 12.0  # what a cosine of 1 is worth in shared words
_LONGEST = 4000  # characters of a note that are read
# How somebody stands to a thing is what changes; it does not say which thing.
_STANCE = frozenset(
    key(word)
    for word in """like enjoy dislike love hate appreciate prefer avoid find choose favor favour now use want watch
    listen play drink eat read wear switch move migrate replace change no longer instead""".split()
)


def sentences(text: str) -> list[str]:
    return [sentence for sentence in _SENTENCES.split(text) if sentence.strip()]


@lru_cache(maxsize=1 << 12)
def subject(text: str) -> Mapping[str, float]:
    """The telling words of a note by key, each with how much it says about what the note is about."""
    first, *rest = sentences(text[:_LONGEST]) or [""]
    weights = dict.fromkeys(_keys(" ".join(rest)), _BODY)
    label, item = labelled(first)
    weights |= dict.fromkeys(_keys(label), _LABEL)
    weights |= dict.fromkeys(_keys(item), _HEAD)
    return {word: weight for word, weight in weights.items() if word not in _STANCE} or weights


def labelled(sentence: str) -> tuple[str, str]:
    """`Editor: vim` as its label and what stands behind it; the label is empty if there is none."""
    label, colon, item = sentence.partition(": ")
    return (label, item) if colon and len(label) <= 60 and item.strip() else ("", sentence)


def _keys(text: str) -> Iterator[str]:
    """Telling words by key. A statement is not taken apart for this: a memory of 100,000 notes must be read quickly."""
    for word in _WORD.findall(fold(text)):
        low = word.lower()
        if low not in DULL and low not in PLACES and low not in DENIALS:
            yield key(low.removesuffix("'s"))


class Subjects:
    """Notes by id, in the order they came, to be asked which of them speak of the same."""

    def __init__(self, notes: Iterable[tuple[str, str]] = ()) -> None:
        self._about: dict[str, Mapping[str, float]] = {}
        self._head: dict[str, frozenset[str]] = {}
        self._order: dict[str, int] = {}
        self._came = 0
        self._where: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for name, text in notes:
            self.add(name, text)

    def __len__(self) -> int:
        return len(self._about)

    def add(self, name: str, text: str) -> None:
        self.remove(name)
        self._about[name] = subject(text)
        self._head[name] = frozenset(word for word, weight in self._about[name].items() if weight == _HEAD)
        self._came += 1
        self._order[name] = self._came
        for word in self._about[name]:
            self._where[word][name] = None

    def remove(self, name: str) -> None:
        for word in self._about.pop(name, {}):
            self._where[word].pop(name, None)
            if not self._where[word]:
                del self._where[word]

    def near(self, text: str, most: int = 8, cosines: Mapping[str, float] | None = None) -> list[tuple[str, float]]:
        """The notes that share most of what tells, best first; of those that state the same thing first, the one that
        came later. `cosines` to the notes, where there are vectors, are weighed in."""
        about = subject(text)
        met = self._met(about)
        met.update(name for name in cosines or () if name in self._about)
        rarity, meant = _Rarity(self._rarity), cosines or {}
        scores = {name: _score(about, self._about[name], rarity) + _MEANING * meant.get(name, 0.0) for name in met}
        best: dict[frozenset[str], float] = {}
        for name, score in scores.items():
            best[self._head[name]] = max(score, best.get(self._head[name], 0.0))
        ranked = sorted(met, key=lambda name: (-round(best[self._head[name]], 6), -self._order[name]))
        return [(name, round(scores[name], 6)) for name in ranked[:most]]

    def pairs(self, new: Iterable[str], texts: Mapping[str, str], most: int = 8) -> Iterator[tuple[str, str]]:
        """Each new note with the ones that may say the same or the opposite, every pair once."""
        told: set[tuple[str, str]] = set()
        for name in new:
            for other, _ in self.near(texts[name], most + 1):
                pair = (min(name, other), max(name, other))
                if other != name and pair not in told:
                    told.add(pair)
                    yield pair

    def _met(self, about: Mapping[str, float]) -> set[str]:
        """Notes that share the rarest words, found by looking at so many places and no more."""
        hits: defaultdict[str, float] = defaultdict(float)
        left = _LOOKED
        for word in sorted(
            (word for word in about if word in self._where), key=lambda word: (len(self._where[word]), word)
        ):
            for name in islice(reversed(self._where[word]), left):
                hits[name] += about[word] * self._rarity(word)
            left -= len(self._where[word])
            if left <= 0:
                break
        return set(nlargest(_WEIGHED, hits, key=lambda name: (hits[name], self._order[name])))

    def _rarity(self, word: str) -> float:
        return math.log((len(self._about) + 1) / (len(self._where.get(word, ())) + 0.5))


class _Rarity(dict[str, float]):
    """How rare words are, each worked out once."""

    def __init__(self, of: Callable[[str], float]) -> None:
        super().__init__()
        self._of = of

    def __missing__(self, word: str) -> float:
        self[word] = found = self._of(word)
        return found


def _score(ours: Mapping[str, float], theirs: Mapping[str, float], rarity: Mapping[str, float]) -> float:
    """How much of what tells is shared, the more so the less else the other speaks of."""
    shared = sum(rarity[word] * math.sqrt(weight * theirs[word]) for word, weight in ours.items() if word in theirs)
    whole = sum(rarity[word] * weight for word, weight in theirs.items())
    return float(shared / max(whole, 1e-9) ** 0.4)
