"""What comes out of the cage is a proposal like any other: it is checked before anything is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reverie.layouts import heard
from reverie.records import doubts
from reverie.records.briefing import LINES, WIDTH
from reverie.records.changes import Move, Put, Step
from reverie.records.errors import ReverieError
from reverie.records.insights import is_insight
from reverie.records.logs import LogRecord
from reverie.records.store import Store

LARGEST = 256 * 1024  # a document a night may write


MAY_WRITE = ("dream/candidates/", "dream/replaced/")


class Overreach(ReverieError):
    """the thought wanted to {what}, which a dream may not"""

    hint = "nothing was changed; this is a fault or an attack, please report it"


def keep(
    store: Store,
    records: Sequence[LogRecord],
    sightings: Sequence[LogRecord] = (),
    settle: Callable[[], None] = lambda: None,
) -> None:
    """What was heard is made safe before anything says so. It, too, is checked: it came out of the cage."""
    for record in records:
        if wrong := heard.fault(record):
            raise Overreach(what=f"keep {wrong}")
    if not all(map(doubts.from_record, sightings)):
        raise Overreach(what="keep what is no sighting")
    if records:
        store.append(heard.LOG, records, sync=True)
    if sightings:
        store.append(doubts.LOG, sightings)
    settle()


def check(steps: Sequence[Step]) -> None:
    """What comes out of the cage is a proposal like any other: it may touch candidates and insights, and
    nothing else."""
    for step in steps:
        for edit in step.edits:
            for address in (edit.address,) if isinstance(edit, Put) else (edit.source, edit.target):
                ours = address.root == "agent" and address.path.startswith(MAY_WRITE)
                if not ours and not (isinstance(edit, Put) and is_insight(address)):
                    raise Overreach(what=f"write {address}")
            if len(edit.content) > LARGEST:
                raise Overreach(what=f"write {len(edit.content)} bytes at once")
            if isinstance(edit, Move) and edit.target.folder != "dream/replaced":
                raise Overreach(what=f"move {edit.source} to {edit.target}")


def check_briefing(lines: Sequence[str]) -> None:
    """A page for people and agents: short, and one line is one line."""
    if len(lines) >= LINES or any(len(line) > 2 * WIDTH or not line.isprintable() for line in lines):
        raise Overreach(what="write a briefing that is none")
