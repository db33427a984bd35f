"""Whether two statements give one thing different values: another number, another name in the same place, behind a verb
that leaves room for one."""

from __future__ import annotations

import re

from reverie.remember.statements.clauses import Word
from reverie.remember.statements.frames import Statement
from reverie.remember.statements.leftovers import Rest, telling, verbs
from reverie.remember.statements.predicates import (
    counts,
    has_one_owner,
    is_carried,
    is_indefinite,
    is_use,
    is_verb,
    many_values,
    one_value,
)
from reverie.remember.statements.rivals import are_languages, rivals
from reverie.remember.statements.roles import opposite_places
from reverie.remember.statements.times import is_time
from reverie.remember.statements.values import MEASURED
from reverie.remember.statements.words import key
from reverie.remember.verdicts import Judgement, firm

_PINNING = frozenset(key(word) for word in "require minimum target install deploy pin".split())
_STAMPS = frozenset(key(word) for word in "update updated last modify create session log check verify".split())
_PLACES = frozenset(("in", "on", "at", "to", "into", "onto", "under"))  # a thing is in one place, however that is said
_WORK, _DUE = key("work"), key("due")
_HOLDER = re.compile(r"(?!The |An? |Our |My |This |That )[A-Z][\w.-]* is (?:still |now |currently )?(?:the|our|my) ")
_EVERYBODY = frozenset(key(word) for word in "everyone everybody anyone anybody".split())
_FOR_MANY = frozenset("to on for about of over between against".split())
_NAMED = 3  # words of one name: Google Cloud Storage
_TOGETHER = ({"80", "443"}, {"8080", "8443"})  # ports of one server, plain and encrypted
_SPANS = frozenset(("numbers", "numbermonth"))


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
    if why := _no_rivals(one, other, ours, theirs):
        return Judgement("unsure", why, left.shown, right.shown)
    if _numbers(ours, theirs) and counts(verbs(one) & verbs(other)):
        return firm(one, other, "another number", ours, theirs)
    languages = len(ours) == len(theirs) == 1 and are_languages(ours[0].key, theirs[0].key)
    case = None if languages or _carried(one, other, ours, theirs) else _other_case(left, right)
    return case or _other_name(one, other, ours, theirs)


def _no_rivals(one: Statement, other: Statement, ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> str:
    """Why two values do not exclude each other, if that is plain."""
    if opposite_places(one, other):
        return "it holds for another case"
    if _stamped(one, ours):
        return "written down at another time"
    if {ours[0].key, theirs[0].key} in _TOGETHER:
        return "both can be true"
    if any(is_indefinite(word.key) for word in (*ours, *theirs)):
        return "one of them does not say which"
    return ""


def _other_case(left: Rest, right: Rest) -> Judgement | None:
    here, there = left.of("scope"), right.of("scope")
    if not here and not there:
        return None
    return Judgement("unrelated" if here and there else "unsure", "it holds for another case", left.shown, right.shown)


def _other_name(one: Statement, other: Statement, ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> Judgement | None:
    acts = verbs(one) & verbs(other)
    shown = tuple(word.text for word in ours), tuple(word.text for word in theirs)
    if (many_values(acts) or (_WORK in acts and ours[0].behind == "on")) and not _carried(one, other, ours, theirs):
        timed = all(map(is_time, (*ours, *theirs))) and _rival_products(ours, theirs)
        source = ours[0].behind == "from" and _may_take_place(one, other, ours, theirs)
        return Judgement("unsure", "both can be true", *shown, leans="contradicts" if timed or source else "")
    if max(len(ours), len(theirs)) <= _NAMED and _takes_place(one, other, ours, theirs):
        return firm(one, other, "another value", ours, theirs)
    if _may_take_place(one, other, ours, theirs):
        return Judgement("unsure", "another value, where there may be room for both", *shown, leans="contradicts")
    return None


def _carried(one: Statement, other: Statement, ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> bool:
    """`We store sessions in Redis`: where it is kept is what it says, not a case for which it holds."""
    if {word.part for word in ours} != {word.part for word in theirs} or not _same_place(ours, theirs):
        return False
    return is_carried(verbs(one) & verbs(other), ours[0].behind) and not any(map(is_time, (*ours, *theirs)))


def _same_place(ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> bool:
    """Behind the same preposition; and a time is not in the place of a thing, nor an hour in that of a day."""
    moments = [{word.kind if word.kind else "time" for word in side if is_time(word)} for side in (ours, theirs)]
    if moments[0] != moments[1]:
        return False
    here, there = ({"in" if word.behind in _PLACES else word.behind for word in side} for side in (ours, theirs))
    return here == there and len(here) == 1


def _stamped(statement: Statement, value: tuple[Word, ...]) -> bool:
    """A time at which something was written down; a later one does not contradict it."""
    return value[0].kind in ("date", "clock", "year") and bool(statement.keys & _STAMPS)


def _takes_place(one: Statement, other: Statement, ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> bool:
    """Whether there is room for one of the two values only."""
    if not _same_place(ours, theirs) or any(word.one_of for word in (*ours, *theirs)):
        return False
    if _rival_products(ours, theirs):
        return not _is_state(one, ours)
    if any(word.kind.startswith(MEASURED) for word in (*ours, *theirs)):
        return False
    if one.labelled or other.labelled or one.asks or other.asks or not _are_things(ours, theirs):
        return False
    acts = verbs(one) & verbs(other)
    names = [any(word.kind == "name" for word in side) for side in (ours, theirs)]
    named = all(names)
    if max(len(ours), len(theirs)) > 2 and not all(word.kind == "name" for word in (*ours, *theirs)):
        return False
    if one_value(acts, placed=bool(ours[0].behind)) or is_carried(acts, ours[0].behind):
        return named or (not any(names) and ours[0].behind != "with" and _telling_frame(one, other))
    return named and not acts and _telling_frame(one, other)


def _may_take_place(one: Statement, other: Statement, ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> bool:
    """Whether a person should look: another value in the same place of the same frame, where one is likelier than
    two. A thing comes from one place; it may go to many."""
    if not (one.told and other.told) or one.labelled or other.labelled or one.hedges or other.hedges:
        return False
    if one.happened or other.happened or one.past != other.past or not _same_place(ours, theirs):
        return False
    if max(len(ours), len(theirs)) > _NAMED or any(word.one_of for word in (*ours, *theirs)):
        return False
    if not _are_things(ours, theirs) or not _telling_frame(one, other) or ours[0].behind in _FOR_MANY:
        return False
    names = all(word.kind == "name" for word in (*ours, *theirs))
    purpose = any(word.behind in ("as", "for") for word in telling(one) if word.key in other.keys)
    return purpose if is_use(verbs(one)) else names or bool(ours[0].behind)


def _rival_products(ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> bool:
    """`MySQL 8` and `PostgreSQL 15`: each a thing that takes the other's place, with its version or without."""
    here, there = ([word for word in side if word.kind != "number"] for side in (ours, theirs))
    return len(here) == len(there) == 1 and rivals(here[0].key, there[0].key) and _are_two(here[0].key, there[0].key)


def _is_state(statement: Statement, value: tuple[Word, ...]) -> bool:
    """`The queue is empty at night`: how something is at one time says nothing about another."""
    others = [word for word in telling(statement) if word.part in ("value", "scope") and not is_time(word)]
    acts = verbs(statement)
    return is_time(value[0]) and bool(others or acts) and not any(is_verb(act) or act == _DUE for act in acts)


def _are_two(one: str, other: str) -> bool:
    """`argon2` and `argon2id` may be one thing."""
    return not one.startswith(other) and not other.startswith(one)


def _are_things(ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> bool:
    """Two different things, not deeds, and not one path written in two ways."""
    if any(is_verb(word.key) or word.text.endswith("ing") for word in (*ours, *theirs)):
        return False
    here, there = ("/".join(word.key.strip("/") for word in side) for side in (ours, theirs))
    return _are_two(here, there) and not here.endswith(f"/{there}") and not there.endswith(f"/{here}")


def _telling_frame(one: Statement, other: Statement) -> bool:
    """Whether the frame says what the value is of: a subject, an object or a purpose they share."""
    shared = one.keys & other.keys
    return any(word.key in shared and word.part != "verb" for word in telling(one))


def _other_subject(one: Statement, other: Statement, left: Rest, right: Rest) -> Judgement | None:
    ours, theirs = left.of("subject"), right.of("subject")
    if not ours and not theirs:
        return None
    if len(ours) == len(theirs) == 1 and _numbers(ours, theirs) and len(left.words) == len(right.words) == 1:
        pinned = one.keys & other.keys & _PINNING and not one.passive and not other.passive
        return firm(one, other, "another version", ours, theirs) if pinned else None
    shared = any(word.part == "subject" and word.key in other.keys for word in telling(one))
    alone = len(left.words) == len(right.words) == len(ours) == len(theirs) == 1
    if alone and any(word.one_of or is_indefinite(word.key) for word in (*ours, *theirs)):
        return Judgement("unsure", "one of them does not say who", left.shown, right.shown)
    if _only_some(one, ours, theirs) or _only_some(other, theirs, ours):
        return firm(one, other, "only some, and everybody", ours, theirs)
    if alone and (has_one_owner(verbs(one) & verbs(other)) or _has_one_holder(one, other)):
        return firm(one, other, "another owner", ours, theirs)
    if (ours and theirs) or not shared:
        return Judgement("unrelated", "they speak of different subjects", left.shown, right.shown)
    return Judgement("unsure", "one speaks of a narrower subject", left.shown, right.shown)


def _only_some(one: Statement, ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> bool:
    """`Only maintainers can merge` and `everyone can merge`."""
    return one.text.lower().startswith("only ") and len(theirs) == 1 and theirs[0].key in _EVERYBODY and bool(ours)


def _has_one_holder(one: Statement, other: Statement) -> bool:
    """`Lena is the lead of the mobile team`: there is one of these. Only of names: a part that is slow is not alone."""
    return all(_HOLDER.match(side.text) for side in (one, other))


def _numbers(ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> bool:
    """One value of the same kind on either side, and nothing else."""
    if len(ours) != 1 or len(theirs) != 1:
        return False
    kinds = {ours[0].kind, theirs[0].kind}
    return (len(kinds) == 1 or kinds <= _SPANS) and ours[0].kind.startswith(MEASURED)
