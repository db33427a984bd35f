"""How far each transcript was read. Files that only grew go on at the byte; truncated, replaced and renamed ones are
noticed; unchanged ones cost nothing but the stat they were found by. A lost or damaged file means reading again."""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import orjson

NAME = "transcripts"
TAIL = 1024  # bytes before the offset by which a file is known again
VERSION = 1


class State(StrEnum):
    """What a file is, compared with the last time."""

    NEW = "new"
    UNCHANGED = "unchanged"
    APPENDED = "appended"
    TRUNCATED = "truncated"
    REPLACED = "replaced"


class Mark(NamedTuple):
    """A file as it was left: everything before `offset` was read. `lead` is where to begin again for enough context."""

    inode: int
    device: int
    size: int
    mtime: int
    offset: int = 0
    line: int = 1
    lead: int = 0
    lead_line: int = 1
    tail: str = ""
    folders: tuple[str, ...] = ()  # the working directories it names, so that it need not be opened to be left out
    agent: str = ""


@dataclass(slots=True)
class Checkpoints:
    """The marks of all files, kept in one file below `folder`. `key` names what else the reading depends on."""

    folder: Path
    key: str = ""
    marks: dict[str, Mark] = field(default_factory=dict)
    note: str = ""  # what a report should say about it
    _inodes: dict[tuple[int, int], str] = field(default_factory=dict)
    _changed: bool = False

    @classmethod
    def load(cls, folder: Path, key: str = "") -> Checkpoints:
        """What was remembered, if it can be trusted; otherwise nothing, and a note."""
        try:
            data = (folder / NAME).read_bytes()
        except FileNotFoundError:
            return cls(folder, key)
        except OSError as problem:
            return cls(folder, key, note=f"the checkpoints could not be read: {problem.strerror}")
        try:
            return cls(folder, key, _parsed(data, key))
        except (ValueError, KeyError, TypeError):
            return cls(folder, key, note="the checkpoints were damaged; transcripts are read again")

    def save(self) -> str:
        """Remember; a note if that failed. To be called when what was read is safe elsewhere."""
        if not self._changed:
            return ""
        marks = {path: tuple(mark) for path, mark in self.marks.items() if _is_text(path)}
        content = orjson.dumps({"version": VERSION, "key": self.key, "marks": marks})
        aside = self.folder / f"{NAME}.{os.getpid()}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(_check(content) + b"\n" + content)
            aside.replace(self.folder / NAME)
        except OSError as problem:
            return f"the checkpoints could not be written: {problem.strerror}"
        self._changed = False
        return ""

    def known(self, path: str, at: os.stat_result) -> Mark | None:
        """The mark of this file, also if it was renamed since; None for one never met."""
        mark = self.marks.get(path)
        if mark is None:
            mark = self._renamed(path, at)
        return mark if mark and (mark.inode, mark.device) == (at.st_ino, at.st_dev) else None

    def _renamed(self, path: str, at: os.stat_result) -> Mark | None:
        if not self._inodes and self.marks:
            self._inodes = {(mark.inode, mark.device): old for old, mark in self.marks.items()}
        old = self._inodes.get((at.st_ino, at.st_dev))
        if old is None or old not in self.marks or os.path.lexists(old):
            return None
        self.put(path, self.marks.pop(old))
        return self.marks[path]

    def state(self, path: str, at: os.stat_result, fd: int | None = None) -> State:
        """What became of a file. Without a descriptor only the stat is asked, and a file that changed is only that."""
        mark = self.known(path, at)
        if mark is None:
            return State.REPLACED if path in self.marks else State.NEW
        if (mark.size, mark.mtime) == (at.st_size, at.st_mtime_ns) and mark.tail:
            return State.UNCHANGED
        if not mark.tail:
            return State.NEW
        if at.st_size < mark.offset:
            return State.TRUNCATED
        if fd is not None and tail_of(fd, mark.offset) != mark.tail:
            return State.REPLACED
        return State.APPENDED

    def put(self, path: str, mark: Mark) -> None:
        if self.marks.get(path) != mark:
            self.marks[path] = mark
            self._changed = True

    def forget(self, paths: Iterable[str]) -> None:
        """Files that are no longer there."""
        for path in paths:
            self._changed |= self.marks.pop(path, None) is not None


def tail_of(fd: int, offset: int) -> str:
    """A fingerprint of the bytes before this place."""
    start = max(0, offset - TAIL)
    return hashlib.blake2b(os.pread(fd, offset - start, start), digest_size=12).hexdigest()


def _is_text(path: str) -> bool:
    """A name that is not UTF-8 cannot be kept here; its file is read again."""
    try:
        return bool(path.encode())
    except UnicodeEncodeError:
        return False


def _parsed(data: bytes, key: str) -> dict[str, Mark]:
    check, _, content = data.partition(b"\n")
    if check != _check(content):
        raise ValueError("checksum")
    found = orjson.loads(content)
    if (found["version"], found["key"]) != (VERSION, key):
        return {}
    return {path: Mark._make([*row[:9], tuple(row[9]), row[10]]) for path, row in found["marks"].items()}


def _check(content: bytes) -> bytes:
    return b"%08x %d" % (zlib.crc32(content), len(content))
