"""Change sets: the only way memory changes. A step applies whole or is skipped whole; a removal that is not a move
cannot be said in these words."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from reverie.records.documents import LARGEST, Address, digest
from reverie.records.errors import BadChangeSet


@dataclass(frozen=True, slots=True)
class Put:
    """Write `content` at `address`, if what is there now has the digest `expect` (None: nothing is there)."""

    address: Address
    expect: str | None
    content: bytes


@dataclass(frozen=True, slots=True)
class Move:
    """Take the document at `source` to `target`, where nothing may be yet. `content` is what stands there then."""

    source: Address
    target: Address
    expect: str
    content: bytes


Edit = Put | Move


@dataclass(frozen=True, slots=True)
class Op:
    """One file of a step, as the store sees it: these bytes become those. None: no file."""

    address: Address
    before: str | None
    after: str | None

    @property
    def removes(self) -> bool:
        return self.after is None


@dataclass(frozen=True, slots=True)
class Step:
    """Edits that belong together, and why. `about` names what the step is about, if its bytes alone would not tell
    the same decision again. `retires` says how many active notes leave memory by it; the store counts for itself and
    takes the larger number. `keeps_all`: a merge whose new note holds every specific token of those that leave.
    `derived`: it writes what is made from the other documents, as it is made from them."""

    reason: str
    edits: tuple[Edit, ...]
    about: str = ""
    retires: int = 0
    keeps_all: bool = False
    derived: bool = False

    def __post_init__(self) -> None:
        if self.retires < 0:
            raise BadChangeSet(reason="a step retires fewer than no notes")

    @property
    def addresses(self) -> tuple[Address, ...]:
        found: list[Address] = []
        for edit in self.edits:
            found.extend([edit.address] if isinstance(edit, Put) else [edit.target, edit.source])
        return tuple(found)

    @property
    def fingerprint(self) -> str:
        """The same for the same decision, whoever proposes it again and whenever."""
        if self.about:
            return _hash("about", self.about)
        parts = [f"{op.address}={op.after}" for op in self.ops()]
        return _hash("ops", *sorted(parts))

    def ops(self) -> list[Op]:
        ops: list[Op] = []
        for edit in self.edits:
            if isinstance(edit, Put):
                ops.append(Op(edit.address, edit.expect, digest(edit.content)))
            else:
                ops.append(Op(edit.target, None, digest(edit.content)))
                ops.append(Op(edit.source, edit.expect, None))
        return ops

    def contents(self) -> dict[str, bytes]:
        return {digest(edit.content): edit.content for edit in self.edits}


class Kind(StrEnum):
    """What asked for a change. Its first letter begins the change's id."""

    COMMAND = "command"
    NIGHT = "night"
    UNDO = "undo"
    MIGRATION = "migration"


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """A list of steps with one title, one author and one moment. `automatic`: no person asked for this very change, so
    the loss bound and earlier undos hold it back."""

    title: str
    by: str
    at: datetime
    steps: tuple[Step, ...]
    kind: Kind = Kind.COMMAND
    automatic: bool = False

    def __post_init__(self) -> None:
        if self.at.tzinfo is None:
            raise BadChangeSet(reason="its time has no zone")
        if not _is_text(self.title, self.by, *(step.reason for step in self.steps)):
            raise BadChangeSet(reason="its words are not text")
        seen: set[Address] = set()
        for step in self.steps:
            for address in step.addresses:
                if address in seen:
                    raise BadChangeSet(reason=f"{address} is named twice")
                seen.add(address)
            for edit in step.edits:
                if len(edit.content) > LARGEST:
                    where = edit.address if isinstance(edit, Put) else edit.target
                    raise BadChangeSet(reason=f"{where} would be larger than {LARGEST // (1024 * 1024)} MB")

    @property
    def id(self) -> str:
        at = self.at.astimezone(UTC)
        key = _hash(self.title, self.by, at.isoformat(), *(step.fingerprint for step in self.steps))
        return f"{self.kind.value[0]}-{at.year:04d}-{at:%m-%d}-{key[:12]}"


class State(StrEnum):
    APPLIED = "applied"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class StepResult:
    """What became of one step."""

    reason: str
    state: State
    why: str = ""
    addresses: tuple[Address, ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a change set. `id` is empty when nothing was applied, because then nothing is on record. `notes`:
    what a person should know besides, such as an edit that was kept aside, or an index that could not be made."""

    id: str
    results: tuple[StepResult, ...]
    rendered: tuple[Address, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def kept_aside(self) -> tuple[str, ...]:
        """The notes, by the name the doors know them."""
        return self.notes

    @property
    def applied(self) -> tuple[StepResult, ...]:
        return tuple(r for r in self.results if r.state is State.APPLIED)

    @property
    def skipped(self) -> tuple[StepResult, ...]:
        return tuple(r for r in self.results if r.state is State.SKIPPED)


@dataclass(frozen=True, slots=True)
class Past:
    """A change set that was applied, as `history` tells it. `number` is its place in the journal; `covers` says of each
    step which steps of which changes, by number, it takes back; `purged` marks the texts that are gone for good."""

    id: str
    number: int
    at: datetime
    by: str
    kind: Kind
    title: str
    steps: tuple[StepResult, ...]
    rendered: tuple[Op, ...] = ()
    ops: tuple[tuple[Op, ...], ...] = ()
    fingerprints: tuple[str, ...] = ()
    retires: tuple[int, ...] = ()
    covers: tuple[tuple[tuple[int, int], ...], ...] = ()
    automatic: bool = False
    purged: frozenset[str] = frozenset()

    @property
    def applied_steps(self) -> tuple[int, ...]:
        return tuple(i for i, step in enumerate(self.steps) if step.state is State.APPLIED)

    @property
    def lacks_text(self) -> bool:
        """Whether text that it took or gave is gone for good: then nothing can take it back."""
        ops = (op for i in self.applied_steps for op in self.ops[i]) if self.purged else ()
        return any(op.before in self.purged or op.after in self.purged for op in ops)

    @property
    def undoes(self) -> dict[int, tuple[int, ...]]:
        """The steps it took back, by the number of their change."""
        found: dict[int, tuple[int, ...]] = {}
        for number, step in sorted(pair for i in self.applied_steps for pair in self.covers[i]):
            found[number] = (*found.get(number, ()), step)
        return found


def _is_text(*parts: str) -> bool:
    try:
        "".join(parts).encode()
    except UnicodeEncodeError:
        return False
    return True


def _hash(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
