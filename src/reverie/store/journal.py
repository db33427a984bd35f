"""The journal: one file per change set, written and made durable before anything is touched. It holds every byte a
change takes and gives, so a crash can be finished or rolled back, and any night taken back.

The first frame of a file (see `frames`) is the `plan`; `render` adds the derived text; `end` says how it came out. A
frame that was cut off counts as not written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from reverie.records.changes import Op
from reverie.records.documents import Skipped
from reverie.records.errors import BadDocument, ReverieError
from reverie.store import frames
from reverie.store.disk import Disk, Unreadable
from reverie.store.faults import in_words
from reverie.store.frames import Entry
from reverie.store.plan import Plan, numbered

_SHELF = 1000  # entries to a folder, so that the newest is found without looking at all
_MOST = 2 * frames.MOST
_TOLD = 20  # missing entries that are named
_DAMAGED = "this journal entry is damaged; its change cannot be undone"


class Journal:
    """Entries in the folder `journal` of a disk."""

    folder = "journal"

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._known: dict[str, Entry] = {}

    # Writing

    def begin(self, plan: Plan, contents: Mapping[str, bytes]) -> Entry:
        """Write a plan down. If that fails, it must not be found by the next command: what failed was not begun."""
        newest = next(self._newest_first(), "")
        number = frames.number_of(newest) + 1 if newest else 1
        plan = replace(plan, id=numbered(plan.id, number))
        folder = f"{self.folder}/{number // _SHELF:03d}"
        path = f"{folder}/{number:06d}-{plan.id}.journal"
        frame = frames.frame("plan", frames.plan_to_json(plan), contents)
        self._disk.make_folder(folder, 0o700)
        try:
            self._disk.stage([(path, frame, 0o600)])
            self._disk.sync_folder(folder)
        except BaseException:
            self._take_away(path)
            raise
        return Entry(number, path, plan, (), None, (), len(frame))

    def add_render(self, entry: Entry, ops: tuple[Op, ...], contents: Mapping[str, bytes]) -> None:
        frame = frames.frame("render", {"ops": frames.ops_to_json(ops)}, contents)
        self._disk.append(entry.path, frame, sync=True)

    def end(self, entry: Entry, failed: Mapping[int, str], rendered: tuple[Op, ...], *, sync: bool = False) -> None:
        """By default not waited for: if it is lost, the next start finds everything done and writes it again."""
        outcome = {"failed": {str(i): why for i, why in failed.items()}, "rendered": frames.ops_to_json(rendered)}
        self._disk.append(entry.path, frames.frame("end", outcome, {}), sync=sync)

    def drop(self, entry: Entry) -> None:
        """Forget a change of which nothing was done."""
        self._disk.remove(entry.path)
        self._disk.sync_folder(entry.path.rpartition("/")[0])

    def annul(self, entry: Entry, why: str) -> None:
        """Nothing was done, though the log may say so: keep the entry, and with it the id, with every step failed."""
        try:
            self.end(entry, dict.fromkeys(range(len(entry.plan.steps)), why), (), sync=True)
        except OSError:
            self.drop(entry)

    def _take_away(self, path: str) -> None:
        with suppress(OSError):
            self._disk.truncate(path, 0)  # an empty file never was an entry, even if its name stays
        with suppress(OSError):
            self._disk.remove(path)
            self._disk.sync_folder(path.rpartition("/")[0])

    def set_aside(self, path: str) -> None:
        """It was not written by us, or it is damaged: kept for a person to look at. Empty: it never was."""
        raw = self._disk.read(path, limit=_MOST)
        if isinstance(raw, bytes) and not raw.strip(b"\0"):
            self._disk.remove(path)
        else:
            self._rename(path, path.removesuffix(".journal") + ".damaged")
        self._disk.sync_folder(path.rpartition("/")[0])

    def _rename(self, path: str, target: str) -> None:
        for n in range(1, 1000):
            with suppress(FileExistsError):
                self._disk.place(path, f"{target}-{n}" if n > 1 else target)
                return
        raise BadDocument(address=f"local:{path}", reason="it is damaged, and so are a thousand others of this name")

    # Reading

    def read_again(self) -> None:
        """Entries do not change, unless text is taken out of them for good."""
        self._known.clear()

    def newest_is_open(self) -> bool:
        """Whether the newest entry has come to no end: a crash left it, or somebody is at work on it."""
        newest = next(self._newest_first(), "")
        if not newest:
            return False
        entry = self._entry(newest)
        return entry is None or entry.failed is None

    def unfinished(self) -> Entry | None:
        """The change a crash left open. Only the newest can be: changes are applied one at a time. BadDocument if it
        cannot be read now: then nobody can say, and it is not touched."""
        for path in self._newest_first():
            entry = self._entry(path)
            if entry is None:
                self.set_aside(path)
                continue
            if entry.failed is not None:
                return None
            self._disk.truncate(path, entry.size)
            return entry
        return None

    def entries(self, *, strict: bool = False) -> Iterator[Entry]:
        """Newest first, those that came to their end. What cannot be read is left out, or with `strict` an error."""
        for path in self._newest_first(strict=strict):
            try:
                entry = self._entry(path)
            except BadDocument:
                if strict:
                    raise
                continue
            if entry is not None and entry.failed is not None:
                self._known[path] = entry
                yield entry

    def problems(self, *, deep: bool) -> Iterator[Skipped]:
        """Entries that cannot be read. What they changed stands, but cannot be taken back. Reading every entry takes
        its time, so unless `deep`, only the newest is read."""
        newest = True
        for shelf, names in self._shelves():
            if isinstance(names, BadDocument):
                yield Skipped(shelf, str(names.facts["reason"]))
                continue
            for name in names:
                if not name.endswith(".journal"):
                    yield Skipped(f"{shelf}/{name}", _DAMAGED)
                elif newest or deep:
                    newest = False
                    yield from self._trouble(f"{shelf}/{name}")

    def check(self) -> Iterator[Skipped]:
        """Everything that is wrong: entries that cannot be read, contents that are not what they should be, and
        numbers that are missing between others."""
        yield from self.problems(deep=True)
        numbers, newest = [], True
        for shelf, names in self._shelves():
            for name in names if isinstance(names, list) else ():
                number = name.partition("-")[0]
                numbers += [int(number)] if number.isascii() and number.isdigit() else []
                if frames.NAME.fullmatch(name):
                    yield from self._check_contents(f"{shelf}/{name}", newest)
                    newest = False
        for missing in sorted(set(range(1, max(numbers, default=0))) - set(numbers))[:_TOLD]:
            yield Skipped(f"{self.folder}/{missing:06d}", "this journal entry is missing; its change cannot be undone")

    def _check_contents(self, path: str, newest: bool) -> Iterator[Skipped]:
        """Only the newest may have come to no end: a crash left it, and the next change settles it."""
        try:
            entry = self._entry(path)
            if entry is None:
                return  # told already
            self.contents(entry)
            if not newest and (entry.failed is None or len(self._raw(path)) > entry.size):
                yield Skipped(path, _DAMAGED)
        except BadDocument as problem:
            yield Skipped(path, f"what it took and gave is damaged, so it cannot be undone: {problem.facts['reason']}")

    def contents(self, entry: Entry) -> dict[str, bytes]:
        """Every byte a change took and gave, by digest. BadDocument if any of it is not what its name says."""
        raw = self._raw(entry.path)
        try:
            return dict(pair for _, meta, blobs, _ in frames.frames(raw) for pair in frames.contents(meta, blobs))
        except ValueError as problem:
            raise BadDocument(address=f"local:{entry.path}", reason=problem) from problem

    def _entry(self, path: str) -> Entry | None:
        return self._known.get(path) or self._load(path)

    def _load(self, path: str) -> Entry | None:
        """An entry; None if it is damaged or not ours."""
        raw = self._raw(path)
        try:
            return frames.entry_from(path, raw)
        except (ValueError, ReverieError):
            return None

    def _raw(self, path: str) -> bytes:
        raw = self._disk.read(path, limit=_MOST)
        if isinstance(raw, Unreadable):
            raise BadDocument(address=f"local:{path}", reason=raw.reason)
        return raw or b""

    def _trouble(self, path: str) -> Iterator[Skipped]:
        try:
            if self._entry(path) is None:
                yield Skipped(path, _DAMAGED)
        except BadDocument as problem:
            yield Skipped(path, f"this journal entry cannot be read: {problem.facts['reason']}")

    # Names

    def _newest_first(self, *, strict: bool = True) -> Iterator[str]:
        return (path for path in self._paths(strict=strict) if frames.NAME.fullmatch(path.rpartition("/")[2]))

    def _paths(self, *, strict: bool) -> Iterator[str]:
        for shelf, names in self._shelves():
            if isinstance(names, list):
                yield from (f"{shelf}/{name}" for name in names)
            elif strict:
                raise names

    def _shelves(self) -> Iterator[tuple[str, list[str] | BadDocument]]:
        """Each shelf with its names, newest first, or why it cannot be looked into."""
        shelves = self._names(self.folder)
        if isinstance(shelves, BadDocument):
            yield self.folder, shelves
            return
        numbers = [name for name in shelves if name.isascii() and name.isdigit()]
        for name in sorted(numbers, key=lambda name: (len(name), name), reverse=True):
            yield f"{self.folder}/{name}", self._names(f"{self.folder}/{name}")

    def _names(self, folder: str) -> list[str] | BadDocument:
        try:
            names = self._disk.names(folder)
        except OSError as problem:
            return BadDocument(address=f"local:{folder}", reason=in_words(problem))
        names.reverse()  # they are in the order of their letters, and on one shelf all numbers are of one length
        return names
