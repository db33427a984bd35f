"""Questions about oneself. What somebody told of himself answers "which bike did I buy?", and not the page of advice he
was given, though it has all the words; and who tells of himself says "I" and "my"."""

from __future__ import annotations

import re

_ASKED = re.compile(
    r"\b(?:my|mine|remind me|(?:did|have|had|was|am) I|I(?:['’](?:ve|d|m))|do I have|"
    r"I (?:was|had|have|did|said|told|went|got|made|took|bought|wrote|chose|\w+ed))\b",
    re.IGNORECASE,
)
_OWN = re.compile(r"\b(?:I|my|mine|myself)\b", re.IGNORECASE)
_OFTEN = 15  # one word in so many is as often as people say it when they speak of themselves
_LEAST = 8  # words: a shorter text is not more about somebody for being short


def is_about_oneself(question: str) -> bool:
    """Not "how do I …?", which is about how things are done."""
    return _ASKED.search(question) is not None


def own_words(text: str) -> float:
    """From 0 to 1: how much somebody speaks of himself."""
    said = len(_OWN.findall(text))
    return min(1.0, said * _OFTEN / max(len(text.split()), _LEAST)) if said else 0.0
