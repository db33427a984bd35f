"""Files of ours that a timer reads: written, taken out, and the system told of it."""

from __future__ import annotations

import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from reverie.schedules.errors import NotWritten
from reverie.wiring.setup import files


@dataclass(frozen=True, slots=True)
class Written:
    """A file, or the crontab if there is no path: what it was and what it is, or would be."""

    path: Path | None
    before: bytes | None
    after: bytes | None
    note: str = ""  # what is left to do by hand

    @property
    def changed(self) -> bool:
        return self.before != self.after


def put(path: Path, content: bytes, *, dry: bool) -> Written:
    try:
        before = files.content(path)
        if not dry and before != content:
            files.write(path, before, content)
    except OSError as problem:
        raise NotWritten(path=path, why=problem.strerror or problem) from None
    return Written(path, before, content)


def take(path: Path, *, dry: bool) -> Written:
    try:
        before = files.content(path)
        if not dry:
            path.unlink()
    except OSError as problem:
        raise NotWritten(path=path, why=problem.strerror or problem) from None
    return Written(path, before, None)


def leave(*folders: Path) -> None:
    """Folders nothing else is in, the innermost first."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def told(*words: str) -> bool:
    """Whether a program of the system did as it was told; where it is not there, it did not."""
    if not shutil.which(words[0]):
        return False
    try:
        return subprocess.run(words, capture_output=True, check=False, timeout=30).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
