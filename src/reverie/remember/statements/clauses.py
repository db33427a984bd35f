"""One clause read along: its telling words, each with the part it plays, and whether it is denied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from reverie.remember.statements.cues import COPULAS, DENIALS, DETERMINERS, DULL, PLACES, SCOPES
from reverie.remember.statements.deeds import acts, is_undergone
from reverie.remember.statements.predicates import is_noun_too
from reverie.remember.statements.values import MEASURED, is_name, may_be_value, value_at
from reverie.remember.statements.words import PASTS, key

_PARTICIPLES = ("ed", "ing", "able", "ible")
_BEING = frozenset(("is", "are", "was", "were", "be", "been", "being", "gets", "get", "got"))
_PARTICLES = frozenset(("up", "down", "off", "out"))


@dataclass(frozen=True, slots=True)
class Word:
    """One telling word: as written, as compared, what kind of value it is, and the preposition it stands behind."""

    text: str
    key: str
    kind: str = ""  # number, numbers (seconds), date, name …; empty for an ordinary word
    behind: str = ""
    part: str = "value"  # subject, verb, value, or scope: where or when it holds
    one_of: bool = False  # behind an indefinite article: there may be others


@dataclass(frozen=True)
class Claim:
    """What is said, or denied, in one breath. `switched`: denied because something else took its place."""

    words: tuple[Word, ...]
    denied: bool = False
    switched: bool = False
    clear: bool = True  # it has a verb, in the present
    muddled: bool = False  # two denials, of which nobody can tell what they add up to
    happened: bool = False  # told of once, in the past: it may have happened again
    passive: bool = False  # its subject is what something is done to

    @cached_property
    def keys(self) -> frozenset[str]:
        return frozenset(word.key for word in self.words)


def claim(tokens: Sequence[str], labelled: bool) -> Claim:
    words: list[Word] = []
    reader = _Reader(labelled)
    denials, n = 0, 0
    while n < len(tokens):
        low = tokens[n].lower()
        word, size = _word(tokens, n, reader.behind)
        denials += low in DENIALS
        if low in PLACES:
            words.append(Word(tokens[n], f"·{low}", "place", low, reader.preposition(low)))
        elif low in ("to", "as") and reader.verb_seen:
            reader.behind = low
        elif (part := reader.part(low, word, _tells(tokens, n, word), reader.may_act(tokens, n, word))) and word:
            one_of = n > 0 and tokens[n - 1].lower() in ("a", "an", "some")
            words.append(replace(word, part=part, behind="" if part == "verb" else word.behind, one_of=one_of))
        n += size
    if not reader.verb_seen:
        words = [replace(word, part="value") for word in words]
    return Claim(
        tuple(words),
        denials % 2 == 1,
        clear=reader.finite,
        muddled=denials > 1,
        happened=reader.happened,
        passive=reader.passive,
    )


def _tells(tokens: Sequence[str], n: int, word: Word | None) -> bool:
    """Whether a word says something by itself. May 3 does, though `may` does not; so do US and IT, and code."""
    token, named = tokens[n], n > 0 and tokens[n] == "A"  # `Feature A`
    if word is None or word.kind.startswith(MEASURED) or token[0] in '`"' or token in ("US", "IT") or named:
        return word is not None
    return token.lower() not in DULL and token.lower() not in DENIALS


class _Reader:
    """Goes along a clause and says which part of it a word belongs to."""

    def __init__(self, labelled: bool) -> None:
        self.labelled = labelled
        self.verb_seen = False
        self.behind = ""
        self.happened = False
        self.finite = False
        self.passive = False
        self._spoken = False
        self._object_seen = False
        self._scope = False
        self._acts = False
        self._is = False
        self._opened = False  # by a preposition, right before

    def may_act(self, tokens: Sequence[str], n: int, word: Word | None) -> bool:
        """Behind a verb, what is a noun as often is one: `keeps logs for a week`."""
        if self._acts and word is not None and is_noun_too(word.key) and not word.text.lower().endswith("ed"):
            return False
        return word is not None and acts(tokens, n, word.key, word.kind)

    def preposition(self, low: str) -> str:
        self.behind = self.behind if low in _PARTICLES else low
        self._opened = True
        self._scope = self._scope or (self._object_seen and low in SCOPES)
        return "scope" if self._scope else "value" if self.verb_seen else "subject"

    def part(self, low: str, word: Word | None, telling: bool, acts: bool) -> str:
        """Empty for a word that tells nothing. `acts`: it can be the verb."""
        opened, self._opened = self._opened, False
        if not self.verb_seen and self._spoken and (low == "," or (low in DETERMINERS and not opened)):
            self.behind = ""  # `In April the product …`
        verb = (low == ":") if self.labelled else low in COPULAS or (acts and telling and not low.endswith("ing"))
        if not self.verb_seen and verb:
            self.verb_seen, self.behind = True, ""
            self.finite = low in COPULAS or self.labelled or not low.endswith("ed") or low.endswith("eed")
            self.happened = low in PASTS or (low.endswith("ed") and not low.endswith("eed"))
            self._is, self._acts = low in _BEING, telling and low != ":"
            return "verb" if self._acts else ""
        if not telling or word is None:
            return ""
        self._spoken = True
        if not self.verb_seen:
            return "subject"
        if word.kind == "" and (acts or (low.endswith(_PARTICIPLES) and not self.behind)) and not self._object_seen:
            self.passive = self.passive or (self._is and is_undergone(low, word.key))
            self._acts = True
            return "verb"
        self._object_seen = True
        return "scope" if self._scope else "value"


def _word(tokens: Sequence[str], n: int, behind: str) -> tuple[Word | None, int]:
    """The word at this place and how many tokens it takes: a number takes its unit, a date its month and year."""
    token = tokens[n]
    if may_be_value(token) and (found := value_at(tokens, n)):
        compared, kind, size = found
        return Word(" ".join(tokens[n : n + size]), compared, kind, behind), size
    bare = token.strip("`\"'").removesuffix("'s").removesuffix("’s")
    if not any(char.isalnum() for char in bare):
        return None, 1
    local = "¬" if bare.startswith("¬") else ""
    return Word(bare, local + key(bare.removeprefix("¬")), "name" if is_name(token, n == 0) else "", behind), 1
