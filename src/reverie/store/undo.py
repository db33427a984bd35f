"""Which changes an undo is about, and the plan that takes them back. Pure.

Derived text (the index) is a layer over the steps of the change that made it. If nothing that stands has written into
it since, it comes back byte for byte; otherwise what people wrote comes back and Reverie's part of it is made anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from reverie.records.changes import ChangeSet, Kind, Op, Past
from reverie.records.documents import Address, digest
from reverie.records.errors import ChangePurged, NothingToUndo
from reverie.records.store import Rebase
from reverie.store.disk import Seen, Unreadable
from reverie.store.past import Undone, close, find, is_undone, newest_first, undone_steps
from reverie.store.plan import Look, Plan, PlannedStep

Merge = Callable[[Op, str], str | None]
"""`Rebase` by digests: given a step's op and the digest of the text as it is, the digest of the text without it."""

_MOST = 3  # names a person is told of one kind


@dataclass(frozen=True, slots=True)
class Marker:
    """The document that says a store was begun. It goes with the last change that stands, unless it is `needed` though
    these documents are gone."""

    address: Address
    needed: Callable[[Collection[Address]], bool]


def rebaser(rebase: Rebase | None, contents: dict[str, bytes]) -> Merge:
    """`rebase` on contents that are known by their digests, where the new ones are kept too."""

    def merge(op: Op, now: str) -> str | None:
        if rebase is None or op.after not in contents or now not in contents:
            return None
        if op.before is not None and op.before not in contents:
            return None
        before = None if op.before is None else contents[op.before]
        merged = rebase(op.address, contents[now], contents[op.after], before)
        if merged is None:
            return None
        contents[digest(merged)] = merged
        return digest(merged)

    return merge


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
    rebase: Merge = lambda _op, _now: None,
) -> Plan:
    """The inverse of the chosen changes, newest first. A step whose files were changed since is skipped."""
    walk = _Walk(newest_first(pasts), {past.number for past in chosen}, look, marker, rebase)
    walk.back()
    restores = walk.settle_derived()
    walk.end()
    done = [past.id for past in chosen if past.number in walk.moved or past.number not in walk.left]
    names = done or [past.id for past in chosen]
    title = "undo " + _few(names, ", ") + (f" back to {names[-1]}" if len(names) > _MOST else "")
    key = ChangeSet(title + repr(sorted(walk.inverted.items())), by, at, (), Kind.UNDO).id
    steps = (*walk.steps(), *walk.skipped)
    anew = tuple(sorted(walk.anew))
    return Plan(key, at, by, Kind.UNDO, title, steps, restores=restores, anew=anew, notes=tuple(walk.notes))


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


_Write = tuple[Past, Op, int | None]  # a change, what it did to a file, and by which step; None: as derived text


@dataclass(slots=True)
class _Walk:
    """One pass over history, from the newest change to the oldest. What is taken back counts as never made from there
    on, so an undo that is taken back opens again what it had closed."""

    pasts: Sequence[Past]
    wanted: set[int]
    look: Look
    marker: Marker | None
    rebase: Merge
    inverted: dict[int, list[int]] = field(default_factory=dict)
    skipped: list[PlannedStep] = field(default_factory=list)
    moved: set[int] = field(default_factory=set)  # changes of which a step with files is taken back
    left: set[int] = field(default_factory=set)  # changes of which a step is skipped
    stands: bool = False  # whether anything is left when this undo is done
    anew: set[Address] = field(default_factory=set)  # brought back by a step, its derived part still to be made
    notes: list[str] = field(default_factory=list)
    _there: dict[Address, Seen] = field(default_factory=dict)
    _then: dict[Address, Seen] = field(default_factory=dict)
    _groups: _Groups = field(default_factory=_Groups)
    _undone: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    _writers: dict[Address, list[_Write]] = field(default_factory=dict)

    def back(self) -> None:
        for past in self.pasts:
            lifted = self._lift(past)
            for i in reversed(past.applied_steps):
                if i in self._undone[past.number] or (past.number in self.wanted and self._invert(past, i)):
                    continue
                close(past, i, self._undone)
                self.stands |= past.kind is not Kind.UNDO and any(self._matters(op) for op in past.ops[i])
            self._lay_back(past, lifted)

    def settle_derived(self) -> tuple[Op, ...]:
        """Derived text as it was, byte for byte, where that can be told; the rest is for the renderer."""
        inverted = [past for past in self.pasts if past.number in self.inverted]
        derived = {op.address for past in self.pasts for op in past.rendered}
        of_steps = derived & {op.address for past in inverted for i in self.inverted[past.number] for op in past.ops[i]}
        alone = {op.address for past in inverted for op in past.rendered} - of_steps
        restores = []
        for address in sorted(of_steps | alone):
            before, after = self._there[address], self._before(address)
            if isinstance(after, Unreadable):
                self._tell_anew(address)
                if address in alone:
                    self._then[address] = before
                else:
                    self.anew.add(address)
                continue
            self._then[address] = after
            self.anew.discard(address)
            if address in alone and before != after and not isinstance(before, Unreadable):
                restores.append(Op(address, before, after))
        return tuple(restores)

    def end(self) -> None:
        """The last one out takes the marker along, if it came with one of these changes."""
        if self.marker is None or self.stands or not self.inverted:
            return
        address = self.marker.address
        found = self._see(address)
        ours = any(op.before is None for _, op, _ in self._written().get(address, ()))
        gone = {one for one, then in self._then.items() if then is None} | {address}
        if isinstance(found, str) and ours and not self.marker.needed(gone):
            self._groups.join({address}, "nothing is left")
            self._then[address] = None

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
        under = {op.address: self._under(op) for op in ops}
        changed = [op for op in ops if isinstance(under[op.address], Unreadable)]
        if changed:
            why = _few([self._why(past, op) for op in changed], "; ")
            self.skipped.append(PlannedStep(past.steps[i].reason, tuple(changed), skip=why))
            self.left.add(past.number)
            return False
        if ops:
            self.moved.add(past.number)
        self._then.update(under)
        self._groups.join({op.address for op in ops}, past.steps[i].reason, (past.number, i))
        self.inverted.setdefault(past.number, []).append(i)
        return True

    def _under(self, op: Op) -> Seen:
        """What was there before an op, if it can be told from what is there now."""
        now = self._see(op.address)
        if now == op.after:
            return op.before
        merged = self.rebase(op, now) if isinstance(now, str) else None
        if merged is None:
            return Unreadable("changed since")
        self.anew.add(op.address)
        return merged

    def _lift(self, past: Past) -> list[Op]:
        """Take the derived text of a change off what its steps wrote."""
        if past.number not in self.wanted:
            return []
        found = [op for op in past.rendered if self._see(op.address) == op.after and op.before not in past.purged]
        self._then.update({op.address: op.before for op in found})
        return found

    def _lay_back(self, past: Past, lifted: Sequence[Op]) -> None:
        """Where a step of the change stands, so does what was made from it, under what people wrote before."""
        if not self._standing(past):
            return
        taken = {op.address: op for i in self.inverted.get(past.number, ()) for op in past.ops[i]}
        for shown in lifted:
            op = taken.get(shown.address)
            if op is None:
                self._then[shown.address] = shown.after
            elif shown.after is not None and (merged := self.rebase(op, shown.after)):
                self._then[shown.address] = merged

    def _standing(self, past: Past) -> list[int]:
        """The steps of a change that neither an undo before nor this one takes back."""
        gone = {*self._undone[past.number], *self.inverted.get(past.number, ())}
        return [i for i in past.applied_steps if i not in gone]

    def _before(self, address: Address) -> Seen:
        """A text as it was before the oldest change that is taken back, if all that wrote it since is taken back too:
        by this undo, or by one before, which must not have reached further back. Unreadable: that cannot be told."""
        writers = self._written().get(address, [])
        reach = min(past.number for past, _, _ in writers if past.number in self.inverted)
        now = self._there[address]
        for past, op, i in writers:
            if past.number < reach:
                break
            standing = self._standing(past)
            if past.kind is Kind.UNDO:
                reach = min([reach, *(number for k in standing for number, _ in past.covers[k])])
            elif standing if i is None else i in standing:
                return Unreadable("a later change stands")
            if op.after != now or op.before in past.purged:
                return Unreadable("changed by hand")
            now = op.before
        return now

    def _tell_anew(self, address: Address) -> None:
        """Unless steps were skipped: then that is told, and why."""
        there, writers = self._there[address], self._written()[address]
        oldest = next(past for past, _, _ in reversed(writers) if past.number in self.inverted)
        if self.left or isinstance(there, Unreadable):
            return
        who = self._who(oldest, address, there)
        if who != "hand" or writers[0][1].after != there:
            self.notes.append(f"{address} was changed since by {who}: what reverie writes into it was made anew")

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
        if not writers or writers[0][1].after != there:
            return "hand"
        later = list({p.number: p for p, _, _ in writers if p.number > past.number}.values())
        standing = [p.id for p in later if p.kind is not Kind.UNDO and not is_undone(p, self._undone)]
        return _few(list(dict.fromkeys(standing)) or [p.id for p in later[:1]] or ["hand"], " and ")

    def _written(self) -> dict[Address, list[_Write]]:
        """Who wrote each address and what, newest first. Derived text comes after the steps of its change."""
        if not self._writers:
            for past in self.pasts:
                for op in past.rendered:
                    self._writers.setdefault(op.address, []).append((past, op, None))
                for i in past.applied_steps:
                    for op in past.ops[i]:
                        self._writers.setdefault(op.address, []).append((past, op, i))
        return self._writers


def _few(names: Sequence[str], between: str) -> str:
    more = len(names) - _MOST
    return between.join(names[:_MOST]) + (f" and {more} more" if more > 0 else "")
