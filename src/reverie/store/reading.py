"""The folder store's quiet half: documents, history and logs as they lie there, and adding to logs. What changes memory
is in `folder`."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, suppress
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.records.changes import Past
from reverie.records.documents import Address, Document, Listed, Skipped
from reverie.records.errors import BadDocument, NewerFormat, StoreFull, StoreReadOnly
from reverie.records.logs import LogRecord
from reverie.records.roll import Roll
from reverie.records.store import Condense
from reverie.store import locks, past
from reverie.store.disk import Unreadable
from reverie.store.faults import plain_errors
from reverie.store.format import ADDRESS, Format
from reverie.store.frames import Entry
from reverie.store.index import Index
from reverie.store.journal import Journal
from reverie.store.logs import Logs
from reverie.store.rows import Describe
from reverie.store.site import Site
from reverie.tools import nofollow

if TYPE_CHECKING:
    from reverie.store.overwritten import Overwritten

_LOOKED_BACK = 50  # changes
_TOLD_FOR = timedelta(days=14)


class Reading:
    """See `reverie.records.store.Store` for what it does."""

    def __init__(self, site: Site, describe: Describe, format: Format, wait: float) -> None:
        self._site, self._describe, self._format, self._wait = site, describe, format, wait
        self._roots, self._disk, self._local = site.eyes, site.local, site.path
        self._journal, self._logs = Journal(self._disk), Logs(self._disk)
        self._index_path = self._local / "cache" / "index.sqlite"
        self._index: Index | None = None
        self._looked = 0.0  # when every file was looked at, since the last change
        self._told: dict[str, Past] = {}  # by the entry's path
        self._stuck = ""  # why what a crash left could not be finished

    def read(self, address: Address) -> Document | None:
        self._roots.check(address)
        disk = self._roots.disks[address.root]
        found = disk.read(address.path)
        disk.rest()
        if isinstance(found, Unreadable):
            raise BadDocument(address=address, reason=found.reason)
        return None if found is None else Document(address, found)

    def scan(self, root: str, folder: str = "") -> Iterator[Listed | Skipped]:
        self.index.refresh(full=True, below=(root, folder))
        yield from self.listed(root, folder)

    def roll(self, root: str, without: Collection[str] = ()) -> Roll:
        self.index.refresh(full=True, below=(root, ""))
        return self.index.roll(root, without)

    def changed(self, since: str = "", *, look: bool = True) -> tuple[str, frozenset[Address] | None]:
        if look:
            self.index.refresh(full=True)
            self._looked = time.monotonic()
        news = self.index.news(since) if since else None
        known = news and not news.all
        return self.index.mark(), frozenset(address for address, *_ in news.documents) if news and known else None

    def glance(self) -> Glance:
        return Glance(self)

    def listed(self, root: str, folder: str = "") -> Iterator[Listed | Skipped]:
        """As it was when last looked at."""
        yield from self.index.listed(root, folder)
        inside = f"{root}:{folder}/" if folder else f"{root}:"
        yield from (item for item in self.index.left_out() if item.what.startswith(inside))

    @property
    def index(self) -> Index:
        if self._index is None:
            self._index = Index(self._index_place(), self._roots, self._describe)
        return self._index

    def _index_place(self) -> Path | None:
        """None, and so in memory, where nothing can be written: a cache must not keep anybody from reading."""
        try:
            with plain_errors(f"the index in {self._local}"):
                self._site.start()
                if self._index_path.is_dir() and not self._index_path.is_symlink():
                    nofollow.remove_tree(str(self._local), "cache/index.sqlite")
                os.close(self._disk.open_own("cache/index.sqlite"))  # refuses a link; SQLite would follow it
        except (StoreReadOnly, StoreFull):
            return None
        finally:
            self._disk.rest()
        return self._index_path

    def rebuild_index(self) -> None:
        self.index.discard()
        self._index = None
        self.index.refresh(full=True)

    def read_only_reason(self) -> list[Skipped]:
        """Why nothing can be changed here, if so."""
        found = []
        try:
            self._refuse_newer()
        except (NewerFormat, BadDocument) as problem:
            found.append(Skipped(str(ADDRESS), problem.message))
        if self._stuck:
            found.append(Skipped("local:journal", f"what a crash left open could not be finished: {self._stuck}"))
        return found

    def history(self) -> Iterator[Past]:
        try:
            yield from self._history(strict=False)
        finally:
            self._disk.rest()

    def _history(self, *, strict: bool) -> Iterator[Past]:
        return (found for entry in self._journal.entries(strict=strict) if (found := self._past(entry)).applied_steps)

    def _past(self, entry: Entry) -> Past:
        """An entry that came to its end never changes, so it is told once."""
        found = self._told.get(entry.path)
        if found is None:
            found = self._told[entry.path] = entry.past
        return found

    def contents(self, id: str) -> dict[str, bytes]:
        target = past.find(list(self.history()), id)
        try:
            return next(self._journal.contents(e) for e in self._journal.entries() if e.number == target.number)
        finally:
            self._disk.rest()

    def check(self) -> list[Skipped]:
        """What is wrong with journal, logs and index, looked at to the last byte."""
        try:
            return [*self._journal.check(), *self._logs.check(), *self._check_index()]
        finally:
            self._disk.rest()

    def _check_index(self) -> list[Skipped]:
        """Against the files themselves: what is found here is mended by looking at all of them again."""
        path = "cache/index.sqlite"
        if not self._index_path.is_file():
            return []
        try:
            with closing(sqlite3.connect(f"{self._index_path.as_uri()}?mode=ro", uri=True)) as file:
                found = file.execute("PRAGMA quick_check(1)").fetchone()
            trouble = "" if found == ("ok",) else "it is damaged"
        except sqlite3.Error as problem:
            trouble = f"it is damaged: {problem}"
        return [Skipped(path, f"{trouble}; it is made anew when it is next used")] if trouble else []

    def problems(self, *, deep: bool = False) -> list[Skipped]:
        """What is wrong with the store itself, apart from its documents. `deep` reads the whole journal."""
        try:
            return list(self._journal.problems(deep=deep))
        finally:
            self._disk.rest()

    def overwritten(self, now: datetime, kinds: Callable[[Address], bool]) -> list[Overwritten]:
        """Lines of the newest changes that another program's save took away. What lies longer back is not told again:
        whoever wanted it so has been told."""
        from reverie.store.overwritten import find_overwritten  # noqa: PLC0415 — only few commands ask

        try:
            entries = {entry.number: entry for entry in islice(self._journal.entries(), _LOOKED_BACK)}
            pasts = [past for past in map(self._past, entries.values()) if past.at > now - _TOLD_FOR]
            held: dict[int, dict[str, bytes]] = {}

            def content(past: Past, mark: str) -> bytes:
                if past.number not in held:
                    held[past.number] = self._journal.contents(entries[past.number])
                return held[past.number][mark]

            def read(address: Address) -> bytes | None:
                known = address.root in self._roots.by_name and kinds(address)
                found = self._roots.disks[address.root].read(address.path) if known else None
                return found if isinstance(found, bytes) else None

            return find_overwritten(pasts, read, content)
        except (BadDocument, KeyError):  # a damaged entry: `problems` tells it
            return []
        finally:
            self._site.rest()

    # Logs

    def append(self, log: str, records: Sequence[LogRecord], *, sync: bool = False) -> None:
        self._refuse_newer()
        with plain_errors(f"the log '{log}'"):
            self._site.start()
            with locks.held(self._disk, "local", "log", wait=self._wait):
                self._logs.append(log, records, sync=sync)
                if records and sync:
                    self._disk.sync_folder(f"{self._logs.folder}/{log}")
        self._disk.rest()

    def records(self, log: str, since: datetime | None = None) -> Iterator[LogRecord | Skipped]:
        try:
            yield from self._logs.records(log, since)
        finally:
            self._disk.rest()

    def condense(self, log: str, before: datetime, told: Condense) -> int:
        self._refuse_newer()
        with plain_errors(f"the log '{log}'"):
            self._site.start()
            with locks.held(self._disk, "local", "log", wait=self._wait):
                count = self._logs.condense(log, before, told)
        self._disk.rest()
        return count

    def keep_private(self, name: str, content: bytes) -> None:
        """A small file of our own that is made once and never changed."""
        with plain_errors(str(self._local)):
            self._site.start()
            with suppress(FileExistsError):
                self._disk.stage([(name, content, 0o600)])
        self._disk.rest()

    def add_to_page(self, name: str, text: str, top: str) -> None:
        """Go on writing a page of our own that people read; `top` begins it."""
        self._refuse_newer()
        with plain_errors(name):
            self._site.start()
            begun = self._disk.read(name, limit=1 << 30) is not None
            self._disk.append(name, ("" if begun else top).encode() + text.encode(), sync=False)
        self._disk.rest()

    def set_page(self, name: str, text: str) -> None:
        """Write a page of our own anew, whole or not at all."""
        self._refuse_newer()
        with plain_errors(name):
            self._site.start()
            before = self._disk.read(name, limit=1 << 20)
            if before != text.encode():
                passing = f"{name}.new"
                if self._disk.read(passing, limit=1 << 20) is not None:
                    self._disk.remove(passing)
                self._disk.stage([(passing, text.encode(), 0o600)])
                if before is None:
                    self._disk.place(passing, name)
                else:
                    self._disk.exchange(passing, name)
                    self._disk.remove(passing)
        self._disk.rest()

    def observe(self, path: str, line: bytes, *, shared: bool) -> None:
        """Add one observed event to its file, below `episodic/`."""
        self._refuse_newer()
        disk = self._roots.disks["memory"] if shared else self._disk
        with plain_errors("an observed event"):
            self._site.start()
            disk.make_folder(f"episodic/{path}".rpartition("/")[0])
            disk.append(f"episodic/{path}", line, sync=False)
        self._site.rest()

    # Formats

    @property
    def _has_format(self) -> bool:
        return ADDRESS.root in self._roots.by_name

    def _refuse_newer(self) -> None:
        found = self._format.found(self) if self._has_format else None
        if found is not None and found > self._format.version:
            raise NewerFormat(found=found, known=self._format.version)

    def close(self) -> None:
        self._site.rest()
        if self._index is not None:
            self._index.close()


class Glance:
    """See `Store.glance`."""

    def __init__(self, store: Reading) -> None:
        self._store = store
        self.read, self.scan, self.records = store.read, store.listed, store.records

    def roll(self, root: str, without: Collection[str] = ()) -> Roll:
        return self._store.index.roll(root, without)
