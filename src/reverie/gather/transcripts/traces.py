"""Reverie's own traces in other people's transcripts: text it injected, files it wrote, sessions it started. What it
said itself is no evidence for anything."""

from __future__ import annotations

import re
from collections.abc import Sequence

OWN_TEXT = "text that Reverie injected"
OWN_FILE = "Reverie's own file, read back"
OWN_OUTPUT = "what Reverie printed"
OWN_SESSION = "session that Reverie started"

SESSION_MARK = "<!-- reverie:session"  # a prompt Reverie writes for another agent begins with this
_BLOCK = re.compile(r"<!--\s*reverie:begin\b.*?(?:<!--\s*reverie:end\b[^>]*-->|\Z)", re.DOTALL)
_TAG = re.compile(r"<(reverie[\w-]*)(?:\s[^>]*)?>.*?(?:</\1>|\Z)", re.DOTALL)
_SECTION = re.compile(r"^#{1,6} Patterns \(graduated knowledge\).*?(?=^#{1,2} |\Z)", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"(?:^|[/\\\s\"'=])\.agent[/\\]")
_PRINTS = re.compile(r"(?:^|[;&|(]\s*|\b(?:uvx?|pipx|uv run|time|sudo)\s+)reverie\s")


def without_own(text: str) -> str:
    """The text without anything that Reverie put there."""
    if "reverie" in text:
        text = _TAG.sub("", _BLOCK.sub("", text))
    if "Patterns (graduated" in text:
        text = _SECTION.sub("", text)
    return text


def is_own_session(prompt: str, cwd: str = "", originator: str = "") -> bool:
    return (
        prompt.lstrip().startswith(SESSION_MARK) or originator == "reverie" or "/.agent/local" in cwd.replace("\\", "/")
    )


def own_call(command: str, files: Sequence[str]) -> str:
    """Why what this call brings back says nothing: it shows Reverie its own words. Empty if it may say something."""
    if any(".agent" in path and _FILE.search(path) for path in files):
        return OWN_FILE
    if "reverie " in command and _PRINTS.search(command):
        return OWN_OUTPUT
    return OWN_FILE if ".agent" in command and _FILE.search(command) else ""
