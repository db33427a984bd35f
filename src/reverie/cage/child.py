"""The child as the parent holds it: a process in a group of its own, and the ends of its pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from types import TracebackType
from typing import Self

from reverie.cage.surroundings import Orders, command, environment

GRACE = 1.0  # seconds for a child that closed its mouth to be dead
STEP = 0.002


class Child:
    """Started on entering; on leaving the whole group is killed and every pipe closed."""

    def __init__(self, orders: Orders, answer: int, talk: int) -> None:
        self.answer, self.talk = answer, talk
        self._process = subprocess.Popen(
            command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            pass_fds=(orders.answer, orders.talk),
            cwd=orders.scratch,
            env=environment(os.environ, orders.scratch, orders.git, orders.limits),
            start_new_session=True,
        )
        assert self._process.stdin and self._process.stdout
        self.stdin, self.noise = self._process.stdin.fileno(), self._process.stdout.fileno()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream
            with suppress(BrokenPipeError):
                stream.close()

    def kill(self) -> int:
        """End the group, and say how the child ended. The group goes first: while the child is not waited for, its
        number cannot be anybody else's."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):  # macOS says the latter of a group of the dead
                os.killpg(self._process.pid, signal.SIGKILL)
        return self._process.wait()

    def let_end(self) -> bool:
        """Give it a moment to die by itself, so that its own reason is seen and not our signal."""
        deadline = time.monotonic() + GRACE
        while not (dead := self._is_dead()) and time.monotonic() < deadline:
            time.sleep(STEP)
        return dead

    def _is_dead(self) -> bool:
        if not hasattr(os, "waitid"):  # macOS before Python 3.13; there the group is killed a moment too late or never
            return self._process.poll() is not None
        return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None


def start(orders: Orders, answer: tuple[int, int], talk: tuple[int, int]) -> Child:
    """Start it, and close the ends that are its own: only then does its end show as the end of the pipe."""
    try:
        return Child(orders, answer[0], talk[0])
    finally:
        os.close(answer[1])
        os.close(talk[1])
