"""Which changes an undo is about, and the plan that takes them back. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from reverie.records.changes import ChangeSet, Kind, Op, Past
from reverie.records.documents import Address
from reverie.records.errors import ChangePurged, NothingToUndo
from reverie.store.disk import Seen, Unreadable
from reverie.store.past import Undone, close, find, is_undone, newest_first, undone_steps
from reverie.store.plan import Look, Plan, PlannedStep

Others = Callable[[Collection[Address]], bool]
_MOST = 3  # names a person is told of one kind


@dataclass(frozen=True, slots=True)
class Marker:
    """The document that says a store was begun. It goes when nothing else stands, and not before: `others` tells
    whether documents stand besides those named."""

    address: Address
    others: Others


def to_undo(pasts: Sequence[Past], id: str | None, *, to: bool) -> list[Past]:
    """The changes an undo is about, newest first."""
    undone = undone_steps(pasts)
    if id is None:
        for past in newest_first(pasts):
            stands = past.applied_steps and not is_undone(past, undone)
            if past.kind is not Kind.UNDO and stands and not past.lacks_text:
                return [past]
        raise NothingToUndo(detail="")
    target = find(pasts, id)
    since = [past for past in newest_first(pasts) if past.number >= target.number] if to else [target]
    if not any(_has_effect(past, undone, target.number if to else None) for past in since):
        raise NothingToUndo(detail=f": {target.id} is taken back already")
    for past in since:
        if past.lacks_text and not is_undone(past, undone):
            raise ChangePurged(id=past.id)
    return since


def _has_effect(past: Past, undone: Undone, since: int | None) -> bool:
    """Whether a change still does something. One that only took back what came after `since` does not."""
    for i in past.applied_steps:
        if i in undone.get(past.number, ()):
            continue
        if since is None or past.kind is not Kind.UNDO or any(number < since for number, _ in past.covers[i]):
            return True
    return False


def plan_undo(
    pasts: Sequence[Past],
    chosen: Sequence[Past],
    look: Look,
    *,
    by: str,
    at: datetime,
    marker: Marker | None = None,
) -> Plan:
    """The inverse of the chosen changes, newest first. A step whose files were changed since is skipped."""
    walk = _Walk(newest_first(pasts), {past.number for past in chosen}, look, marker)
    walk.back()
    restores = _restores(chosen, walk.inverted, look) if walk.inverted else ()
    walk.end(restores)
    done = [past.id for past in chosen if past.number in walk.moved or past.number not in walk.left]
    names = done or [past.id for past in chosen]
    title = "undo " + _few(names, ", ") + (f" back to {names[-1]}" if len(names) > _MOST else "")
    key = ChangeSet(title + repr(sorted(walk.inverted.items())), by, at, (), Kind.UNDO).id
    return Plan(key, at, by, Kind.UNDO, title, (*walk.steps(), *walk.skipped), restores=restores)


@dataclass(slots=True, eq=False)
class _Group:
    addresses: set[Address] = field(default_factory=set)
    reasons: list[str] = field(default_factory=list)
    covers: list[tuple[int, int]] = field(default_factory=list)


class _Groups:
    """Steps that share a file are taken back as one. A step without files is one too."""

    def __init__(self) -> None:
        self._of: dict[Address, _Group] = {}
        self._all: dict[int, _Group] = {}

    def join(self, addresses: set[Address], reason: str, cover: tuple[int, int] | None = None) -> None:
        met = {id(group): group for address in addresses if (group := self._of.get(address))}
        whole = max(met.values(), key=lambda group: len(group.covers), default=_Group())
        self._all.setdefault(id(whole), whole)
        for key, group in met.items():
            if group is not whole:
                del self._all[key]
                whole.reasons += group.reasons
                whole.covers += group.covers
                whole.addresses |= group.addresses
                self._of.update(dict.fromkeys(group.addresses, whole))
        whole.addresses |= addresses
        whole.reasons.append(reason)
        whole.covers += [cover] if cover else []
        self._of.update(dict.fromkeys(addresses, whole))

    def all(self) -> list[_Group]:
        return list(self._all.values())


@dataclass(slots=True)
class _Walk:
    """One pass over history, from the newest change to the oldest. What is taken back counts as never made from there
    on, so an undo that is taken back opens again what it had closed."""

    pasts: Sequence[Past]
    wanted: set[int]
    look: Look
    marker: Marker | None
    inverted: dict[int, list[int]] = field(default_factory=dict)
    skipped: list[PlannedStep] = field(default_factory=list)
    moved: set[int] = field(default_factory=set)  # changes of which a step with files is taken back
    left: set[int] = field(default_factory=set)  # changes of which a step is skipped
    stands: bool = False  # whether anything is left when this undo is done
    _there: dict[Address, Seen] = field(default_factory=dict)
    _then: dict[Address, Seen] = field(default_factory=dict)
    _groups: _Groups = field(default_factory=_Groups)
    _undone: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    _writers: dict[Address, list[tuple[Past, str | None]]] = field(default_factory=dict)

    def back(self) -> None:
        for past in self.pasts:
            for i in reversed(past.applied_steps):
                if i in self._undone[past.number] or (past.number in self.wanted and self._invert(past, i)):
                    continue
                close(past, i, self._undone)
                self.stands |= past.kind is not Kind.UNDO and any(self._matters(op) for op in past.ops[i])

    def end(self, restores: Sequence[Op]) -> None:
        """The last one out takes the marker along."""
        if self.marker is None or self.stands or not self.inverted:
            return
        found = self._see(self.marker.address)
        gone = {address for address, then in self._then.items() if then is None}
        gone |= {op.address for op in restores if op.removes} | {self.marker.address}
        if isinstance(found, str) and not self.marker.others(gone):
            self._groups.join({self.marker.address}, "nothing is left")
            self._then[self.marker.address] = None

    def steps(self) -> list[PlannedStep]:
        found = []
        for group in self._groups.all():
            ops = []
            for address in sorted(group.addresses):
                before, after = self._there[address], self._then[address]
                if before != after and not isinstance(before, Unreadable) and not isinstance(after, Unreadable):
                    ops.append(Op(address, before, after))
            reason = "take back: " + _few(group.reasons, "; ")
            found.append(PlannedStep(reason, tuple(ops), covers=tuple(sorted(group.covers))))
        return found

    def _invert(self, past: Past, i: int) -> bool:
        ops = [op for op in past.ops[i] if self._matters(op)]
        changed = [op for op in ops if self._see(op.address) != op.after]
        if changed:
            why = _few([self._why(past, op) for op in changed], "; ")
            self.skipped.append(PlannedStep(past.steps[i].reason, tuple(changed), skip=why))
            self.left.add(past.number)
            return False
        if ops:
            self.moved.add(past.number)
        self._then.update({op.address: op.before for op in ops})
        self._groups.join({op.address for op in ops}, past.steps[i].reason, (past.number, i))
        self.inverted.setdefault(past.number, []).append(i)
        return True

    def _matters(self, op: Op) -> bool:
        if self.marker is None or op.address != self.marker.address:
            return True
        # That the store was begun is decided at the end; that it had ended, only while it is not begun again.
        return op.before is not None and (op.after is not None or self._see(op.address) is None)

    def _see(self, address: Address) -> Seen:
        if address not in self._then:
            self._then[address] = self._there[address] = self.look(address)
        return self._then[address]

    def _why(self, past: Past, op: Op) -> str:
        there = self._there[op.address]
        if isinstance(there, Unreadable):
            return f"{op.address}: {there.reason}"
        return f"{op.address} was changed since by {self._who(past, op.address, there)}"

    def _who(self, past: Past, address: Address, there: str | None) -> str:
        """The later changes that are still in force, if the newest left the file as it is; otherwise a person."""
        writers = self._written().get(address, [])
        if not writers or writers[0][1] != there:
            return "hand"
        later = [p for p, _ in writers if p.number > past.number]
        standing = [p.id for p in later if p.kind is not Kind.UNDO and not is_undone(p, self._undone)]
        return _few(list(dict.fromkeys(standing)) or [p.id for p in later[:1]] or ["hand"], " and ")

    def _written(self) -> dict[Address, list[tuple[Past, str | None]]]:
        """Who wrote each address and what, newest first. Derived text comes after the steps of its change."""
        if not self._writers:
            for past in self.pasts:
                for op in (*past.rendered, *(op for i in past.applied_steps for op in past.ops[i])):
                    self._writers.setdefault(op.address, []).append((past, op.after))
        return self._writers


def _restores(chosen: Sequence[Past], inverted: Mapping[int, Sequence[int]], look: Look) -> tuple[Op, ...]:
    """Derived text (the index) as it was before the oldest change, if nothing else has written it since."""
    now: dict[Address, Seen] = {}
    first: dict[Address, str | None] = {}
    for past in chosen:
        whole = len(inverted.get(past.number, ())) == len(past.applied_steps)
        for op in past.rendered:
            found = now.setdefault(op.address, look(op.address))
            if whole and found == op.after and op.before not in past.purged:
                first.setdefault(op.address, op.after)
                now[op.address] = op.before
            else:
                now[op.address] = Unreadable("made anew")
    return tuple(
        Op(address, first[address], after)
        for address, after in sorted(now.items())
        if address in first and not isinstance(after, Unreadable) and after != first[address]
    )


def _few(names: Sequence[str], between: str) -> str:
    more = len(names) - _MOST
    return between.join(names[:_MOST]) + (f" and {more} more" if more > 0 else "")
