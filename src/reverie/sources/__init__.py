"""The sessions of coding agents: one module for each agent reads its files into `records.sessions.Session`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Protocol

from reverie.records.sessions import Session
from reverie.sources import claude_code, codex, copilot, openclaw, pi


class Reader(Protocol):
    """What a module for another agent has to bring. Adding one is that file and one line below."""

    NAME: str

    def recognises(self, head: bytes, /) -> bool: ...

    def read(self, lines: Iterable[bytes], path: str, *, size: int = 0, most_line: int = ...) -> Session: ...


READERS: Mapping[str, Reader] = MappingProxyType(
    {
        claude_code.NAME: claude_code,
        codex.NAME: codex,
        copilot.NAME: copilot,
        pi.NAME: pi,
        openclaw.NAME: openclaw,
    }
)
