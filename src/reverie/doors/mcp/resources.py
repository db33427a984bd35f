"""What an agent may read without calling a tool: the index, notes, rules, and the last dream's report."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import orjson
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError, ToolError

from reverie import wiring
from reverie.doors.mcp import reading, words
from reverie.doors.mcp.clerk import Clerk

if TYPE_CHECKING:
    from reverie.doors.mcp.clerk import Desk

MOST = 40_000  # characters of a resource
_TEXT = "text/markdown"


def offer(server: MCPServer, clerk: Clerk) -> None:
    async def asked(work: Callable[[Desk], str | None]) -> str:
        try:
            found = await clerk.do(work)
        except ToolError as problem:
            raise ResourceError(str(problem)) from None
        if found is None:
            raise ResourceNotFoundError("there is no such thing in this memory")
        return words.fitted(found, "memory_get reads the rest in pieces.", MOST)

    @server.resource("reverie://memory", name="MEMORY.md", description="The index of memory", mime_type=_TEXT)
    async def memory() -> str:
        return await asked(_index)

    @server.resource("reverie://rules", name="rules", description="The rules that hold here", mime_type=_TEXT)
    async def rules() -> str:
        return await asked(_rules)

    @server.resource("reverie://report", name="last report", mime_type="application/json",
                     description="What the last dream read, noticed, proposed, changed and left out")  # fmt: skip
    async def report() -> str:
        return await asked(_report)

    @server.resource("reverie://notes/{name}", name="note", description="A note, by its name", mime_type=_TEXT)
    async def note(name: str) -> str:
        return await asked(partial(_note, name=name))


def _index(desk: Desk) -> str:
    """MEMORY.md, wherever its owner keeps it; a memory that has none yet is empty."""
    layout = wiring.place(desk.project).layout
    address = layout.index
    found = (
        desk.store.read(address) if address else reading.document_at(desk, f"{wiring.shown_root('workspace')}MEMORY.md")
    )
    return (
        f"{reading.clean_text(desk, found)}\n{words.HINT}\n"
        if found
        else "No notes yet; memory_search looks into daily notes, too.\n"
    )


def _note(desk: Desk, name: str) -> str | None:
    found = reading.note_called(desk, name)
    return f"{reading.clean_text(desk, found.document)}\n{words.HINT}\n" if found else None


def _rules(desk: Desk) -> str:
    from reverie.night import lay_out

    found = sorted(lay_out(desk.store).active_rules, key=lambda rule: (rule.at, rule.id))
    lines = [f"- {rule.sentence} ({rule.id}; {', '.join(rule.scope) or 'everywhere'})" for rule in found]
    return "\n".join(lines) or "No rules yet."


def _report(desk: Desk) -> str:
    from reverie.doors.cli.desk import last_night

    night = last_night(desk.store)
    facts = {"at": night.at.isoformat(), **night.facts} if night else {"at": None}
    return orjson.dumps(facts, option=orjson.OPT_INDENT_2, default=str).decode()
