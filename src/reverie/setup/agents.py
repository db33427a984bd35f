"""The agents Reverie knows how to live with: how one sees that they are used here, and what goes into which of their
files. What each entry rests on is told, with its documentation, in docs/agents.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from shlex import quote
from typing import Any, NamedTuple

from reverie.setup import chat, openclaw
from reverie.setup.edits import Entry, Wanted

Program = Callable[[str], str]  # how to call a program of ours: by its name, or by its whole path

SHORT, LONG = 5, 30  # seconds a hook may take; all are done long before
PROJECT, USER = "project", "user"
IGNORED = (".agent/local/",)
CLAUDE_EDITS, CODEX_EDITS = "Edit|MultiEdit|Write|NotebookEdit|Bash", "Bash|apply_patch"
CODEX_LAST = 3  # seconds: what Codex allows at most when a session ends


class Ask(NamedTuple):
    """For whom; how our programs are called, in files that others may read and in one's own; whether notes are put
    before the agent unasked, and whether commands for its chat come along. `root`: the project."""

    scope: str
    program: Program
    own: Program
    recall: bool = False
    commands: bool = False
    root: str = ""


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


def like_claude(agent: str, program: str, edits: str, *, recall: bool, last: int = LONG) -> tuple[Entry, ...]:
    """The hooks of Claude Code, whose shape Codex has taken over."""

    def call(what: str) -> str:
        return f"{program} {what}" + (f" --agent {agent}" if agent != "claude-code" else "")

    groups = {
        "SessionStart": _group(call("session-start"), "startup|clear|compact", SHORT),
        **({"UserPromptSubmit": _group(call("recall"))} if recall else {}),
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
    hooks = like_claude("claude-code", _hook(ask.own), CLAUDE_EDITS, recall=ask.recall)
    server = Wanted(servers, (Entry(("mcpServers",), _server(ask.program), "reverie"),))
    return [Wanted(settings, hooks), server, *(chat.skills(".claude/skills") if ask.commands else [])]


def _codex(ask: Ask) -> list[Wanted]:
    hooks = like_claude("codex", _hook(ask.program), CODEX_EDITS, recall=ask.recall, last=CODEX_LAST)
    table = f'[mcp_servers.reverie]\ncommand = "{_quoted(ask.program("reverie"))}"\nargs = ["mcp"]\n'
    server = Wanted(".codex/config.toml", table=("mcp_servers.reverie", table))
    commands = chat.skills(".agents/skills", codex=True) if ask.commands else []
    return [Wanted(".codex/hooks.json", hooks), server, *commands]


def _gemini(ask: Ask) -> list[Wanted]:
    def group(what: str, matcher: str = "", seconds: int = SHORT) -> dict[str, Any]:
        return _group(f"{_hook(ask.program)} {what} --agent gemini", matcher, seconds * 1000)  # in milliseconds

    groups = {
        "SessionStart": group("session-start"),
        **({"BeforeAgent": group("recall")} if ask.recall else {}),
        "AfterTool": group("capture", "write_file|replace|run_shell_command"),
        "PreCompress": group("capture"),
        "SessionEnd": group("session-end", seconds=LONG),
    }
    hooks = tuple(Entry(("hooks", name), found) for name, found in groups.items())
    server = Entry(("mcpServers",), _server(ask.program), "reverie")
    settings = Wanted(".gemini/settings.json", (*hooks, server), comments=True)
    return [settings, *(chat.gemini(".gemini") if ask.commands else [])]


def _cursor(ask: Ask) -> list[Wanted]:
    def call(what: str) -> dict[str, Any]:
        return {"command": f"{_hook(ask.program)} {what} --agent cursor", "timeout": SHORT}

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
    commands = chat.skills(".cursor/skills") if ask.commands else []
    return [Wanted(".cursor/hooks.json", hooks, opening=opening), Wanted(".cursor/mcp.json", (server,)), *commands]


def _openclaw(ask: Ask) -> list[Wanted]:
    """Its gateway starts a server wherever it was started itself, so the workspace is named."""
    hook = ask.program("reverie-hook")
    if ask.scope == PROJECT:
        return [chat.own_skill(".agents/skills"), *openclaw.hook("hooks", hook)]
    server = {**_server(ask.program), **({"args": ["mcp", "--project", ask.root]} if ask.root else {})}
    return [
        chat.own_skill(".openclaw/skills"),
        *openclaw.hook(".openclaw/hooks", hook),
        Wanted(".openclaw/openclaw.json", (Entry(("mcp", "servers"), server, "reverie"),)),
    ]


def _hook(program: Program) -> str:
    return quote(program("reverie-hook"))


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


AGENTS: Mapping[str, Agent] = {
    agent.name: agent
    for agent in (
        Agent("claude-code", "Claude Code", (".claude", "CLAUDE.md"), (".claude", ".claude.json"), _claude_code),
        Agent(
            "codex", "Codex", (".codex",), (".codex",), _codex,
            "Codex runs new hooks only once you trust them: type /hooks in Codex (from 0.146 on for SessionEnd)",
        ),
        Agent(
            "openclaw", "OpenClaw", ("SOUL.md", "IDENTITY.md"), (".openclaw",), _openclaw,
            "OpenClaw runs a new hook only once it is enabled: openclaw hooks enable reverie",
        ),
        Agent("cursor", "Cursor", (".cursor",), (".cursor",), _cursor),
        Agent("gemini", "Gemini CLI", (".gemini", "GEMINI.md"), (".gemini",), _gemini),
    )
}  # fmt: skip


def ignore() -> Wanted:
    return Wanted(".gitignore", lines=IGNORED)


def paths(scope: str) -> frozenset[str]:
    """Every file that is ever written for an agent."""
    ask = Ask(scope, str, str, recall=True, commands=True)
    return frozenset({ignore().path, *(one.path for agent in AGENTS.values() for one in agent.wanted(ask))})
