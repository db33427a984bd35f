"""Pi: `<agent dir>/sessions/<folder>/<time>_<id>.jsonl`, written as OpenClaw writes its own."""

from __future__ import annotations

from collections.abc import Iterable

from reverie.records.sessions import Session
from reverie.sources import openclaw
from reverie.sources.transcript import MOST_LINE

NAME = "pi"


def recognises(head: bytes) -> bool:  # noqa: ARG001
    """Nothing in a file tells it from OpenClaw's; only its folder does."""
    return False


def read(lines: Iterable[bytes], path: str, *, size: int = 0, most_line: int = MOST_LINE) -> Session:
    """The session in a file."""
    return openclaw.read(lines, path, size=size, most_line=most_line, agent=NAME)
