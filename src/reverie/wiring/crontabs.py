"""The user's crontab, through the program that keeps it. Whoever of us changes it does so alone."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from reverie.schedules.errors import CrontabRefused, NoCrontab

_NONE = ("no crontab", "no such file", "can't open")  # how crons say that there is none yet
_PATIENCE = 60  # seconds


class Crontab:
    def __init__(self, program: str) -> None:
        self._program = program

    @property
    def takes_percent(self) -> bool:
        """Whether a bare % means a line break; in BusyBox it is a letter like any other."""
        return "busybox" not in os.path.realpath(self._program)

    def read(self) -> bytes:
        done = self._call("-l")
        if done.returncode == 0:
            return done.stdout
        said = _said(done)
        if not done.stdout and any(words in said.lower() for words in _NONE):
            return b""
        raise CrontabRefused(why=said or f"it ended with {done.returncode}")

    def change(self, edit: Callable[[bytes], bytes]) -> tuple[bytes, bytes]:
        """What it was, and what it became."""
        with _alone():
            before = self.read()
            after = edit(before)
            if after != before:
                self._write(after)
            return before, after

    def _write(self, text: bytes) -> None:
        if not text and self._call("-r").returncode == 0:
            return
        done = self._call("-", given=text)
        if done.returncode and not text.endswith(b"\n"):  # some crons insist on it, whoever left it out
            done = self._call("-", given=text + b"\n")
        if done.returncode:
            raise CrontabRefused(why=_said(done) or f"it ended with {done.returncode}")

    def _call(self, *words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        around = {**os.environ, "LC_ALL": "C"}
        try:
            return subprocess.run(
                [self._program, *words], input=given, capture_output=True, check=False, timeout=_PATIENCE, env=around
            )
        except (OSError, subprocess.TimeoutExpired) as problem:
            raise CrontabRefused(why=str(problem)) from None


def find() -> Crontab | None:
    program = shutil.which("crontab")
    return Crontab(program) if program else None


def required() -> Crontab:
    found = find()
    if found is None:
        raise NoCrontab
    return found


@contextmanager
def _alone() -> Iterator[None]:
    """One after the other, by a lock on the home folder itself: nothing is left behind."""
    try:
        home = os.open(Path.home(), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        yield  # somebody without a home is hardly there twice
        return
    try:
        with suppress(OSError):  # not every file system can
            fcntl.flock(home, fcntl.LOCK_EX)
        yield
    finally:
        os.close(home)


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    return " ".join(done.stderr.decode("utf-8", "replace").split())[:300]
