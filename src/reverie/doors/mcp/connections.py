"""Connections that keep the server waiting: how many there may be, and for how long. uvicorn bounds neither."""

from __future__ import annotations

import asyncio
import errno
import resource
from dataclasses import dataclass
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

_FULL = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


@dataclass(frozen=True)
class Limits:
    """`connections`: open at once; `backlog`: accepted at once, before any is counted; `deadline`: seconds in which a
    request must be there whole, its head and its body; `sessions`: MCP sessions that are kept at once."""

    connections: int = 128
    backlog: int = 32
    deadline: float = 15.0
    sessions: int = 1000

    @classmethod
    def of_process(cls) -> Limits:
        """So few that file descriptors are left for the memory itself, where few are allowed (macOS: 256)."""
        allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if allowed in (resource.RLIM_INFINITY, -1):
            return cls()
        connections, backlog = min(cls.connections, allowed // 3), min(cls.backlog, allowed // 8)
        return cls(connections=max(4, connections), backlog=max(2, backlog))


class LimitedProtocol(H11Protocol):
    """A connection whose request is not there whole at the deadline is closed. When all are taken, the one that keeps
    us waiting longest makes room; if every one is being answered, the new one is closed."""

    limits: ClassVar[Limits] = Limits()
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()
        if len(self.connections) > self.limits.connections:
            self._make_room()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    @property
    def has_answered(self) -> bool:
        """It is kept open by a client that was answered before."""
        return self.cycle is not None and self.cycle.response_complete

    @property
    def is_waiting(self) -> bool:
        """Whether the client has to send something, and not we."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    @property
    def due(self) -> float:
        return self._timer.when() if self._timer else 0.0

    def drop(self) -> None:
        """At once: closing in good order would wait for a client that does not read."""
        self._stop_timer()
        self.connections.discard(self)
        self.transport.abort()

    def _watch(self) -> None:
        """The time runs from when the client's turn began, however often it sends a byte."""
        if self.transport.is_closing() or not self.is_waiting:
            self._stop_timer()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.limits.deadline, self.drop)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _make_room(self) -> None:
        others = [c for c in self.connections if isinstance(c, LimitedProtocol) and c is not self and c.is_waiting]
        min(others, key=lambda c: (c.has_answered, c.due), default=self).drop()


def limited_protocol(limits: Limits) -> type[asyncio.Protocol]:
    return type("Connection", (LimitedProtocol,), {"limits": limits})


def outlive_exhaustion(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """The loop tries to accept again a second later. Telling it would need a file descriptor too (rich loads a module
    for it), and that failure ended the server."""
    problem = context.get("exception")
    if not (isinstance(problem, OSError) and problem.errno in _FULL):
        loop.default_exception_handler(context)
