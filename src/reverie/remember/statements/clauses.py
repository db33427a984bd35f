"""One clause read along: its telling words, each with the part it plays, and whether it is denied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from reverie.remember.statements.cues import COPULAS, DENIALS, DETERMINERS, DULL, PLACES, SCOPES
from reverie.remember.statements.predicates import is_noun_too, is_verb
from reverie.remember.statements.values import MEASURED, is_name, may_be_value, value_at
from reverie.remember.statements.words import PASTS, key

_PARTICIPLES = ("ed", "ing", "able", "ible")
_NOUNS = ("ment", "tion", "sion", "er", "ance", "ence", "ity", "ness")
_FINITE = frozenset(("is", "are", "was", "were"))
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
        elif (part := reader.part(low, word, _tells(tokens[n], word), _acts(tokens, n, word))) and word is not None:
            one_of = n > 0 and tokens[n - 1].lower() in ("a", "an", "some")
            words.append(replace(word, part=part, behind="" if part == "verb" else word.behind, one_of=one_of))
        n += size
    if not reader.verb_seen:
        words = [replace(word, part="value") for word in words]
    return Claim(tuple(words), denials % 2 == 1, clear=reader.finite, muddled=denials > 1, happened=reader.happened)


def _tells(token: str, word: Word | None) -> bool:
    """Whether a word says something by itself. May 3 does, though `may` does not; so do US and IT, and code."""
    if word is None or word.kind.startswith(MEASURED) or token[0] in '`"' or token in ("US", "IT"):
        return word is not None
    return token.lower() not in DULL and token.lower() not in DENIALS


def _acts(tokens: Sequence[str], n: int, word: Word | None) -> bool:
    """Whether this word can be the verb here. `log` and `commit` are nouns as often, which their neighbours tell."""
    if word is None or tokens[n][0] == "`" or (n and tokens[n - 1].lower() in DETERMINERS):
        return False
    if not is_verb(word.key):
        return _is_bridge(tokens, n, word)
    if any(tokens[n].lower().removesuffix("s").endswith(ending) and not word.key.endswith(ending) for ending in _NOUNS):
        return False  # `management` is of `manage`, and no deed
    low, others = tokens[n].lower(), [token.lower() for token in tokens]
    if n == 0 and not _FINITE.isdisjoint(others[1:4]):
        return False
    if not is_noun_too(word.key) or low.endswith(("ed", "ing")):
        return True
    if n == 0:
        return not low.endswith("s") and COPULAS.isdisjoint(others) and not any(map(_is_surely_verb, others[1:]))
    following = others[n + 1] if n + 1 < len(others) else ""
    return following in DETERMINERS or following in PLACES or following in ("to", "not") or others[n - 1] == "to"


def _is_bridge(tokens: Sequence[str], n: int, word: Word) -> bool:
    """`Due` in `is due on Monday`: it leads over to the value."""
    bridged = 0 < n < len(tokens) - 1 and tokens[n - 1].lower() in _FINITE and tokens[n + 1].lower() in PLACES
    return bridged and not word.kind


def _is_surely_verb(low: str) -> bool:
    return is_verb(key(low)) and (low.endswith("ed") or not is_noun_too(key(low)))


class _Reader:
    """Goes along a clause and says which part of it a word belongs to."""

    def __init__(self, labelled: bool) -> None:
        self.labelled = labelled
        self.verb_seen = False
        self.behind = ""
        self.happened = False
        self.finite = False
        self._spoken = False
        self._object_seen = False
        self._scope = False

    def preposition(self, low: str) -> str:
        self.behind = self.behind if low in _PARTICLES else low
        self._scope = self._scope or (self._object_seen and low in SCOPES)
        return "scope" if self._scope else "value" if self.verb_seen else "subject"

    def part(self, low: str, word: Word | None, telling: bool, acts: bool) -> str:
        """Empty for a word that tells nothing. `acts`: it can be the verb."""
        if not self.verb_seen and self._spoken and (low == "," or low in DETERMINERS):
            self.behind = ""  # `In April the product …`
        verb = (low == ":") if self.labelled else low in COPULAS or (acts and telling and not low.endswith("ing"))
        if not self.verb_seen and verb:
            self.verb_seen, self.behind = True, ""
            self.finite = low in COPULAS or self.labelled or not low.endswith("ed") or low.endswith("eed")
            self.happened = low in PASTS or (low.endswith("ed") and not low.endswith("eed"))
            return "verb" if telling and low != ":" else ""
        if not telling or word is None:
            return ""
        self._spoken = True
        if not self.verb_seen:
            return "subject"
        if word.kind == "" and (acts or (low.endswith(_PARTICIPLES) and not self.behind)) and not self._object_seen:
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
