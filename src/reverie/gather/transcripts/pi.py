"""Pi: `<agent dir>/sessions/<folder>/<time>_<id>.jsonl`, written as OpenClaw writes its own, which is built on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from reverie.gather.transcripts import openclaw
from reverie.gather.transcripts.adapter import Shared, folders_in

NAME = "pi"
SIGN = openclaw.SIGN


def homes(home: Path, environ: Mapping[str, str]) -> list[Path]:
    return [Path(environ.get("PI_CODING_AGENT_DIR") or home / ".pi" / "agent") / "sessions"]


def left_out(path: str) -> str:
    return "" if path.endswith(".jsonl") else "not a transcript"


def recognises(head: bytes) -> bool:  # noqa: ARG001
    """A file that was named by hand is taken for OpenClaw's: nothing tells the two apart."""
    return False


def folders(head: bytes) -> Iterator[str]:
    return folders_in(head)


def session(shared: Shared, path: str) -> openclaw.Session:
    return openclaw.Session(shared, path)
