"""A short statement taken apart: claims, each a row of telling words that is affirmed or denied. `We use uv instead of
pip` affirms uv and denies pip; `the cache is no longer in Redis` denies that it is. Texts in, records out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise

from reverie.remember.statements.clauses import Claim, Word, claim
from reverie.remember.statements.cues import DENIALS, HEDGES, PAST
from reverie.remember.statements.parts import clauses
from reverie.remember.statements.turns import expanded, turned
from reverie.remember.statements.wholeness import is_code, is_whole, points_elsewhere
from reverie.remember.statements.words import key
from reverie.tools.tokens import fold

_TOKEN = re.compile(
    r"`[^`\n]{1,80}`|\"[^\"\n]{1,30}\"|https?://[^\s)>,]+|[$€]?\d[\w.,:%/-]*[\w%]|\d|--?[A-Za-z][\w-]*"
    r"|~?[./]*[\w@.-]*[/\\][\w@./\\*-]*\w"
    r"|¬?[^\W\d][\w]*(?:[.@:+-]+\w+)*(?:['’]\w+)?(?:\+\+|#)?|[^\w\s]"
)
_MARKUP = re.compile(r"\*\*|__|^\s*(?:[-*+]|#{1,6}|\d+[.)])\s+")
_COMMAND = re.compile(r"`(\w[\w-]*(?: [\w-]+)+)`")
_LABEL = re.compile(r"(?:[^:;.!?]|\.(?=\w)){2,60}:\s+(?=\S)")
_ASIDE = re.compile(r"\([^()]*\)")
_LONGEST = 24  # telling words of a short statement
_TO_COME = frozenset((word, "to") for word in ("need", "needs", "yet", "remains", "going", "about")) | {("[", "]")}
_NOT_ALL = re.compile(r"\bnot (?:only|just|merely)\b", re.IGNORECASE)
_PERSONS = {"he": "he", "him": "he", "his": "he", "she": "she", "her": "she", "hers": "she"}
_PASSIVE = re.compile(
    r"\b(?:being|been)\b.* by\b"
    r"|\b(?:is|are|was|were|gets?|got)\s+(?:\w+ly\s+)?(?!\w+ing\b|being)\w+(?:ed|en|wn|t)\b.* by\b",
    re.IGNORECASE,
)
_SCENE = re.compile(
    r"^(?:an?|some|two|three|four|five|six|several|many|one|another|the|there)\b.*\b(?:is|are)\b"
    r"(?: (?:not|being|\w+ly))* (?-i:\w*[a-z]ing)\b"
    r"|^(?:an?|some|two|three|no|nobody|someone|people)\b.* (?:is|are) |^there (?:is|are)\b|^not? \w+ (?:is|are)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Statement:
    """A sentence as claims. `scene`: something going on somewhere, such as a picture shows, not a fact about a known
    thing. `hedges`: the words that make it a plan, a wish or a guess. `labelled`: it has a colon behind its subject."""

    text: str
    claims: tuple[Claim, ...]
    scene: bool = False
    hedges: frozenset[str] = frozenset()
    past: bool = False
    passive: bool = False
    listed: bool = False  # several things in a row, whose order says nothing
    labelled: bool = False
    asks: bool = False  # it begins with its verb
    points: bool = False  # it speaks of something that was named before it
    whole: bool = True  # no heading, question or cut line, in a script whose words can be told apart
    told: bool = True  # whole, short and with a verb; only such a one can contradict

    @cached_property
    def words(self) -> tuple[Word, ...]:
        return tuple(word for claim in self.claims for word in claim.words if not claim.switched)

    @cached_property
    def keys(self) -> frozenset[str]:
        return frozenset(word.key for word in self.words)

    @cached_property
    def affirmed(self) -> frozenset[str]:
        return frozenset().union(*(claim.keys for claim in self.claims if not claim.denied))

    @property
    def undergoes(self) -> bool:
        """Whether something is done to its subject, by whomever."""
        return self.passive or any(claim.passive for claim in self.claims)

    @property
    def happened(self) -> bool:
        return any(claim.happened for claim in self.claims)

    @cached_property
    def denied(self) -> tuple[Claim, ...]:
        return tuple(claim for claim in self.claims if claim.denied and claim.words)


@lru_cache(maxsize=1 << 12)
def parsed(text: str) -> Statement:
    """One sentence, taken apart."""
    plain = expanded(_COMMAND.sub(r"\1", fold(_MARKUP.sub("", text.strip()))))
    label = _LABEL.match(plain)
    said, instead = turned(_ASIDE.sub(lambda aside: _set_apart(aside[0]), plain))
    read = [claim(part, label is not None) for part in clauses(_TOKEN.findall(said))]
    claims = [one for one in read if one.words]
    if instead:
        other = claim(_TOKEN.findall(instead), label is not None)
        claims.append(replace(other, denied=True, switched=True))
    tokens = _TOKEN.findall(plain)
    low = [token.lower() for token in tokens]
    whole = _is_latin(plain) and is_whole(plain, tokens) and not is_code(text)
    scene = bool(_SCENE.match(plain)) and label is None
    return Statement(
        text,
        tuple(claims),
        scene=scene,
        hedges=_hedges(low, scene) | ({"not only"} if _NOT_ALL.search(text) else set()),
        past=not PAST.isdisjoint(low),
        passive=bool(_PASSIVE.search(plain)),
        labelled=label is not None,
        listed="and" in low or "or" in low,
        asks=_asks(low, claims),
        points=points_elsewhere(tokens),
        whole=whole,
        told=whole and not points_elsewhere(tokens) and _is_told(claims),
    )


def _hedges(low: Sequence[str], scene: bool) -> frozenset[str]:
    """What limits a statement: a plan, a guess, a permission; outside of scenes also some things only, or a person."""
    limits = {key(word) for word in HEDGES.intersection(low)}
    if any(pair in _TO_COME for pair in pairwise(low)):  # `[ ]` is a box that is not ticked
        limits.add("to come")
    if not scene:
        limits |= {_PERSONS[word] for word in low if word in _PERSONS} | set(low[:1]).intersection(
            ("some", "most", "few")
        )
    return frozenset(limits)


def _set_apart(aside: str) -> str:
    """What stands in brackets belongs to the sentence, unless it denies something: then it speaks for itself."""
    inner = aside[1:-1].lower().split()
    if inner[:1] == ["not"] and len(inner) <= 3:
        return aside
    return f" ; {aside[1:-1]} ; " if not DENIALS.isdisjoint(inner) else aside


def _is_latin(plain: str) -> bool:
    return sum(char.isascii() for char in plain) * 10 > len(plain) * 9


def _asks(low: Sequence[str], claims: Sequence[Claim]) -> bool:
    """Whether it begins with its verb, as a request does."""
    if not claims or not claims[0].words or claims[0].words[0].part != "verb":
        return False
    return claims[0].words[0].text.lower() in low[:2] and low[0] not in ("we", "i", "user", "they", "you")


def _is_told(claims: Sequence[Claim]) -> bool:
    words = sum(len(claim.words) for claim in claims)
    return words <= _LONGEST and any(claim.clear for claim in claims) and not any(claim.muddled for claim in claims)
