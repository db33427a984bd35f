"""Where a clause tells how many, how much, or when: `3 services`, `takes 14 minutes`, `on 2026-03-12`. Places in a row
of tokens out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reverie.remember.phrases import Token
from reverie.remember.statements.cues import PLACES
from reverie.remember.statements.values import dated, measured, valued
from reverie.remember.vague import Slot

_MEASURES = {
    "s": (("numbers",), ("take", "takes", "last", "lasts", "need", "needs")),
    "B": (("numberB",), ("is", "are", "weigh", "weighs", "takes", "take", "has")),
    "$": (("number$", "number€"), ("cost", "costs", "is", "are")),
}


def amount(slot: Slot, row: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """`3 services`; `the services billing, search and auth`; `billing, search and auth services`; `services that use
    the old API: billing, search`."""
    for at, token in enumerate(row):
        if token.key != slot.noun:
            continue
        before = row[at - 1] if at else None
        part = at > 1 and row[at - 2].low in ("of", "version")
        if before and (valued(before.text) or ("", ""))[1] == "number" and not part:
            yield at - 1, at
        for first, end in _lists(row, at):
            if not any(one.kind == "number" for one in row[first:end]):
                yield first, end


def _lists(row: Sequence[Token], noun: int) -> Iterator[tuple[int, int]]:
    """Behind the noun, before it, or behind a colon at the end."""
    if end := _list(row, noun + 1):
        yield noun + 1 + (row[noun + 1].text in "(:"), end
    first = 1 if row[0].low in ("the", "our") else 0
    if noun and _list(row, first) == noun:
        yield first, noun
    colon = next((at for at in range(noun + 1, len(row)) if row[at].text == ":"), len(row))
    if colon < len(row) and _list(row, colon) == len(row):
        yield colon + 1, len(row)


def _list(row: Sequence[Token], at: int) -> int:
    """Where a list `a, b and c` that begins here ends; 0 if there is none."""
    if at < len(row) and row[at].text in ("(", ":"):
        at += 1
    ends, commas = 0, 0
    while at + 1 < len(row) and row[at].tells and (row[at + 1].text == "," or row[at + 1].low == "and"):
        commas += 1
        at += 2
        if at < len(row) and row[at].low == "and":
            at += 1
        ends = at + 1
    return ends if commas and at < len(row) and row[at].tells else 0


def measure(slot: Slot, row: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """`takes 14 minutes`, `weighs 2.3 GB`, `costs $900 a month`."""
    kinds, verbs = _MEASURES[slot.sort]
    for at, token in enumerate(row):
        unit = measured(token.text, row[at + 1].text) if at + 1 < len(row) else None
        value = unit or valued(token.text)
        before = at - 1
        while before > 0 and row[before].low in ("about", "around", "roughly", "almost", "~", "now"):
            before -= 1
        grew = row[before].low == "to" and any(one.low == "from" for one in row[:before])
        if value and value[1] in kinds and before > 0 and (row[before].low in verbs or grew):
            end = at + (2 if unit else 1)
            each = [token.low for token in row[end : end + 2]]
            if each[:1] in (["a"], ["per"]) and each[1:] in (["day"], ["week"], ["month"], ["year"]):
                yield at, end + 2
            elif not each or not row[end].is_word or each[0] in (*PLACES, "now"):
                yield at, end  # and not `47 minutes longer`


def time(row: Sequence[Token]) -> Iterator[tuple[int, int]]:
    for at in range(len(row)):
        if row[at].kind == "date" and len(row[at].text) == 10:
            yield at, at + 1
        elif size := dated([token.text for token in row[at : at + 4]])[1]:
            yield at, at + size
