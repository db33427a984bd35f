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
HEAD, TAIL = 512, 1024  # bytes at the top and before the offset by which a file is known again
VERSION = 2


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

    def is_of(self, at: os.stat_result) -> bool:
        """Whether a file is as it was left, by its stat."""
        same = self.size == at.st_size and self.mtime == at.st_mtime_ns
        return same and self.inode == at.st_ino and self.device == at.st_dev


@dataclass(slots=True)
class Checkpoints:
    """The marks of all files, kept in one file below `folder`. `key` names what else the reading depends on."""

    folder: Path
    key: str = ""
    marks: dict[str, Mark] = field(default_factory=dict)
    note: str = ""  # what a report should say about it
    _inodes: dict[tuple[int, int], tuple[str, Mark]] | None = None  # made when one is asked for: names rarely change
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
        if mark and (mark.inode, mark.device) == (at.st_ino, at.st_dev):
            return mark
        return self._renamed(path, at)

    def _renamed(self, path: str, at: os.stat_result) -> Mark | None:
        """Also if another file has the old name by now, as after a rotation."""
        if self._inodes is None:
            self._inodes = {(mark.inode, mark.device): (old, mark) for old, mark in self.marks.items()}
        old, mark = self._inodes.get((at.st_ino, at.st_dev), (path, None))
        if mark is None or old == path or _is_at(old, at):
            return None
        if self.marks.get(old) is mark:
            del self.marks[old]
        self.put(path, mark)
        return mark

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
        if at.st_size == mark.size or (fd is not None and sign_of(fd, mark.offset) != mark.tail):
            return State.REPLACED  # who writes and leaves the size as it was has written over what was there
        return State.APPENDED

    def put(self, path: str, mark: Mark) -> None:
        if self.marks.get(path) != mark:
            self.marks[path] = mark
            self._changed = True

    def forget(self, paths: Iterable[str]) -> None:
        """Files that are no longer there."""
        for path in paths:
            self._changed |= self.marks.pop(path, None) is not None


def sign_of(fd: int, offset: int) -> str:
    """A fingerprint of the first bytes of a file and of those before this place."""
    start = max(0, offset - TAIL)
    known = os.pread(fd, min(HEAD, offset), 0) + os.pread(fd, offset - start, start)
    return hashlib.blake2b(known, digest_size=12).hexdigest()


def _is_at(path: str, at: os.stat_result) -> bool:
    """Whether this very file has that name, too."""
    try:
        there = os.stat(path)  # noqa: PTH116
    except OSError:
        return False
    return (there.st_ino, there.st_dev) == (at.st_ino, at.st_dev)


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
    for row in found["marks"].values():
        row[9] = tuple(row[9])
    return {path: Mark._make(row) for path, row in found["marks"].items()}


def _check(content: bytes) -> bytes:
    return b"%08x %d" % (zlib.crc32(content), len(content))
