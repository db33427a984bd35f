"""The folder store: documents are plain files; the journal and what is derived lie in `local`, for this user only."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from reverie.records.changes import ChangeSet, Kind, Past, Receipt
from reverie.records.documents import Address, Described, Document, Listed, Skipped, digest
from reverie.records.errors import BadDocument, NewerFormat, StoreBusy
from reverie.records.logs import LogRecord
from reverie.records.store import Render
from reverie.store import locks, past
from reverie.store.carry import Carrier
from reverie.store.disk import Disk, Seen, Unreadable, plain_errors
from reverie.store.format import Format
from reverie.store.index import Describe, Index
from reverie.store.journal import Journal
from reverie.store.logs import Logs
from reverie.store.plan import Plan, make_plan
from reverie.store.roots import Root, Roots

Clock = Callable[[], datetime]


def describe_nothing(_address: Address, _content: bytes) -> Described:
    return Described("document")


def now_utc() -> datetime:
    return datetime.now(UTC)


class FolderStore:
    """See `reverie.records.store.Store` for what it does."""

    def __init__(
        self,
        roots: Sequence[Root],
        local: Path,
        *,
        anchor: Path | None = None,
        render: Render | None = None,
        describe: Describe = describe_nothing,
        clock: Clock = now_utc,
        format: Format | None = None,
        disk: type[Disk] = Disk,
        wait: float = 10.0,
    ) -> None:
        self._roots, self._local, self._clock, self._wait = Roots(roots, disk), local, clock, wait
        self._describe, self._format = describe, format or Format()
        self._disk = disk(local, anchor or local.parent)
        self._journal, self._logs = Journal(self._disk), Logs(self._disk)
        self._carrier = Carrier(self._roots, self._disk, self._journal, self._logs, self, render)
        self._index_path = local / "cache" / "index.sqlite"
        self._index: Index | None = None
        self._recover()

    # Reading

    def read(self, address: Address) -> Document | None:
        self._roots.check(address)
        disk = self._roots.disks[address.root]
        found = disk.read(address.path)
        disk.rest()
        if isinstance(found, Unreadable):
            raise BadDocument(address=address, reason=found.reason)
        return None if found is None else Document(address, found)

    def scan(self, root: str, folder: str = "") -> Iterator[Listed | Skipped]:
        self.index.refresh(full=True)
        yield from self.index.listed(root, folder)
        inside = f"{root}:{folder}/" if folder else f"{root}:"
        yield from (item for item in self.index.left_out() if item.what.startswith(inside))

    @property
    def index(self) -> Index:
        if self._index is None:
            with plain_errors(f"the index in {self._local}"):
                self._start()
                os.close(self._disk.open_own("cache/index.sqlite"))  # refuses a link; SQLite would follow it
                self._disk.rest()
            self._index = Index(self._index_path, self._roots, self._describe)
        return self._index

    def rebuild_index(self) -> None:
        self.index.discard()
        self._index = None
        self.index.refresh(full=True)

    def read_only_reason(self) -> list[Skipped]:
        """Why nothing can be changed here, if so."""
        try:
            self._refuse_newer()
        except NewerFormat as newer:
            return [Skipped("agent:format", newer.message)]
        return []

    def history(self) -> Iterator[Past]:
        try:
            for entry in self._journal.entries():
                yield entry.past
        finally:
            self._disk.rest()

    def contents(self, id: str) -> dict[str, bytes]:
        target = past.find(list(self.history()), id)
        try:
            return next(self._journal.contents(e) for e in self._journal.entries() if e.number == target.number)
        finally:
            self._disk.rest()

    def problems(self) -> list[Skipped]:
        """What is wrong with the store itself, apart from its documents."""
        try:
            return list(self._journal.problems())
        finally:
            self._disk.rest()

    # Logs

    def append(self, log: str, records: Sequence[LogRecord]) -> None:
        self._refuse_newer()
        with plain_errors(f"the log '{log}'"):
            self._start()
            with locks.held(self._disk, "local", "log", wait=self._wait):
                self._logs.append(log, records)
        self._disk.rest()

    def records(self, log: str, since: datetime | None = None) -> Iterator[LogRecord | Skipped]:
        try:
            yield from self._logs.records(log, since)
        finally:
            self._disk.rest()

    def keep_private(self, name: str, content: bytes) -> None:
        """A small file of our own that is made once and never changed."""
        with plain_errors(str(self._local)):
            self._start()
            with suppress(FileExistsError):
                self._disk.stage([(name, content, 0o600)])
        self._disk.rest()

    def observe(self, path: str, line: bytes, *, shared: bool) -> None:
        """Add one observed event to its file, below `episodic/`."""
        self._refuse_newer()
        disk = self._roots.disks["memory"] if shared else self._disk
        with plain_errors("an observed event"):
            self._start()
            disk.make_folder(f"episodic/{path}".rpartition("/")[0])
            disk.append(f"episodic/{path}", line, sync=False)
        self._rest()

    # Changing

    def apply(self, changes: ChangeSet) -> Receipt:
        for step in changes.steps:
            for address in step.addresses:
                self._roots.check(address)
        with self._changing():
            return self._apply(self._with_format(changes))

    def _apply(self, changes: ChangeSet) -> Receipt:
        undone, room = frozenset[str](), 0
        if changes.automatic:
            pasts = list(self.history())
            self.index.refresh(full=True)
            undone = past.undone_fingerprints(pasts)
            room = past.room_to_retire(pasts, self.index.count("note"), changes.at)
        contents = {key: content for step in changes.steps for key, content in step.contents().items()}
        plan = make_plan(changes, self._looker(contents), undone=undone, room=room)
        return self._carry(plan, contents)

    def undo(self, id: str | None, *, by: str, at: datetime, to: bool = False) -> Receipt:
        with self._changing():
            pasts = list(self.history())
            chosen = past.to_undo(pasts, id, to=to)
            contents: dict[str, bytes] = {}
            for entry in self._journal.entries():
                if entry.number in {found.number for found in chosen}:
                    contents.update(self._journal.contents(entry))
            plan = past.plan_undo(pasts, chosen, self._looker(contents), by=by, at=at)
            return self._carry(plan, contents)

    def _carry(self, plan: Plan, contents: dict[str, bytes]) -> Receipt:
        receipt = self._carrier.carry(plan, contents)
        if self._index_path.exists():
            done = [address for result in receipt.applied for address in result.addresses]
            self.index.touched([*done, *receipt.rendered])
        return receipt

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
        with self._locked("dream", 0.0):
            yield

    @contextmanager
    def _changing(self) -> Iterator[None]:
        self._refuse_newer()
        with plain_errors(str(self._local.parent)):
            self._start()
            with self._locked("apply", self._wait):
                try:
                    self._carrier.finish_open_entry(self._clock())
                    yield
                finally:
                    self._rest()

    @contextmanager
    def _locked(self, lock: str, wait: float) -> Iterator[None]:
        with ExitStack() as stack:
            stack.enter_context(locks.held(self._disk, "store", lock, wait=wait))
            for name, root in sorted(self._roots.by_name.items()):
                if root.locks is not None:
                    shared = type(self._disk)(root.locks)
                    stack.callback(shared.rest)
                    stack.enter_context(locks.held(shared, name, lock, wait=wait))
            yield

    def _recover(self) -> None:
        """Finish what a crash left open, unless somebody is at work on it right now."""
        if not (self._local / Journal.folder).is_dir() or not self._journal.newest_is_open():
            return
        try:
            with plain_errors(str(self._local.parent)), self._locked("apply", 0.0):
                self._carrier.finish_open_entry(self._clock())
        except StoreBusy:
            return
        finally:
            self._rest()

    def _start(self) -> None:
        """Make the private folder, and keep it out of git without touching anybody's .gitignore."""
        self._disk.make_folder("")
        if self._disk.read(".gitignore") is None:
            self._local.chmod(0o700)
            self._disk.append(".gitignore", b"*\n", sync=False)

    def _refuse_newer(self) -> None:
        if "agent" in self._roots.by_name:
            found = self._format.found(self)
            if found is not None and found > self._format.version:
                raise NewerFormat(found=found, known=self._format.version)

    def _with_format(self, changes: ChangeSet) -> ChangeSet:
        """The first change also starts the store; a store of an older format is brought up first, by its own change."""
        if "agent" not in self._roots.by_name:
            return changes
        found = self._format.found(self)
        if found is None:
            steps = (*changes.steps, self._format.mark(self))
            return ChangeSet(changes.title, changes.by, changes.at, steps, changes.kind, changes.automatic)
        if found < self._format.version:
            title = f"bring this memory from format {found} to {self._format.version}"
            steps = self._format.steps_from(found, self)
            self._apply(ChangeSet(title, changes.by, changes.at, steps, Kind.MIGRATION))
        return changes

    def _rest(self) -> None:
        self._roots.rest()
        self._disk.rest()

    def close(self) -> None:
        self._rest()
        if self._index is not None:
            self._index.close()
