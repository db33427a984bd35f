"""One proposal of all mutations that were found."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from reverie.records.changes import Step
from reverie.records.proposals import Proposal
from reverie.records.tidying import Matter
from reverie.reorganizing.asking import Answer, Ask
from reverie.tools.ids import content_id

MAKER = "reorganize"
LONGEST_REASON = 800


def proposal_of(answer: Answer, ask: Ask) -> Proposal:
    """One proposal of all mutations. Its id is what it would do, so the same one is made once."""
    steps = tuple(step for matter in answer.mutations for step in _ways(matter))
    parts = (f"{op.address}={op.before}" for step in steps for op in step.ops())
    id = content_id(MAKER, *sorted(step.fingerprint for step in steps), *sorted(parts))[:12]
    counts = Counter(matter.kind for matter in answer.mutations)
    title = "Reorganize: " + ", ".join(f"{count} × {kind}" for kind, count in sorted(counts.items()))
    reason = f"notes from {ask.threshold:g} alike on, by {answer.space}"
    reason += f"; instructions: {ask.instructions}" if ask.instructions else ""
    kinds = tuple(matter.kind for matter in answer.mutations for _ in matter.ways)
    return Proposal(id, title, reason, steps, MAKER, kinds)


def _ways(matter: Matter) -> tuple[Step, ...]:
    """Each with the reason of the matter: in this proposal there are others."""
    if matter.instead is None:
        return (replace(matter.step, reason=matter.reason[:LONGEST_REASON]),)
    return tuple(replace(step, reason=f"{step.reason}? {matter.reason}"[:LONGEST_REASON]) for step in matter.ways)
