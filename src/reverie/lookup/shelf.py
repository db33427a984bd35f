"""Where the index lies: a folder for each making of it, and a file that names the one in force.

A new making never touches what others still read: it gets a folder of its own, then the name is replaced.
"""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reverie.lookup import schema
from reverie.tools import nofollow

_CURRENT = "current"
FILE = "index.sqlite"


class Shelf:
    """The index's folder; it may vanish at any moment."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def current(self) -> str:
        """The name of the making in force, or nothing."""
        try:
            name = (self._folder / _CURRENT).read_text("ascii").strip()
        except (OSError, UnicodeDecodeError):
            return ""
        return name if name.isalnum() and self.path(name).is_file() else ""

    def path(self, name: str) -> Path:
        return self._folder / name / FILE

    def renew(self, instead_of: str) -> str:
        """A new, empty making, unless another process has made one meanwhile. Gives the name of the one in force."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._locked():
            found = self.current()
            if found and found != instead_of:
                return found
            name = secrets.token_hex(6)
            (self._folder / name).mkdir(mode=0o700)
            schema.make(self.path(name))
            draft = self._folder / f"{name}.draft"
            nofollow.write(str(self._folder), draft.name, name.encode())
            self._make_room(_CURRENT)
            draft.replace(self._folder / _CURRENT)
            self._clear(name)
            return name

    def _clear(self, but: str) -> None:
        """Removes earlier makings; whoever still reads one keeps it open."""
        for entry in self._folder.iterdir():
            if entry.is_dir() and entry.name != but:
                nofollow.remove_tree(str(self._folder), entry.name)

    def _make_room(self, name: str) -> None:
        """A folder in the place of a file of ours goes."""
        if (self._folder / name).is_dir():
            nofollow.remove_tree(str(self._folder), name)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self._make_room("lock")
        handle = os.open(self._folder / "lock", os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)
