"""Where transcripts lie on this machine: what is seen, how much, how new, and why something is left out. Home and
environment come in as parameters; nothing is read but file names and, of files never met, their first bytes."""

from __future__ import annotations

import os
import re
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from reverie.gather.transcripts import claude_code, codex, copilot, openclaw, pi
from reverie.gather.transcripts.adapter import Adapter, stumbled
from reverie.gather.transcripts.checkpoints import Checkpoints, Mark
from reverie.gather.transcripts.folders import Folders
from reverie.gather.transcripts.peek import peeked, says_too_little

ADAPTERS: dict[str, Adapter] = {
    codex.NAME: codex,
    copilot.NAME: copilot,
    openclaw.NAME: openclaw,
    pi.NAME: pi,
    claude_code.NAME: claude_code,
}

DEEPEST = 16
ELSEWHERE, NOWHERE = "session of another project", "names no working directory"
UNREADABLE, NOT_REGULAR, UNKNOWN = "cannot be read", "not a regular file", "not a kind of transcript that is known"
VANISHED, TWICE, EMPTY = "vanished meanwhile", "the same file under another name", "empty"
LEADS_UP = "a link to a folder above, which would be the whole disk"
NAMED = frozenset({UNREADABLE, NOT_REGULAR, VANISHED, LEADS_UP})  # what a person may want to mend, so each is named
OTHERS = ", in a folder of another project"
_LONGEST_NAME = 200  # characters of a folder's path that Claude Code makes a name of


class File(NamedTuple):
    """A transcript to be read. A tuple, because there are so many."""

    path: str
    agent: str
    at: os.stat_result
    unchanged: bool = False  # known to have been read to its end; if not, the checkpoints have to be asked


@dataclass(frozen=True, slots=True)
class Source:
    """One place: what was seen there and what of it is left out, by reason. `trouble` says why there is nothing.
    `named`: the files and folders that could not be read or lead away, each with the reason it is counted under."""

    agent: str
    place: str
    files: int = 0
    bytes: int = 0
    newest: datetime | None = None
    left_out: Mapping[str, int] = field(default_factory=dict)
    trouble: str = ""
    named: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """Every transcript that is to be read, oldest first, and the places they were found in."""

    files: tuple[File, ...] = ()
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whose transcripts: sessions held in one of these folders or below, or all; and what was named by hand."""

    home: Path
    environ: Mapping[str, str] = field(default_factory=dict)
    folders: tuple[str, ...] = ()
    all_projects: bool = False
    extra: tuple[Path, ...] = ()


def find(wanted: Wanted, checkpoints: Checkpoints, progress: Callable[[str], None] = lambda _: None) -> Found:
    """Look everywhere. What lies at a place named by hand is taken whatever project it belongs to. `progress` is told
    how far it is, at every folder."""
    search = _Search(wanted, checkpoints, progress)
    named = [search.place(path, None) for path in wanted.extra]  # first: a file met at its home may be left out there
    sources = [
        search.place(home, adapter)
        for adapter in ADAPTERS.values()
        for home in dict.fromkeys(adapter.homes(wanted.home, wanted.environ))
    ]
    sources += named
    files = sorted(search.files, key=lambda file: (file.at.st_mtime_ns, file.path))
    return Found(tuple(files), tuple(sources))


class _Left:
    """What is left out at one place: how many by reason, and which of them somebody may want to mend."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.named: list[tuple[str, str]] = []
        self.elsewhere: set[str] = set()  # folders that hold a session of another project

    def out(self, why: str, path: str) -> None:
        self.counts[why] += 1
        if why in NAMED:
            self.named.append((why, path))
        if why == ELSEWHERE:
            self.elsewhere.add(os.path.dirname(path))  # noqa: PTH120

    def others(self, is_others: Callable[[str], bool]) -> None:
        """What lies in another project's folder is counted as such: it is nothing to mend for this one."""
        for i, (why, path) in enumerate(self.named):
            if is_others(path):
                self.named[i] = (why + OTHERS, path)
                self.counts.subtract([why])
                self.counts.update([why + OTHERS])
        self.counts = +self.counts


class _Search:
    def __init__(self, wanted: Wanted, checkpoints: Checkpoints, progress: Callable[[str], None]) -> None:
        self._progress, self._seen = progress, 0
        self._roots = tuple({_as_name(folder) for folder in wanted.folders})
        self.files: list[File] = []
        self._checkpoints = checkpoints
        self._folders = None if wanted.all_projects else Folders(wanted.folders)
        self._held: dict[tuple[str, ...], bool] = {}
        self._met: set[tuple[int, int]] = set()  # files and folders, by inode: links may lead anywhere
        self._above: set[str] = set()  # the folders in which the place lies that is looked through

    def place(self, place: Path, adapter: Adapter | None) -> Source:
        agent = adapter.NAME if adapter else ""
        left_out = _Left()
        try:
            named = os.stat(place)  # noqa: PTH116
        except OSError as problem:
            missing = isinstance(problem, FileNotFoundError)
            return Source(agent, str(place), trouble="not there" if missing else f"{UNREADABLE}: {problem.strerror}")
        before = len(self.files)
        if stat.S_ISDIR(named.st_mode):
            self._met.add((named.st_dev, named.st_ino))
            self._above = {*map(str, place.resolve().parents)}
            for path, at in self._walk(str(place), left_out, 0):
                self._file(path, at, adapter, left_out)
        else:
            self._file(str(place), named, adapter, left_out)
        mine = self.files[before:]
        if adapter is claude_code and self._folders is not None:
            ours = {_top(f"{folder}/", str(place)) for folder in {file.path.rpartition("/")[0] for file in mine}}
            known = {_top(f"{folder}/", str(place)) for folder in left_out.elsewhere} - ours
            left_out.others(lambda path: self._is_others(_top(path, str(place)), ours, known))
        newest = max((file.at.st_mtime_ns for file in mine), default=None)
        return Source(
            agent, str(place), len(mine), sum(file.at.st_size for file in mine),
            None if newest is None else datetime.fromtimestamp(newest / 1e9, UTC), dict(left_out.counts),
            named=tuple(left_out.named),
        )  # fmt: skip

    def _is_others(self, top: str, ours: set[str], known: set[str]) -> bool:
        """Claude Code keeps a folder for each project, named after its path. What others it holds tells more."""
        if top in ours or top in self._roots:
            return False
        return top in known or (top.startswith("-") and not top.startswith(self._roots))

    def _walk(self, folder: str, left_out: _Left, depth: int) -> Iterator[tuple[str, os.stat_result]]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            left_out.out(UNREADABLE, folder)
            return
        self._seen += len(entries)
        self._progress(f"{self._seen} files and folders looked at, {len(self.files)} transcripts: {folder}")
        for entry in entries:
            try:
                if not entry.is_dir():
                    yield entry.path, entry.stat()
                elif entry.is_symlink() and os.path.realpath(entry.path) in self._above:
                    left_out.out(LEADS_UP, entry.path)
                elif depth < DEEPEST and self._first_time(entry.stat()):
                    yield from self._walk(entry.path, left_out, depth + 1)
            except OSError as problem:
                left_out.out(VANISHED if isinstance(problem, FileNotFoundError) else UNREADABLE, entry.path)

    def _first_time(self, at: os.stat_result) -> bool:
        key = (at.st_dev, at.st_ino)
        new = key not in self._met
        self._met.add(key)
        return new

    def _file(self, path: str, at: os.stat_result, adapter: Adapter | None, left_out: _Left) -> None:
        mark = self._checkpoints.marks.get(path)
        if mark and mark.tail and mark.is_of(at) and self._is_ours(mark, adapter) and self._first_time(at):
            self.files.append(File(path, mark.agent, at, mark.offset >= at.st_size))  # read before, and not changed
        else:
            self._met_anew(path, at, adapter, left_out)

    def _is_ours(self, mark: Mark, adapter: Adapter | None) -> bool:
        if adapter is None:
            return bool(mark.agent)
        return mark.agent == adapter.NAME and (self._folders is None or self._hold(mark.folders))

    def _met_anew(self, path: str, at: os.stat_result, adapter: Adapter | None, left_out: _Left) -> None:
        why = adapter.left_out(path) if adapter else openclaw.left_out(path) * path.endswith(".trajectory.jsonl")
        if not why and not stat.S_ISREG(at.st_mode):
            why = NOT_REGULAR
        if not why and at.st_size == 0:
            why = EMPTY
        if not why and not self._first_time(at):
            why = TWICE
        agent, mark = "", self._checkpoints.marks.get(path)
        if not why:
            known = mark is not None and bool(mark.agent) and mark.is_of(at)
            agent, why = self._of(mark, adapter) if mark and known else self._judged(path, at, adapter)
        if why:
            left_out.out(why, path)
        else:
            self.files.append(File(path, agent, at))

    def _judged(self, path: str, at: os.stat_result, adapter: Adapter | None) -> tuple[str, str]:
        """Whose transcript it is, and why it is none of ours. A file met before is not opened for that."""
        if adapter and self._folders is None:
            return adapter.NAME, ""
        named = self._checkpoints.marks.get(path)
        mark = self._checkpoints.known(path, at)
        if mark is None or mark is not named or says_too_little(mark, at):
            try:
                mark = self._looked_into(path, at, adapter)
            except OSError as problem:
                return "", VANISHED if isinstance(problem, FileNotFoundError) else UNREADABLE
            except Exception as fault:  # noqa: BLE001 — one file that an adapter stumbles over must not end the night
                return "", stumbled(fault)
        return self._of(mark, adapter)

    def _of(self, mark: Mark, adapter: Adapter | None) -> tuple[str, str]:
        if adapter and self._folders is None:
            return adapter.NAME, ""
        if not mark.agent:
            return "", UNKNOWN
        if adapter is None or self._hold(mark.folders):
            return mark.agent, ""
        return "", ELSEWHERE if mark.folders else NOWHERE

    def _hold(self, folders: tuple[str, ...]) -> bool:
        """Whether one of them is this project's. Thousands of sessions name the same few."""
        if folders not in self._held:
            self._held[folders] = self._folders is None or any(map(self._folders.hold, folders))
        return self._held[folders]

    def _looked_into(self, path: str, at: os.stat_result, adapter: Adapter | None) -> Mark:
        """What the file says of itself. How far one of this name was read is left to the reader to judge."""
        mark, known = peeked(path, at, (adapter,) if adapter else ADAPTERS.values()), self._checkpoints.marks.get(path)
        if mark.agent:
            read = known is not None and known.offset > 0
            renewed = known._replace(folders=mark.folders, agent=mark.agent) if known and read else mark
            self._checkpoints.put(path, renewed)
        return mark


def _as_name(folder: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "-", folder)[:_LONGEST_NAME]


def _top(path: str, place: str) -> str:
    """The first folder below a place on the way to a path."""
    return path.removeprefix(place.rstrip("/") + "/").partition("/")[0]
