"""Slash commands of an agent's chat. `/dreaming` is a person's command: the prompt only says what to type."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp.server import MCPServer
from pydantic import Field

Word = Literal["core", "rem", "deep", "off", "status", "help"]
_WHAT = {
    "core": "promotion once a day, at 3 AM",
    "rem": "promotion every 6 hours",
    "deep": "promotion every 12 hours",
    "off": "no promotion by itself",
}


def offer(server: MCPServer) -> None:
    server.prompt(description="Switch promotion: core, rem, deep, off; or status, help. Says what to type.")(dreaming)
    server.prompt(description="Dream now, and tell what came of it.")(dream)
    server.prompt(description="Remember something for later sessions.")(remember)


def dreaming(word: Annotated[Word, Field(description="core, rem, deep, off, status or help")] = "help") -> str:
    if word == "status":
        return "Call dream_status and tell me in a few lines how the memory is and what waits for me."
    if word == "help":
        lines = [f"  reverie mode {name:5} {told}" for name, told in _WHAT.items()]
        told = "\n".join([*lines, "  reverie status --deep   the mode, when it is due next, what its gates say"])
        return f"Show me these commands, which only I can type, and change nothing:\n{told}"
    return (
        f"The mode of this memory is mine to set. Tell me to type `reverie mode {word}` ({_WHAT[word]}) in a terminal "
        f"in this project, and do not type it or edit .agent/config.yaml yourself."
    )


def dream() -> str:
    return (
        "Call dream_run. When it is over, tell me in a few lines what it noticed, and which candidates wait for me, "
        "with the command that shows each. Decide nothing."
    )


def remember(text: Annotated[str, Field(description="What to remember")]) -> str:
    return f"Call memory_remember with this, made into one sentence that can be understood on its own:\n\n{text}"
