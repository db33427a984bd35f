"""A home that is lived in, and a picture of it, to be compared with later."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

SETTINGS = """\
{
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "//": "shared with my laptop; keep the formatting hook first",
  "permissions": {
    "deny": ["Read(./.env)", "Read(./secrets/**)"],
    "allow": ["Bash(npm run lint)", "Bash(pytest:*)"],
    "defaultMode": "acceptEdits"
  },
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Edit|Write",
        "hooks": [{ "type": "command", "command": "true # ruff format", "timeout": 20 }]
      }
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "true # ring the bell" }] }]
  },
  "env": { "ANTHROPIC_LOG": "warn" },
  "statusLine": {"type": "command", "command": "~/.claude/statusline.sh"},
  "model": "opus"
}"""  # without a line end, as its program writes it
OWN = {
    "numStartups": 412,
    "mcpServers": {"tickets": {"type": "stdio", "command": "tickets-mcp", "args": [], "env": {}}},
    "projects": {"/home/ada/shop": {"allowedTools": [], "hasTrustDialogAccepted": True}},
    "oauthAccount": {"emailAddress": "ada@example.org"},
}
FILES = {
    ".claude/settings.json": SETTINGS,
    ".claude.json": json.dumps(OWN, indent=2),
    ".claude/CLAUDE.md": "# How I like it\n\nShort answers. British spelling.\n",
    ".claude/statusline.sh": "#!/bin/sh\necho ada\n",
    ".gitconfig": "[user]\n\tname = Ada\n\temail = ada@example.org\n",
    ".config/git/ignore": "*.swp\n",
}


def settle(home: Path) -> None:
    for name, text in FILES.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (home / ".claude.json").chmod(0o600)
    (home / ".claude/statusline.sh").chmod(0o755)


def picture(home: Path, besides: Sequence[str] = ()) -> dict[str, tuple[int, bytes]]:
    """Every file, folder and link below it, with rights and content; not what lies in these places."""
    seen: dict[str, tuple[int, bytes]] = {}
    for folder, names, files in os.walk(home):
        place = Path(folder)
        names[:] = [name for name in names if (place / name).relative_to(home).as_posix() not in besides]
        for path in (place / name for name in (*names, *files)):
            content = path.read_bytes() if path.is_file() else b""
            seen[path.relative_to(home).as_posix()] = (path.lstat().st_mode, content)
    return seen
