"""The tools that decide on a candidate. A decision is a person's: it comes through a question put to them by their
client, or not at all."""

# No postponed annotations here: the questions are found in them, and are made for one server.
import shlex
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import orjson
from mcp.server.elicitation import AcceptedElicitation, CancelledElicitation, DeclinedElicitation
from mcp.server.mcpserver import Context, Elicit, Resolve
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, Field

from reverie.doors.cli.talk import harmless
from reverie.doors.mcp.reviewing import Id
from reverie.doors.mcp.typed import Keyboard

Rationale = Annotated[str, Field(min_length=20, max_length=2_000, description="The reason you see, for the person")]
NO = "the person did not say yes. Nothing was changed; do not ask again in this session."
_ASKS = {"graduate": "Make this candidate a rule that every agent here follows?", "reject": "Decline this candidate?"}


class Answer(BaseModel):
    """What a person is asked. What an agent thinks stands in the question; what they write here is on record."""

    decide: bool = Field(description="Yes, do this in my name")
    rationale: str = Field(min_length=1, max_length=2_000, description="Why, in your own words; it stays on record")


Answered = AcceptedElicitation[Answer] | DeclinedElicitation | CancelledElicitation


def tools(keyboard: Keyboard) -> list[Callable[..., Awaitable[str]]]:
    async def about_graduating(ctx: Context, id: Id, rationale: Rationale) -> Elicit[Answer]:
        return await _question(keyboard, ctx, "graduate", id, rationale)

    async def about_rejecting(ctx: Context, id: Id, rationale: Rationale) -> Elicit[Answer]:
        return await _question(keyboard, ctx, "reject", id, rationale)

    async def candidate_graduate(
        id: Id,
        rationale: Rationale,  # noqa: ARG001, for the question
        answer: Annotated[Answered, Resolve(about_graduating)],
    ) -> str:
        """Ask the person whether a candidate becomes a rule. They are shown the candidate and your rationale, and
        decide; their answer is written down in their name. Where the client cannot ask, nothing is done and you are
        told what they can type."""
        return await _decided(keyboard, "graduate", id, answer)

    async def candidate_reject(
        id: Id,
        rationale: Rationale,  # noqa: ARG001, for the question
        answer: Annotated[Answered, Resolve(about_rejecting)],
    ) -> str:
        """Ask the person whether a candidate is declined. They decide, as with candidate_graduate."""
        return await _decided(keyboard, "reject", id, answer)

    return [candidate_graduate, candidate_reject]


async def _question(keyboard: Keyboard, ctx: Context, verb: str, id: str, rationale: str) -> Elicit[Answer]:
    candidate = await _waiting(keyboard, id)
    must_be_asked(ctx, f"reverie {verb} {candidate['id']} --rationale {shlex.quote(' '.join(rationale.split()))}")
    scope = ", ".join(candidate["scope"]) or "everywhere"
    told = [
        _ASKS[verb],
        f"Rule: {candidate['rule']}",
        f"Scope: {scope}",
        f"Evidence: {candidate['weight']} events, confidence {candidate['confidence']} ({candidate['because']})",
        f"The agent says: {rationale}",
        f"All of it: reverie show {candidate['id']}",
    ]
    return Elicit("\n".join(harmless(line) for line in told), Answer)


def must_be_asked(ctx: Context, command: str) -> None:
    """Whether the client can put a form before a person; one that names no kind of question can (2025-06-18)."""
    able = ctx.client_capabilities.elicitation if ctx.client_capabilities else None
    if able is None or (able.form is None and able.url is not None):
        raise ToolError(
            f"only a person decides, and this client cannot ask them. Nothing was changed.\n"
            f"hint: show them what it is about and let them type: {command}"
        )


async def _waiting(keyboard: Keyboard, id: str) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads((await keyboard.type("show", "--json", "--", id)).out)
    if found.get("state") != "candidates":
        raise ToolError(f"{id} is no candidate that waits for a decision\nhint: candidates_list shows those that do")
    return found


async def _decided(keyboard: Keyboard, verb: str, id: str, answer: Answered) -> str:
    if not isinstance(answer, AcceptedElicitation) or not answer.data.decide:
        raise ToolError(NO)
    said = await keyboard.type(verb, f"--rationale={answer.data.rationale}", "--", id, by_person=True)
    return "\n".join(part for part in (said.out, said.talk) if part)
