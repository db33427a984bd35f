"""The folder store: documents are plain files; the journal and what is derived lie in `local`, for this user only."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from reverie.records.changes import ChangeSet, Kind, Receipt
from reverie.records.documents import Address, Described, digest
from reverie.records.errors import NewerFormat, ReverieError, StoreBusy
from reverie.records.store import Reader, Rebase, Render
from reverie.store import bound, past
from reverie.store.cabinet import is_busy
from reverie.store.carry import Carrier
from reverie.store.disk import Disk, Seen
from reverie.store.faults import in_words, plain_errors
from reverie.store.format import ADDRESS, FIRST, Format
from reverie.store.frames import Entry
from reverie.store.journal import Journal
from reverie.store.plan import Plan, make_plan
from reverie.store.purge import JournalPurge, Scrub
from reverie.store.reading import Reading
from reverie.store.roots import Root
from reverie.store.rows import Describe
from reverie.store.site import Site
from reverie.store.undo import Marker, plan_undo, rebaser, to_undo
from reverie.store.walk import folder_mtime

Clock = Callable[[], datetime]
_HOLDS = 900  # seconds that a look at every file is good for, with a model's thinking in between


def describe_nothing(_address: Address, _content: bytes) -> Described:
    return Described("document")


def now_utc() -> datetime:
    return datetime.now(UTC)


class FolderStore(Reading):
    """See `reverie.records.store.Store` for what it does."""

    def __init__(
        self,
        roots: Sequence[Root],
        local: Path,
        *,
        anchor: Path | None = None,
        render: Render | None = None,
        rebase: Rebase | None = None,
        describe: Describe = describe_nothing,
        clock: Clock = now_utc,
        format: Format | None = None,
        disk: type[Disk] = Disk,
        wait: float = 10.0,
        begin: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(Site(roots, local, anchor, disk, begin), describe, format or Format(), wait)
        self._clock, self._rebase = clock, rebase
        self._carrier = Carrier(self._site, self._journal, self._logs, self._after, render)
        self._touched: list[Address] = []
        self._before: dict[tuple[str, str], int | None] = {}  # folders, and when their names had last changed
        self._recover()

    # Changing

    def apply(self, changes: ChangeSet) -> Receipt:
        for step in changes.steps:
            for address in step.addresses:
                self._roots.check(address)
        notes = self._active_notes() if changes.automatic else 0  # before the lock: counting may take its time
        self._looked = self._looked if changes.automatic else 0.0
        with self._changing():
            receipt = self._apply(self._with_format(changes), notes)
        return self._caught_up(receipt)

    def _after(self, written: Sequence[Address]) -> Reader:
        """What derived text is made from. A night has just looked at every file, so only what it wrote is looked at
        again: what another hand did meanwhile is for the next one to find. Anybody else sees which names came and went
        by other hands; a note that one of them only edited keeps its line until the next night."""
        try:
            if not self._looked or time.monotonic() - self._looked > _HOLDS:
                self.index.refresh(before=self._before)
                self._before.update((place, self._folder_mtime(place)) for place in self.index.unlike(self._before))
            self.index.touched(written)
        except sqlite3.Error:  # it is a cache, and can be made anew
            return self
        return self.glance()

    def _apply(self, changes: ChangeSet, notes: int = 0) -> Receipt:
        undone, room = frozenset[str](), 0
        if changes.automatic:
            pasts = list(self._history(strict=True))  # what cannot be read now may hold what a person took back
            undone = past.undone_fingerprints(pasts)
            marker = {step.fingerprint for step in changes.steps if step.addresses == (ADDRESS,)}
            if not {step.fingerprint for step in changes.steps} <= undone | marker:
                undone -= marker  # it comes with any change, and not alone
            room = bound.room_to_retire(pasts, notes, changes.at)
        contents = {key: content for step in changes.steps for key, content in step.contents().items()}
        plan = make_plan(
            changes,
            self._looker(contents),
            undone=undone,
            room=room,
            retires=lambda step: bound.retires(step, self._describe, contents.get),
        )
        made = frozenset(address for step in changes.steps if step.derived for address in step.addresses)
        return self._carry(plan, contents, made)

    def allowance(self, at: datetime) -> tuple[int, frozenset[str]]:
        """How many active notes an automatic change may retire now, and what a person took back: a night that knows
        both proposes the rest instead of trying in vain."""
        pasts = list(self._history(strict=True))
        return bound.room_to_retire(pasts, self._active_notes(), at), past.undone_fingerprints(pasts)

    def undo(self, id: str | None, *, by: str, at: datetime, to: bool = False) -> Receipt:
        with self._changing():
            entries = list(self._journal.entries())
            pasts = [found for entry in entries if (found := self._past(entry)).applied_steps]
            chosen = to_undo(pasts, id, to=to)
            numbers = {found.number for found in chosen}
            contents: dict[str, bytes] = {}
            for entry in entries:
                if entry.number in numbers:
                    contents.update(self._journal.contents(entry))
            marker = Marker(ADDRESS, self._needs_marker) if self._has_format else None
            merge = rebaser(self._rebase, contents)
            plan = plan_undo(pasts, chosen, self._looker(contents), by=by, at=at, marker=marker, rebase=merge)
            self._add_missing(contents, plan, entries)
            receipt = self._carry(plan, contents)
        return self._caught_up(receipt)

    def _add_missing(self, contents: dict[str, bytes], plan: Plan, entries: Sequence[Entry]) -> None:
        """Text that an undo brings back from before a change that was taken back earlier."""
        missing = {op.after for op in (*plan.ops, *plan.restores)} - contents.keys() - {None}
        for entry in entries:
            if missing & {op.before for op in (*entry.plan.ops, *entry.rendered)}:
                contents.update(self._journal.contents(entry))
                missing -= contents.keys()

    def _needs_marker(self, gone: Collection[Address]) -> bool:
        """Whether documents stay that would be taken for an older format without it."""
        return self._format.found(self) != FIRST and self._site.holds_more_than(gone)

    def purge(self, scrub: Scrub, *, dry: bool = False) -> list[str]:
        """Take text out of the journal for good; which entries told it."""
        with self._changing():
            found = JournalPurge(self._disk, self._journal.folder).run(scrub, dry=dry)
            self._journal.read_again()
            self._told.clear()
        return found

    def _carry(self, plan: Plan, contents: dict[str, bytes], made: frozenset[Address] = frozenset()) -> Receipt:
        for place in {(op.address.root, op.address.folder) for step in plan.steps for op in step.ops}:
            self._before.setdefault(place, self._folder_mtime(place))
        receipt = self._carrier.carry(plan, contents, made)
        self._touched += [address for result in receipt.applied for address in result.addresses]
        self._touched += receipt.rendered
        return receipt

    def _folder_mtime(self, place: tuple[str, str]) -> int | None:
        return folder_mtime(self._roots.by_name[place[0]], place[1])

    def _caught_up(self, receipt: Receipt) -> Receipt:
        """Tell the index, when the lock is let go of and the change is made: whatever it says, that is no failure."""
        touched, before = self._touched, self._before
        self._touched, self._before, self._looked = [], {}, 0.0
        try:
            if touched and self._index_path.exists():
                self.index.touched(touched, before)
        except Exception as problem:  # noqa: BLE001 — it is a cache; what it misses it finds again, and it is told
            self._drop_index(problem)
            note = f"the index could not keep up ({problem}); it is brought up to date when it is next asked"
            return replace(receipt, notes=(*receipt.notes, note))
        return receipt

    def _drop_index(self, problem: Exception) -> None:
        index, self._index = self._index, None
        if index is None:
            return
        if not (isinstance(problem, sqlite3.Error) and is_busy(problem)):  # another is at work on it, and it is whole
            with suppress(Exception):
                index.discard()
        with suppress(Exception):
            index.close()

    def _active_notes(self) -> int:
        """As many as there were when each was last looked at; those that came or went since are counted."""
        self._refuse_newer()
        self.index.refresh()
        return self.index.count("note")

    def _looker(self, contents: dict[str, bytes]) -> Callable[[Address], Seen]:
        """Look at a file and keep its bytes, so that the journal can hold them."""

        def look(address: Address) -> Seen:
            found = self._roots.disks[address.root].read(address.path)
            if isinstance(found, bytes):
                mark = digest(found)
                contents[mark] = found
                return mark
            return found

        return look

    # Opening, locking, formats

    @contextmanager
    def dreaming(self) -> Iterator[None]:
        """One cycle at a time: hold the `dream` lock of every root."""
        with self._site.locked("dream", 0.0):
            yield

    @contextmanager
    def _changing(self) -> Iterator[None]:
        self._refuse_newer()
        with plain_errors(str(self._local.parent)):
            self._site.start()
            with self._site.locked("apply", self._wait):
                try:
                    self._carrier.finish_open_entry(self._clock())
                    self._stuck = ""
                    yield
                finally:
                    self._site.rest()

    def _recover(self) -> None:
        """Finish what a crash left open, unless somebody is at work on it right now. Where that cannot be done the
        store opens all the same, for reading."""
        try:
            with plain_errors(str(self._local.parent)):
                if not (self._local / Journal.folder).is_dir() or not self._journal.newest_is_open():
                    return
                self._refuse_newer()
                with self._site.locked("apply", 0.0):
                    self._carrier.finish_open_entry(self._clock())
        except (StoreBusy, NewerFormat):
            return
        except ReverieError as problem:
            self._stuck = problem.message
        except OSError as problem:
            self._stuck = in_words(problem)
        finally:
            self._site.rest()

    def _with_format(self, changes: ChangeSet) -> ChangeSet:
        """The first change also starts the store; a store of an older format is brought up first, by its own change."""
        if not self._has_format:
            return changes
        found = self._format.found(self)
        if found is None and self._format.version > FIRST and self._was_begun():
            found = FIRST
        if found is None:
            return replace(changes, steps=(*changes.steps, self._format.mark(self)))
        if found < self._format.version:
            title = f"bring this memory from format {found} to {self._format.version}"
            steps = self._format.steps_from(found, self)
            self._apply(ChangeSet(title, changes.by, changes.at, steps, Kind.MIGRATION))
        return changes

    def _was_begun(self) -> bool:
        return next(self._journal.entries(), None) is not None or self._site.holds_more_than(())
