"""What people asked to be remembered, written down: a thought gives the words and the event, and the notes are written
here, outside the cage. Every fact is checked against the request it comes from, and is decided about once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from reverie.layouts import heard, requested
from reverie.layouts.layout import Layout
from reverie.notebook import Notebook
from reverie.records.changes import Put, Receipt, Step
from reverie.records.documents import Address
from reverie.records.events import UNCERTAIN, Event, Origin
from reverie.records.logs import LogRecord
from reverie.records.notes import Line
from reverie.records.store import Store

LOG = "noted"  # what was decided about each request: noted, or there already
MOST, LONGEST = 20, 300  # facts of one night; characters of one
LARGEST = 4096  # bytes of a note
TYPES = ("project", "reference")
_WORD = re.compile(r"\w+")
_REDACTED = "[REDACTED:"  # what was said held a secret


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps that write new notes, each with its line; and the lines that stand in a note already, with where."""

    steps: tuple[Step, ...] = ()
    lines: tuple[Line, ...] = ()
    known: Mapping[str, str] = field(default_factory=dict)  # event → where it stands
    secret: int = 0  # lines that would hold a secret
    forgotten: tuple[str, ...] = ()  # events whose words a person wanted forgotten
    more: Mapping[str, int] = field(default_factory=dict)  # what else was left out

    @property
    def left_out(self) -> dict[str, int]:
        told = {
            "facts that stand in a note already": len(self.known),
            "facts that hold a secret": self.secret,
            "facts a person wanted forgotten": len(self.forgotten),
        }
        return {reason: count for reason, count in {**told, **self.more}.items() if count}

    def written(self, receipt: Receipt) -> tuple[Step, ...]:
        """The steps that were applied."""
        done = {address for result in receipt.applied for address in result.addresses}
        return tuple(step for step in self.steps if done.issuperset(step.addresses))


def noting(facts: Sequence[Line], new: Iterable[LogRecord], book: Notebook) -> tuple[Plan, str]:
    """What is to be noted of a thought's facts, and what is wrong with them; then nothing is. `new`: the events heard
    tonight, which may not be on record yet."""
    lines = open_ones(facts, book.store)
    wrong = f"note {len(facts)} facts in one night" if len(facts) > MOST else ""
    wrong = wrong or fault(lines, on_record(lines, book.store, new))
    planned = Plan() if wrong else plan(lines, book)
    wrong = wrong or overreach(planned.steps, book.layout)
    return (Plan(), wrong) if wrong else (planned, "")


def fault(lines: Sequence[Line], requests: Mapping[str, Event]) -> str:
    """What is wrong with facts that came out of the cage; empty if nothing is. `requests`: the events on record."""
    for line in lines:
        event = requests.get(line.id)
        if event is None or event.kind != "remember" or event.origin is not Origin.USER:
            return f"note what nobody asked to be remembered ({line.id[:20]})"
        if not UNCERTAIN.isdisjoint(event.tags):
            return f"note what may not be the person's own words ({line.id[:20]})"
        if line.type not in TYPES or line.topic:
            return f"note a fact as '{line.topic or line.type}'"
        if len(line.text) > LONGEST or "\n" in line.text or "<!--" in line.text:
            return "note more than one plain sentence"
        if line.at != event.at or not event.session.startswith(line.session):
            return "note a fact under another day or session"
        if not _words(line.text) <= _words(event.summary):
            return "note other words than the person's own"
    return ""


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def open_ones(lines: Iterable[Line], store: Store) -> list[Line]:
    """Those nothing was decided about yet."""
    lines = list(lines)
    done = {r.facts.get("event") for r in store.records(LOG) if isinstance(r, LogRecord)} if lines else set()
    return [line for line in lines if line.id not in done]


def on_record(lines: Sequence[Line], store: Store, new: Iterable[LogRecord]) -> dict[str, Event]:
    """The events these facts come from: from the log, and from what was heard tonight."""
    wanted = {line.id for line in lines}
    if not wanted:
        return {}
    kept = store.records(heard.LOG, min(line.at for line in lines))
    records = (r for r in (*kept, *new) if isinstance(r, LogRecord) and r.id in wanted)
    return {event.id: event for event in map(heard.from_record, records) if event}


def plan(lines: Sequence[Line], book: Notebook) -> Plan:
    """A new note for each fact that no note tells. What would hold a secret is not noted at all."""
    if not lines:
        return Plan()
    from reverie.tools.facts import is_told  # noqa: PLC0415 — many patterns, made only when there is a fact

    cleaned = zip(lines, book.cleaned(lines), strict=True)
    clean = [line for line, same in cleaned if same == line and _REDACTED not in line.text]
    secret = len(lines) - len(clean)
    forgotten = tuple(line.id for line in clean if book.forgotten(line.text))
    clean = [line for line in clean if line.id not in forgotten]
    standing = [(p.id, p.title, p.text, p.address) for p in requested.standing(book.store, book.layout)]
    steps: list[Step] = []
    fresh: list[Line] = []
    known: dict[str, str] = {}
    taken: set[Address] = set()
    for line in clean:
        where = next((at for id, title, text, at in standing if id == line.id or is_told(line.text, text, title)), "")
        if where:
            known[line.id] = where
            continue
        put = requested.put(line, book.layout, book.store.read, taken)
        taken.add(put.address)
        standing.append((line.id, "", line.text, str(put.address)))
        steps.append(Step(f"note what was asked to be remembered: {line.text}", (put,), f"remember {line.id}"))
        fresh.append(line)
    return Plan(tuple(steps), tuple(fresh), known, secret, forgotten)


def overreach(steps: Sequence[Step], layout: Layout) -> str:
    """What these steps would do besides writing small new notes; empty if nothing."""
    for step in steps:
        for edit in step.edits:
            if not isinstance(edit, Put) or edit.expect is not None:
                return "change a note that is there"
            if edit.address.root not in layout.roots or layout.kind_of(edit.address) != "note":
                return f"write {edit.address}"
            if len(edit.content) > LARGEST:
                return f"write {len(edit.content)} bytes into a note"
    return ""


def settle(planned: Plan, receipt: Receipt | None, store: Store, now: datetime) -> None:
    """What was decided is put on record, so that it is decided once: a note somebody deletes does not come back."""
    done = planned.written(receipt) if receipt else ()
    noted = [line.id for line, step in zip(planned.lines, planned.steps, strict=True) if step in done]
    records = [LogRecord("noted", "reverie", now, {"event": id}) for id in noted]
    records += [LogRecord("known", "reverie", now, {"event": id}) for id in (*planned.known, *planned.forgotten)]
    if records:
        store.append(LOG, records, sync=True)
