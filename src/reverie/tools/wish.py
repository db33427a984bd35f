"""A wish: a sentence that stands by itself, how plainly it was put, and the words that tell it from others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from reverie.tools.terms import stem, terms
from reverie.tools.wish_forms import PALE, WORD

_SPELLING = re.compile(r"\b(british|uk|us|american|australian|canadian) (?:english|spelling)\b", re.IGNORECASE)
_SAME_SPELLING = {"uk": "british", "us": "american"}
SHARED = 0.6  # of the telling words
_SHARED_FACT = 0.8  # a fact and an order may well speak of the same things
_SCOPED = re.compile(r"\b(?:in|for|when|on|at|inside|under|within|during)\b", re.IGNORECASE)


class Form(IntEnum):
    """How plainly it is said. What lasts by its words alone comes first."""

    SWAP = 5  # this, not that
    ALWAYS = 4
    NEVER = 3
    USE = 2
    SHOULD = 1
    SAID = 0  # only a wish because it was asked to be remembered


@dataclass(frozen=True, slots=True)
class Wish:
    """A sentence that stands by itself, and the telling words for and against."""

    sentence: str
    form: Form
    wanted: frozenset[str]
    unwanted: frozenset[str] = frozenset()

    @property
    def words(self) -> frozenset[str]:
        return self.wanted | self.unwanted

    @property
    def spelling(self) -> str:
        """Which English is asked for: there can be only one."""
        found = _SPELLING.search(self.sentence)
        return _SAME_SPELLING.get(found[1].lower(), found[1].lower()) if found else ""

    @property
    def key(self) -> str:
        """The same for the same wish, however it was put."""
        return " ".join(sorted(self.wanted)) + (" not " + " ".join(sorted(self.unwanted)) if self.unwanted else "")

    def opposes(self, other: Wish) -> bool:
        """Whether one wants what the other does not, or something else in place of the same thing."""
        swapped = self.wanted and other.wanted and self.unwanted and self.unwanted == other.unwanted
        otherwise = bool(swapped) and not self.wanted & other.wanted
        return otherwise or bool(self.wanted & other.unwanted or self.unwanted & other.wanted)

    def completes(self, other: Wish) -> bool:
        """Whether it says what to do where the other only says what not: `use pnpm, not npm`, `never use npm`."""
        same = self.wanted and not other.wanted and self.unwanted and self.unwanted == other.unwanted
        return bool(same) and not _SCOPED.search(self.sentence.removesuffix(", in this repository."))

    def takes_back(self, other: Wish) -> bool:
        """Whether all that this wants is what the other does not, or the reverse."""
        for_it, against = self.wanted, self.unwanted
        mine, theirs = self.spelling, other.spelling
        return bool(mine and theirs and mine != theirs) or bool(
            (for_it and for_it <= other.unwanted) or (against and against <= other.wanted)
        )


def telling(text: str) -> frozenset[str]:
    """Telling words, also those that say nothing in a commit's subject, but much in an order: test, commit."""
    plain = (stem(word) for word in WORD.findall(text.lower()) if word not in PALE)
    return frozenset([*(term.key for term in terms(text) if "_" in term.key), *plain])


def alike(a: Wish, b: Wish, enough: float = SHARED) -> bool:
    """Whether two wishes are one by their telling words. A single word in common is enough only if both are put the
    same way: `use pnpm`, `always use pnpm`."""
    if a.key == b.key or a.completes(b) or b.completes(a):
        return True
    common = a.words & b.words
    least = _SHARED_FACT if Form.SAID in (a.form, b.form) else enough
    if not common or len(common) < least * min(len(a.words), len(b.words)):
        return False
    return len(common) > 1 or (_order(a.form) == _order(b.form) and min(len(a.words), len(b.words)) == 1)


def _order(form: Form) -> str:
    return "not" if form is Form.NEVER else "do"
