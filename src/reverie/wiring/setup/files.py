"""Other programs' files on the disk: replaced in one step, through links, with the rights they had."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

PRIVATE = 0o600


def write(path: Path, before: bytes | None, after: bytes) -> None:
    """Refused if somebody was quicker."""
    real = Path(os.path.realpath(path))
    if (real.read_bytes() if real.exists() else None) != before:
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
