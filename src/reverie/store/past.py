"""What follows from history: what is undone, what an undo would take back, and how much was retired lately. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from reverie.records.changes import ChangeSet, Kind, Op, Past
from reverie.records.documents import Address
from reverie.records.errors import AmbiguousId, NothingToUndo, UnknownChange
from reverie.store.disk import Seen, Unreadable
from reverie.store.plan import Look, Plan, PlannedStep

ONE_CYCLE = (3, 0.02)  # a cycle may retire three notes, or two in a hundred
MONTH = (timedelta(days=30), 0.10)


def undone_steps(pasts: Iterable[Past]) -> dict[str, set[int]]:
    """Which steps of which change are taken back as things stand. An undone undo counts as never made."""
    undone: dict[str, set[int]] = {}
    for past in sorted(pasts, key=lambda past: -past.number):
        mine = undone.get(past.id, set())
        for target, steps in past.undoes.items():
            if not mine:
                undone.setdefault(target, set()).update(steps)
    return undone


def is_undone(past: Past, undone: dict[str, set[int]]) -> bool:
    return set(past.applied_steps) <= undone.get(past.id, set())


def undone_fingerprints(pasts: Sequence[Past]) -> frozenset[str]:
    """The decisions people took back."""
    undone = undone_steps(pasts)
    return frozenset(past.fingerprints[i] for past in pasts for i in undone.get(past.id, ()) if past.fingerprints[i])


def room_to_retire(pasts: Sequence[Past], active: int, now: datetime) -> int:
    """How many active notes one more automatic change may retire."""
    undone = undone_steps(pasts)
    window, share = MONTH
    lately = sum(
        past.retires[i]
        for past in pasts
        if past.kind is not Kind.COMMAND and now - past.at < window
        for i in past.applied_steps
        if i not in undone.get(past.id, ())
    )
    floor, part = ONE_CYCLE
    month = max(floor, int((active + lately) * share)) - lately
    return max(0, min(max(floor, int(active * part)), month))


def find(pasts: Sequence[Past], id: str) -> Past:
    """A change by its id or a unique beginning of it."""
    matches = [past for past in pasts if past.id == id] or [past for past in pasts if past.id.startswith(id)]
    if not matches:
        raise UnknownChange(id=id)
    if len(matches) > 1:
        raise AmbiguousId(id=id, matches=" or ".join(past.id for past in matches[:4]))
    return matches[0]


def to_undo(pasts: Sequence[Past], id: str | None, *, to: bool) -> list[Past]:
    """The changes an undo is about, newest first."""
    undone = undone_steps(pasts)
    open_ones = [p for p in pasts if not is_undone(p, undone) and p.applied_steps]
    if id is None:
        newest = next((p for p in open_ones if p.kind is not Kind.UNDO), None)
        if newest is None:
            raise NothingToUndo(detail="")
        return [newest]
    target = find(pasts, id)
    if to:
        chosen = [p for p in open_ones if p.number >= target.number and p.kind is not Kind.UNDO]
    else:
        chosen = [p for p in open_ones if p.id == target.id]
    if not chosen:
        raise NothingToUndo(detail=f": {target.id} is taken back already")
    return chosen


def plan_undo(pasts: Sequence[Past], chosen: Sequence[Past], look: Look, *, by: str, at: datetime) -> Plan:
    """The inverse of the chosen changes, newest first. A step whose files were changed since is skipped."""
    undone = undone_steps(pasts)
    now: dict[Address, Seen] = {}
    groups = _Groups()
    undoes: dict[str, list[int]] = {}
    start: dict[Address, Seen] = {}
    skipped: list[PlannedStep] = []
    for past in chosen:
        for i in reversed([i for i in past.applied_steps if i not in undone.get(past.id, ())]):
            ops = past.ops[i]
            for op in ops:
                start.setdefault(op.address, now.setdefault(op.address, look(op.address)))
            changed = [op for op in ops if now[op.address] != op.after]
            if changed:
                who = "; ".join(f"{op.address} was changed since by {_who(pasts, past, op)}" for op in changed)
                skipped.append(PlannedStep(past.steps[i].reason, tuple(changed), skip=who))
                continue
            now.update({op.address: op.before for op in ops})
            undoes.setdefault(past.id, []).append(i)
            groups.join({op.address for op in ops}, past.steps[i].reason)
    steps = [_step(addresses, reasons, start, now) for addresses, reasons in groups.all()]
    title = "undo " + ", ".join(past.id for past in chosen)
    key = ChangeSet(title + repr(sorted(undoes.items())), by, at, (), Kind.UNDO).id
    done = {id: tuple(sorted(found)) for id, found in undoes.items()}
    restores = _restores(chosen, undoes, look) if undoes else ()
    return Plan(key, at, by, Kind.UNDO, title, tuple(steps + skipped), done, restores)


class _Groups:
    """Steps that share a file are taken back as one."""

    def __init__(self) -> None:
        self._of: dict[Address, tuple[set[Address], list[str]]] = {}

    def join(self, addresses: set[Address], reason: str) -> None:
        met = {id(group): group for address in addresses if (group := self._of.get(address))}
        reasons = [*(r for _, earlier in met.values() for r in earlier), reason]
        whole = addresses.union(*(group[0] for group in met.values()))
        self._of.update(dict.fromkeys(whole, (whole, reasons)))

    def all(self) -> Iterable[tuple[set[Address], list[str]]]:
        return {id(group): group for group in self._of.values()}.values()


def _step(
    addresses: set[Address],
    reasons: list[str],
    start: dict[Address, Seen],
    now: dict[Address, Seen],
) -> PlannedStep:
    ops = []
    for address in sorted(addresses):
        before, after = start[address], now[address]
        if before != after and not isinstance(before, Unreadable) and not isinstance(after, Unreadable):
            ops.append(Op(address, before, after))
    return PlannedStep("take back: " + "; ".join(reasons), tuple(ops))


def _restores(chosen: Sequence[Past], undoes: dict[str, list[int]], look: Look) -> tuple[Op, ...]:
    """Derived text (the index) as it was before the oldest change, if nothing else has written it since."""
    now: dict[Address, Seen] = {}
    first: dict[Address, str | None] = {}
    for past in chosen:
        whole = len(undoes.get(past.id, ())) == len(past.applied_steps)
        for op in past.rendered:
            found = now.setdefault(op.address, look(op.address))
            if whole and found == op.after:
                first.setdefault(op.address, op.after)
                now[op.address] = op.before
            else:
                now[op.address] = Unreadable("made anew")
    return tuple(
        Op(address, first[address], after)
        for address, after in sorted(now.items())
        if address in first and not isinstance(after, Unreadable) and after != first[address]
    )


def _who(pasts: Sequence[Past], past: Past, op: Op) -> str:
    later = [
        p.id
        for p in pasts
        if p.number > past.number and any(o.address == op.address for i in p.applied_steps for o in p.ops[i])
    ]
    return " and ".join(reversed(later)) if later else "hand"
