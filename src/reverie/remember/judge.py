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
from reverie.remember.statements.clauses import Word
from reverie.remember.statements.frames import Statement, parsed
from reverie.remember.statements.leftovers import Rest, left_over
from reverie.remember.statements.opposites import opposite, strongly
from reverie.remember.statements.roles import contains, exchanged, opposite_places, places, same_roles
from reverie.remember.verdicts import Judgement, Verdict, firm

__all__ = ["Judgement", "Verdict", "judge"]

_MANY = 8  # words left over: among so many, opposites say nothing
_ALIKE = 0.8  # from this cosine on, what shares few words may still speak of one thing


def judge(left: str, right: str, cosine: float | None = None) -> Judgement:
    one, other = parsed(left), parsed(right)
    if " ".join(left.split()).casefold() == " ".join(right.split()).casefold():
        return Judgement("same", "the same words")
    return denial(one, other) or _aligned(one, other, cosine)


def _aligned(one: Statement, other: Statement, cosine: float | None) -> Judgement:
    left, right, shared = left_over(one, other)
    if not left.words and not right.words and shared:
        return _same_words(one, other)
    if not left.words or not right.words:
        return _one_says_more(one, other, left, right, shared)
    found = _opposed(one, other, left, right) or other_value(one, other, left, right)
    if found is not None:
        return found
    most = max(shared + len(left.words), shared + len(right.words))
    if shared * 2 >= most or (cosine is not None and cosine >= _ALIKE):
        return Judgement("unsure", "much is shared, and what differs cannot be weighed", left.shown, right.shown)
    return Judgement("unrelated", "they speak of different things", left.shown, right.shown)


def _same_words(one: Statement, other: Statement) -> Judgement:
    if bool(one.denied) != bool(other.denied):
        return Judgement("unsure", "the same words, one with a denial")
    scene = one.scene or other.scene
    if differing := opposite_places(one, other):
        of_one_thing = places(one, of_subject=True) == places(other, of_subject=True)
        sure = (strongly(*differing) or not scene) and of_one_thing and one.told and other.told
        verdict: Verdict = "contradicts" if sure else "unsure"
        return Judgement(verdict, "opposite places or directions", differing[:1], differing[1:])
    if not same_roles(one, other):
        if exchanged(one, other) and not scene and one.told and other.told and not (one.labelled or other.labelled):
            return Judgement("contradicts", "the same words in exchanged roles", (one.text,), (other.text,))
        return Judgement("unsure", "the same words in other roles")
    if one.points or other.points:
        return Judgement("unsure", "what they speak of was named elsewhere")
    if one.hedges != other.hedges or one.past != other.past:
        return Judgement("unsure", "one tells what is, the other what was or may be")
    if not (one.whole and other.whole) and _bare(one.text) != _bare(other.text):
        return Judgement("unsure", "the same words, but not in whole statements")
    return Judgement("same", "they say the same")


def _bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _one_says_more(one: Statement, other: Statement, left: Rest, right: Rest, shared: int) -> Judgement:
    if not shared:
        return Judgement("unrelated", "one of them says nothing", left.shown, right.shown)
    if bool(one.denied) != bool(other.denied):
        return Judgement("unsure", "one denies a part of what the other says", left.shown, right.shown)
    longer, shorter = (one, other) if left.words else (other, one)
    if not contains(longer, shorter):
        return Judgement("unsure", "one says more, and not in the same way", left.shown, right.shown)
    side: Literal["left", "right"] = "left" if left.words else "right"
    return Judgement("unsure", "one says all that the other says, and more", left.shown, right.shown, side)


def _opposed(one: Statement, other: Statement, left: Rest, right: Rest) -> Judgement | None:
    """Words that exclude each other, in the same frame."""
    scene = one.scene or other.scene
    if len(left.words) + len(right.words) > _MANY:
        return None
    for a in left.words:
        for b in right.words:
            if not (strongly(a.key, b.key) if scene else _exclude(a, b)):
                continue
            if not scene and len({a.part, b.part} | {"verb", "value"}) > 2 and a.part != "subject":
                return Judgement("unsure", "opposites in different places", left.shown, right.shown)
            beside = [word for word in (*left.words, *right.words) if word not in (a, b)]
            one_sided = len(left.words) == 1 or len(right.words) == 1
            if bool(one.denied) != bool(other.denied):
                return Judgement("unsure", "opposites, one of them denied", (a.text,), (b.text,))
            if a.part == b.part == "subject":
                return Judgement("unsure", "opposites that name two different subjects", left.shown, right.shown)
            if beside and (scene or not one_sided or len(beside) > 2):
                return Judgement("unsure", "opposites, and more that differs", left.shown, right.shown)
            return firm(one, other, f"`{a.text}` and `{b.text}` exclude each other", (a,), (b,))
    return None


def _exclude(a: Word, b: Word) -> bool:
    return opposite(a.key, b.key) or opposite(a.text.lower(), b.text.lower())
