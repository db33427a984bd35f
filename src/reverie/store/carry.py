"""Carrying a plan through: journal, then new and changed documents, then derived text made from what is really there,
then what moves out. After a crash the same road is walked again from where it broke off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from reverie.records.changes import Op, Receipt, State, StepResult
from reverie.records.documents import Address, Document, Listed, Skipped, digest
from reverie.records.errors import BadAddress
from reverie.records.logs import Json, LogRecord
from reverie.records.store import Reader, Render
from reverie.store.disk import Disk
from reverie.store.enact import Enactor
from reverie.store.journal import Entry, Journal
from reverie.store.logs import Logs
from reverie.store.plan import Plan, PlannedStep, result_of
from reverie.store.roots import Roots

EVENT_LOG = "events"
_TRIES = 3  # how often derived text is made anew when somebody edits it at the same moment


class Carrier:
    """Works under the `apply` lock, one plan at a time."""

    def __init__(
        self, roots: Roots, local: Disk, journal: Journal, logs: Logs, reader: Reader, render: Render | None
    ) -> None:
        self._roots, self._local, self._journal, self._logs = roots, local, journal, logs
        self._reader, self._render = reader, render
        self._aside: list[str] = []

    def carry(self, plan: Plan, contents: dict[str, bytes]) -> Receipt:
        if not plan.live:
            return Receipt("", tuple(result_of(step) for step in plan.steps))
        needed = {mark for step in plan.steps for op in step.ops for mark in (op.before, op.after)}
        needed |= {mark for op in plan.restores for mark in (op.before, op.after)}
        kept = {mark: content for mark, content in contents.items() if mark in needed}
        return self._go(self._journal.begin(plan, kept), kept, recovering=False)

    def finish_open_entry(self, now: datetime) -> None:
        entry = self._journal.unfinished()
        if entry is None:
            return
        if not self._is_ours(entry):
            self._journal.set_aside(entry.path)
            return
        receipt = self._go(entry, self._journal.contents(entry), recovering=True)
        facts: dict[str, Json] = {
            "change": entry.plan.id,
            "applied": len(receipt.applied),
            "skipped": len(receipt.skipped),
        }
        self._logs.append(EVENT_LOG, [LogRecord("recovered", "reverie", now, facts, f"recovered-{entry.plan.id}")])

    def _is_ours(self, entry: Entry) -> bool:
        """A journal that came with somebody's repository must not make us write where we would not."""
        ops = [*entry.tried, *entry.plan.restores, *(op for step in entry.plan.steps for op in step.ops)]
        try:
            for op in ops:
                self._roots.check(op.address)
        except BadAddress:
            return False
        return True

    def _go(self, entry: Entry, contents: dict[str, bytes], *, recovering: bool) -> Receipt:
        self._aside = []
        enactor = Enactor(self._roots.disks, entry.plan.id, contents, self._keep_aside)
        work = _Work(entry, enactor, recovering)
        try:
            work.prepare()
            self._put_all(work)
            self._take_all(work)
            results = tuple(result_of(step, work.failed.get(i, "")) for i, step in enumerate(entry.plan.steps))
            self._logs.append(EVENT_LOG, [log_record(entry.plan, results)], sync=True)
        except BaseException:
            if not recovering:  # what a crash began is finished later; what fails in our hands is taken back now
                work.take_back()
                self._journal.drop(entry)
            raise
        enactor.clean()
        self._journal.end(entry, work.failed, work.rendered)
        return Receipt(entry.plan.id, results, tuple(op.address for op in work.rendered), tuple(self._aside))

    def _put_all(self, work: _Work) -> None:
        for i, step in work.live():
            why = work.enactor.put_step(step)
            if why:
                work.failed[i] = why
        self._derive(work)

    def _take_all(self, work: _Work) -> None:
        leaving = [(i, step) for i, step in work.live() if any(op.removes for op in step.ops)]
        if leaving:
            work.enactor.sync()  # nothing leaves before what replaces it is durable
        for i, step in leaving:
            why = work.enactor.take_step(step)
            if why:
                work.failed[i] = why
        if any(i in work.failed for i, _ in leaving):
            self._derive(work)
        for op in work.rendered:
            if op.removes:
                work.enactor.take(op)

    def _derive(self, work: _Work) -> None:
        """Make the index and its kin from what is really there now."""
        # Text from before the change is right only if the whole change was taken back.
        wanted = () if work.failed else work.entry.plan.restores
        restores = tuple(op for op in wanted if work.enactor.look(op.address) == op.before)
        work.show(self._journal, restores)
        kept = {op.address for op in wanted if work.enactor.look(op.address) == op.after}
        kept |= {op.address for op in restores}
        for _ in range(_TRIES if self._render else 0):
            if not work.show(self._journal, tuple(self._rendered(work, kept))):
                return

    def _rendered(self, work: _Work, kept: set[Address]) -> Iterator[Op]:
        assert self._render is not None
        touched = [address for _, step in work.live() for address in (op.address for op in step.ops)]
        leaving = {op.address for _, step in work.live() for op in step.ops if op.removes}
        for put in self._render(_Without(self._reader, leaving), touched):
            self._roots.check(put.address)
            found = self._roots.disks[put.address.root].read(put.address.path)
            before = digest(found) if isinstance(found, bytes) else None
            if isinstance(found, bytes):
                work.enactor.contents[digest(found)] = found
            after = digest(put.content)
            work.enactor.contents[after] = put.content
            if before == put.expect != after and put.address not in kept and work.may_touch(put.address, before):
                yield Op(put.address, before, after)

    def _keep_aside(self, address: Address, content: bytes) -> None:
        name = f"kept/{digest(content)[:10]}-{address.name}"
        if self._local.read(name) is None:
            self._local.make_folder("kept", 0o700)
            self._local.stage([(name, content, 0o600)])
            self._local.sync_folder("kept")
        self._aside.append(f"an edit of {address} met ours twice in one instant; it is kept in local/{name}")


def log_record(plan: Plan, results: tuple[StepResult, ...]) -> LogRecord:
    """What the event log says of a plan that was carried out."""
    facts: dict[str, Json] = {
        "change": plan.id,
        "title": plan.title,
        "applied": sum(r.state is State.APPLIED for r in results),
        "skipped": [f"{r.reason}: {r.why}" for r in results if r.state is State.SKIPPED],
    }
    kind = "undo" if plan.undoes else "apply"
    return LogRecord(kind, plan.by, plan.at, facts, f"{kind}-{plan.id}")


class _Without:
    """The store as it will be when the documents that are leaving have left."""

    def __init__(self, reader: Reader, leaving: set[Address]) -> None:
        self._reader, self._leaving = reader, leaving

    def read(self, address: Address) -> Document | None:
        return None if address in self._leaving else self._reader.read(address)

    def scan(self, root: str, folder: str = "") -> Iterator[Listed | Skipped]:
        for item in self._reader.scan(root, folder):
            if isinstance(item, Skipped) or item.address not in self._leaving:
                yield item


class _Work:
    """Where one plan stands."""

    def __init__(self, entry: Entry, enactor: Enactor, recovering: bool) -> None:
        self.entry, self.enactor, self.recovering = entry, enactor, recovering
        self.failed: dict[int, str] = {}
        self._shown: dict[Address, Op] = {}
        self._allowed: dict[Address, set[str | None]] = {}
        for op in entry.tried:
            self._allowed.setdefault(op.address, set()).update((op.before, op.after))
            self._note_shown(op)

    @property
    def rendered(self) -> tuple[Op, ...]:
        return tuple(self._shown.values())

    def live(self) -> list[tuple[int, PlannedStep]]:
        return [(i, s) for i, s in enumerate(self.entry.plan.steps) if not s.skip and i not in self.failed]

    def prepare(self) -> None:
        ops = [op for _, step in self.live() for op in step.ops]
        if self.recovering:
            for op in (*ops, *self.entry.tried, *self.entry.plan.restores):
                self.enactor.settle(op)
        self.enactor.stage(ops)

    def may_touch(self, address: Address, found: str | None) -> bool:
        """Finishing after a crash, a file may be written only if it is as the journal knows it."""
        return address not in self._allowed or found in self._allowed[address]

    def show(self, journal: Journal, ops: tuple[Op, ...]) -> list[str]:
        """Journal and write derived text. What failed, because somebody was editing it."""
        if not ops:
            return []
        marks: Iterable[str | None] = {mark for op in ops for mark in (op.before, op.after)}
        journal.add_render(self.entry, ops, {m: self.enactor.contents[m] for m in marks if m is not None})
        self.enactor.stage(ops)
        failed = []
        for op in ops:
            why = "" if op.removes else self.enactor.put(op)
            if why:
                failed.append(why)
            else:
                self._note_shown(op)
        return failed

    def _note_shown(self, op: Op) -> None:
        first = self._shown.get(op.address)
        self._shown[op.address] = Op(op.address, first.before if first else op.before, op.after)

    def take_back(self) -> None:
        for op in (*self.rendered, *(op for _, step in reversed(self.live()) for op in step.ops)):
            self.enactor.revert(op)
        self.enactor.clean()
