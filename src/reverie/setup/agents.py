"""The agents Reverie knows how to live with: how one sees that they are used here, and what goes into which of their
files. What each entry rests on is told, with its documentation, in docs/agents.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from shlex import quote
from typing import Any, NamedTuple

from reverie.setup.edits import Entry, Wanted

Program = Callable[[str], str]  # how to call a program of ours: by its name, or by its whole path

SHORT, LONG = 5, 30  # seconds a hook may take; all are done long before
PROJECT, USER = "project", "user"
IGNORED = (".agent/local/",)


class Ask(NamedTuple):
    """For whom, how our programs are called, and whether notes are put before the agent unasked."""

    scope: str
    program: Program
    recall: bool


@dataclass(frozen=True, slots=True)
class Agent:
    """`signs`: what lies in a project, or in a home, where it is used. `wanted`: its files, for a scope."""

    name: str
    title: str
    signs: tuple[str, ...]
    home: tuple[str, ...]
    wanted: Callable[[Ask], list[Wanted]]
    note: str = ""  # what a person must still do


def _group(command: str, matcher: str = "", seconds: int = SHORT) -> dict[str, Any]:
    hook = {"type": "command", "command": command, "timeout": seconds}
    return {**({"matcher": matcher} if matcher else {}), "hooks": [hook]}


def _server(program: Program) -> dict[str, Any]:
    return {"command": program("reverie"), "args": ["mcp"]}


def _like_claude(agent: str, ask: Ask, edits: str, *, last: int = LONG) -> tuple[Entry, ...]:
    def call(what: str) -> str:
        return f"{quote(ask.program('reverie-hook'))} {what}" + (f" --agent {agent}" if agent != "claude-code" else "")

    groups = {
        "SessionStart": _group(call("session-start"), "startup|clear|compact", SHORT),
        **({"UserPromptSubmit": _group(call("recall"))} if ask.recall else {}),
        "PostToolUse": _group(call("capture"), edits),
        "PreCompact": _group(call("capture")),
        "Stop": _group(call("capture")),
        "SessionEnd": _group(call("session-end"), seconds=last),
    }
    return tuple(Entry(("hooks", name), group) for name, group in groups.items())


def _claude_code(ask: Ask) -> list[Wanted]:
    settings, servers = (
        (".claude/settings.json", ".claude.json") if ask.scope == USER else (".claude/settings.local.json", ".mcp.json")
    )
    hooks = _like_claude("claude-code", ask, "Edit|MultiEdit|Write|NotebookEdit|Bash")
    return [Wanted(settings, hooks), Wanted(servers, (Entry(("mcpServers",), _server(ask.program), "reverie"),))]


def _codex(ask: Ask) -> list[Wanted]:
    hooks = _like_claude("codex", ask, "Bash|apply_patch", last=3)
    table = f'[mcp_servers.reverie]\ncommand = "{_quoted(ask.program("reverie"))}"\nargs = ["mcp"]\n'
    server = Wanted(".codex/config.toml", table=("mcp_servers.reverie", table))
    return [Wanted(".codex/hooks.json", hooks), server]


def _gemini(ask: Ask) -> list[Wanted]:
    def group(what: str, matcher: str = "", seconds: int = SHORT) -> dict[str, Any]:
        return _group(
            f"{quote(ask.program('reverie-hook'))} {what} --agent gemini", matcher, seconds * 1000
        )  # in milliseconds

    groups = {
        "SessionStart": group("session-start"),
        **({"BeforeAgent": group("recall")} if ask.recall else {}),
        "AfterTool": group("capture", "write_file|replace|run_shell_command"),
        "PreCompress": group("capture"),
        "SessionEnd": group("session-end", seconds=LONG),
    }
    hooks = tuple(Entry(("hooks", name), found) for name, found in groups.items())
    return [Wanted(".gemini/settings.json", (*hooks, Entry(("mcpServers",), _server(ask.program), "reverie")))]


def _cursor(ask: Ask) -> list[Wanted]:
    def call(what: str) -> dict[str, Any]:
        return {"command": f"{quote(ask.program('reverie-hook'))} {what} --agent cursor", "timeout": SHORT}

    calls = {
        "sessionStart": "session-start",
        "postToolUse": "capture",
        "preCompact": "capture",
        "stop": "capture",
        "sessionEnd": "session-end",
    }
    hooks = tuple(Entry(("hooks", name), call(what)) for name, what in calls.items())
    server = Entry(("mcpServers",), _server(ask.program), "reverie")
    opening = '{\n  "version": 1\n}\n'
    return [Wanted(".cursor/hooks.json", hooks, opening=opening), Wanted(".cursor/mcp.json", (server,))]


def _openclaw(ask: Ask) -> list[Wanted]:
    if ask.scope == PROJECT:
        return [Wanted(".agents/skills/reverie/SKILL.md", whole=SKILL)]
    server = Entry(("mcp", "servers"), _server(ask.program), "reverie")
    return [Wanted(".openclaw/skills/reverie/SKILL.md", whole=SKILL), Wanted(".openclaw/openclaw.json", (server,))]


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


_WHEN = (  # one line, as some agents read it
    "Look up and keep what this project has learned. Use before starting work in an unfamiliar part of the project, "
    "when a mistake looks familiar, and when somebody asks you to remember something."
)
SKILL = f"""---
name: reverie
description: {_WHEN}
metadata: {{"openclaw": {{"requires": {{"bins": ["reverie"]}}}}}}
---

# Reverie: the memory of this project

- To look something up: `reverie search --as-agent "the question in plain words"`. Memory is a hint: check the code
  before you act on it.
- When somebody asks you to remember something: `reverie remember "one sentence"`.
- To see where a line comes from: `reverie why FILE:LINE` or `reverie why ID`.
- Rules, promotions and settings are a person's to decide. Do not run `graduate`, `reject`, `mode` or `undo` unless the
  person asks for it in this conversation.
"""

AGENTS: Mapping[str, Agent] = {
    agent.name: agent
    for agent in (
        Agent("claude-code", "Claude Code", (".claude", "CLAUDE.md"), (".claude", ".claude.json"), _claude_code),
        Agent(
            "codex", "Codex", (".codex",), (".codex",), _codex,
            "Codex runs new hooks only once you trust them: type /hooks in Codex (from 0.146 on for SessionEnd)",
        ),
        Agent("openclaw", "OpenClaw", ("SOUL.md", "IDENTITY.md"), (".openclaw",), _openclaw),
        Agent("cursor", "Cursor", (".cursor",), (".cursor",), _cursor),
        Agent("gemini", "Gemini CLI", (".gemini", "GEMINI.md"), (".gemini",), _gemini),
    )
}  # fmt: skip


def ignore() -> Wanted:
    return Wanted(".gitignore", lines=IGNORED)
