"""The plugin that Claude Code and Codex install from a checkout or a marketplace: its files, by their paths below the
repository. `python -m scripts.plugin` writes them."""

from __future__ import annotations

import json
from typing import Any

from reverie.setup import chat
from reverie.setup.agents import CLAUDE_EDITS, CODEX_EDITS, CODEX_LAST, like_claude
from reverie.setup.edits import Entry

ABOUT = "Lets your agent dream: what happened becomes memory overnight, and is at hand the next morning."
HOOKS = "Captures the day, hands over memory when a session begins, and lets a dream follow its end."
CALL = 'sh "${CLAUDE_PLUGIN_ROOT}/bin/run" reverie-hook'  # the plugin is copied when it is installed
MAKER = {"name": "Reverie"}
PROMPTS = [
    "What does this project's memory say about deploying?",
    "Remember that the staging database is read-only.",
    "Dream over the last week and tell me what you noticed.",
]


def files(version: str) -> dict[str, str]:
    """Recall at a prompt is among the hooks, and silent until the settings of a project ask for it."""
    claude = like_claude("claude-code", CALL, CLAUDE_EDITS, recall=True)
    codex = like_claude("codex", CALL, CODEX_EDITS, recall=True, last=CODEX_LAST)
    told = {
        ".claude-plugin/marketplace.json": _claude_market(),
        ".agents/plugins/marketplace.json": _codex_market(),
        "plugin/.claude-plugin/plugin.json": _manifest(version),
        "plugin/.codex-plugin/plugin.json": {**_manifest(version), **_for_codex()},
        "plugin/.mcp.json": {"mcpServers": {"reverie": _server("sh", "${CLAUDE_PLUGIN_ROOT}/bin/run", "reverie")}},
        "plugin/hooks/hooks.json": {"description": HOOKS, "hooks": _groups(claude)},
        "plugin/hooks/codex.json": {"description": HOOKS, "hooks": _groups(codex)},
    }
    written = {path: json.dumps(what, indent=2) + "\n" for path, what in told.items()}
    return written | {wanted.path: wanted.whole for wanted in chat.skills("plugin/skills", codex=True)}


def _manifest(version: str) -> dict[str, Any]:
    return {
        "name": chat.NAME,
        "version": version,
        "description": ABOUT,
        "author": MAKER,
        "license": "MIT",
        "keywords": ["memory", "dreaming", "learning"],
    }


def _for_codex() -> dict[str, Any]:
    """Codex looks up a server's program on the PATH: it puts nothing in place of the plugin's folder there."""
    return {
        "skills": "./skills/",
        "hooks": "./hooks/codex.json",
        "mcpServers": {"reverie": _server("reverie")},
        "interface": {
            "displayName": "Reverie",
            "shortDescription": "Memory that grows overnight",
            "longDescription": f"{ABOUT} It needs the program: pip install 'reverie[mcp]'.",
            "developerName": "Reverie",
            "category": "Productivity",
            "capabilities": ["Interactive", "Write"],
            "defaultPrompt": PROMPTS,
        },
    }


def _claude_market() -> dict[str, Any]:
    listed = {"name": chat.NAME, "source": "./plugin", "description": ABOUT}
    return {"name": chat.NAME, "description": ABOUT, "owner": MAKER, "plugins": [listed]}


def _codex_market() -> dict[str, Any]:
    listed = {
        "name": chat.NAME,
        "source": {"source": "local", "path": "./plugin"},
        "policy": {"installation": "AVAILABLE", "authentication": "ON_INSTALL"},
        "category": "Productivity",
    }
    return {"name": chat.NAME, "interface": {"displayName": "Reverie"}, "plugins": [listed]}


def _server(command: str, *words: str) -> dict[str, Any]:
    return {"command": command, "args": [*words, "mcp"]}


def _groups(entries: tuple[Entry, ...]) -> dict[str, Any]:
    return {entry.path[-1]: [entry.value] for entry in entries}
