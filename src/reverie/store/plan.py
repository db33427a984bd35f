"""From a change set to a plan: which steps may go ahead, which are skipped from the start, and why. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from reverie.records.changes import ChangeSet, Kind, Op, Past, State, Step, StepResult
from reverie.records.documents import Address
from reverie.store.disk import Seen, Unreadable

Look = Callable[[Address], Seen]


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A step as the journal keeps it. `skip` says why it will not be tried."""

    reason: str
    ops: tuple[Op, ...]
    fingerprint: str = ""
    retires: int = 0
    skip: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is needed to carry a change through, or to finish it after a crash."""

    id: str
    at: datetime
    by: str
    kind: Kind
    title: str
    steps: tuple[PlannedStep, ...]
    undoes: dict[str, tuple[int, ...]] = field(default_factory=dict)
    restores: tuple[Op, ...] = ()  # derived text to bring back as it was, rather than to make anew

    @property
    def live(self) -> bool:
        return any(not step.skip for step in self.steps)


def make_plan(changes: ChangeSet, look: Look, *, undone: frozenset[str], room: int) -> Plan:
    """`undone`: fingerprints a person took back. `room`: how many more notes an automatic change may retire."""
    steps = []
    for step in changes.steps:
        skip = _held_back(step, undone, room) if changes.automatic else ""
        skip = skip or _mismatch(step.ops(), look)
        if not skip:
            room -= step.retires
        ops = tuple(op for op in step.ops() if op.before != op.after)
        steps.append(PlannedStep(step.reason, ops, step.fingerprint, step.retires, skip))
    return Plan(changes.id, changes.at, changes.by, changes.kind, changes.title, tuple(steps))


def _held_back(step: Step, undone: frozenset[str], room: int) -> str:
    if step.fingerprint in undone:
        return "a person took this change back before; it can only be proposed again"
    if step.retires > room:
        return "over the bound on what one cycle may retire; it can only be proposed"
    return ""


def _mismatch(ops: Iterable[Op], look: Look) -> str:
    there = [(op, look(op.address)) for op in ops]
    if all(found == op.after for op, found in there):
        return "it is so already"
    return next((clash(op, found) for op, found in there if found != op.before), "")


def clash(op: Op, found: Seen) -> str:
    """Why an op cannot be done on what was found."""
    if isinstance(found, Unreadable):
        return f"{op.address}: {found.reason}"
    if found is None:
        return f"{op.address} is not there any more"
    if op.before is None:
        return f"{op.address} is there already"
    return f"{op.address} was changed since"


def result_of(step: PlannedStep, failed: str = "") -> StepResult:
    why = failed or step.skip
    state = State.SKIPPED if why else State.APPLIED
    return StepResult(step.reason, state, why, tuple(op.address for op in step.ops))


def past_of(plan: Plan, number: int, failed: dict[int, str], rendered: tuple[Op, ...]) -> Past:
    """A plan that was carried out, as history tells it."""
    return Past(
        plan.id,
        number,
        plan.at,
        plan.by,
        plan.kind,
        plan.title,
        tuple(result_of(step, failed.get(i, "")) for i, step in enumerate(plan.steps)),
        rendered,
        tuple(step.ops for step in plan.steps),
        tuple(step.fingerprint for step in plan.steps),
        tuple(step.retires for step in plan.steps),
        plan.undoes,
    )
