"""Other programs' files on the disk: replaced in one step, through links, with the rights they had."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

PRIVATE = 0o600
LARGEST = 16 << 20  # bytes


def content(path: Path) -> bytes | None:
    """What is in it; None if there is no such file. OSError for what is not a regular file: a project may have brought
    a FIFO or a link to a device along, which would be read for ever."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return None
    with os.fdopen(fd, "rb") as file:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise OSError(errno.EINVAL, "It is not a regular file", str(path))
        found = file.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise OSError(errno.EFBIG, f"It is larger than {LARGEST >> 20} MB", str(path))
    return found


def write(path: Path, before: bytes | None, after: bytes) -> None:
    """Refused if somebody was quicker."""
    real = Path(os.path.realpath(path))
    if content(real) != before:
        raise OSError("it changed meanwhile; run the command again")
    real.parent.mkdir(parents=True, exist_ok=True)
    passing = real.with_name(f".{real.name}.{os.getpid()}.reverie")
    try:
        with passing.open("xb") as file:
            _as_it_was(real, passing)
            file.write(after)
            file.flush()
            os.fsync(file.fileno())
        passing.replace(real)
    finally:
        passing.unlink(missing_ok=True)


def _as_it_was(real: Path, passing: Path) -> None:
    """Rights and owner of what is replaced. A file with a person's settings is nobody else's to read."""
    if not real.exists():
        passing.chmod(PRIVATE if real.name.startswith(".claude") else 0o644)
        return
    was, now = real.stat(), passing.stat()
    if (was.st_uid, was.st_gid) != (now.st_uid, now.st_gid):
        with suppress(OSError):
            os.chown(passing, was.st_uid, was.st_gid)
    passing.chmod(stat.S_IMODE(was.st_mode))


def refusal(path: Path, within: Path | None) -> str:
    """Why a file is not ours to change although the system might let us: its owner closed it, or it is a link by which
    a project reaches for something outside of it."""
    if within and not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(within)):
        return "it leads out of the project"
    try:
        closed = not path.stat().st_mode & stat.S_IWUSR
    except OSError:
        return ""
    return "it is read-only" if closed else ""


def remove(path: Path) -> None:
    """A link to it stays: somebody else made that."""
    Path(os.path.realpath(path)).unlink()


def remove_empty(folders: Iterable[Path], path: Path) -> None:
    """Those above a file, if nothing else is in them."""
    for folder in folders:
        if folder in (*path.parents, *Path(os.path.realpath(path)).parents):
            with suppress(OSError):
                folder.rmdir()


def missing(path: Path) -> list[str]:
    """Folders that have to be made for this file, the innermost first."""
    return [str(folder) for folder in Path(os.path.realpath(path)).parents if not folder.exists()]


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
