"""Vague statements made exact, only from evidence at hand: `we moved to the new database` becomes `we moved to the new
database (PostgreSQL 16; 2026-03-02.md:4)`. The words stay as they were; what is added can be taken away again. One
doubt is enough to leave a statement alone: two values, a denial, a guess, a narrower thing, a later day."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from reverie.remember.kinds import members
from reverie.remember.naming import SAYS_SO, is_assumed, named
from reverie.remember.phrases import keys, tokens
from reverie.remember.statements.values import dated
from reverie.remember.things import tells_exchange
from reverie.remember.vague import Slot, slots

LONGEST = 320  # characters of a statement, or of a piece of evidence
_MARK = re.compile(r"(?: \((?:[^();\n]{2,60}: )?[^();\n]{1,80}; [^\s();:]+:\d+\))+(?=\s*\Z)")
_FRESH, _LASTING, _NEW = timedelta(days=31), timedelta(days=365), timedelta(days=180)
_AHEAD = timedelta(days=92)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Something that was said, when, and where it is written: `path:line`."""

    text: str
    day: date | None
    where: str


@dataclass(frozen=True, slots=True)
class Fact:
    """What a vague place means, and the span that says so."""

    vague: str
    value: str
    where: str


@dataclass(frozen=True, slots=True)
class Sharpened:
    text: str
    facts: tuple[Fact, ...]


def is_vague(text: str) -> bool:
    return len(text) <= LONGEST and original(text) == text and bool(slots(text))


def names_sought(text: str) -> frozenset[str]:
    """Names, by key, that evidence for a vague statement may speak of without a word in common with it."""
    return frozenset().union(*(members(slot) for slot in slots(text)))


def original(text: str) -> str:
    """A statement as it was before, exactly."""
    return _MARK.sub("", text)


def sharpen(text: str, day: date | None, evidence: Iterable[Evidence]) -> Sharpened | None:
    """The statement with what the evidence says about its vague places; None if that is nothing, or not sure."""
    if day is None or not is_vague(text):
        return None
    known = [replaced for one in evidence if (replaced := _plain(one)) is not None]
    facts = [fact for slot in slots(text) if (fact := _fact(text, day, slot, known)) is not None]
    if not facts:
        return None
    end = text.rstrip().rstrip(".!")
    added = "".join(f" ({'' if end.endswith(f.vague) else f'{f.vague}: '}{f.value}; {f.where})" for f in facts)
    return Sharpened(text.rstrip() + added, tuple(facts))


def _plain(one: Evidence) -> Evidence | None:
    """What was added by ourselves is no evidence."""
    bare = original(one.text)
    return Evidence(bare, one.day, one.where) if one.day and len(bare) <= LONGEST else None


def _fact(text: str, day: date, slot: Slot, evidence: Sequence[Evidence]) -> Fact | None:
    said = keys(tokens(text))
    if named(slot, said, text, day):
        return None  # it says so itself
    best: tuple[str, str] | None = None
    every: list[str] = []
    for one in evidence:
        if is_assumed(one.text, slot.kind):
            continue
        found = named(slot, said, one.text, one.day or day)
        if not found and slot.sort in ("new", "old", "other") and _exchanges(slot, one.text):
            return None  # which of them is meant cannot be told
        every += [name.value for name in found]
        for name in found:
            if name.exact and _may_tell(slot, day, one, name.value):
                best = max(best or ("", ""), (name.value, one.where), key=lambda pair: (len(pair[0]), pair))
    if best is None or not all(_agree(best[0], other) for other in every) or _is_denied(slot, best[0], evidence):
        return None
    if not _can_be_written(best):
        return None
    return Fact(text[slot.start : slot.end], *best)


def _exchanges(slot: Slot, text: str) -> bool:
    return tells_exchange(slot, tokens(text)) and not any(other.noun == slot.noun for other in slots(text))


def _may_tell(slot: Slot, day: date, one: Evidence, value: str) -> bool:
    """Evidence must have been there when the words were said, and not too long before. A later one counts if it says
    that it tells what was meant."""
    assert one.day
    if slot.kind == "time" and not _in_time(slot, day, one.day, value):
        return False
    if one.day > day:
        return slot.kind == "thing" and slot.sort != "that" and bool(SAYS_SO.search(one.text))
    by_rest = slot.kind != "thing" or slot.sort == "that"
    return day - one.day <= (_FRESH if by_rest else _NEW if slot.sort in ("new", "other") else _LASTING)


def _in_time(slot: Slot, day: date, said: date, value: str) -> bool:
    try:
        iso = value if re.fullmatch(r"\d{4}-\d\d-\d\d", value) else dated(re.findall(r"\w+|,", value))[0]
        when = date.fromisoformat(iso if len(iso) == 10 else f"{said.year}-{iso}")
    except ValueError:
        return False
    return day <= when <= day + _AHEAD if slot.sort == "ahead" else day - _AHEAD <= when <= day


def _agree(one: str, other: str) -> bool:
    """`PostgreSQL` and `PostgreSQL 16` do not speak against each other."""
    ours, theirs = (set(re.findall(r"[\w.]+", value.casefold())) for value in (one, other))
    return ours <= theirs or theirs <= ours


def _is_denied(slot: Slot, value: str, evidence: Iterable[Evidence]) -> bool:
    """Whether somebody doubts or denies it."""
    words = set(re.findall(r"[\w.]+", value.casefold()))
    return any(
        is_assumed(one.text, slot.kind)
        and words & set(re.findall(r"[\w.]+", one.text.casefold()))
        and bool(keys(tokens(one.text)) & ({slot.noun} if slot.noun else slot.rest))
        for one in evidence
    )


def _can_be_written(found: tuple[str, str]) -> bool:
    value, where = found
    return bool(_MARK.fullmatch(f" ({value}; {where})"))
