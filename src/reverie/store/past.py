"""What follows from history: which steps are taken back, and which change an id means. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from reverie.records.changes import Past
from reverie.records.errors import AmbiguousId, UnknownChange

Undone = Mapping[int, set[int]]
"""Steps that are taken back as things stand: the number of their change → their places in it."""


def undone_steps(pasts: Iterable[Past]) -> Undone:
    """An undo counts step by step: a step of it that was not applied, or was itself undone, took nothing back."""
    undone: defaultdict[int, set[int]] = defaultdict(set)
    for past in newest_first(pasts):
        for i in past.applied_steps:
            if i not in undone[past.number]:
                close(past, i, undone)
    return undone


def newest_first(pasts: Iterable[Past]) -> list[Past]:
    return sorted(pasts, key=lambda past: -past.number)


def close(past: Past, i: int, undone: defaultdict[int, set[int]]) -> None:
    """Mark what a step takes back."""
    for number, step in past.covers[i]:
        undone[number].add(step)


def is_undone(past: Past, undone: Undone) -> bool:
    return bool(past.applied_steps) and set(past.applied_steps) <= undone.get(past.number, set())


def undone_fingerprints(pasts: Sequence[Past]) -> frozenset[str]:
    """The decisions people took back."""
    undone = undone_steps(pasts)
    found = (past.fingerprints[i] for past in pasts for i in past.applied_steps if i in undone.get(past.number, ()))
    return frozenset(mark for mark in found if mark)


def find(pasts: Sequence[Past], id: str) -> Past:
    """A change by its id or a unique beginning of it."""
    matches = [past for past in pasts if past.id == id] or [past for past in pasts if past.id.startswith(id)]
    if not matches or not id:
        raise UnknownChange(id=id)
    if len(matches) > 1:
        raise AmbiguousId(id=id, matches=" or ".join(past.id for past in matches[:4]))
    return matches[0]
