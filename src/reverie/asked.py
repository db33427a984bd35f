"""Lines that sessions taught, written down as new notes: what people asked to be remembered or decided, and what agents
found out. About each it is decided once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from reverie.layouts import requested
from reverie.layouts.layout import Layout
from reverie.notebook import Notebook
from reverie.records.changes import Put, Receipt, Step
from reverie.records.documents import Address
from reverie.records.logs import LogRecord
from reverie.records.notes import Line
from reverie.records.store import Store

LOG = "noted"  # what was decided about each request: noted, or there already
LARGEST = 4096  # bytes of a note
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
    confirmed: tuple[Step, ...] = ()  # notes of what agents found out that are to expire no more

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


def decided(store: Store) -> frozenset[str]:
    """What was noted, or found in a note, by its id."""
    return frozenset(str(r.facts.get("event")) for r in store.records(LOG) if isinstance(r, LogRecord))


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
