"""One directory tree, and the few things the store does to it. No path can leave the tree: every part of it is opened
without following links. The torture tests put their own class in this place to record, kill and cut the power."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from reverie.records.documents import LARGEST
from reverie.store import swap
from reverie.store.faults import in_words
from reverie.store.tree import Tree
from reverie.tools.nofollow import open_file

MANY = 100  # files held open at once: some systems allow a process no more than 256
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
_TRIES, _PAUSE = 2000, 0.005  # another process holds readers off while it swaps a note in: for moments
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Something is there, but it cannot be a document."""

    reason: str


Seen = str | Unreadable | None
"""What is at an address: the digest of a document, something that cannot be one, or nothing."""


class Disk(Tree):
    """Files below `base`. Paths are relative, with `/`."""

    # Looking

    def read(self, path: str, *, settled: bool = False, limit: int = LARGEST) -> bytes | Unreadable | None:
        """A file's bytes; None if there is none. `settled` waits for whoever is still writing to it."""
        try:
            fd = self._open_file(path)
        except FileNotFoundError:
            return None
        except OSError as problem:
            return Unreadable(in_words(problem))
        try:
            return self._read(fd, settled, limit)
        except OSError as problem:
            return Unreadable(in_words(problem))
        finally:
            os.close(fd)

    def _open_file(self, path: str) -> int:
        """Open it without waiting for a FIFO. A file under a lease answers EAGAIN instead of waiting; so we wait."""
        folder, name = self._at(path)
        for _ in range(_TRIES):
            try:
                return os.open(name, _READ, dir_fd=folder)
            except BlockingIOError:
                time.sleep(_PAUSE)
        return os.open(name, _READ, dir_fd=folder)

    def _read(self, fd: int, settled: bool, limit: int) -> bytes | Unreadable:
        info = os.fstat(fd)
        if not stat.S_ISREG(info.st_mode):
            return Unreadable("it is not a regular file")
        if settled and not swap.writers_gone(fd):
            return Unreadable("another program has it open for writing")
        if info.st_size > limit:
            return Unreadable(f"it is larger than {limit // (1024 * 1024)} MB")
        parts = []
        while part := os.read(fd, max(info.st_size + 1, 4096)):  # it may grow while it is read
            parts.append(part)
        return b"".join(parts)

    def last_byte(self, path: str) -> bytes:
        try:
            fd = self._open_file(path)
        except OSError:
            return b""
        try:
            return os.pread(fd, 1, max(0, os.fstat(fd).st_size - 1))
        finally:
            os.close(fd)

    def mode(self, path: str) -> int | None:
        try:
            folder, name = self._at(path)
            return stat.S_IMODE(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
        except OSError:
            return None

    def changed(self, path: str) -> float | None:
        """When a file was last written, in seconds; None if there is none."""
        try:
            folder, name = self._at(path)
            return os.stat(name, dir_fd=folder, follow_symlinks=False).st_mtime
        except OSError:
            return None

    def names(self, folder: str) -> list[str]:
        try:
            return sorted(os.listdir(self._open(folder)))
        except (FileNotFoundError, NotADirectoryError):
            return []

    # Changing: each of these is one step a crash can come before or after

    def make_folder(self, folder: str, mode: int = 0o777) -> None:
        """Make a folder and those above it, each entered durably in its parent."""
        if not folder:
            self._make_base()
            return
        parent, _, name = folder.rpartition("/")
        try:
            self._open(folder)
        except FileNotFoundError:
            self.make_folder(parent)
            self._mkdir(parent, name, mode)
            self.sync_folder(parent)

    def close_to_others(self) -> None:
        """The base is for its owner alone. By its handle: its path may lead elsewhere by now."""
        os.fchmod(self._open(""), 0o700)

    def _mkdir(self, parent: str, name: str, mode: int) -> None:
        try:
            os.mkdir(name, mode, dir_fd=self._open(parent))
        except FileExistsError:
            return  # another process made it first

    def stage(self, files: Iterable[tuple[str, bytes, int]]) -> None:
        """Write new files and make their contents durable. Many are written before the first is waited for."""
        waiting = iter(files)
        while batch := list(islice(waiting, MANY)):
            self._stage(batch)

    def _stage(self, files: Iterable[tuple[str, bytes, int]]) -> None:
        opened: list[tuple[str, int]] = []
        try:
            for path, content, mode in files:
                opened.append((path, self._create(path, content, mode)))
            for path, fd in opened:
                self._sync(path, fd)
        finally:
            for _, fd in opened:
                os.close(fd)

    def _create(self, path: str, content: bytes, mode: int) -> int:
        folder, name = self._at(path)
        fd = os.open(name, _CREATE, mode & 0o7777, dir_fd=folder)
        try:
            write_all(fd, content)
            if stat.S_IMODE(os.fstat(fd).st_mode) != mode and mode != 0o666:
                os.fchmod(fd, mode)
        except OSError:
            os.close(fd)
            self.remove(path)
            raise
        return fd

    def _sync(self, path: str, fd: int) -> None:  # noqa: ARG002 — the torture tests want to know which
        os.fsync(fd)

    def sync_folder(self, folder: str) -> None:
        os.fsync(self._open(folder))

    def exchange(self, a: str, b: str) -> None:
        swap.exchange(*self._pair(a, b))

    def guard(self, path: str) -> swap.Guard:
        folder, name = self._at(path)
        return swap.Guard(folder, name)

    def place(self, a: str, b: str) -> None:
        swap.place(*self._pair(a, b))

    def move(self, a: str, b: str) -> None:
        """Give a file of our own another name, in this folder or another; a file of that name is replaced."""
        source, name = self._at(a)
        target, new = self._at(b)
        os.replace(name, new, src_dir_fd=source, dst_dir_fd=target)

    def remove(self, path: str) -> None:
        folder, name = self._at(path)
        os.unlink(name, dir_fd=folder)

    def append(self, path: str, content: bytes, *, sync: bool) -> None:
        """Add to the end of a file of our own, making it if need be."""
        folder, name = self._at(path)
        fd = open_file(folder, name, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            write_all(fd, content)
            if sync:
                self._sync(path, fd)
        finally:
            os.close(fd)

    def truncate(self, path: str, size: int) -> None:
        folder, name = self._at(path)
        fd = open_file(folder, name, os.O_WRONLY)
        try:
            os.ftruncate(fd, size)
            self._sync(path, fd)
        finally:
            os.close(fd)

    def open_own(self, path: str) -> int:
        """A file of our own that is held open, such as a lock."""
        parent, _, name = path.rpartition("/")
        self.make_folder(parent)
        return open_file(self._open(parent), name, os.O_RDWR | os.O_CREAT)


def write_all(fd: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(fd, view) :]
