"""The parent's ear: feeds the child its request and takes in answer, talk and noise at once, all of them bounded."""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Callable
from threading import Event
from types import TracebackType
from typing import Self

from reverie.cage.child import Child
from reverie.cage.errors import Cancelled, TimedOut
from reverie.cage.frames import Frames
from reverie.cage.inside import REFUSED

CHUNK = 1 << 18
TICK = 0.1  # seconds between two looks at whether it was cancelled
NOISE = 8192  # bytes kept of what the child prints
REPORT = 1 << 16  # bytes of the report on the fences
LINE = 4096  # bytes of one line of talk
BURST, RATE = 200, 50.0  # lines of progress: at once, and per second
REFUSALS = 100  # different ones kept


class Talk:
    """Lines of progress and refusals. A child that talks too much is not heard, but never holds the parent up."""

    def __init__(self, on_progress: Callable[[str], None] | None) -> None:
        self._on_progress = on_progress
        self._rest = b""
        self._allowance, self._since = float(BURST), time.monotonic()
        self._refused: dict[str, int] = {}

    def feed(self, chunk: bytes) -> None:
        *lines, rest = (self._rest + chunk).split(b"\n")
        self._rest = rest[:LINE]
        for line in lines:
            text = line[1:LINE].decode("utf-8", "replace")
            if line[:1] == REFUSED:
                self._refuse(text)
            elif self._on_progress is not None and self._may_tell():
                self._on_progress(text)

    def refused(self) -> tuple[str, ...]:
        return tuple(text if count == 1 else f"{text} ({count} times)" for text, count in self._refused.items())

    def _refuse(self, text: str) -> None:
        known = text in self._refused or len(self._refused) < REFUSALS
        kept = text if known else "and others"
        self._refused[kept] = self._refused.get(kept, 0) + 1

    def _may_tell(self) -> bool:
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._since) * RATE)
        self._since = now
        if self._allowance < 1:
            return False
        self._allowance -= 1
        return True


class Listener:
    """All four pipes of one child. `listen` returns when the answer is whole, or when no more of it can come."""

    def __init__(self, output: int, talk: Talk, child: Child) -> None:
        self.frames = Frames(REPORT, output)
        self.talk = talk
        self.noise = b""
        self._child = child
        self._feeds = {child.answer: self.frames.feed, child.talk: self.talk.feed, child.noise: self._overhear}
        self._selector = selectors.DefaultSelector()
        for fd in self._feeds:
            os.set_blocking(fd, False)
            self._selector.register(fd, selectors.EVENT_READ)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._selector.close()

    def listen(self, request: bytes, wall: float, cancel: Event | None) -> None:
        deadline = time.monotonic() + wall
        unsaid = memoryview(request)
        os.set_blocking(self._child.stdin, False)
        self._selector.register(self._child.stdin, selectors.EVENT_WRITE)
        while not self.frames.complete and self._child.answer in self._feeds:
            if cancel is not None and cancel.is_set():
                raise Cancelled
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimedOut(seconds=wall)
            for key, _ in self._selector.select(left if cancel is None else min(left, TICK)):
                if key.fd == self._child.stdin:
                    unsaid = self._say(unsaid)
                else:
                    self._read(key.fd)

    def drain(self) -> None:
        """What a dead child left in its pipes."""
        for fd in [fd for fd in self._feeds if fd != self._child.answer]:
            while fd in self._feeds and self._read(fd):
                pass

    def _say(self, unsaid: memoryview) -> memoryview:
        """One write. At the end the pipe is left open: the child lives as long as it does."""
        try:
            unsaid = unsaid[os.write(self._child.stdin, unsaid) :]
        except BrokenPipeError:
            unsaid = unsaid[:0]  # it is dead, and the other pipes say so
        if not unsaid:
            self._selector.unregister(self._child.stdin)
        return unsaid

    def _read(self, fd: int) -> bool:
        """Take in what is there; False if nothing is, or nothing more can come."""
        try:
            chunk = os.read(fd, CHUNK)
        except BlockingIOError:
            return False
        self._feeds[fd](chunk)
        if not chunk:
            self._selector.unregister(fd)
            del self._feeds[fd]
        return bool(chunk)

    def _overhear(self, chunk: bytes) -> None:
        self.noise = (self.noise + chunk)[-NOISE:]
