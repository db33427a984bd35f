"""The engines, one file each. To add one: write its file and give it a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from reverie.tasks.engine import Engine, Setup
from reverie.tasks.engines import agent, anthropic, claude, codex, keyless, openai, spool

ENGINES: Mapping[str, Callable[[Setup], Engine]] = {
    "keyless": keyless.engine,
    "agent": agent.engine,
    "claude": claude.engine,
    "codex": codex.engine,
    "anthropic": anthropic.engine,
    "openai": openai.engine,
    "spool": spool.engine,
}
