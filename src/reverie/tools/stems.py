"""English words without their endings, so that `connected` and `connections` meet: M. F. Porter's rules of 1980.

Words of other languages and names with digits come back as they are. What comes out need not be a word.
"""

from __future__ import annotations

import re
from functools import lru_cache

_ENGLISH = re.compile("[a-z]{3,}")
_SECOND = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("abli", "able"),
    ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"),
    ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"),
    ("iviti", "ive"), ("biliti", "ble"),
)  # fmt: skip
_THIRD = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
)  # fmt: skip
_FOURTH = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "sion", "tion", "ou", "ism", "ate",
    "iti", "ous", "ive", "ize",
)  # fmt: skip
_KEPT = {"sion": 1, "tion": 1}  # letters of the ending that stay


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    if not _ENGLISH.fullmatch(word):
        return word
    word = _participle(_plural(word))
    if word.endswith("y") and "v" in _shape(word[:-1]):
        word = word[:-1] + "i"
    word = _exchanged(_exchanged(word, _SECOND), _THIRD)
    return _tidied(_shortened(word))


def _shape(word: str) -> str:
    """The word as consonants and vowels; a y is a vowel after a consonant."""
    shape = ""
    for letter in word:
        shape += "v" if letter in "aeiou" or (letter == "y" and shape.endswith("c")) else "c"
    return shape


def _measure(word: str) -> int:
    """How many times a vowel is followed by a consonant: about the number of syllables."""
    return _shape(word).count("vc")


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _participle(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        if word.endswith(ending) and "v" in _shape(word[: -len(ending)]):
            return _restored(word[: -len(ending)])
    return word


def _restored(word: str) -> str:
    """What `ed` and `ing` had changed: hop(p)ed, fil(e)ing, conflat(e)ed."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if len(word) > 1 and word[-1] == word[-2] and word[-1] not in "aeioulsz":
        return word[:-1]
    return word + "e" if _measure(word) == 1 and _short(word) else word


def _short(word: str) -> bool:
    """Ends like `hop`: consonant, vowel, consonant."""
    return _shape(word)[-3:] == "cvc" and word[-1] not in "wxy"


def _exchanged(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for ending, instead in endings:
        if word.endswith(ending):
            return word[: -len(ending)] + instead if _measure(word[: -len(ending)]) else word
    return word


def _shortened(word: str) -> str:
    found = max((ending for ending in _FOURTH if word.endswith(ending)), key=len, default="")
    base = word[: len(word) - len(found) + _KEPT.get(found, 0)]
    return base if found and _measure(base) > 1 else word


def _tidied(word: str) -> str:
    if word.endswith("e") and (_measure(word[:-1]) > 1 or (_measure(word[:-1]) == 1 and not _short(word[:-1]))):
        word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word
