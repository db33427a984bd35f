"""Codex: `<home>/sessions/YYYY/MM/DD/rollout-*.jsonl`, records `{timestamp, type, payload}`; in the oldest files the
payload lies flat. Every message is written twice, as response_item and as event_msg: the first is read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.gather.transcripts.adapter import Shared, folders_in

if TYPE_CHECKING:
    from reverie.gather.transcripts.codex_session import Session

NAME = "codex"
SIGN = b'"payload":{"type":"'
_FOLDER = re.compile(rb'"cwd":\s?"((?:[^"\\]|\\.)*)"|<cwd>([^<"\\]*)</cwd>')


def homes(home: Path, environ: Mapping[str, str]) -> list[Path]:
    base = Path(environ.get("CODEX_HOME") or home / ".codex")
    return [base / "sessions", base / "archived_sessions"]


def left_out(path: str) -> str:
    return "" if path.endswith(".jsonl") else "not a transcript"


def recognises(head: bytes) -> bool:
    first = head.partition(b"\n")[0]
    flat = b'"instructions"' in first and b'"id"' in first and b'"timestamp"' in first
    return b'"session_meta"' in head or (b'"payload"' in head and b'"response_item"' in head) or flat


def folders(head: bytes) -> Iterator[str]:
    return folders_in(head, _FOLDER)


def session(shared: Shared, path: str) -> Session:
    from reverie.gather.transcripts.codex_session import Session

    return Session(shared, path)
