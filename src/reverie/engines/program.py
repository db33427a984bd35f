"""Running somebody's program to ask it something: in a process group of its own, within a time, with a bounded answer,
and with nothing of it left behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from reverie.engines.errors import ProgramFailed

INSIDE = "REVERIE_INSIDE"  # our own hooks keep still where this is set
LARGEST = 4 << 20  # bytes of an answer
_TALK = 64 << 10  # bytes of what it says on stderr
_GRACE = 5.0  # seconds after its end for what it said to arrive


@dataclass(frozen=True, slots=True)
class Ended:
    code: int
    out: bytes
    talk: bytes


class Programs:
    """What is running now, so that all of it can be ended at once."""

    def __init__(self) -> None:
        self._live: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def run(
        self, program: str, words: Sequence[str], text: bytes, *, folder: Path, environ: Mapping[str, str],
        seconds: float,
    ) -> Ended:  # fmt: skip
        """What it says to a text on its standard input. ProgramFailed if it is not there, or not done in time."""
        child = self._start(program, words, folder, environ)
        out, talk = _Gather(child.stdout, LARGEST, child), _Gather(child.stderr, _TALK)
        threading.Thread(target=_feed, args=(child.stdin, text), daemon=True).start()
        try:
            code = child.wait(seconds)
        except subprocess.TimeoutExpired:
            raise ProgramFailed(program=program, reason=f"it was silent for {seconds:.0f} seconds") from None
        finally:
            end(child)
            with self._lock:
                self._live.discard(child)
        if self._stopped:
            raise ProgramFailed(program=program, reason="it was stopped")
        found = Ended(code, out.all(), talk.all())
        if out.full:
            raise ProgramFailed(program=program, reason=f"it answered with more than {LARGEST >> 20} MB")
        return found

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            live = list(self._live)
        for child in live:
            end(child)

    def _start(
        self, program: str, words: Sequence[str], folder: Path, environ: Mapping[str, str]
    ) -> subprocess.Popen[bytes]:
        found = Path(shutil.which(program, path=environ.get("PATH")) or "")
        if not found.is_absolute():  # of a PATH such as ./node_modules/.bin a repository could make its own
            raise ProgramFailed(program=program, reason="it is not installed", sent=False)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._lock:
            if self._stopped:
                raise ProgramFailed(program=program, reason="it was stopped", sent=False)
            try:
                child = subprocess.Popen(
                    [str(found), *words], cwd=folder, env={**environ, INSIDE: "1"}, start_new_session=True,
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                )  # fmt: skip
            except OSError as error:
                raise ProgramFailed(program=program, reason=error.strerror or error, sent=False) from error
            self._live.add(child)
            return child


def end(child: subprocess.Popen[bytes]) -> None:
    """The child and whatever it started: it leads a group of its own."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


class _Gather:
    """Reads a pipe to its end, or to where it is too much. `child`: ended then."""

    def __init__(self, pipe: IO[bytes] | None, limit: int, child: subprocess.Popen[bytes] | None = None) -> None:
        assert pipe is not None
        self.full = False
        self._pipe, self._limit, self._child, self._found = pipe, limit, child, bytearray()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with self._pipe, suppress(OSError, ValueError):
            while block := os.read(self._pipe.fileno(), 1 << 16):
                if len(self._found) < self._limit:
                    self._found += block
                elif self._child is not None and not self.full:
                    self.full = True
                    with suppress(ProcessLookupError, PermissionError):
                        os.killpg(self._child.pid, signal.SIGKILL)

    def all(self) -> bytes:
        self._thread.join(_GRACE)
        return bytes(self._found[: self._limit])


def _feed(pipe: IO[bytes] | None, text: bytes) -> None:
    assert pipe is not None
    with suppress(OSError, ValueError):
        try:
            pipe.write(text)
        finally:
            pipe.close()
