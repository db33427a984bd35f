"""The tools of memory and of the dream. What each one says about itself is what an agent knows of it."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from mcp.server.mcpserver import Context
from pydantic import Field

from reverie.doors.mcp import reading, words, writing
from reverie.doors.mcp.clerk import Clerk
from reverie.doors.mcp.dreaming import Dreamer
from reverie.doors.mcp.typed import Keyboard

Layer = Literal["note", "daily", "rule", "insight"]
Type = Literal["user", "feedback", "project", "reference"]
Place = Annotated[str, Field(min_length=1, max_length=500)]


class MemoryTools:
    def __init__(self, clerk: Clerk) -> None:
        self._clerk = clerk

    async def memory_search(
        self,
        query: Annotated[
            str, Field(min_length=1, max_length=2_000, description="What you want to know, in plain words")
        ],
        limit: Annotated[int, Field(ge=1, le=20, description="Hits at most")] = 5,
        layers: Annotated[list[Layer], Field(max_length=4, description="Only these layers; empty: all")] = [],  # noqa: B006
        since_days: Annotated[int | None, Field(ge=1, le=36_500, description="Only what is this new")] = None,
        include_superseded: Annotated[bool, Field(description="Also what no longer holds")] = False,
    ) -> str:
        """Find what this project's memory says: notes, daily notes, rules, insights. Call it before you decide how
        something is done here, and when an error looks familiar. Each hit has a score from 0 to 1, the path and lines
        it stands at, its date, whose words it is (user, agent, tool) and whether it was checked against the code.
        Memory is a hint: check the code before you act on it."""
        work = partial(
            reading.search,
            query=query,
            limit=limit,
            layers=layers,
            since_days=since_days,
            superseded=include_superseded,
        )
        return await self._clerk.do(work)

    async def memory_get(
        self,
        path: Annotated[Place, Field(description="As memory_search shows it, with or without lines; or a note's name")],
        from_line: Annotated[int, Field(ge=1, le=10_000_000)] = 1,
        lines: Annotated[int, Field(ge=1, le=400)] = 120,
    ) -> str:
        """Read a document of memory (a note, a daily note, a rule, MEMORY.md) with its header. Reads nothing else."""
        return await self._clerk.do(partial(reading.get, place=path, first=from_line, count=lines))

    async def memory_remember(
        self,
        text: Annotated[str, Field(min_length=1, max_length=4_000, pattern=r"\S", description="One fact, on its own")],
        type: Annotated[Type | None, Field(description="What kind of thing it is, if that is clear")] = None,
    ) -> str:
        """Write one thing into today's note, so that later sessions find it: what was decided and why, what a person
        prefers, what cost time to find out. Not what the code or git already says. It is kept as an agent's words;
        secrets are taken out. What proves useful is promoted to long-term memory by itself."""
        return await self._clerk.do(partial(writing.remember, text=text, type=type or ""))

    async def memory_forget(
        self,
        note: Annotated[Place, Field(description="The note's path or name")],
        reason: Annotated[str, Field(min_length=10, max_length=1_000, description="Why it no longer holds")],
    ) -> str:
        """Propose that a note be taken out of memory. Nothing is changed: a person decides. Pinned and static notes
        cannot be proposed."""
        return await self._clerk.do(partial(writing.forget, name=note, reason=reason))


class DreamTools:
    def __init__(self, keyboard: Keyboard, dreamer: Dreamer) -> None:
        self._keyboard, self._dreamer = keyboard, dreamer

    async def dream_status(self) -> str:
        """What the memory holds, when the last dream ran and what it did, what waits for a person, and how a dream
        that is under way stands."""
        said = await self._keyboard.type("status", "--deep")
        more = "The person can read all of it: reverie status --deep"
        return words.fitted("\n".join(part for part in (self._under_way(), said.out, said.talk) if part), more)

    async def dream_run(
        self,
        ctx: Context,
        days: Annotated[int | None, Field(ge=1, le=3_650, description="How far back; default: as configured")] = None,
        again: Annotated[bool, Field(description="Think even if nothing is new")] = False,
        wait_seconds: Annotated[int, Field(ge=0, le=600, description="How long to wait for its end")] = 60,
    ) -> str:
        """Dream now: go over what happened, propose what to learn, tidy the memory. It runs in the background, one at
        a time; progress is sent while you wait, dream_status tells the rest. Cancelling the call stops the dream, and
        nothing is half-written. What it proposes waits for a person."""
        asked = [*(["--lookback-days", str(days)] if days else []), *(["--again"] if again else [])]
        mine = await self._dreamer.begin(*asked)
        over = False
        try:
            await self._dreamer.watch(wait_seconds, lambda number, line: ctx.report_progress(number, None, line))
            over = True
        finally:
            if mine and not over:
                self._dreamer.stop()
        told = "" if mine else "A dream was under way already; this is how it stands.\n"
        return told + words.fitted(self._under_way() or self._came_to(), "dream_status has the outcome in short.")

    def _under_way(self) -> str:
        if not self._dreamer.is_dreaming:
            return ""
        last = self._dreamer.lines[-1] if self._dreamer.lines else "it has just begun"
        return f"A dream is under way since {self._dreamer.began:%H:%M:%S} UTC: {last}. Ask dream_status later."

    def _came_to(self) -> str:
        told = "\n".join(self._dreamer.lines)
        return (
            told
            if not self._dreamer.code
            else f"The dream did not come to its end (exit {self._dreamer.code}).\n{told}"
        )
