"""Whether what a mutation rests on is still as it was."""

from __future__ import annotations

from reverie.records.changes import Edit, Move, Put, Step
from reverie.records.store import Reader


def changed(step: Step, reader: Reader) -> str:
    """What is no longer as the step expects it, or nothing."""
    return next((why for edit in step.edits if (why := _changed(edit, reader))), "")


def _changed(edit: Edit, reader: Reader) -> str:
    source = edit.address if isinstance(edit, Put) else edit.source
    there = reader.read(source)
    if there is None and edit.expect is not None:
        return f"{source} has left"
    if (there.digest if there else None) != edit.expect:
        return f"{source} was changed since" if edit.expect else f"{source} is there already"
    if isinstance(edit, Move) and reader.read(edit.target) is not None:
        return f"{edit.target} is there already"
    return ""
