"""Claude Code: `<config>/projects/<slug>/<session>.jsonl`, subagents in `<session>/subagents/agent-*.jsonl`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.gather.transcripts.adapter import Shared, folders_in

if TYPE_CHECKING:
    from reverie.gather.transcripts.claude_runs import Runs

NAME = "claude-code"
SIGN = b'"type":"'
_KNOWN = re.compile(
    rb'"type":\s?"(?:user|assistant|progress|file-history-snapshot|summary|system|queue-operation|permission-mode|mode'
    rb'|last-prompt|ai-title|attachment)"'
)
_FIELDS = (b'"sessionId"', b'"leafUuid"', b'"messageId"', b'"parentUuid"')


def homes(home: Path, environ: Mapping[str, str]) -> list[Path]:
    config = environ.get("CLAUDE_CONFIG_DIR")
    return [Path(config) / "projects"] if config else [home / ".claude" / "projects", home / ".config/claude/projects"]


def left_out(path: str) -> str:
    return "" if path.endswith(".jsonl") else "not a transcript"


def recognises(head: bytes) -> bool:
    """By a line that is a record: other programs write the same names into one large object."""
    return any(
        line.startswith(b"{") and _KNOWN.search(line) is not None and any(name in line for name in _FIELDS)
        for line in head.split(b"\n")
    )


def folders(head: bytes) -> Iterator[str]:
    return folders_in(head)


def session(shared: Shared, path: str) -> Runs:
    from reverie.gather.transcripts.claude_runs import Runs

    return Runs(shared, path)
