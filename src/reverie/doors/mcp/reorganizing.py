"""The tools that decide on a proposed change of memory: as with candidates, a person's word or nothing."""

# No postponed annotations here: the questions are found in them, and are made for one server.
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import orjson
from mcp.server.elicitation import AcceptedElicitation, CancelledElicitation, DeclinedElicitation
from mcp.server.mcpserver import Context, Elicit, Resolve
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, Field

from reverie.doors.cli.talk import harmless
from reverie.doors.mcp.deciding import NO, must_be_asked
from reverie.doors.mcp.reviewing import Id
from reverie.doors.mcp.typed import Keyboard

SHOWN = 8  # changes of a proposal that stand in the question
WORD = "accept"


class Consent(BaseModel):
    """A word that is typed by hand: a client that agrees to everything by itself does not type it."""

    word: str = Field(max_length=100, description=f"Type {WORD} to let it be done in your name")


class Refusal(BaseModel):
    reason: str = Field(min_length=1, max_length=2_000, description="Why memory should stay as it is; stays on record")


Agreed = AcceptedElicitation[Consent] | DeclinedElicitation | CancelledElicitation
Refused = AcceptedElicitation[Refusal] | DeclinedElicitation | CancelledElicitation


def tools(keyboard: Keyboard) -> list[Callable[..., Awaitable[str]]]:
    async def about_accepting(ctx: Context, id: Id) -> Elicit[Consent]:
        told = await _told(keyboard, id)
        must_be_asked(ctx, f"reverie reorganize accept {id}")
        return Elicit(f"Change memory like this?\n{told}", Consent)

    async def about_rejecting(ctx: Context, id: Id) -> Elicit[Refusal]:
        told = await _told(keyboard, id)
        must_be_asked(ctx, f'reverie reorganize reject {id} --reason "…"')
        return Elicit(f"Decline this change of memory?\n{told}", Refusal)

    async def reorganize_accept(id: Id, answer: Annotated[Agreed, Resolve(about_accepting)]) -> str:
        """Ask the person whether a proposed change of memory is made. They are shown it and decide; where the client
        cannot ask, nothing is done and you are told what they can type."""
        if not isinstance(answer, AcceptedElicitation) or answer.data.word.strip().casefold() != WORD:
            raise ToolError(NO)
        return await _typed(keyboard, "accept", "--", id)

    async def reorganize_reject(id: Id, answer: Annotated[Refused, Resolve(about_rejecting)]) -> str:
        """Ask the person whether a proposed change of memory is declined. They decide, as with reorganize_accept."""
        if not isinstance(answer, AcceptedElicitation):
            raise ToolError(NO)
        return await _typed(keyboard, "reject", f"--reason={answer.data.reason}", "--", id)

    return [reorganize_accept, reorganize_reject]


async def _told(keyboard: Keyboard, id: str) -> str:
    said = await keyboard.type("reorganize", "show", "--no-replay", "--json", "--", id)
    found: dict[str, Any] = orjson.loads(said.out)
    if found.get("status") != "open":
        raise ToolError(f"{id} is {found.get('status')}, so there is nothing to decide\nhint: reorganize_list")
    changes = [f"{one['number']}. {one['kind']}: {one['reason']}" for one in found["mutations"]]
    more = [f"and {len(changes) - SHOWN} more"] if len(changes) > SHOWN else []
    lines = [
        f"{found['title']}: {found['reason']}",
        *changes[:SHOWN],
        *more,
        f"All of it: reverie reorganize show {id}",
    ]
    return "\n".join(harmless(line) for line in lines)


async def _typed(keyboard: Keyboard, *words: str) -> str:
    said = await keyboard.type("reorganize", *words, by_person=True)
    return "\n".join(part for part in (said.out, said.talk) if part)
