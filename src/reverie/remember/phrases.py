"""A sentence as tokens, and the phrases around its nouns: `the new PostgreSQL 16 database` is the new one, a database,
and named. Only as much grammar as is needed to say what names what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from reverie.remember.statements.cues import COPULAS, DETERMINERS, DULL, PLACES
from reverie.remember.statements.predicates import is_noun_too, is_verb
from reverie.remember.statements.rivals import RIVALS
from reverie.remember.statements.values import is_name, valued
from reverie.remember.statements.words import key

_TOKEN = re.compile(
    r"`[^`\n]{1,80}`|\"[^\"\n]{1,60}\"|[a-z][a-z0-9+]*://[^\s)>,;]*[\w/]|[$€]?\d[\w.,:%/+-]*[\w%]|\d|(?<!\w)--?[A-Za-z][\w=-]*"
    r"|~?[./]*[\w@.-]*[/\\][\w@./\\*:-]*\w|[^\W\d]\w*(?:[.@:+-]+\w+)*(?:['’]\w+)?(?:\+\+|#)?|[^\w\s]"
)
_CUT = re.compile(
    r"[.;!?]+(?=\s|$)|,? \b(?:because|but|whereas|while|which|who|so)\b|, (?:and|after|since|as|not)\b| [–—] ", re.I
)
_ACRONYMS = frozenset("ci cd api apis url urls ui db pr prs qa ok todo id ids sdk cli os it we i".split())
_NO_NAMES = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december english new old other fixed moved switched migrated upgraded updated use used
    using replaced renamed changed tests test someone
    somebody nobody everyone everybody people linux windows macos german french spanish""".split()
)
_TOOLS = (
    "npm",
    "pip",
    "mysql",
    "vim",
    "pytest",
    "jest",
    "webpack",
    "aws",
    "jenkins",
    "react",
    "redis",
    "docker",
    "flake8",
)
_SEVERAL = frozenset("black fish parcel nose teams swift zed oracle space tab heroku".split())
_KNOWN = frozenset().union(*(row for row in RIVALS if any(key(tool) in row for tool in _TOOLS))) - {
    key(word) for word in _SEVERAL
}
CHANGES = frozenset(
    key(word)
    for word in """move migrate switch change replace upgrade update bump downgrade rename convert fix patch rewrite pin
    deprecate disable enable""".split()
)
SORTS = {
    "new": frozenset("new newer latest".split()),
    "old": frozenset("old older previous former legacy".split()),
    "other": frozenset("other different another second alternative separate".split()),
    "certain": frozenset("right correct proper certain special particular specific".split()),
}
ADJECTIVES = frozenset().union(*SORTS.values())


@dataclass(frozen=True)
class Token:
    text: str
    start: int
    end: int
    opens: bool  # nothing but marks stands before it

    @cached_property
    def low(self) -> str:
        return self.text.lower()

    @cached_property
    def key(self) -> str:
        return key(self.low.removesuffix("'s"))

    @property
    def is_word(self) -> bool:
        return self.text[0].isalnum()

    @cached_property
    def kind(self) -> str:
        """What it names by itself: code, number, date, name; nothing for a word. `maybe`: a capital that may only open
        the sentence."""
        if self.text[0] in '`"' or re.match(r"https?://|--?[A-Za-z]|.*[/\\]", self.text):
            return "code"
        if (value := valued(self.text)) and not self.text.isalpha():
            return "date" if value[1] == "date" else "number"
        if self.low in _ACRONYMS or self.low in DULL or self.low in _NO_NAMES or not self.is_word:
            return ""
        if self.is_known or is_name(self.text, first=True):
            return "name"
        return "" if not self.text[0].isupper() else "maybe" if self.opens else "name"

    @property
    def is_known(self) -> bool:
        """A tool many use."""
        return self.key in _KNOWN

    @property
    def tells(self) -> bool:
        """Whether it says what is spoken of."""
        small = self.low in DULL or self.low in PLACES or self.low in COPULAS
        return (self.is_word or self.kind == "code") and (not small or self.low in ADJECTIVES)


@lru_cache(maxsize=1 << 12)
def tokens(text: str) -> tuple[Token, ...]:
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        found.append(Token(match[0], match.start(), match.end(), not any(token.is_word for token in found)))
    return tuple(found)


def clauses(text: str) -> list[str]:
    """A text in parts that each say one thing."""
    parts, at = [], 0
    for cut in _CUT.finditer(text):
        parts.append(text[at : cut.start()])
        at = cut.end()
    return [part.strip() for part in [*parts, text[at:]] if part.strip()]


@dataclass(frozen=True)
class Phrase:
    """A noun with what stands before it, from `first` up to `noun`, both places in the row of tokens."""

    first: int
    noun: int
    sort: str  # new, old, other, certain; empty if it does not say
    definite: bool
    points: bool  # that one
    mods: frozenset[str]
    inner: tuple[int, int] | None  # the name inside it: from, up to and without


def phrase(row: Sequence[Token], noun: int) -> Phrase:
    first = noun
    while first and noun - first < 5 and (_belongs(row[first - 1]) or _is_enclosed(row, first - 1)):
        first -= 1
    body = row[first:noun]
    words = [token for token in body if not token.kind and token.low not in ADJECTIVES]
    named = [at for at in range(first, noun) if row[at].kind]
    sort = next((name for name, words in SORTS.items() for token in body if token.low in words), "")
    det = row[first - 1].low if first else ""
    has_det = det in DETERMINERS
    return Phrase(
        first - has_det,
        noun,
        sort,
        det in ("the", "our", "its", "their", "this", "that", "these", "those"),
        det == "that" and not sort,
        frozenset(token.key for token in words),
        (named[0], named[-1] + 1) if named else None,
    )


def _belongs(token: Token) -> bool:
    if token.low in ADJECTIVES or token.kind:
        return True
    if not token.is_word or token.low in DULL or token.low in PLACES or token.low in DETERMINERS:
        return False
    return not (token.key in CHANGES or (is_verb(token.key) and not is_noun_too(token.key)))


def _is_enclosed(row: Sequence[Token], at: int) -> bool:
    """`the deploy script`: behind an article, a verb is none."""
    word, before = row[at], row[at - 1].low if at else ""
    return word.is_word and word.low not in DULL and word.low not in PLACES and before in DETERMINERS | ADJECTIVES


def is_head(row: Sequence[Token], at: int) -> bool:
    """Whether a noun ends its phrase: `the new database schema` is no database."""
    if at + 1 == len(row):
        return True
    after = row[at + 1]
    small = after.low in DULL or after.low in PLACES or after.low in COPULAS or after.low in ("called", "named")
    acts = is_verb(after.key) or after.key in CHANGES
    acts = acts and after.low.endswith(("s", "ed", "en"))
    return small or acts or bool(after.kind) or not after.is_word or has_version(row, at + 1)


def has_version(row: Sequence[Token], at: int) -> bool:
    """`httpx 0.27`: what has a version is a name, however it is written."""
    if at + 1 >= len(row) or not row[at].tells or row[at].low in ("release", "version", "build", "tag", "revision"):
        return False
    return re.fullmatch(r"v?\d+(?:\.\d+)+", row[at + 1].text) is not None


def span(row: Sequence[Token], at: int, *, opening: bool = False) -> int:
    """Where a name that begins at this token ends; the same place if none begins."""
    end = at + 2 * has_version(row, at)
    while end < len(row) and end - at < 4 and row[end].kind and row[end].kind != "date":
        if row[end].kind == "maybe" and not opening:
            break
        end += 1
    return end


def keys(row: Sequence[Token]) -> frozenset[str]:
    return frozenset(token.key for token in row if token.tells)
