"""One tick: every gate is asked, and what is due is done. Who finds a gate open asks again when it is alone, because
another may have been quicker; so of many that tick at the same moment one does it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from datetime import datetime
from typing import NamedTuple

from reverie.gates.verdict import Verdict
from reverie.records.errors import ReverieError, StoreBusy

BUSY = "another process is at it"


class Entry(NamedTuple):
    """A gate and what is done when it opens. `ask` looks afresh each time; `run` says in words what it came to."""

    name: str
    ask: Callable[[datetime], Verdict]
    run: Callable[[datetime], str]


class Ticked(NamedTuple):
    """What became of one gate. `outcome`: what was done, if it was; `failed`: why it could not be."""

    name: str
    verdict: Verdict
    outcome: str = ""
    failed: str = ""


Note = Callable[[Ticked], None]


def tick(
    entries: Iterable[Entry], now: datetime, alone: Callable[[], AbstractContextManager[None]], note: Note
) -> list[Ticked]:
    """`alone` keeps every other process out for as long as something is done; `note` writes down what became of it."""
    return [_one(entry, now, alone, note) for entry in entries]


def _one(entry: Entry, now: datetime, alone: Callable[[], AbstractContextManager[None]], note: Note) -> Ticked:
    verdict = entry.ask(now)
    if not verdict.due:
        return Ticked(entry.name, verdict)
    try:
        with alone():
            verdict = entry.ask(now)
            if not verdict.due:
                return Ticked(entry.name, verdict)
            done = _run(entry, verdict, now)
            note(done)
            return done
    except StoreBusy:
        return Ticked(entry.name, Verdict(False, f"{BUSY}; {verdict.reason}", verdict.next))


def _run(entry: Entry, verdict: Verdict, now: datetime) -> Ticked:
    """A failure is written down like any outcome: what cannot be done now is not tried again every minute."""
    try:
        return Ticked(entry.name, verdict, outcome=entry.run(now))
    except StoreBusy:
        raise
    except ReverieError as problem:
        return Ticked(entry.name, verdict, failed=problem.message)
