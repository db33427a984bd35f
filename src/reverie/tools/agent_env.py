"""Whether this process runs inside a coding agent's session, by the variables agents set for the commands they run.
Variables that people set to configure an agent (CODEX_HOME, GEMINI_API_KEY, AIDER_MODEL) say nothing about that."""

from __future__ import annotations

from collections.abc import Mapping

_SET_BY: Mapping[str, str] = {
    "CLAUDECODE": "Claude Code",
    "CLAUDE_CODE": "Claude Code",
    "CLAUDE_CODE_ENTRYPOINT": "Claude Code",
    "CLAUDE_CODE_SESSION_ID": "Claude Code",
    "CLAUDE_CODE_REMOTE": "Claude Code",
    "CLAUDE_CODE_IS_COWORK": "Claude Code",
    "CURSOR_AGENT": "Cursor",
    "CURSOR_TRACE_ID": "Cursor",
    "CURSOR_CLI": "Cursor",
    "GEMINI_CLI": "Gemini CLI",
    "GEMINI_SESSION_ID": "Gemini CLI",
    "COPILOT_CLI": "Copilot",
    "COPILOT_AGENT": "Copilot",
    "COPILOT_AGENT_SESSION_ID": "Copilot",
    "OPENCLAW_SHELL": "OpenClaw",
    "OPENCODE": "OpenCode",
    "OPENCODE_CLIENT": "OpenCode",
    "OPENCODE_SERVER": "OpenCode",
    "OPENCODE_APP_INFO": "OpenCode",
    "OPENCODE_SESSION_ID": "OpenCode",
    "AIDER": "Aider",
    "AIDER_VERSION": "Aider",
    "AIDER_CHAT": "Aider",
    "AUGMENT_AGENT": "Augment",
    "ANTIGRAVITY_AGENT": "Antigravity",
    "AMP_CURRENT_THREAD_ID": "Amp",
    "AMP_THREAD_ID": "Amp",
    "CLINE_ACTIVE": "Cline",
    "ROO_ACTIVE": "Roo Code",
    "QWEN_CODE": "Qwen Code",
    "CRUSH": "Crush",
    "GOOSE_TERMINAL": "Goose",
    "DEVIN_SESSION_ID": "Devin",
    "JULES_SESSION_ID": "Jules",
    "OZ_RUN_ID": "Warp",
    "PI_CODING_AGENT": "Pi",
    "PI_SESSION_ID": "Pi",
    "AI_AGENT": "an agent",
    "AGENT": "an agent",
}
# Codex and OpenClaw set several and add new ones; what ends like this is set by people.
_FAMILIES: Mapping[str, str] = {"CODEX_": "Codex", "OPENCLAW_": "OpenClaw"}
_PEOPLE_SET = tuple(
    f"_{end}" for end in "HOME KEY TOKEN PASSWORD DIR PATH URL PORT MODEL PROFILE BIN LOG ENV MS".split()
)
_OFF = ("", "0", "false", "no", "off")


def find_agent(environ: Mapping[str, str]) -> str:
    """The agent in whose session this runs; empty if there is none."""
    return next((_agent(name) for name, value in environ.items() if _agent(name) and _is_on(value)), "")


def without_agent(environ: Mapping[str, str]) -> dict[str, str]:
    """The same surroundings, for what a person asked for through an agent's program."""
    return {name: value for name, value in environ.items() if not _agent(name)}


def _agent(name: str) -> str:
    if name in _SET_BY:
        return _SET_BY[name]
    if name.endswith(_PEOPLE_SET):
        return ""
    return next((agent for start, agent in _FAMILIES.items() if name.startswith(start)), "")


def _is_on(value: str) -> bool:
    return value.strip().casefold() not in _OFF
