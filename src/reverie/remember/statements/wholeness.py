"""Whether a text is a whole statement that can be held against another: not a heading, a question, a line that was cut,
an example of what not to do, or a sentence that speaks of something named elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reverie.remember.statements.cues import COPULAS, DENIALS, DULL
from reverie.remember.statements.predicates import is_noun_too, is_verb
from reverie.remember.statements.words import key

_OPENERS = frozenset(
    "if when while to unless because then and or but so as once whereas which otherwise also except e.g i.e".split()
)
_MODALS = frozenset("can will should must may might would could shall".split())
_CUT = frozenset(
    "for from with by of to at into and or the a an as than because when that is are not should be".split()
)
_POINTING = frozenset("it they them this these those that he she".split())
_ASKING = frozenset("do never always please".split())
_FINITE = frozenset("is are was were has have can will must should".split())
_MARKS = re.compile("[❌✗✘🚫❎→⇒]|[-=]>")
_CODE = re.compile(r"\w\([\w, .]*\)|[{}]|^\s*[\[<|+=]|;\s*$|<\w+>")
_SPEAKER = re.compile(r"[\s*_>-]*(?:the\s+)?(user|i|my|we|our)\b", re.IGNORECASE)
_QUOTED = re.compile(r"`[^`]*`")
_ENDS = ("?", ":", ",", "…", "e.g.", "i.e.", "-", "—")


def is_whole(plain: str, tokens: Sequence[str]) -> bool:
    words = [token.lower() for token in tokens if any(char.isalnum() for char in token)]
    if not words or plain.endswith(_ENDS) or words[-1] in _CUT or _MARKS.search(plain):
        return False
    if plain.count("`") % 2 or plain.count('"') % 2 or plain.count("(") != plain.count(")"):
        return False
    return not _CODE.search(_QUOTED.sub("", plain)) and not _lacks_a_subject(words)


def speaker(text: str) -> str:
    """Of whom it is told, if it begins with that: the user, or the team. What one does says nothing about the other."""
    first = _SPEAKER.match(text)
    return "" if first is None else "team" if first[1].lower() in ("we", "our") else "user"


def is_code(text: str) -> bool:
    """Nothing but commands or names in backticks."""
    return "`" in text and len(re.findall(r"[^\W\d_]{2,}", _QUOTED.sub("", text))) < 2


def _lacks_a_subject(words: Sequence[str]) -> bool:
    first, rest = words[0], words[1:]
    if first in _OPENERS or first in COPULAS - {"do"} or first in _MODALS:
        return True
    deed = rest[0] if first == "not" and rest else first
    if deed.endswith("ing") and (deed != first or (rest and not _goes_on(rest[0]))):
        return True
    told = is_verb(key(first)) and first.endswith("s") and not is_noun_too(key(first))
    return told and not any(word in _FINITE or (is_verb(key(word)) and not is_noun_too(key(word))) for word in rest)


def _goes_on(word: str) -> bool:
    """Whether a verb follows: `Staging uses …` has its subject."""
    return word in _FINITE or word in COPULAS or (word.endswith("s") and is_verb(key(word)))


def points_elsewhere(tokens: Sequence[str]) -> bool:
    """`Do not add them again`: what it speaks of was named before it."""
    words = [token.lower() for token in tokens]
    if not words:
        return False
    alone = [n for n, word in enumerate(words) if word in _POINTING and _stands_alone(words, n)]
    asks = words[0] in _ASKING or words[0] in DENIALS or is_verb(key(words[0]))
    return bool(alone) and (alone[0] == 0 or asks)


def _stands_alone(words: Sequence[str], n: int) -> bool:
    """`This` is a pointer by itself; in `this folder` it is an article."""
    if words[n] not in ("this", "these", "those", "that") or n + 1 == len(words):
        return words[n] != "that" or n == 0
    return words[n + 1] in DULL or not words[n + 1][0].isalpha()
