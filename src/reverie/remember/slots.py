"""Whether two statements give one thing different values: another number, another name in the same place, behind a verb
that leaves room for one."""

from __future__ import annotations

from reverie.remember.statements.clauses import Word
from reverie.remember.statements.frames import Statement
from reverie.remember.statements.leftovers import Rest, telling, verbs
from reverie.remember.statements.predicates import (
    are_languages,
    counts,
    has_one_owner,
    is_use,
    is_verb,
    many_values,
    one_value,
    rivals,
)
from reverie.remember.statements.roles import opposite_places
from reverie.remember.statements.values import MEASURED
from reverie.remember.statements.words import key
from reverie.remember.verdicts import Judgement, firm

_PINNING = frozenset(key(word) for word in "require use minimum target install deploy pin support".split())
_STAMPS = frozenset(key(word) for word in "update updated last modify create session log check verify".split())


def other_value(one: Statement, other: Statement, left: Rest, right: Rest) -> Judgement | None:
    """Another value in the place of the first; None if nothing can be said about it."""
    if one.scene or other.scene or one.denied or other.denied:
        return None
    apart = _other_subject(one, other, left, right)
    if apart is not None:
        return apart
    ours, theirs = left.of("value", "scope"), right.of("value", "scope")
    if left.of("verb") or right.of("verb") or not ours or not theirs:
        return None
    if opposite_places(one, other):
        return Judgement("unsure", "it holds for another case", left.shown, right.shown)
    if _stamped(one, ours):
        return Judgement("unsure", "written down at another time", left.shown, right.shown)
    if _numbers(ours, theirs) and counts(verbs(one) & verbs(other)):
        return firm(one, other, "another number", ours, theirs)
    if len(ours) == len(theirs) == 1 and are_languages(ours[0].key, theirs[0].key):
        return _other_name(one, other, ours, theirs)
    return _other_case(left, right) or _other_name(one, other, ours, theirs)


def _other_case(left: Rest, right: Rest) -> Judgement | None:
    here, there = left.of("scope"), right.of("scope")
    if not here and not there:
        return None
    return Judgement("unrelated" if here and there else "unsure", "it holds for another case", left.shown, right.shown)


def _other_name(one: Statement, other: Statement, ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> Judgement | None:
    if many_values(verbs(one) & verbs(other)):
        shown = tuple(word.text for word in ours), tuple(word.text for word in theirs)
        return Judgement("unsure", "both can be true", *shown)
    if len(ours) <= 2 and len(theirs) <= 2 and _takes_place(one, other, ours, theirs):
        return firm(one, other, "another value", ours, theirs)
    return None


def _stamped(statement: Statement, value: tuple[Word, ...]) -> bool:
    """A time at which something was written down; a later one does not contradict it."""
    return value[0].kind in ("date", "clock", "year") and bool(statement.keys & _STAMPS)


def _takes_place(one: Statement, other: Statement, ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> bool:
    """Whether there is room for one of the two values only."""
    if {word.behind for word in ours} != {word.behind for word in theirs}:
        return False
    if any(word.one_of or word.kind.startswith(MEASURED) for word in (*ours, *theirs)):
        return False
    if len(ours) == len(theirs) == 1 and rivals(ours[0].key, theirs[0].key):
        return True
    if one.labelled or other.labelled or one.asks or other.asks or not _are_things(ours, theirs):
        return False
    acts = verbs(one) & verbs(other)
    named = all(any(word.kind == "name" for word in side) for side in (ours, theirs))
    if one_value(acts, placed=bool(ours[0].behind)):
        return named or _telling_frame(one, other)
    if is_use(acts):
        return named and any(word.part == "scope" and word.kind != "place" for word in one.words)
    return named and not acts and _telling_frame(one, other)


def _are_things(ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> bool:
    """Two different things, not deeds, and not one path written in two ways."""
    if any(is_verb(word.key) or word.text.endswith("ing") for word in (*ours, *theirs)):
        return False
    here, there = ("/".join(word.key.strip("/") for word in side) for side in (ours, theirs))
    return not here.endswith(there) and not there.endswith(here)


def _telling_frame(one: Statement, other: Statement) -> bool:
    """Whether the frame says what the value is of: a subject, an object or a purpose they share."""
    shared = one.keys & other.keys
    return any(word.key in shared and word.part != "verb" for word in telling(one))


def _other_subject(one: Statement, other: Statement, left: Rest, right: Rest) -> Judgement | None:
    ours, theirs = left.of("subject"), right.of("subject")
    if not ours and not theirs:
        return None
    if len(ours) == len(theirs) == 1 and _numbers(ours, theirs) and len(left.words) == len(right.words) == 1:
        pinned = one.keys & other.keys & _PINNING
        return firm(one, other, "another version", ours, theirs) if pinned else None
    shared = any(word.part == "subject" and word.key in other.keys for word in telling(one))
    owners = len(left.words) == len(right.words) == len(ours) == len(theirs) == 1 and ours[0].part == theirs[0].part
    if owners and has_one_owner(verbs(one) & verbs(other)):
        return firm(one, other, "another owner", ours, theirs)
    if (ours and theirs) or not shared:
        return Judgement("unrelated", "they speak of different subjects", left.shown, right.shown)
    return Judgement("unsure", "one speaks of a narrower subject", left.shown, right.shown)


def _numbers(ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> bool:
    """One value of the same kind on either side, and nothing else."""
    if len(ours) != 1 or len(theirs) != 1:
        return False
    return ours[0].kind == theirs[0].kind and ours[0].kind.startswith(MEASURED)
