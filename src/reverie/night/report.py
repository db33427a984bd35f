"""What a night came to, for a person and for the log."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from reverie.consolidation import Plan
from reverie.night.studying import Studied
from reverie.offering import Offers
from reverie.records.changes import Receipt, Step, StepResult
from reverie.records.documents import Skipped
from reverie.records.doubts import Sighting, facts_of, from_record
from reverie.records.logs import Json, LogRecord
from reverie.records.nightly import Phase, Thought
from reverie.records.phases import PHASES
from reverie.review.decide import Decided
from reverie.tools.steering import SAME, steering

if TYPE_CHECKING:
    from reverie.wording import Told

REPORTS = "reports"


@dataclass(frozen=True, slots=True)
class Report:
    """What a night came to, for a person and for the log."""

    at: datetime
    seconds: float
    thought: Thought
    decided: tuple[Decided, ...] = ()
    not_decided: tuple[Skipped, ...] = ()
    receipt: Receipt | None = None
    open: tuple[str, ...] = ()  # what the cage could not enforce here
    dry: bool = False
    mark: str = ""  # of everything this night depended on
    idle_since: datetime | None = None  # nothing is new since then, so nothing was thought
    noted: tuple[Step, ...] = ()  # new notes, of what people asked to be remembered
    tidied: Plan = field(default_factory=lambda: Plan(idle=True))  # what consolidation came to
    offers: Offers = field(default_factory=Offers)  # insights that would be notes

    until: str = PHASES[-1]  # the phase it ended after
    instructions: str = ""
    oriented: str = ""  # the memory at a glance, where the night went no further
    worded: Told | None = None  # what a model did, if one is configured
    studied: Studied = field(default_factory=Studied)  # what sessions taught, and who told it
    prose: str = ""  # the night in its words

    @property
    def not_run(self) -> tuple[str, ...]:
        return PHASES[PHASES.index(self.until) + 1 :]

    @property
    def steering(self) -> tuple[str, ...]:
        """How the instructions were understood, and what they changed against a night without any."""
        wanted = steering(self.instructions)
        unchanged = (SAME,) if wanted and not self.idle_since and self.until in PHASES[5:] else ()
        return (*wanted.told(), *(self.thought.steered or unchanged))

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        return tuple(found for record in self.thought.sightings if (found := from_record(record)))

    @property
    def held_back(self) -> tuple[StepResult, ...]:
        return self.receipt.skipped if self.receipt else ()

    @property
    def changed(self) -> bool:
        return bool(self.decided or (self.receipt and self.receipt.applied))

    def _read(self) -> tuple[Phase, ...]:
        return (Phase("read", self.studied.told, self.studied.seconds),) if self.studied.told else ()

    def record(self) -> LogRecord:
        skipped = [f"{r.reason}: {r.why}" for r in self.held_back]
        held = {address.name.removesuffix(".md") for r in self.held_back for address in r.addresses}
        health: dict[str, Json] = {rule: dict(facts) for rule, facts in self.thought.health.items()}
        facts: dict[str, Json] = {
            "seconds": round(self.seconds, 2),
            "change": self.receipt.id if self.receipt and self.receipt.applied else "",
            "phases": [
                f"{p.name}: {p.told}" for p in (*self._read(), *self.thought.phases, *self.tidied.tidied.phases)
            ],
            "new": list(self.thought.new),
            "grown": list(self.thought.grown),
            "tidied": [{"kind": m.kind, "reason": m.reason} for m in self.tidied.done(self.receipt)],
            "proposed": [one.id for one in (*self.tidied.proposed, *self.offers.proposed) if one.id not in held],
            "insights": {id: dict(one) for id, one in self.thought.insights.items()},
            "noted": [str(address) for step in self.noted for address in step.addresses],
            "replaced": dict(self.thought.replaced),
            "decided": [f"{d.verdict} {d.candidate}" for d in self.decided],
            "not_decided": [f"{s.what}: {s.reason}" for s in self.not_decided],
            "skipped": list(skipped),
            "left_out": {**self.thought.left_out, **self.tidied.tidied.left_out},
            "suppressed": dict(self.thought.suppressed),
            "waiting": dict(self.thought.waiting),
            "notes": list(self.thought.notes),
            "open": list(self.open),
            "mark": self.mark,
            "health": health,
            "listened": dict(self.thought.listened),
            **({"instructions": self.instructions, "steering": [*self.steering]} if self.instructions else {}),
            **({"sightings": [facts_of(one) for one in self.sightings]} if self.thought.sightings else {}),
            **({"lessons": dict(self.studied.facts)} if self.studied.facts else {}),
            **({"wording": self.worded.facts} if self.worded and self.worded.texts else {}),
            **({"until": self.until, "not_run": [*self.not_run]} if self.not_run else {}),
        }
        return LogRecord("night", "reverie", self.at, facts)


def as_done(thought: Thought, receipt: Receipt | None) -> Thought:
    """What was held back is not new: neither a candidate nor an insight came of it."""
    held = {a.name.removesuffix(".md") for r in (receipt.skipped if receipt else ()) for a in r.addresses}
    if not held:
        return thought
    return replace(
        thought,
        new=tuple(id for id in thought.new if id not in held),
        grown=tuple(id for id in thought.grown if id not in held),
        insights={id: one for id, one in thought.insights.items() if id not in held},
    )
