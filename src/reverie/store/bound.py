"""The loss bound: how many active notes leave memory by a step, and how many more an automatic change may retire. The
store counts for itself, whatever a dream says of its own steps. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from reverie.records.changes import Edit, Move, Past, Put, Step
from reverie.records.documents import Address, Described
from reverie.store.past import undone_steps

Describe = Callable[[Address, bytes], Described]
ONE_CYCLE = (3, 0.02)  # a cycle may retire three notes, or two in a hundred
MONTH = (timedelta(days=30), 0.10)
LITTLE = 4  # a note of which less than a fourth is left has lost its text


def room_to_retire(pasts: Sequence[Past], active: int, now: datetime) -> int:
    """How many active notes one more automatic change may retire."""
    undone = undone_steps(pasts)
    window, share = MONTH
    lately = sum(
        past.retires[i]
        for past in pasts
        if past.automatic and now - past.at < window
        for i in past.applied_steps
        if i not in undone.get(past.number, ())
    )
    floor, part = ONE_CYCLE
    month = max(floor, int((active + lately) * share)) - lately
    return max(0, min(max(floor, int(active * part)), month))


def is_active_note(described: Described) -> bool:
    return described.kind == "note" and described.state == "active"


def retires(step: Step, describe: Describe, content_of: Callable[[str], bytes | None]) -> int:
    """How many active notes lose their text by a step. `content_of` gives the bytes a step expects to replace."""
    leaving = [edit for edit in step.edits if _loses(edit, describe, content_of)]
    if step.keeps_all and _has_new_note(step, describe):
        return sum(isinstance(edit, Put) for edit in leaving)  # what a merge moves out is in its new note
    return max(len(leaving), step.retires)


def _loses(edit: Edit, describe: Describe, content_of: Callable[[str], bytes | None]) -> bool:
    source, target = (edit.address, edit.address) if isinstance(edit, Put) else (edit.source, edit.target)
    before = None if edit.expect is None else content_of(edit.expect)
    if before is None or not is_active_note(describe(source, before)):
        return False
    after = describe(target, edit.content)
    stays = is_active_note(after) and not after.fault
    return not stays or len(edit.content.strip()) * LITTLE < len(before.strip())


def _has_new_note(step: Step, describe: Describe) -> bool:
    moved = sum(len(edit.content) for edit in step.edits if isinstance(edit, Move))
    puts = [
        edit for edit in step.edits if isinstance(edit, Put) and is_active_note(describe(edit.address, edit.content))
    ]
    return any(len(put.content) * LITTLE >= moved for put in puts)
