"""The dream in the background: one at a time, told line by line while it happens, stopped when no longer wanted."""

from __future__ import annotations

import asyncio
import signal
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from reverie import wiring
from reverie.doors.mcp.typed import start

GRACE = 5.0  # seconds between asking a dream to stop and making it
Tell = Callable[[int, str], Awaitable[None]]


class Dreamer:
    def __init__(self, root: Path) -> None:
        self._root = root
        self._process: Process | None = None
        self._following: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._starting = asyncio.Lock()
        self.began: datetime | None = None
        self.lines: list[str] = []

    @property
    def is_dreaming(self) -> bool:
        return self._following is not None and not self._following.done()

    @property
    def code(self) -> int | None:
        """How the last one ended; None while it goes on, or if there was none."""
        return self._process.returncode if self._process and not self.is_dreaming else None

    async def begin(self, *words: str) -> bool:
        """Whether one was started: not while another is under way."""
        async with self._starting:
            if self.is_dreaming:
                return False
            self.began, self.lines = wiring.now(), []
            self._process = await start(self._root, "run", *words)
            self._following = asyncio.create_task(self._follow(self._process))
            self._following.add_done_callback(lambda _: self._wake())
            return True

    async def _follow(self, process: Process) -> None:
        assert process.stdout is not None
        async for raw in process.stdout:
            if line := raw.decode("utf-8", "replace").strip():
                self.lines.append(line)
                self._wake()
        await process.wait()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def watch(self, seconds: float, tell: Tell) -> None:
        """Tell what happens, until it is over or so much time has passed."""
        told = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    news = self._news
                    while told < len(self.lines):
                        told += 1
                        await tell(told, self.lines[told - 1])
                    if not self.is_dreaming:
                        return
                    await news.wait()

    def stop(self) -> None:
        """Ask it to stop, and make it if it does not: what it thought is thrown away, and nothing is half-written."""
        if self._process and self._process.returncode is None:
            self._process.send_signal(signal.SIGINT)
            asyncio.get_running_loop().call_later(GRACE, _kill, self._process)

    async def close(self) -> None:
        self.stop()
        if self._following:
            await asyncio.wait([self._following], timeout=GRACE * 2)


def _kill(process: Process) -> None:
    if process.returncode is None:
        process.kill()
