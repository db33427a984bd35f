"""Two locks per root, both `flock`: `dream` (one cycle, all night) and `apply` (milliseconds). The kernel lets go of a
dead process's lock by itself; the file only says whose it is, for the one who waits."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from reverie.records.errors import StoreBusy
from reverie.store.disk import Disk
from reverie.store.faults import always_plain

_LONGEST = 0.002  # seconds between two tries: who sleeps longer is overtaken by those who come fresh


@contextmanager
def held(disk: Disk, root: str, lock: str, *, wait: float) -> Iterator[None]:
    """Hold a lock, waiting at most `wait` seconds for another process to let go."""
    with always_plain(str(disk.base)):
        fd = disk.open_own(f"locks/{root}.{lock}")
    began = time.monotonic()
    try:
        with always_plain(str(disk.base)):
            if not _take(fd, wait):
                pid, age = _owner(fd)
                raise StoreBusy(lock=lock, root=root, pid=pid, age=age, waited=in_words(time.monotonic() - began))
            _sign(fd)
        yield
    finally:
        os.close(fd)


def _take(fd: int, wait: float) -> bool:
    deadline = time.monotonic() + wait
    pause = 0.0005
    while True:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(pause)
            pause = min(pause * 1.5, _LONGEST)
        else:
            return True


def _sign(fd: int) -> None:
    note = json.dumps({"pid": os.getpid(), "since": time.time()}).encode()
    os.pwrite(fd, note.ljust(80), 0)


def _owner(fd: int) -> tuple[str, str]:
    try:
        note = json.loads(os.pread(fd, 200, 0))
        return str(note["pid"]), in_words(max(0.0, time.time() - float(note["since"])))
    except (ValueError, KeyError, TypeError):
        return "unknown", "just now"


def in_words(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.0f} h"
