"""The tools that show what waits for a person, and why memory says what it says."""

from __future__ import annotations

import shlex
from typing import Annotated, Literal

from pydantic import Field

from reverie.doors.mcp import words
from reverie.doors.mcp.typed import Keyboard

InsightType = Literal["pattern", "preference", "decision", "error", "workflow", "gap"]
Id = Annotated[str, Field(min_length=2, max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9-]*$")]


class ReviewTools:
    def __init__(self, keyboard: Keyboard) -> None:
        self._keyboard = keyboard

    async def candidates_list(self) -> str:
        """Rules that dreams propose and that wait for a person, best first: id, pattern, confidence, title."""
        said = await self._keyboard.type("list", "--all")
        return words.fitted(said.out or said.talk, "candidate_show has one of them whole.")

    async def candidate_show(self, id: Id) -> str:
        """One candidate, rule or change with its evidence. The id may be shortened while it is unique."""
        said = await self._keyboard.type("show", "--", id)
        return words.fitted(said.out, f"The person can read all of it: reverie show {id}")

    async def why(
        self,
        what: Annotated[str, Field(min_length=2, max_length=500, description="An id, or FILE:LINE as CLAUDE.md:12")],
    ) -> str:
        """Why does memory say this? From a line of CLAUDE.md and its kin, of a note, from a rule or a candidate back to
        who decided it and to the evidence."""
        said = await self._keyboard.type("why", "--", what)
        return words.fitted(said.out, "The person can read all of it: reverie why " + shlex.quote(what))

    async def insights(
        self,
        query: Annotated[str, Field(max_length=500, description="What they should be about; empty: the surest")] = "",
        type: Annotated[InsightType | None, Field(description="gap: what is not solved or asked again")] = None,
        limit: Annotated[int, Field(ge=1, le=50, description="So many at most")] = 10,
    ) -> str:
        """What several sessions of agents in this project showed together: errors and what helps against them, what is
        found out anew each time, how work is done here, what is still open. Read it before you start on something, and
        when a command fails. Each names how many sessions it rests on."""
        wish = [f"--query={query}"] if query.strip() else []
        wish += [f"--type={type}"] if type else []
        said = await self._keyboard.type("insights", *wish, f"--limit={limit}")
        return words.fitted(said.out or said.talk, "insights with a query shows those about one thing.")

    async def reorganize_list(self) -> str:
        """Changes of memory that were proposed, by a dream or an agent, and wait for a person."""
        said = await self._keyboard.type("reorganize", "list")
        return words.fitted(said.out or said.talk, "reorganize_show has one of them whole.")

    async def reorganize_show(self, id: Id) -> str:
        """One proposed change of memory: why, what would become of which note, and what it does to finding."""
        said = await self._keyboard.type("reorganize", "show", "--", id)
        return words.fitted(said.out, f"The person can read all of it: reverie reorganize show {id}")

    async def reorganize_propose(
        self,
        instructions: Annotated[str, Field(max_length=500, description='Such as "focus on deploys"; empty: all')] = "",
    ) -> str:
        """Compare all notes and propose what to merge, supersede and deprecate. Nothing in memory changes until a
        person accepts it."""
        wish = [f"--instructions={instructions}"] if instructions.strip() else []
        said = await self._keyboard.type("reorganize", *wish)
        told = "\n".join(part for part in (said.out, said.talk) if part)
        return words.fitted(told, "reorganize_show has the proposal whole.")
