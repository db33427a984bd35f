"""The server: its tools, resources and prompts around one project's memory."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import ValidationError

from reverie import __version__
from reverie.doors.mcp import deciding, prompts, reorganizing, resources, words
from reverie.doors.mcp.answering import TaskTools
from reverie.doors.mcp.clerk import Clerk
from reverie.doors.mcp.dreaming import Dreamer
from reverie.doors.mcp.reviewing import ReviewTools
from reverie.doors.mcp.tools import DreamTools, MemoryTools
from reverie.doors.mcp.typed import Keyboard

INSTRUCTIONS = (
    "Reverie keeps this project's memory. Search it before you decide how something is done here, and when an error "
    "looks familiar; remember what later sessions should know. Memory is a hint: it carries its date, whose words it "
    "is and whether it was checked, and you check the code before you act on it. Rules, settings and pinned notes are "
    "a person's; what you propose waits for them."
)
_LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)


class Server(MCPServer):
    """As the library has it, but an agent that calls a tool with the wrong arguments is told so in plain words."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as problem:
            if isinstance(problem.__cause__, ValidationError):
                raise ToolError(words.unfit(name, problem.__cause__)) from None
            raise


@asynccontextmanager
async def opened(root: Path) -> AsyncIterator[MCPServer]:
    """When it closes, a dream that is under way is stopped, and what was begun is finished."""
    clerk, keyboard, dreamer = Clerk(root), Keyboard(root), Dreamer(root)
    server = Server("reverie", title="Reverie", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    memory, dream, review = MemoryTools(clerk), DreamTools(keyboard, dreamer), ReviewTools(keyboard)
    tasks = TaskTools(clerk)
    looks: tuple[Callable[..., Any], ...] = (
        memory.memory_search, memory.memory_get, dream.dream_status, review.candidates_list, review.candidate_show,
        review.insights, review.reorganize_list, review.reorganize_show, review.why, tasks.dream_tasks,
    )  # fmt: skip
    adds: tuple[Callable[..., Any], ...] = (
        memory.memory_remember, memory.memory_forget, dream.dream_run, review.reorganize_propose,
        tasks.dream_answer,
        *deciding.tools(keyboard), *reorganizing.tools(keyboard),
    )  # fmt: skip
    for tools, kind in ((looks, _LOOKS), (adds, _ADDS)):
        for tool in tools:
            server.add_tool(tool, annotations=kind, structured_output=False)
    resources.offer(server, clerk)
    prompts.offer(server)
    try:
        yield server
    finally:
        await dreamer.close()
        clerk.close()


async def serve_stdio(root: Path) -> None:
    """Until the client is done, or gone: one that dies while it is answered leaves a pipe that nobody reads."""
    async with opened(root) as server:
        try:
            await server.run_stdio_async()
        except* (BrokenPipeError, ConnectionResetError):
            pass
