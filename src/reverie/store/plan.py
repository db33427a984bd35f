"""From a change set to a plan: which steps may go ahead, which are skipped from the start, and why. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from reverie.records.changes import ChangeSet, Kind, Op, Past, Put, State, Step, StepResult
from reverie.records.documents import LARGEST, Address, digest
from reverie.records.errors import BadDocument
from reverie.store.disk import Seen, Unreadable

Look = Callable[[Address], Seen]
Retires = Callable[[Step], int]


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A step as the journal keeps it. `skip` says why it will not be tried; `covers` names the steps it takes back, by
    the number of their change and their place in it."""

    reason: str
    ops: tuple[Op, ...]
    fingerprint: str = ""
    retires: int = 0
    skip: str = ""
    covers: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is needed to carry a change through, or to finish it after a crash."""

    id: str
    at: datetime
    by: str
    kind: Kind
    title: str
    steps: tuple[PlannedStep, ...]
    automatic: bool = False
    restores: tuple[Op, ...] = ()  # derived text to bring back as it was, rather than to make anew
    purged: frozenset[str] = frozenset()  # what stands in the place of digests whose text is gone for good
    anew: tuple[Address, ...] = ()  # what a step of an undo writes, and derived text is to be made into all the same
    notes: tuple[str, ...] = ()  # what a person should know of it; not kept

    @property
    def live(self) -> bool:
        return any(not step.skip for step in self.steps)

    @property
    def ops(self) -> list[Op]:
        """All that is to be done, derived text aside."""
        return [op for step in self.steps if not step.skip for op in step.ops]


def make_plan(
    changes: ChangeSet,
    look: Look,
    *,
    undone: frozenset[str],
    room: int,
    retires: Retires = lambda step: step.retires,
) -> Plan:
    """`undone`: fingerprints a person took back. `room`: how many more notes an automatic change may retire, counted by
    `retires`, once the step's documents have been looked at."""
    steps = []
    for step in changes.steps:
        skip = _mismatch(step.ops(), look)
        count = retires(step) if changes.automatic else 0
        if changes.automatic:
            skip = _held_back(step, undone, count, room) or skip
        if not skip:
            room -= count
        ops = tuple(op for op in step.ops() if op.before != op.after)
        steps.append(PlannedStep(step.reason, ops, step.fingerprint, count, skip))
    return Plan(changes.id, changes.at, changes.by, changes.kind, changes.title, tuple(steps), changes.automatic)


TAKEN_BACK = "a person took this change back before; it is not made again by itself"


def _held_back(step: Step, undone: frozenset[str], count: int, room: int) -> str:
    if step.fingerprint in undone:
        return TAKEN_BACK
    if count > room:
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
        tuple(step.covers for step in plan.steps),
        plan.automatic,
        plan.purged,
    )


def numbered(id: str, number: int) -> str:
    """The id of a change in its place in the journal: the same change made a second time is another one."""
    day, _, key = id.rpartition("-")
    return f"{day}-{digest(f'{number} {key}'.encode())[:12]}"


def check_size(put: Put) -> None:
    """Derived text must be readable again, like everything else."""
    if len(put.content) > LARGEST:
        raise BadDocument(address=put.address, reason=f"it would be larger than {LARGEST // (1024 * 1024)} MB")
