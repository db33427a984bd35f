"""Where a statement is vague: it speaks of a thing without naming it (`the new database`), of a time without a date
(`soon`), of an amount without a number, of a measure without a value, of a person or a place without a name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from reverie.remember.phrases import CHANGES, Phrase, Token, is_head, keys, phrase, tokens
from reverie.remember.statements import cues
from reverie.remember.statements.cues import DENIALS
from reverie.remember.statements.words import key

Kind = Literal["thing", "time", "amount", "measure", "person", "place"]

HEDGES = cues.HEDGES - {"ask", "asked", "can"}
_NAMED = """database endpoint api library framework server service tool package version port branch region
    bucket queue provider host model script file config directory folder runner image cluster domain url flag
    option setting variable command account channel vendor linter formatter bundler backend cache broker registry
    template workflow instance gateway proxy limit timeout threshold dependency plugin module driver client sdk
    compiler editor format protocol algorithm language owner maintainer reviewer contact dashboard environment
    platform cdn scheduler manager store""".split()
_NOUNS = frozenset(_NAMED)  # one thing: of several, one name is not all
_HINT = re.compile(
    r"\b(?:new(?:er)?|latest|old(?:er)?|previous|former|legacy|other|different|another|second|alternative|separate|right"
    r"|correct|proper|certain|special|particular|specific|that|soon|shortly|future|coming|recently|ago|day|few|several"
    r"|many|most|couple|handful|number|various|lots?|slow|fast|large|huge|big|small|expensive|cheap|long|while|forever|ages"
    r"|some(?:one|body|where)|colleague|teammate|one of us|elsewhere|place|\w+(?:ed|en))\b",
    re.I,
)
_GENERAL = re.compile(
    r"\b(?:when|whenever|if|unless|each|every|any|either|always|never|e\.g|for example|such as|or|like)\b|\?", re.I
)
_KEPT = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|\[[^\]]*\]\([^)]*\)|\([^()]*\)|https?://\S+")
_TIME = re.compile(
    r"\b(?P<ahead>soon|shortly|in the near future|coming up)\b"
    r"|\b(?P<back>recently|a while ago|some time ago|not long ago|the other day)\b",
    re.I,
)
_AMOUNT = re.compile(
    r"\b(?:a few|several|many|most|a couple of|a handful of|a number of|various|lots of|a lot of)(?: of)?"
    r"(?: (?:the|our))? (?:[a-z-]+ )?(?P<noun>[a-z-]{2,}s)\b",
    re.I,
)
_MEASURE = re.compile(
    r"\b(?:(?:is|are|was|were|got|became|has become|have become|gets?)(?: (?:very|too|quite|really|rather|pretty|so))? "
    r"(?P<how>slow|fast|large|huge|big|small|expensive|cheap)(?!-|\w)"
    r"|takes? (?:very |too |so |quite )?(?P<long>long(?! as)|a while|forever|a long time|ages))\b",
    re.I,
)
_PERSON = re.compile(r"^(?:someone|somebody|a colleague|a teammate|one of us)\b(?: on the team| from the team)?", re.I)
_PLACE = re.compile(r"\b(?:somewhere(?: else)?|elsewhere|(?:to|in|at) (?:a|another) (?:new |different )?place)\b", re.I)
_UNITS = {
    "slow": "s", "fast": "s", "long": "s", "large": "B", "huge": "B", "big": "B", "small": "B",
    "expensive": "$", "cheap": "$",
}  # fmt: skip
ADVERBS = frozenset(
    key(word) for word in "lately recently soon shortly very really quite too pretty finally yesterday".split()
)


@dataclass(frozen=True)
class Slot:
    """A vague place of a statement. `rest`: the telling words of the statement without it."""

    kind: Kind
    start: int
    end: int
    rest: frozenset[str]
    sort: str = ""  # of a thing: new, old, other, certain, or by what is said of it; a time: ahead, back; a unit
    noun: str = ""
    mods: frozenset[str] = frozenset()
    scope: frozenset[str] = frozenset()  # `of billing`, right behind it


@lru_cache(maxsize=1 << 12)
def slots(text: str) -> tuple[Slot, ...]:
    """The vague places of a statement, in order; none for a plan, a denial, a question or a rule for many cases."""
    if not _HINT.search(text):
        return ()  # what is said exactly is most of a memory
    kept = [match.span() for match in _KEPT.finditer(text)]
    row = tokens(text)
    low = {token.low for token in row}
    if _GENERAL.search(text) or low & DENIALS or text.lstrip().startswith(("#", "|", ">")):
        return ()
    found = [*_things(row), *_others(text, row)] if not low & (HEDGES - {"will"}) else []
    if "will" in low:
        found = [slot for slot in found if slot.kind == "time"]
    free = [slot for slot in found if not any(start < slot.end and slot.start < end for start, end in kept)]
    return tuple(sorted(free, key=lambda slot: slot.start))


def _things(row: Sequence[Token]) -> Iterator[Slot]:
    for at, token in enumerate(row):
        if token.low not in _NOUNS or token.kind == "code" or not is_head(row, at):
            continue
        around = phrase(row, at)
        sort = _sort(row, around)
        if around.inner or not sort:
            continue
        start = row[around.first].start
        rest = keys([*row[: around.first], *row[at + 1 :]]) - ADVERBS
        yield Slot("thing", start, token.end, rest, sort, token.key, around.mods, _scope(row, at))


def _sort(row: Sequence[Token], around: Phrase) -> str:
    """How a thing is meant without being named; empty if it is not. `a new branch` is any, unless somebody moved there;
    `the framework` is nothing to ask about, unless something was done to it."""
    done = any(token.key in CHANGES and token.low.endswith(("ed", "en")) for token in row)
    if around.sort:
        return around.sort if around.definite or done else ""
    if around.points:
        return "that"
    return "that" if around.definite and done and _is_object(row, around) else ""


def _is_object(row: Sequence[Token], around: Phrase) -> bool:
    """`upgraded the framework`, `the framework was upgraded`."""
    before = row[around.first - 1].key if around.first else ""
    after = row[around.noun + 1 : around.noun + 4]
    passive = len(after) > 1 and after[0].low in ("was", "were", "has", "got") and any(t.key in CHANGES for t in after)
    return before in CHANGES or passive


def _scope(row: Sequence[Token], noun: int) -> frozenset[str]:
    after = row[noun + 1 :]
    if not after or after[0].low not in ("of", "for", "in", "behind", "from"):
        return frozenset()
    end = next((n for n, token in enumerate(after) if n and not token.is_word), len(after))
    return keys(after[1 : min(end, 5)])


def _others(text: str, row: Sequence[Token]) -> Iterator[Slot]:
    def slot(kind: Kind, match: re.Match[str], sort: str = "", noun: str = "", group: str | int = 0) -> Slot:
        outside = [token for token in row if token.end <= match.start() or token.start >= match.end()]
        return Slot(kind, match.start(group), match.end(), keys(outside) - ADVERBS, sort, noun)

    for match in _TIME.finditer(text):
        yield slot("time", match, "ahead" if match["ahead"] else "back")
    for match in _AMOUNT.finditer(text):
        yield slot("amount", match, noun=key(match["noun"]))
    for match in _MEASURE.finditer(text):
        group = "how" if match["how"] else "long"
        yield slot("measure", match, _UNITS[match[group].lower() if match["how"] else "long"], group=group)
    for match in _PERSON.finditer(text):
        yield slot("person", match)
    for match in _PLACE.finditer(text):
        yield slot("place", match)
