"""The system calls that make replacing a file safe: swap two names, place without replacing, and wait for a writer.

Checking a file and then replacing it loses an edit made in between. Swapping loses nothing: what was there comes out
under our own name, and can be looked at before anything is decided.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import signal
import sys
import time
from collections.abc import Callable
from functools import cache

_RENAME_NOREPLACE, _RENAME_EXCHANGE = 1, 2  # Linux renameat2
_RENAME_SWAP, _RENAME_EXCL = 2, 4  # macOS renameatx_np
_UNSUPPORTED = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}

Rename = Callable[[int, bytes, int, bytes, int], int]


@cache
def _rename_call() -> Rename | None:
    libc = ctypes.CDLL(None, use_errno=True)
    name = "renameatx_np" if sys.platform == "darwin" else "renameat2"
    call = getattr(libc, name, None)
    if call is None:
        return None
    call.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
    found: Rename = call
    return found


def _rename(folder: int, a: str, b: str, flag: int) -> bool:
    """True if done, False if this system cannot; any other failure is raised."""
    call = _rename_call()
    if call is None:
        return False
    if call(folder, os.fsencode(a), folder, os.fsencode(b), flag) == 0:
        return True
    code = ctypes.get_errno()
    if code in _UNSUPPORTED:
        return False
    raise OSError(code, os.strerror(code), b)


def exchange(folder: int, a: str, b: str) -> None:
    """Swap two names in a folder, atomically where the system can; where not, `b` is absent for an instant."""
    if _rename(folder, a, b, _RENAME_SWAP if sys.platform == "darwin" else _RENAME_EXCHANGE):
        return
    aside = f"{a}.out"
    place(folder, b, aside)
    try:
        place(folder, a, b)
    except OSError:
        place(folder, aside, b)
        raise
    place(folder, aside, a)


def place(folder: int, a: str, b: str) -> None:
    """Rename `a` to `b`; FileExistsError if there is a `b` already."""
    if _rename(folder, a, b, _RENAME_EXCL if sys.platform == "darwin" else _RENAME_NOREPLACE):
        return
    os.link(a, b, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    os.unlink(a, dir_fd=folder)


class Guard:
    """While this is held, whoever opens the file waits. So a file of ours can be shown at its place, what came out be
    looked at, and both be changed back, without anybody having read what was not to be. Where the system has no
    leases it holds nobody off, and `holds` is False."""

    def __init__(self, folder: int, name: str) -> None:
        flags = os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            self._fd = os.open(name, os.O_RDWR | flags, dir_fd=folder)
            self.holds = _lease(self._fd, "F_WRLCK") == 0
        except PermissionError:  # a read-only note that came out once and goes back: it cannot be filled
            self._fd = os.open(name, os.O_RDONLY | flags, dir_fd=folder)
            self.holds = False

    def set_mode(self, mode: int) -> None:
        os.fchmod(self._fd, mode)

    def fill(self, content: bytes) -> None:
        """Let those who wait find this instead."""
        os.ftruncate(self._fd, 0)
        os.pwrite(self._fd, content, 0)

    def release(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)  # which lets go of the lease too
            self._fd = -1


def _lease(fd: int, kind: str) -> int:
    """Take a lease; 0, or the error's number."""
    if not hasattr(fcntl, "F_SETLEASE"):
        return errno.ENOTSUP
    try:
        # A lease that is broken sends a signal; the default one would end the process.
        fcntl.fcntl(fd, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(fd, fcntl.F_SETLEASE, getattr(fcntl, kind))
    except OSError as problem:
        return problem.errno or errno.EIO
    return 0


def writers_gone(fd: int, patience: float = 2.0) -> bool:
    """Wait until nobody has this file open for writing. True if so, or if the system cannot tell.

    A read lease is granted only while there is no writer. Once a file stands under a name only we know, no new writer
    can come, so what is read after this is final.
    """
    deadline = time.monotonic() + patience
    while (problem := _lease(fd, "F_RDLCK")) == errno.EAGAIN:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.0005)
    if problem == 0:
        fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    return True
