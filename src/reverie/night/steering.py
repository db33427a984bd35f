"""Instructions and the memory itself: what a person wants ignored is left alone tonight, what is in focus comes first.
What was proposed of what happened is steered where it is thought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reverie.consolidation import Plan
from reverie.records.logs import Json, LogRecord
from reverie.records.nightly import Request, Thought
from reverie.records.store import Store
from reverie.records.tidying import Matter
from reverie.tools.steering import Steering, compared, steering

EVENTS = "events"
LARGEST = 20_000  # characters of a note that are looked at


def steer(instructions: str, thought: Thought, planned: Plan) -> tuple[Thought, Plan]:
    """Both as they are wanted, with what that changed. What is left alone tonight is looked at again another night."""
    wanted, tidied = steering(instructions), planned.tidied
    if not wanted or not (tidied.done or tidied.proposed):
        return thought, planned
    done = [n for n, matter in enumerate(tidied.done) if not wanted.ignored(text_of(matter))]
    asked = _ordered(tidied.proposed, wanted)
    steered = replace(
        planned,
        tidied=replace(
            tidied,
            done=tuple(tidied.done[n] for n in done),
            proposed=tuple(tidied.proposed[n] for n in asked),
        ),
        steps=tuple(planned.steps[n] for n in done) if tidied.done else planned.steps,
        proposed=tuple(planned.proposed[n] for n in asked),
        papers=tuple(planned.papers[n] for n in asked),
        held_back=len(done) + len(asked) < len(tidied.done) + len(tidied.proposed),
    )
    changed = (
        *compared(_named(tidied.done), _named(steered.tidied.done)),
        *compared(_named(tidied.proposed), _named(steered.tidied.proposed)),
    )
    return replace(thought, steered=(*thought.steered, *changed)), steered


def note_steering(store: Store, ask: Request) -> None:
    """Whatever came of it, the event log says that a dream was steered, and by which words."""
    if ask.instructions:
        told = f"a dream was steered: {ask.instructions[:200]}"
        facts: dict[str, Json] = {"title": told, "instructions": ask.instructions}
        store.append(EVENTS, [LogRecord("dream_steered", "reverie", ask.now, facts)])


def text_of(matter: Matter) -> str:
    """What a matter is about: why, which documents, and what they say."""
    said = (edit.content.decode("utf-8", "replace")[:LARGEST] for edit in matter.step.edits)
    return "\n".join((matter.reason, *(address.path for address in matter.step.addresses), *said))


def _ordered(matters: Sequence[Matter], wanted: Steering) -> list[int]:
    kept = [n for n, matter in enumerate(matters) if not wanted.ignored(text_of(matter))]
    return sorted(kept, key=lambda n: not wanted.focused(text_of(matters[n])))


def _named(matters: Sequence[Matter]) -> list[tuple[str, str]]:
    return [(matter.about, matter.reason) for matter in matters]
