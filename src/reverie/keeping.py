"""What consolidation wants of a night, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass, field

from reverie.records.changes import Receipt, Step
from reverie.records.logs import LogRecord
from reverie.records.proposals import Proposal
from reverie.records.tidying import DONE, Matter, Tidied
from reverie.surveying import Seen


@dataclass(frozen=True, slots=True)
class Plan:
    """What consolidation wants, checked: steps to apply, and proposals to lay before a person. `idle`: nothing in the
    memory is new since the last time, so nothing was thought."""

    tidied: Tidied = field(default_factory=Tidied)
    steps: tuple[Step, ...] = ()
    proposed: tuple[Proposal, ...] = ()
    papers: tuple[Step, ...] = ()
    open: tuple[str, ...] = ()
    seen: Seen = field(default_factory=Seen)
    idle: bool = False
    held_back: bool = False  # a person wanted something left alone tonight: another night looks at it again

    def done(self, receipt: Receipt | None) -> tuple[Matter, ...]:
        """What was really done: a step may have been skipped, because somebody was at work there."""
        reasons = {result.reason for result in receipt.applied} if receipt else set[str]()
        return tuple(matter for matter in self.tidied.done if matter.step.reason in reasons)


def as_told(known: LogRecord) -> Tidied:
    """What the last record says that the next one must not lose."""
    left, gone = known.facts.get("left_out"), known.facts.get("gone")
    return Tidied(
        left_out={reason: int(str(count)) for reason, count in left.items()} if isinstance(left, dict) else {},
        hollow=tuple(str(address) for address in gone) if isinstance(gone, list) else (),
    )


def title(tidied: Tidied) -> str:
    """What was done, in a few words; nothing if nothing was."""
    counts: dict[str, int] = {}
    for matter in tidied.done:
        counts[matter.kind] = counts.get(matter.kind, 0) + 1
    parts = [f"{count} {DONE.get(kind, kind)}" for kind, count in sorted(counts.items())]
    parts += [f"{len(tidied.proposed)} to decide"] if tidied.proposed else []
    return ", ".join(parts)
