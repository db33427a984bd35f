"""How a note came to be: which documents it was and took in, over moves, merges and replaced statements, and which
changes touched them. Pure: history and headers in, a story out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reverie.layouts.layout import OWN
from reverie.layouts.shelf import RETIRED, Filed
from reverie.records.changes import Op, Past
from reverie.records.documents import Address

_NUMBER = re.compile(r"-\d{1,4}\Z")  # of a retired note whose name was taken


@dataclass(frozen=True, slots=True)
class Touch:
    """A change that touched a note, with what it did to it."""

    past: Past
    steps: tuple[int, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.past.steps[i].reason for i in self.steps))


def changes_of(start: Iterable[Address], pasts: Sequence[Past]) -> list[Touch]:
    """Every change that touched these documents or what became them, newest first. `pasts`: newest first."""
    known = set(start)
    found = []
    for past in pasts:
        steps = tuple(i for i in past.applied_steps if any(op.address in known for op in past.ops[i]))
        for i in steps:
            known |= _came_from(past.ops[i])
        if steps:
            found.append(Touch(past, steps))
    return found


def _came_from(ops: Sequence[Op]) -> set[Address]:
    """Of a step that touched what we know: the documents it moved, and what left in it or was retired by it. A step is
    one matter, so these were merged, replaced or renamed."""
    gone = {op.address for op in ops if op.removes}
    kept = {op.address for op in ops if has_left(op.address)}
    return gone | kept


def places_of(address: Address, pasts: Iterable[Past]) -> set[Address]:
    """Where one document has lain: followed over moves alone, back in time."""
    found = {address}
    for past in pasts:
        for i in past.applied_steps:
            made = {op.address for op in past.ops[i] if op.before is None}
            gone = [op.address for op in past.ops[i] if op.removes]
            if len(gone) == 1 and len(made) == 1 and made & found:
                found.add(gone[0])
    return found


def has_left(address: Address) -> bool:
    return address.root == OWN and address.path.startswith(f"{RETIRED}/")


# By headers


def predecessors(note: Filed, left: Sequence[Filed]) -> list[Filed]:
    """Retired notes that were merged into this one, or left it, or that it replaced; the latest first."""
    names = {name_of(note)} | ({_NUMBER.sub("", name_of(note))} if has_left(note.address) else set())
    merged = {part.strip() for part in str(note.note.extra.get("merged_from") or "").split(",") if part.strip()}
    found = []
    for one in left:
        facts = one.note.extra
        into = {str(facts.get(key) or "") for key in ("merged_into", "superseded_by", "retired_from")}
        if one.address != note.address and (names & into or (name_of(one) in merged and not into - {""})):
            found.append(one)
    return sorted(found, key=lambda one: (when(one), str(one.address)), reverse=True)


def name_of(one: Filed) -> str:
    return one.note.slug.rpartition("/")[2]


def when(one: Filed) -> str:
    facts = one.note.extra
    return str(facts.get("retired") or one.note.valid_until or "")


def how(one: Filed) -> str:
    """What became of a retired note, in a few words."""
    facts = one.note.extra
    if facts.get("forgotten"):
        return "purged" if facts.get("purged") else "forgotten"
    if facts.get("merged_into"):
        return f"merged into {facts['merged_into']}"
    if facts.get("superseded_by"):
        return f"replaced by {facts['superseded_by']}"
    return "retired"


def ancestors(note: Filed, left: Sequence[Filed]) -> set[Address]:
    """A note's document, and those of all that was merged into it or replaced by it, as headers tell."""
    found: dict[Address, Filed] = {}
    waiting = [note]
    while waiting:
        one = waiting.pop()
        if one.address not in found:
            found[one.address] = one
            waiting += predecessors(one, left)
    return set(found)
