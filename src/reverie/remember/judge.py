"""Two short statements: the same, a contradiction, unrelated, or unsure, with the reason and the parts that differ.

The statements are laid side by side: what they share is the frame, and what is left over on either side is judged. What
one denies the other must say in full; words that exclude each other must stand in the same frame; another value must
stand in the place of the first, behind a verb that leaves room for one. Sounding alike is never enough to be the same.
"""

from __future__ import annotations

import re
from typing import Literal

from reverie.remember.denial import denial
from reverie.remember.slots import other_value
from reverie.remember.statements.alike import alike, is_light
from reverie.remember.statements.clauses import Word
from reverie.remember.statements.cues import SCOPES
from reverie.remember.statements.frames import Statement, parsed
from reverie.remember.statements.leftovers import Rest, left_over, verbs
from reverie.remember.statements.opposites import opposite, partners, strongly
from reverie.remember.statements.predicates import many_values
from reverie.remember.statements.roles import (
    contains,
    exchanged,
    excludes_its_turn,
    opposite_places,
    places,
    same_roles,
    together,
)
from reverie.remember.statements.times import is_time
from reverie.remember.statements.wholeness import speaker
from reverie.remember.verdicts import Judgement, Verdict, firm

__all__ = ["Judgement", "Verdict", "judge"]

_MANY = 8  # words left over: among so many, opposites say nothing
_ALLOWING = frozenset(("may", "can"))  # denied, they forbid
_NOT_IS = "one tells what is, the other what was or may be"
_ALIKE = 0.8  # from this cosine on, what shares few words may still speak of one thing


def judge(left: str, right: str, cosine: float | None = None) -> Judgement:
    one, other = parsed(left), parsed(right)
    if " ".join(left.split()).casefold() == " ".join(right.split()).casefold():
        return Judgement("same", "the same words")
    found = denial(one, other) or _aligned(one, other, cosine)
    if found.verdict in ("same", "contradicts") and {speaker(left), speaker(right)} == {"user", "team"}:
        return Judgement("unsure", "one speaks of the user, the other of the team", found.left, found.right)
    return found


def _aligned(one: Statement, other: Statement, cosine: float | None) -> Judgement:
    left, right, shared = left_over(one, other)
    if not left.words and not right.words and shared:
        return _same_words(one, other)
    if not left.words or not right.words:
        return _one_says_more(one, other, left, right, shared)
    found = _opposed(one, other, left, right) or other_value(one, other, left, right)
    if found is not None:
        return found
    if _said_otherwise(one, other, left, right, shared):
        return Judgement("unsure", "they seem to say the same in other words", left.shown, right.shown, leans="same")
    most = max(shared + len(left.words), shared + len(right.words))
    if shared * 2 >= most or (cosine is not None and cosine >= _ALIKE):
        return Judgement("unsure", "much is shared, and what differs cannot be weighed", left.shown, right.shown)
    return Judgement("unrelated", "they speak of different things", left.shown, right.shown)


def _same_words(one: Statement, other: Statement) -> Judgement:
    if bool(one.denied) != bool(other.denied):
        plain = _denies(one) == _denies(other) and one.told and other.told and same_roles(one, other)
        more = _excludes_more(one, other) if plain and one.hedges == other.hedges and one.past == other.past else ""
        return Judgement("unsure", "the same words, one with a denial", covers=more)
    scene = one.scene or other.scene
    if differing := opposite_places(one, other):
        of_one_thing = places(one, of_subject=True) == places(other, of_subject=True)
        sure = (strongly(*differing) or not scene) and of_one_thing and one.told and other.told
        verdict: Verdict = "contradicts" if sure else "unsure"
        return Judgement(verdict, "opposite places or directions", differing[:1], differing[1:])
    if not same_roles(one, other):
        return _other_roles(one, other)
    if one.points or other.points:
        return Judgement("unsure", "what they speak of was named elsewhere")
    if found := _instead(one, other) or _joined_otherwise(one, other):
        return found
    if one.hedges != other.hedges or one.past != other.past:
        forbids = bool(one.denied and other.denied) and one.hedges ^ other.hedges <= _ALLOWING
        return Judgement("unsure", _NOT_IS, leans="same" if forbids and one.past == other.past else "")
    if not (one.whole and other.whole) and _bare(one.text) != _bare(other.text):
        return Judgement("unsure", "the same words, but not in whole statements")
    return Judgement("same", "they say the same")


def _excludes_more(one: Statement, other: Statement) -> Literal["", "left", "right"]:
    """Which of the two also says what it is instead of: `use uv, not pip` and `use uv`."""
    here, there = _switched(one), _switched(other)
    return "left" if there < here else "right" if here < there else ""


def _instead(one: Statement, other: Statement) -> Judgement | None:
    """`Use pnpm instead of npm` and `use pnpm instead of yarn` are two things to say."""
    if _switched(one) == _switched(other):
        return None
    more = _excludes_more(one, other)
    if not more:
        return Judgement("unsure", "the same, but instead of something else")
    told = Judgement("unsure", "one says all that the other says, and more", covers=more)
    return told if one.whole and other.whole else None


def _joined_otherwise(one: Statement, other: Statement) -> Judgement | None:
    apart = one.undergoes == other.undergoes and not together(one, other)
    return Judgement("unsure", "the same words, joined otherwise") if apart else None


def _switched(statement: Statement) -> set[frozenset[str]]:
    """What it says it is instead of."""
    return {frozenset(claim.keys) for claim in statement.denied if claim.switched}


def _other_roles(one: Statement, other: Statement) -> Judgement:
    turned, scene = exchanged(one, other), one.scene or other.scene
    plain = not scene and one.told and other.told and not (one.labelled or other.labelled)
    if turned and plain and excludes_its_turn(one, other):
        return Judgement("contradicts", "the same words in exchanged roles", (one.text,), (other.text,))
    alike = plain and not turned and one.hedges == other.hedges and one.past == other.past
    alike = alike and _denies(one) == _denies(other) and together(one, other)
    return Judgement("unsure", "the same words in other roles", leans="same" if alike else "")


def _bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _one_says_more(one: Statement, other: Statement, left: Rest, right: Rest, shared: int) -> Judgement:
    if not shared:
        return Judgement("unrelated", "one of them says nothing", left.shown, right.shown)
    if bool(one.denied) != bool(other.denied):
        return Judgement("unsure", "one denies a part of what the other says", left.shown, right.shown)
    longer, shorter = (one, other) if left.words else (other, one)
    if not contains(longer, shorter) and _said_otherwise(one, other, left, right, shared):
        return Judgement("unsure", "they seem to say the same in other words", left.shown, right.shown, leans="same")
    if not contains(longer, shorter):
        return Judgement("unsure", "one says more, and not in the same way", left.shown, right.shown)
    side: Literal["left", "right"] = "left" if left.words else "right"
    return Judgement("unsure", "one says all that the other says, and more", left.shown, right.shown, side)


def _denies(statement: Statement) -> bool:
    return any(not claim.switched for claim in statement.denied)


def _said_otherwise(one: Statement, other: Statement, left: Rest, right: Rest, shared: int) -> bool:
    """Whether all that tells is shared, and only what is done with it is put in other words."""
    if one.scene or other.scene or shared < 2 or not (one.told and other.told) or one.labelled != other.labelled:
        return False
    if one.hedges != other.hedges or one.past != other.past or _denies(one) != _denies(other):
        return False
    if len(left.words) > 2 or len(right.words) > 2 or any(word.kind for word in (*left.words, *right.words)):
        return False
    theirs, ours = ([word.key for word in side.words] for side in (right, left))
    here = all(is_light(word) or any(alike(word, near) for near in theirs) for word in ours)
    return here and all(is_light(word) or any(alike(word, near) for near in ours) for word in theirs)


def _opposed(one: Statement, other: Statement, left: Rest, right: Rest) -> Judgement | None:
    """Words that exclude each other, in the same frame."""
    scene = one.scene or other.scene
    if len(left.words) + len(right.words) > _MANY:
        return None
    for a in left.words:
        for b in right.words:
            if strongly(a.key, b.key) if scene else _exclude(a, b):
                return _weighed(one, other, left, right, a, b)
    return None


def _weighed(one: Statement, other: Statement, left: Rest, right: Rest, a: Word, b: Word) -> Judgement:
    """What two words that exclude each other come to, beside all else that differs."""
    scene = one.scene or other.scene
    if not scene and a.part != b.part and not {a.part, b.part} <= {"verb", "value"}:
        return Judgement("unsure", "opposites in different places", left.shown, right.shown)
    if bool(one.denied) != bool(other.denied):
        twice = not scene and len(left.words) == len(right.words) == 1 and one.told and other.told
        return Judgement("unsure", "opposites, one of them denied", (a.text,), (b.text,), leans="same" if twice else "")
    if a.part == b.part == "subject":
        return Judgement("unsure", "opposites that name two different subjects", left.shown, right.shown)
    beside = [word for word in (*left.words, *right.words) if word not in (a, b)]
    one_sided = len(left.words) == 1 or len(right.words) == 1
    if not scene and any(word.part == "subject" for word in beside):
        return Judgement("unsure", "opposites, but one of them of a narrower subject", left.shown, right.shown)
    if beside and (scene or not one_sided or len(beside) > 2):
        return Judgement("unsure", "opposites, and more that differs", left.shown, right.shown)
    if not scene and (
        opposite_places(one, other) or any(word.behind in SCOPES and not is_time(word) for word in beside)
    ):
        return Judgement("unsure", "opposites, but one of them for a narrower case", left.shown, right.shown)
    if not scene and _both_may_be(one, other, a, b):
        return Judgement("unsure", "opposites that go together, and both may be so", (a.text,), (b.text,))
    return firm(one, other, f"`{a.text}` and `{b.text}` exclude each other", (a,), (b,))


def _both_may_be(one: Statement, other: Statement, a: Word, b: Word) -> bool:
    """Partners such as import and export; and of many things that one likes or tests, some may be opposites."""
    return partners(a.key, b.key) or (a.part == b.part == "value" and many_values(verbs(one) & verbs(other)))


def _exclude(a: Word, b: Word) -> bool:
    return opposite(a.key, b.key) or opposite(a.text.lower(), b.text.lower())
