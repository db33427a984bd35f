"""The in-memory twin: the same store in a dictionary, for tests and for trying a change out. Same plans, same undo."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from reverie.records.changes import ChangeSet, Op, Past, Put, Receipt
from reverie.records.documents import Address, Described, Document, Listed, Skipped, digest
from reverie.records.logs import LogRecord
from reverie.records.store import Render
from reverie.store import past
from reverie.store.carry import EVENT_LOG, log_record
from reverie.store.plan import Plan, make_plan, past_of, result_of

Describe = Callable[[Address, bytes], Described]


class MemoryStore:
    """See `reverie.records.store.Store` for what it does."""

    def __init__(self, *, render: Render | None = None, describe: Describe | None = None) -> None:
        self._render, self._describe = render, describe
        self._documents: dict[Address, bytes] = {}
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
                yield Listed(address, len(content), digest(content))

    def history(self) -> Iterator[Past]:
        yield from reversed(self._pasts)

    def contents(self, id: str) -> dict[str, bytes]:
        target = past.find(self._pasts, id)
        ops = [*target.rendered, *(op for ops in target.ops for op in ops)]
        marks = {mark for op in ops for mark in (op.before, op.after) if mark is not None}
        return {mark: self._contents[mark] for mark in marks}

    def append(self, log: str, records: Sequence[LogRecord]) -> None:
        self._logs.setdefault(log, []).extend(records)

    def records(self, log: str, since: datetime | None = None) -> Iterator[LogRecord | Skipped]:
        seen: set[str] = set()
        for record in self._logs.get(log, []):
            if record.id not in seen and (since is None or record.at >= since):
                seen.add(record.id)
                yield record

    def apply(self, changes: ChangeSet) -> Receipt:
        undone, room = frozenset[str](), 0
        if changes.automatic:
            undone = past.undone_fingerprints(self._pasts)
            room = past.room_to_retire(self._pasts, self._active(), changes.at)
        for step in changes.steps:
            self._contents.update(step.contents())
        return self._carry(make_plan(changes, self._look, undone=undone, room=room))

    def undo(self, id: str | None, *, by: str, at: datetime, to: bool = False) -> Receipt:
        newest_first = list(self.history())
        chosen = past.to_undo(newest_first, id, to=to)
        return self._carry(past.plan_undo(newest_first, chosen, self._look, by=by, at=at))

    def _carry(self, plan: Plan) -> Receipt:
        results = tuple(result_of(step) for step in plan.steps)
        if not plan.live:
            return Receipt("", results)
        ops = [op for step in plan.steps if not step.skip for op in step.ops]
        for op in ops:
            self._set(op)
        rendered = tuple(self._derive(plan, [op.address for op in ops]))
        self._pasts.append(past_of(plan, len(self._pasts) + 1, {}, rendered))
        self.append(EVENT_LOG, [log_record(plan, results)])
        return Receipt(plan.id, results, tuple(op.address for op in rendered))

    def _derive(self, plan: Plan, touched: list[Address]) -> Iterator[Op]:
        kept = set()
        for op in plan.restores:
            kept.add(op.address)
            self._set(op)
            yield op
        for put in self._render(self, touched) if self._render else ():
            if put.address not in kept and self._look(put.address) == put.expect:
                yield from self._put(put)

    def _put(self, put: Put) -> Iterator[Op]:
        op = Op(put.address, put.expect, digest(put.content))
        if op.before != op.after:
            self._contents[digest(put.content)] = put.content
            self._set(op)
            yield op

    def _set(self, op: Op) -> None:
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
        if self._describe is None:
            return 0
        return sum(self._describe(address, content).kind == "note" for address, content in self._documents.items())
