"""Where one plan stands while it is carried through, and the store as a renderer may see it meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from reverie.records.changes import Op, State, StepResult
from reverie.records.documents import Address, Document, Listed, Skipped
from reverie.records.roll import Roll
from reverie.records.store import Reader
from reverie.store.enact import Enactor
from reverie.store.frames import Entry
from reverie.store.journal import Journal
from reverie.store.leftovers import settle
from reverie.store.plan import PlannedStep, result_of


class Without:
    """The store as it will be when the documents that are leaving have left."""

    def __init__(self, reader: Reader, leaving: set[Address]) -> None:
        self._reader, self._leaving = reader, leaving

    def read(self, address: Address) -> Document | None:
        return None if address in self._leaving else self._reader.read(address)

    def scan(self, root: str, folder: str = "") -> Iterator[Listed | Skipped]:
        found = self._reader.scan(root, folder)
        if self._leaving:
            found = (item for item in found if isinstance(item, Skipped) or item.address not in self._leaving)
        return found

    def roll(self, root: str, without: Collection[str] = ()) -> Roll:
        return self._reader.roll(root, {*without, *(gone.path for gone in self._leaving if gone.root == root)})


class Work:
    """`failed` says of each step that was tried in vain why; `logged`, whether the event log may speak of it; `made`
    is what it writes and is derived text already."""

    def __init__(
        self, entry: Entry, enactor: Enactor, recovering: bool, made: frozenset[Address] = frozenset()
    ) -> None:
        self.entry, self.enactor, self.recovering, self.made = entry, enactor, recovering, made
        self.failed: dict[int, str] = {}
        self.logged = False
        self._shown: dict[Address, Op] = {}
        self._allowed: dict[Address, set[str | None]] = {}
        for op in entry.tried:
            self._allowed.setdefault(op.address, set()).update((op.before, op.after))
            self._note_shown(op)
        for op in entry.plan.ops:
            if op.address in self._allowed:
                self._allowed[op.address] |= {op.before, op.after}

    @property
    def rendered(self) -> tuple[Op, ...]:
        return tuple(op for op in self._shown.values() if op.before != op.after)

    @property
    def results(self) -> tuple[StepResult, ...]:
        return tuple(result_of(step, self.failed.get(i, "")) for i, step in enumerate(self.entry.plan.steps))

    @property
    def did_nothing(self) -> bool:
        return all(result.state is State.SKIPPED for result in self.results)

    def live(self) -> list[tuple[int, PlannedStep]]:
        return [(i, s) for i, s in enumerate(self.entry.plan.steps) if not s.skip and i not in self.failed]

    def prepare(self) -> None:
        if self.recovering:
            there: dict[Address, list[Op]] = {}
            for op in (*self.entry.plan.ops, *self.entry.tried, *self.entry.plan.restores):
                there.setdefault(op.address, []).append(op)
            for address, ops in there.items():
                settle(self.enactor, address, ops)
        self.enactor.stage(self.entry.plan.ops)

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

    def take_shown(self) -> list[str]:
        """Derived text that goes altogether leaves last. What could not: somebody has just written it."""
        left = []
        for op in [op for op in self.rendered if op.removes]:
            why = self.enactor.take(op)
            if why:
                left.append(why)
                del self._shown[op.address]
        return left

    def _note_shown(self, op: Op) -> None:
        first = self._shown.get(op.address)
        self._shown[op.address] = Op(op.address, first.before if first else op.before, op.after)
        if op.after is not None:
            self.enactor.over.setdefault(op.address, set()).add(op.after)

    def fail(self, i: int, why: str) -> None:
        """A step was in vain, and is taken back: what it wrote is not there any more, nor what was laid over it."""
        self.failed[i] = why
        for op in self.entry.plan.steps[i].ops:
            if op.address in self._shown:
                self._shown[op.address] = Op(op.address, op.before, op.before)

    def take_back(self) -> list[str]:
        """Undo all that was done so far. What somebody has written over meanwhile is left, and named."""
        ops = (*self.rendered, *(op for _, step in reversed(self.live()) for op in step.ops))
        left = [self.enactor.revert(op) for op in ops]
        self.enactor.clean()
        return [why for why in left if why]
