"""Carrying a plan through: journal, then new and changed documents, then derived text made from what is really there,
then what moves out. After a crash the same road is walked again from where it broke off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime

from reverie.records.changes import Kind, Op, Receipt, State, StepResult
from reverie.records.documents import Address, digest
from reverie.records.errors import BadAddress, BadDocument, ReverieError, StoreMoved
from reverie.records.logs import Json, LogRecord
from reverie.records.store import Reader, Render
from reverie.store.enact import Enactor
from reverie.store.faults import in_words
from reverie.store.frames import Entry
from reverie.store.journal import Journal
from reverie.store.logs import Logs
from reverie.store.plan import Plan, check_size, result_of
from reverie.store.site import Site
from reverie.store.work import Without, Work

EVENT_LOG = "events"
_TRIES = 3  # how often derived text is made anew when somebody edits it at the same moment

After = Callable[[Sequence[Address]], Reader]
"""The store as it is when these have been written."""


class Carrier:
    """Works under the `apply` lock, one plan at a time."""

    def __init__(self, site: Site, journal: Journal, logs: Logs, reader: After, render: Render | None) -> None:
        self._hands, self._eyes, self._local = site.hands, site.eyes, site.local
        self._journal, self._logs, self._reader, self._render = journal, logs, reader, render
        self._notes: list[str] = []

    def carry(self, plan: Plan, contents: Mapping[str, bytes], made: frozenset[Address] = frozenset()) -> Receipt:
        """`made`: what the plan writes and is derived text already, which need not be made once more."""
        if not plan.live:
            return Receipt("", tuple(result_of(step) for step in plan.steps))
        needed = _marks([*plan.ops, *plan.restores])
        kept = {mark: content for mark, content in contents.items() if mark in needed}
        if needed - kept.keys():
            raise BadDocument(address="local:journal", reason="it does not hold the text that is to be brought back")
        return self._go(self._journal.begin(plan, kept), kept, made)

    def finish_open_entry(self, now: datetime) -> None:
        entry = self._journal.unfinished()
        if entry is None:
            return
        contents = self._trusted(entry)
        if contents is None:
            self._journal.set_aside(entry.path)
            return
        receipt = self._go(entry, contents)
        facts: dict[str, Json] = {
            "change": entry.plan.id,
            "applied": len(receipt.applied),
            "skipped": len(receipt.skipped),
            "notes": list(receipt.notes),
        }
        with suppress(OSError):
            self._logs.append(EVENT_LOG, [LogRecord("recovered", "reverie", now, facts, f"recovered-{entry.plan.id}")])

    def _trusted(self, entry: Entry) -> dict[str, bytes] | None:
        """The contents of an entry we could have written. A journal that came with somebody's repository must not make
        us write where we would not, nor what it does not hold."""
        ops = [*entry.tried, *entry.plan.restores, *entry.plan.ops]
        try:
            for op in [*ops, *(op for step in entry.plan.steps for op in step.ops)]:
                self._hands.check(op.address)
            contents = self._journal.contents(entry)
        except (BadAddress, BadDocument):
            return None
        return None if _marks(ops) - contents.keys() else contents

    def _go(self, entry: Entry, contents: dict[str, bytes], made: frozenset[Address] | None = None) -> Receipt:
        self._notes = [*entry.plan.notes]
        recovering = made is None
        enactor = Enactor(self._hands.disks, self._eyes.disks, entry.plan.id, contents, self._keep_aside)
        work = Work(entry, enactor, recovering, made or frozenset())
        try:
            work.prepare()
            self._put_all(work)
            self._take_all(work)
            if work.did_nothing:
                return self._nothing(work)
            self._check_place()
            work.logged = True
            self._logs.append(EVENT_LOG, [log_record(entry.plan, work.results)], sync=True)
        except BaseException as problem:
            moved = self._moved()
            if not recovering:  # what a crash began is finished later; what fails in our hands is taken back now
                self._give_up(work, moved)
            if moved and isinstance(problem, OSError):
                raise StoreMoved(what=moved) from problem
            raise
        return self._done(work)

    # The road

    def _put_all(self, work: Work) -> None:
        for i, step in work.live():
            why = work.enactor.put_step(step)
            if why:
                work.fail(i, why)
        self._derive(work)

    def _take_all(self, work: Work) -> None:
        leaving = [(i, step) for i, step in work.live() if any(op.removes for op in step.ops)]
        if leaving:
            work.enactor.sync()  # nothing leaves before what replaces it is durable
            self._check_place()
        self._eyes.rest()
        for i, step in leaving:
            why = work.enactor.take_step(step)
            if why:
                work.fail(i, why)
        if any(i in work.failed for i, _ in leaving):
            self._derive(work)
        self._notes += work.take_shown()

    def _check_place(self) -> None:
        moved = self._moved()
        if moved:
            raise StoreMoved(what=moved)

    def _moved(self) -> str:
        """A folder we work in that is not at its place any more: what we write, nobody would find."""
        disks = [*self._hands.disks.values(), self._local]
        return next(filter(None, (disk.moved() for disk in disks)), "")

    def _derive(self, work: Work) -> None:
        """Make the index and its kin from what is really there now."""
        # Text from before the change is right only if the whole change was taken back.
        wanted = () if work.failed else work.entry.plan.restores
        restores = tuple(op for op in wanted if work.enactor.look(op.address) == op.before)
        work.show(self._journal, restores)
        kept = {op.address for op in wanted if work.enactor.look(op.address) == op.after}
        kept |= {op.address for op in restores}
        if (
            work.entry.plan.kind is Kind.UNDO and not work.failed
        ):  # what a step brings back stays, if it is an index too
            kept |= {op.address for _, step in work.live() for op in step.ops} - {*work.entry.plan.anew}
        try:
            for _ in range(_TRIES if self._render else 0):
                if not work.show(self._journal, tuple(self._rendered(work, kept))):
                    return
        except ReverieError as problem:  # a bad document must not stop a good change, nor the way out of a crash
            self._notes.append(f"the index and other derived text were not made: {problem.message}")

    def _rendered(self, work: Work, kept: set[Address]) -> Iterator[Op]:
        assert self._render is not None
        written = [op.address for _, step in work.live() for op in step.ops]
        touched = [address for address in written if address not in work.made]
        if not touched:
            return
        leaving = {op.address for _, step in work.live() for op in step.ops if op.removes}
        there = self._reader([*written, *(op.address for op in work.rendered)])
        for put in self._render(Without(there, leaving), touched):
            self._hands.check(put.address)
            check_size(put)
            found = self._hands.disks[put.address.root].read(put.address.path)
            before = digest(found) if isinstance(found, bytes) else None
            if isinstance(found, bytes):
                work.enactor.contents[digest(found)] = found
            after = digest(put.content)
            work.enactor.contents[after] = put.content
            if before == put.expect != after and put.address not in kept and work.may_touch(put.address, before):
                yield Op(put.address, before, after)

    # The end of it

    def _done(self, work: Work) -> Receipt:
        """The change is made and on record: whatever goes wrong from here on is told, and is no failure."""
        entry, cleaned = work.entry, True
        try:
            work.enactor.clean()
        except OSError as problem:
            cleaned = False
            self._notes.append(f"temporary files were left behind: {in_words(problem)}")
        if cleaned or work.recovering:  # otherwise the entry stays open, and the next command cleans up
            with suppress(OSError):
                self._journal.end(entry, work.failed, work.rendered)
        rendered = tuple(op.address for op in work.rendered)
        return Receipt(entry.plan.id, work.results, rendered, tuple(dict.fromkeys(self._notes)))

    def _nothing(self, work: Work) -> Receipt:
        """Every step was in vain: derived text goes back, and nothing is on record."""
        self._notes += work.take_back()
        self._journal.drop(work.entry)
        return Receipt("", work.results, (), tuple(dict.fromkeys(self._notes)))

    def _give_up(self, work: Work, moved: str) -> None:
        left: list[str] = []
        with suppress(OSError):
            try:
                left = work.take_back()
            except OSError:
                if not moved:  # the entry stays open, and the next command finishes what could not be taken back
                    return
            if work.logged:
                self._journal.annul(work.entry, "it was rolled back")
            else:
                self._journal.drop(work.entry)
            if work.logged or left:
                self._logs.append(EVENT_LOG, [_rolled_back(work.entry.plan, left)])

    def _keep_aside(self, address: Address, content: bytes) -> None:
        name = f"kept/{digest(content)[:10]}-{address.name}"
        if self._local.read(name) is None:
            self._local.make_folder("kept", 0o700)
            self._local.stage([(name, content, 0o600)])
            self._local.sync_folder("kept")
        self._notes.append(f"an edit of {address} met ours twice in one instant; it is kept in local/{name}")


def log_record(plan: Plan, results: tuple[StepResult, ...]) -> LogRecord:
    """What the event log says of a plan that was carried out."""
    facts: dict[str, Json] = {
        "change": plan.id,
        "title": plan.title,
        "applied": sum(r.state is State.APPLIED for r in results),
        "skipped": [f"{r.reason}: {r.why}" for r in results if r.state is State.SKIPPED],
    }
    kind = "undo" if plan.kind is Kind.UNDO else "apply"
    return LogRecord(kind, plan.by, plan.at, facts, f"{kind}-{plan.id}")


def _rolled_back(plan: Plan, left: list[str]) -> LogRecord:
    facts: dict[str, Json] = {"change": plan.id, "title": plan.title, "left": list(left)}
    return LogRecord("rolled-back", plan.by, plan.at, facts, f"rolled-back-{plan.id}")


def _marks(ops: list[Op]) -> set[str]:
    return {mark for op in ops for mark in (op.before, op.after) if mark is not None}
