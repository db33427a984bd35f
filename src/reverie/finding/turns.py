"""One at a time takes changes in; the others wait a while, and then go without."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reverie.tools import nofollow

PATIENCE = 60.0  # seconds
_PAUSE = 0.02


@contextmanager
def in_turn(path: Path, wait: float | None = None) -> Iterator[bool]:
    """True for the one whose turn it is; False if it did not come in time."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.is_dir() and not path.is_symlink():
        nofollow.remove_tree(str(path.parent), path.name)
    handle = os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        yield _taken(handle, time.monotonic() + (PATIENCE if wait is None else wait))
    finally:
        os.close(handle)


def _taken(handle: int, until: float) -> bool:
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                return False
            time.sleep(_PAUSE)
        else:
            return True
