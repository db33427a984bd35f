"""The in-memory twin: the same store in a dictionary, for tests and for trying a change out. Same plans, same undo."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from reverie.records.changes import ChangeSet, Kind, Op, Past, Put, Receipt
from reverie.records.documents import Address, Described, Document, Listed, Skipped, digest
from reverie.records.errors import ReverieError
from reverie.records.logs import LogRecord
from reverie.records.roll import Roll
from reverie.records.store import Condense, Reader, Rebase, Render
from reverie.store import bound, past
from reverie.store.bound import Describe
from reverie.store.carry import EVENT_LOG, log_record
from reverie.store.plan import Plan, check_size, make_plan, numbered, past_of, result_of
from reverie.store.undo import plan_undo, rebaser, to_undo
from reverie.tools.listing import Rolled


class MemoryStore:
    """See `reverie.records.store.Store` for what it does."""

    def __init__(
        self, *, render: Render | None = None, describe: Describe | None = None, rebase: Rebase | None = None
    ) -> None:
        self._render, self._describe, self._rebase = render, describe or _describe_nothing, rebase
        self._documents: dict[Address, bytes] = {}
        self._set_so_far: list[Address] = []
        self._pasts: list[Past] = []
        self._contents: dict[str, bytes] = {}
        self._logs: dict[str, list[LogRecord]] = {}

    def read(self, address: Address) -> Document | None:
        content = self._documents.get(address)
        return None if content is None else Document(address, content)

    def scan(self, root: str, folder: str = "") -> Iterator[Listed | Skipped]:
        inside = f"{folder}/" if folder else ""
        for address in sorted(self._documents):
            if address.root == root and address.path.startswith(inside):
                content = self._documents[address]
                yield Listed(root, address.path, len(content), digest(content), self._describe(address, content))

    def roll(self, root: str, without: Collection[str] = ()) -> Roll:
        return Rolled(self.scan(root), without)

    def changed(self, since: str = "", *, look: bool = True) -> tuple[str, frozenset[Address] | None]:  # noqa: ARG002
        known = since.isdecimal() and int(since) <= len(self._set_so_far)
        return str(len(self._set_so_far)), frozenset(self._set_so_far[int(since) :]) if known else None

    def glance(self) -> Reader:
        return self

    def history(self) -> Iterator[Past]:
        yield from reversed(self._pasts)

    def contents(self, id: str) -> dict[str, bytes]:
        target = past.find(self._pasts, id)
        ops = [*target.rendered, *(op for ops in target.ops for op in ops)]
        marks = {mark for op in ops for mark in (op.before, op.after) if mark is not None}
        return {mark: self._contents[mark] for mark in marks}

    def append(self, log: str, records: Sequence[LogRecord], *, sync: bool = False) -> None:  # noqa: ARG002
        self._logs.setdefault(log, []).extend(records)

    def records(self, log: str, since: datetime | None = None) -> Iterator[LogRecord | Skipped]:
        seen: set[str] = set()
        for record in self._logs.get(log, []):
            if record.id not in seen and (since is None or record.at >= since):
                seen.add(record.id)
                yield record

    def condense(self, log: str, before: datetime, told: Condense) -> int:
        months: dict[str, list[LogRecord]] = {}
        for record in {record.id: record for record in self._logs.get(log, [])}.values():
            months.setdefault(f"{record.at.astimezone(UTC):%Y-%m}", []).append(record)
        first = f"{before.astimezone(UTC):%Y-%m}"
        kept = {month: list(told(found)) if month < first else found for month, found in sorted(months.items())}
        self._logs[log] = [record for found in kept.values() for record in found]
        return sum(kept[month] != found for month, found in months.items())

    def apply(self, changes: ChangeSet) -> Receipt:
        undone, room = frozenset[str](), 0
        if changes.automatic:
            undone = past.undone_fingerprints(self._pasts)
            room = bound.room_to_retire(self._pasts, self._active(), changes.at)
        for step in changes.steps:
            self._contents.update(step.contents())
        plan = make_plan(
            changes,
            self._look,
            undone=undone,
            room=room,
            retires=lambda step: bound.retires(step, self._describe, self._contents.get),
        )
        return self._carry(plan)

    def undo(self, id: str | None, *, by: str, at: datetime, to: bool = False) -> Receipt:
        chosen = to_undo(self._pasts, id, to=to)
        rebase = rebaser(self._rebase, self._contents)
        return self._carry(plan_undo(self._pasts, chosen, self._look, by=by, at=at, rebase=rebase))

    def _carry(self, plan: Plan) -> Receipt:
        results = tuple(result_of(step) for step in plan.steps)
        if not plan.live:
            return Receipt("", results)
        number = len(self._pasts) + 1
        plan = replace(plan, id=numbered(plan.id, number))
        for op in plan.ops:
            self._set(op)
        notes = [*plan.notes]
        rendered = (*self._restore(plan), *self._derive(plan, notes))
        self._pasts.append(past_of(plan, number, {}, rendered))
        self.append(EVENT_LOG, [log_record(plan, results)])
        return Receipt(plan.id, results, tuple(op.address for op in rendered), tuple(notes))

    def _restore(self, plan: Plan) -> tuple[Op, ...]:
        for op in plan.restores:
            self._set(op)
        return plan.restores

    def _derive(self, plan: Plan, notes: list[str]) -> list[Op]:
        kept = {op.address for op in plan.restores}
        if plan.kind is Kind.UNDO:
            kept |= {op.address for op in plan.ops} - {*plan.anew}
        try:
            puts = list(self._render(self, [op.address for op in plan.ops]) if self._render else ())
            for put in puts:
                check_size(put)
        except ReverieError as problem:
            notes.append(f"the index and other derived text were not made: {problem.message}")
            return []
        wanted = [put for put in puts if put.address not in kept and self._look(put.address) == put.expect]
        return [op for put in wanted for op in self._put(put)]

    def _put(self, put: Put) -> Iterator[Op]:
        op = Op(put.address, put.expect, digest(put.content))
        if op.before != op.after:
            self._contents[digest(put.content)] = put.content
            self._set(op)
            yield op

    def _set(self, op: Op) -> None:
        self._set_so_far.append(op.address)
        if op.after is None:
            self._documents.pop(op.address, None)
        else:
            self._documents[op.address] = self._contents[op.after]

    def _look(self, address: Address) -> str | None:
        content = self._documents.get(address)
        if content is None:
            return None
        self._contents[digest(content)] = content
        return digest(content)

    def _active(self) -> int:
        described = (self._describe(address, content) for address, content in self._documents.items())
        return sum(bound.is_active_note(what) and not what.fault for what in described)


def _describe_nothing(_address: Address, _content: bytes) -> Described:
    return Described("document")
