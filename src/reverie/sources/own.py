"""Reverie's own traces in other programs' transcripts: sessions it started, files it wrote, text it printed. They are
never evidence."""

from __future__ import annotations

import re
from collections.abc import Sequence

SESSION_MARK = "<!-- reverie:session"  # a prompt that Reverie writes for another agent begins with this
_FILE = re.compile(r"(?:^|[/\\\s\"'=])\.agent[/\\]")
_COMMAND = re.compile(r"(?:^|[;&|(]\s{0,9}|\b(?:uvx?|pipx|uv run|time|sudo)\s{1,9})reverie\s")


def is_own_session(prompt: str, cwd: str = "", originator: str = "") -> bool:
    """Whether Reverie started this session."""
    begins = prompt[:200].lstrip().startswith(SESSION_MARK)
    return begins or originator == "reverie" or "/.agent/local" in cwd.replace("\\", "/")


def is_own_call(tool: str, command: str, files: Sequence[str]) -> bool:
    """Whether this call shows the agent Reverie's own words."""
    if tool.startswith("mcp__reverie") or any(".agent" in file and _FILE.search(file) for file in files):
        return True
    if "reverie" in command and _COMMAND.search(command):
        return True
    return ".agent" in command and _FILE.search(command) is not None
