"""Words as they are compared: forms that a stem does not bring together, words that mean the same, and kinds of things
(a puppy is a dog is an animal). A word that is not in the tables is only itself."""

from __future__ import annotations

import re
from functools import lru_cache

from reverie.remember.statements.lexicon import FORMS, KINDS, NUMBERS, SAME
from reverie.tools.stems import stem


def _table(text: str) -> dict[str, tuple[str, ...]]:
    entries = (entry.split(":") for entry in " ".join(text.split()).split("; "))
    return {head.strip(): tuple(rest.split()) for head, rest in entries}


_BASE = {form: base for base, forms in _table(FORMS).items() for form in forms}
_CANON = {stem(_BASE.get(word, word)): stem(head) for head, words in _table(SAME).items() for word in words}
# ran, bought, wrote: told of once
_PLURALS = frozenset("men women children people feet mice has had".split())
PASTS = frozenset(form for form in _BASE if not form.endswith(("s", "ing"))) - _PLURALS
_PLAIN = re.compile("[a-z]+")


@lru_cache(maxsize=1 << 16)
def key(word: str) -> str:
    """A word as it is compared: without its ending, number words as digits, one name for what has several."""
    low = word.lower()
    if low in NUMBERS:
        return NUMBERS[low]
    if not _PLAIN.fullmatch(low):
        return low
    root = stem(_BASE.get(low, low))
    return _CANON.get(root, root)


def keys(words: str) -> frozenset[str]:
    return frozenset(key(word) for word in words.split())


_WIDER: dict[str, set[str]] = {}
for _kind, _members in _table(KINDS).items():
    for _member in _members:
        _WIDER.setdefault(key(_member), set()).add(key(_kind))


@lru_cache(maxsize=1 << 12)
def wider(one: str) -> frozenset[str]:
    """Every kind that a thing is of, by key, itself among them."""
    found, new = {one}, [one]
    while new:
        new = [kind for known in new for kind in _WIDER.get(known, ()) if kind not in found]
        found.update(new)
    return frozenset(found)


def is_a(one: str, other: str) -> bool:
    """Whether what is the one is the other too: the same word, or a kind of it."""
    return other in wider(one)
