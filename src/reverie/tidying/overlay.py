"""Documents as they would be: deeds are done here first, one upon the other, until nothing is left to do; what came of
them is then told as steps. Deeds that touch the same document belong to one step: they stand or fall together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from reverie.records.changes import Edit, Move, Put, Step
from reverie.records.documents import Address, Document, digest
from reverie.records.tidying import Matter

Read = Callable[[Address], Document | None]
LONGEST_REASON = 240
KINDS = (
    "supersede",
    "prune",
    "merge",
    "gather",
    "repeat",
    "date",
    "sharpen",
    "derivable",
    "doubt",
)  # a step is called by the weightiest


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing done to the memory. `retires`: active notes that leave by it and are not kept whole by another.
    `links`: the documents that point to a note which leaves, put right."""

    kind: str
    about: str
    reason: str
    retires: int = 0
    keeps_all: bool = False
    links: tuple[Put, ...] = ()
    ways: tuple[str, ...] = ()  # in words, where it could as well be done the other way round
    instead: tuple[Edit, ...] = ()  # what that would be

    def matter(self, edits: Sequence[Edit]) -> Matter:
        """As it is laid before a person."""
        told = self.ways or (self.reason,)
        step, *other = (
            Step(why, tuple(way), self.about, self.retires, self.keeps_all)
            for why, way in zip(told, (edits, self.instead), strict=False)
        )
        return Matter(self.kind, self.reason, self.about, step, *other)


class Overlay:
    def __init__(self, read: Read) -> None:
        self._read = read
        self._was: dict[Address, Document | None] = {}
        self._now: dict[Address, bytes | None] = {}
        self._left: dict[Address, Address] = {}  # moved: from → to
        self._deeds: list[tuple[Deed, tuple[Address, ...]]] = []
        self._leader: dict[Address, Address] = {}

    def read(self, address: Address) -> Document | None:
        if address not in self._was:
            found = self._read(address)
            self._was[address] = found
            self._now[address] = found.content if found else None
        content = self._now[address]
        return None if content is None else Document(address, content)

    def do(self, deed: Deed, edits: Sequence[Edit]) -> None:
        touched: list[Address] = []
        for edit in edits:
            source = edit.address if isinstance(edit, Put) else edit.source
            there = self.read(source)
            if (there.digest if there else None) != edit.expect:
                raise ValueError(f"{source} is not what the deed expects")
            target = source
            if isinstance(edit, Move):
                target = edit.target
                self.read(target)
                self._now[source] = None
                self._left[source] = target
            self._now[target] = edit.content
            touched += [source, target]
        for address in touched:
            self._join(touched[0], address)
        self._deeds.append((deed, tuple(dict.fromkeys(touched))))

    @property
    def touched(self) -> frozenset[Address]:
        return frozenset(self._leader)

    def matters(self) -> list[Matter]:
        """One for each group of documents that changed together, in the order of what was done first."""
        groups: dict[Address, list[Deed]] = {}
        for deed, touched in self._deeds:
            groups.setdefault(self._find(touched[0]), []).append(deed)
        found = (self._matter(leader, deeds) for leader, deeds in groups.items())
        return [matter for matter in found if matter.step.edits]

    def _matter(self, leader: Address, deeds: Sequence[Deed]) -> Matter:
        members = sorted(address for address in self._leader if self._find(address) == leader)
        reasons = list(dict.fromkeys(deed.reason for deed in deeds))
        about = "\n".join(sorted({deed.about for deed in deeds}))
        keeps = all(deed.keeps_all for deed in deeds if deed.kind in ("merge", "gather", "supersede", "prune"))
        told = in_short(reasons)
        step = Step(told, tuple(self._edits(members)), about, sum(deed.retires for deed in deeds), keeps)
        kind = min((deed.kind for deed in deeds), key=KINDS.index)
        return Matter(kind, told, about, step)

    def _edits(self, members: Iterable[Address]) -> Iterable[Edit]:
        arrived = set(self._left.values())
        for address in members:
            was, now = self._was[address], self._now[address]
            if now is None and was is not None:
                target = self._left[address]
                content = self._now[target]
                assert content is not None
                yield Move(address, target, was.digest, content)
            elif now is not None and address not in arrived and (was is None or was.digest != digest(now)):
                yield Put(address, was.digest if was else None, now)

    def _find(self, address: Address) -> Address:
        while (leader := self._leader.get(address, address)) != address:
            address = leader
        return address

    def _join(self, one: Address, other: Address) -> None:
        self._leader.setdefault(one, one)
        self._leader.setdefault(other, other)
        self._leader[self._find(other)] = self._find(one)


def in_short(reasons: Sequence[str]) -> str:
    """As many as fit on a line or two, and how many more there are; the first in any case."""
    told = reasons[0]
    for n, reason in enumerate(reasons[1:], 1):
        if len(told) + len(reason) > LONGEST_REASON:
            return f"{told}; and {len(reasons) - n} more"
        told += f"; {reason}"
    return told
