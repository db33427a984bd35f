"""A command of Reverie, typed for the agent: the same words and the same answer a person would get at the keyboard."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from dataclasses import dataclass
from pathlib import Path

from mcp.server.mcpserver.exceptions import ToolError

from reverie.tools.agent_env import without_agent

PATIENCE = 120.0  # seconds
AT_ONCE = 4  # processes
COMMAND = (sys.executable, "-P", "-m", "reverie")  # -P: nothing of the repository is imported


@dataclass(frozen=True, slots=True)
class Said:
    out: str
    talk: str


class Keyboard:
    def __init__(self, root: Path) -> None:
        self._root = root
        self._free = asyncio.Semaphore(AT_ONCE)

    async def type(self, *words: str, by_person: bool = False) -> Said:
        """What it said. A failure is told with the command's own hint. `by_person`: a person answered the question
        their client put to them, so this is not an agent's doing although it runs inside one."""
        async with self._free:
            process = await start(self._root, *words, talk=PIPE, by_person=by_person)
            try:
                out, talk = await asyncio.wait_for(process.communicate(), PATIENCE)
            except TimeoutError:
                raise ToolError(f"reverie {words[0]} took more than {PATIENCE:.0f} seconds; try again later") from None
            finally:
                if process.returncode is None:
                    process.kill()
        said = Said(_text(out), _text(talk))
        if process.returncode:
            raise ToolError(said.talk.removeprefix("Error: ") or f"reverie {words[0]} ended with {process.returncode}")
        return said


async def start(root: Path, *words: str, talk: int = STDOUT, by_person: bool = False) -> Process:
    """In a group of its own: Ctrl-C at the server's terminal is the server's to pass on."""
    around = without_agent(os.environ) if by_person else os.environ
    plain = {"PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"}
    return await asyncio.create_subprocess_exec(
        *COMMAND, *words, cwd=root, stdin=DEVNULL, stdout=PIPE, stderr=talk, env={**around, **plain},
        start_new_session=True, limit=1 << 20,
    )  # fmt: skip


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").strip("\n")
