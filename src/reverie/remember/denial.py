"""Whether one statement denies what the other says: everything that is denied must be said, and be the matter of it."""

from __future__ import annotations

import re

from reverie.remember.statements.clauses import Claim, Word
from reverie.remember.statements.cues import SCOPES
from reverie.remember.statements.frames import Statement
from reverie.remember.statements.leftovers import telling, verbs
from reverie.remember.statements.times import is_time, times
from reverie.remember.statements.words import is_a, key
from reverie.remember.verdicts import Judgement

_LIGHT = frozenset((key("use"), key("prefer")))  # what is understood when something took another's place
_PERMITTED = frozenset(("can", "some"))  # what is denied cannot be done at all, nor of some
_NEGATIVE = frozenset(
    key(word) for word in "avoid prevent ban forbid stop refuse disallow reject lack miss remove drop without".split()
)
_QUANTIFIERS = frozenset(key(word) for word in "all every each some most many any both few several only".split())
_WISHES = frozenset(key(word) for word in "prefer like want love enjoy favor dislike hate".split())
_THEN = re.compile(r"\b(?:was|were|had|previously|formerly|originally)\b", re.IGNORECASE)
_EVER = re.compile(r"\b(?:never|no|none|nobody|nothing|at all)\b", re.IGNORECASE)
_APART = frozenset("before after until during".split())  # what is not so before may be so after


def denial(one: Statement, other: Statement) -> Judgement | None:
    for first, second, turned in ((one, other, False), (other, one, True)):
        for claim in first.denied:
            if _says(second, claim) and not _says(first, claim) and not _denies_too(second, claim):
                parts = (tuple(word.text for word in claim.words), _matching(second, claim))
                left, right = reversed(parts) if turned else parts
                return _denied(one, other, _weighs(first, second, claim), left, right)
    return None


def _denied(one: Statement, other: Statement, weighs: bool, left: tuple[str, ...], right: tuple[str, ...]) -> Judgement:
    if (one.hedges ^ other.hedges) - _PERMITTED:
        return Judgement("unsure", "one denies what the other only plans or guesses", left, right)
    scene = one.scene or other.scene
    if not scene and _then(one) != _then(other) and not any(claim.switched for claim in (*one.denied, *other.denied)):
        return Judgement("unsure", "one denies what the other says of another time", left, right)
    if one.keys == other.keys and one.whole and other.whole:
        return Judgement("contradicts", "the same words, denied", left, right)
    if not weighs or not one.told or not other.told:
        return Judgement("unsure", "one denies a word of what the other says", left, right)
    return Judgement("contradicts", "one denies what the other says", left, right)


def _then(statement: Statement) -> bool:
    return _THEN.search(statement.text) is not None


def _denies_too(statement: Statement, denied: Claim) -> bool:
    return any({word.key for word in _core(denied)} <= claim.keys for claim in statement.denied)


def _core(claim: Claim) -> list[Word]:
    return [word for word in claim.words if word.kind != "place" and not (claim.switched and word.key in _LIGHT)]


def _says(statement: Statement, denied: Claim) -> bool:
    """Whether it says, without denying it, everything that is denied; a fact in one breath, a scene in its parts."""
    core = _core(denied)
    said = [statement.affirmed] if statement.scene else [claim.keys for claim in statement.claims if not claim.denied]
    return bool(core) and any(all(any(is_a(one, word.key) for one in keys) for word in core) for keys in said)


def _weighs(first: Statement, second: Statement, denied: Claim) -> bool:
    """Whether what the first denies is the matter of both, not a word in passing."""
    if first.scene and second.scene:
        return True
    if not _of_one_kind(first, second, denied):
        return False
    core = frozenset(word.key for word in _core(denied))
    said = _said(second, core)
    matched = [word for word in said if any(is_a(word.key, key) for key in core)]
    if not _same_case(first, denied, [word for word in said if word not in matched], matched):
        return False
    if len(matched) * 3 < len(said) * 2 and not (denied.switched and len(matched) * 2 >= len(said)):
        return False
    if not denied.switched and len(core) * 2 < len(telling(first)):
        return False
    if any(word.key in _NEGATIVE and word.key not in core for word in said):
        return False
    return _same_subject(second, denied) and (len(core) > 1 or len(said) == 1 or _in_use(denied, matched))


def _of_one_kind(first: Statement, second: Statement, denied: Claim) -> bool:
    """What somebody prefers is not denied by what there is, nor by what is used. And who says `squash, not merge`
    agrees with who squashes when merging."""
    wishes = [bool(verbs(side) & _WISHES) for side in (first, second)]
    instead = first.affirmed - denied.keys
    return wishes[0] == wishes[1] and not (denied.switched and instead and instead <= second.affirmed)


def _said(statement: Statement, core: frozenset[str]) -> list[Word]:
    """What tells, without when and how often, unless that is what is denied."""
    words = telling(statement)
    moments = times(words)
    return [
        word
        for n, word in enumerate(words)
        if word.key in core or (n not in moments and word.key not in _LIGHT and word.kind != "number")
    ]


def _same_case(first: Statement, denied: Claim, beside: list[Word], matched: list[Word]) -> bool:
    """Not when one speaks of before and the other of after; and what is not so may be so in a narrower case, unless it
    is never so."""
    where = {word.key: word.behind for word in denied.words if word.kind != "place"}
    placed = not any(word.part == "verb" for word in denied.words) and not first.scene
    for word in matched:
        behind = where.get(word.key, word.behind)
        if behind != word.behind and ({behind, word.behind} & _APART or (placed and behind and not denied.switched)):
            return False
    narrower = any(word.behind in SCOPES and not is_time(word) for word in beside)
    return not narrower or denied.switched or bool(_EVER.search(first.text))


def _in_use(denied: Claim, matched: list[Word]) -> bool:
    """What something else took the place of is what was used, not what was spoken of."""
    return denied.switched and all(word.part != "subject" for word in matched)


def _matching(statement: Statement, denied: Claim) -> tuple[str, ...]:
    return tuple(word.text for word in statement.words if any(is_a(word.key, key) for key in denied.keys))


def _same_subject(statement: Statement, denied: Claim) -> bool:
    """Whether it is said of the very thing it is denied of: no other subject, and no narrower one."""
    core = [word.key for word in denied.words]
    ours = {word.key for word in denied.words if word.part == "subject"}
    theirs = {word.key for word in telling(statement) if _acting(statement, word)}
    if not all(any(is_a(word, key) for key in core) for word in theirs):
        return False
    return statement.passive or not ours or not theirs or any(is_a(word, key) for word in theirs for key in ours)


def _acting(statement: Statement, word: Word) -> bool:
    if word.key in _QUANTIFIERS:
        return False
    return word.part == "subject" or (statement.passive and word.behind == "by")
