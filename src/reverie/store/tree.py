"""The folders of one directory tree, opened part by part without following links, so that no path can leave the tree.
They are kept open only for the length of one operation, because another program may move them."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from reverie.records.errors import BadAddress

MANY = 32  # folders held open at once
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class Tree:
    """From `anchor` downwards no link is followed, so that nobody can commit a link in the place of `base` and have us
    write elsewhere. `begin`, if set, makes the base."""

    begin: Callable[[], None] | None = None

    def __init__(self, base: Path, anchor: Path | None = None) -> None:
        self.base, self._anchor = base, anchor or base
        self._parts = base.relative_to(self._anchor).parts
        self._folders: dict[str, int] = {}
        self._known: dict[str, tuple[int, int]] = {}  # which folder each path led to, device and inode

    def rest(self) -> None:
        self._let_go()
        self._known.clear()

    def moved(self) -> str:
        """The first folder used since `rest` that its path does not lead to any more; empty if all are in place."""
        fresh = type(self)(self.base, self._anchor)
        try:
            for folder, mark in self._known.items():
                if len(fresh._folders) >= MANY:
                    fresh._let_go()
                fresh._open(folder)
                if fresh._known[folder] != mark:
                    return str(self.base / folder)
        except OSError:
            return str(self.base / folder)
        finally:
            fresh.rest()
        return ""

    def _let_go(self) -> None:
        for fd in self._folders.values():
            os.close(fd)
        self._folders.clear()

    def _at(self, path: str) -> tuple[int, str]:
        folder, _, name = path.rpartition("/")
        if len(self._folders) >= MANY:
            self._let_go()
        return self._open(folder), _plain(name, path)

    def _pair(self, a: str, b: str) -> tuple[int, str, str]:
        folder, name = self._at(a)
        if a.rpartition("/")[0] != b.rpartition("/")[0]:
            raise BadAddress(address=b, reason=f"it is not in the folder of {a}")
        return folder, name, _plain(b.rpartition("/")[2], b)

    def _open(self, folder: str) -> int:
        fd = self._folders.get(folder)
        if fd is None:
            if folder:
                parent, _, name = folder.rpartition("/")
                fd = os.open(_plain(name, folder), _FOLDER, dir_fd=self._open(parent))
            else:
                fd = self._open_base()
            self._hold(folder, fd)
        return fd

    def _hold(self, folder: str, fd: int) -> None:
        """Keep a folder open. It must be the one this path led to before: half a change in another is no change."""
        info = os.fstat(fd)
        mark = (info.st_dev, info.st_ino)
        if self._known.setdefault(folder, mark) != mark:
            os.close(fd)
            raise OSError(errno.ESTALE, "the folder was replaced by another", str(self.base / folder))
        self._folders[folder] = fd

    def _open_base(self) -> int:
        fd = os.open(self._anchor, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        for part in self._parts:
            above = fd
            try:
                fd = os.open(part, _FOLDER, dir_fd=above)
            finally:
                os.close(above)
        return fd

    def _make_base(self) -> None:
        if self.begin:
            self.begin()
        above = os.open(self._anchor, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        for part in self._parts:
            with suppress(FileExistsError):
                os.mkdir(part, dir_fd=above)
                os.fsync(above)
            try:
                inner = os.open(part, _FOLDER, dir_fd=above)
            finally:
                os.close(above)
            above = inner
        os.close(above)


def _plain(name: str, path: str) -> str:
    """A name that stays in its folder, whoever asked for it."""
    if name in ("", ".", ".."):
        raise BadAddress(address=path, reason="the path has an empty part, '.' or '..'")
    return name
