"""Whether a word that several texts share is a subject: a thing to take care with, said here and seldom elsewhere."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from reverie.tools.terms import STOP, Background, Theme, stem

# A theme is a thing: these endings are of deeds and qualities.
_OTHER_WORDS = re.compile(
    r"\w+(?:ed|ing|ly|able|ible|ous|ive|ful|less)|top|lazy|nested|raises?|newer|unique|extra|large|ignore|wrap", re.I
)
# A theme is a thing one can look at; these are words for any thing.
_ANYTHING = frozenset(
    "model config id ids api param field response prop attribute variable argument parameter feature flow logic bound"
    " mode level info detail part side place point end start limit action component element resource target source"
    " system process context format size length count index entry record body".split()
)


def is_thing(theme: Theme, texts: Sequence[str], background: Background, besides: frozenset[str]) -> bool:
    """Something one can take care with. A lone word must be a thing of which there are several, not one that anything
    could be called, nor one that stands where these texts have their verb, nor the file's own name again."""
    last = theme.shown.rpartition(" ")[2]
    if _OTHER_WORDS.fullmatch(last) or last.lower() in STOP:
        return False
    if any(re.search(rf"\b{re.escape(theme.shown)}-\d", text) for text in texts):
        return False  # the beginning of a ticket's number
    if " " in theme.shown or not theme.shown.islower():
        return True
    if {theme.shown, theme.key} & _ANYTHING or any(_same_start(theme.key, word) for word in besides):
        return False
    orders = 0 if theme.shown.endswith("s") else sum(text.lower().startswith(theme.shown) for text in texts)
    verbs = orders + sum(_is_a_deed(theme.key, text) for text in texts)
    return verbs * 2 < len(texts) and _plural(theme.shown, background) != ""


def whole(shown: str, texts: Sequence[str]) -> str:
    """A phrase with the word that always follows it: half of a name says nothing."""
    found = [re.search(rf"\b{re.escape(shown)}[ _](\w{{3,}})", text, re.I) for text in texts]
    after = {match[1].lower() for match in found if match}
    if len(after) == 1 and all(found) and not after & STOP:
        return f"{shown} {after.pop()}"
    return shown


def _same_start(key: str, word: str) -> bool:
    """`dir` and `directories`, `filter` and `filterset`."""
    return min(len(key), len(word)) > 2 and (key.startswith(word) or word.startswith(key))


def _plural(word: str, background: Background) -> str:
    """The word in many, as somebody wrote it; empty if nobody did."""
    forms = (word if word.endswith("s") else "", re.sub(r"y$", "ie", word) + "s", word + "es")
    return next((form for form in forms if form and form in background.said), "")


def _is_a_deed(key: str, text: str) -> bool:
    return any(stem(word) == key for word in re.findall(r"\w+(?:ed|ing)\b", text.lower()))


def several(theme: Theme, found: Sequence[Theme], background: Background) -> str:
    """`entity ids` instead of `entity`, where all say so; else the plural, where anybody uses it."""
    for other in found:
        inside = theme.key in other.key.split("_") and set(theme.members) <= set(other.members)
        if other.key != theme.key and inside and not _OTHER_WORDS.fullmatch(other.shown.split()[0]):
            return _in_many(other.shown, background)
    return _in_many(theme.shown, background)


def _in_many(shown: str, background: Background) -> str:
    """`quote post` → `quote posts`, where anybody says so; names stay as they are."""
    before, _, last = shown.rpartition(" ")
    plural = _plural(last, background) if last.islower() and not re.search("[._]", last) else ""
    return " ".join(filter(None, (before, plural or last)))


def is_special(theme: Theme, background: Background, group: int) -> bool:
    """Said often here and seldom elsewhere: one in twelve of all other subjects would be no theme. Where there are few
    others, hardly any of them may say it."""
    others = max(background.size - group, 0)
    return theme.rarity > min(2.5, 0.8 * math.log(others + 1)) and theme.rarity > 0
