"""Proposals on the table: which there are, which have expired, and what a yes or a no comes to. A yes is one change set
in the person's name; what changed since it was proposed is skipped, with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.asked import overreach
from reverie.consolidation import Overreach, checked
from reverie.layouts import proposals
from reverie.layouts.layout import Layout
from reverie.records.changes import ChangeSet, Move, Put, Receipt, Step
from reverie.records.documents import Address
from reverie.records.errors import AmbiguousId
from reverie.records.logs import LogRecord
from reverie.records.proposals import ACCEPTED, DECLINED, EXPIRED, NOTE, OPEN, Proposal
from reverie.records.store import Render, Store
from reverie.reorganizing.errors import (
    NoneCanBe,
    NoSuchMutation,
    OneOfTwo,
    ProposalDecided,
    ProposalExpired,
    UnknownProposal,
)
from reverie.reorganizing.indexing import with_index
from reverie.reorganizing.links import fixed_links, followed
from reverie.reorganizing.made import MAKER
from reverie.reorganizing.stale import changed

EVENTS = "events"
TOO_MUCH = 0.5  # a proposal of which more than this share changed meanwhile has expired


@dataclass(frozen=True, slots=True)
class Paper:
    """A proposal and the file it lies in."""

    address: Address
    digest: str
    proposal: Proposal


@dataclass(frozen=True, slots=True)
class Table:
    """Where proposals are decided. `private`: they lie outside of what is committed."""

    store: Store
    layout: Layout
    private: bool = False
    render: Render | None = None  # what makes the index

    def papers(self) -> list[Paper]:
        found = []
        for address, proposal in proposals.filed(self.store, private=self.private):
            document = self.store.read(address)
            if document is not None:
                found.append(Paper(address, document.digest, proposal))
        return sorted(found, key=lambda paper: (paper.proposal.status != OPEN, paper.proposal.id))

    def meant(self, typed: str) -> Paper:
        start = typed.strip().lower().removesuffix(".md")
        found = [paper for paper in self.papers() if start and paper.proposal.id.startswith(start)]
        if not found:
            raise UnknownProposal(id=typed)
        if len(found) > 1:
            raise AmbiguousId(id=typed, matches=" or ".join(paper.proposal.id for paper in found[:4]))
        return found[0]

    def settled(self) -> frozenset[str]:
        """What is not proposed again: a person said no to it, or consolidation proposes it already."""
        found: set[str] = set()
        for paper in self.papers():
            one = paper.proposal
            if one.status == DECLINED or (one.status == OPEN and one.maker != MAKER):
                found |= one.fingerprints
            for step, outcome in zip(one.steps, one.outcomes, strict=False):
                if outcome.startswith(DECLINED):
                    found |= {step.fingerprint, *_each(step)}
        return frozenset(found)

    def stale(self, proposal: Proposal) -> dict[int, str]:
        """The mutations, by number, whose sources changed since; and what changed."""
        found = {number: changed(step, self.store) for number, step in enumerate(proposal.steps, 1)}
        return {number: why for number, why in found.items() if why}

    def blocked(self, proposal: Proposal) -> dict[int, str]:
        """Those that cannot be done now: stale ones, and those by which a note would leave that a pinned one links to
        by now."""
        leaving = [[edit.source for edit in step.edits if isinstance(edit, Move)] for step in proposal.steps]
        held = dict(fixed_links(self.store, self.layout, (source for sources in leaving for source in sources)))
        found = self.stale(proposal)
        for number, sources in enumerate(leaving, 1):
            linked = [source for source in sources if source in held]
            if linked and number not in found:
                found[number] = f"{held[linked[0]]} is pinned or static, and links to {linked[0]}"
        return found

    def status(self, proposal: Proposal) -> str:
        gone = proposal.status == OPEN and len(self.stale(proposal)) > TOO_MUCH * len(proposal.steps)
        return EXPIRED if gone else proposal.status

    def waiting(self, id: str) -> Proposal | None:
        """The one of this id, if it lies there undecided."""
        return next((p.proposal for p in self.papers() if p.proposal.id == id and p.proposal.status == OPEN), None)

    # Deciding

    def file(self, proposal: Proposal, *, by: str, at: datetime) -> Receipt | None:
        """Lay it on the table; what was open of ours is replaced by it. None: it lies there already."""
        steps = []
        for paper in self.papers():
            known = paper.proposal
            if known.id == proposal.id and known.status == OPEN:
                return None
            if known.maker == MAKER and known.status == OPEN:
                over = replace(known, status=EXPIRED, decided=f"replaced by {proposal.id}")
                steps.append(_written(paper, over, f"proposal {known.id} is replaced"))
        address = proposals.address_of(proposal.id, private=self.private)
        there = self.store.read(address)
        put = Put(address, there.digest if there else None, proposals.text(proposal))
        steps.append(Step(f"propose {proposal.id}: {proposal.reason}"[:400], (put,)))
        told = LogRecord("proposed", by, at, {"title": f"{proposal.id}: {proposal.reason}"})
        self.store.append(EVENTS, [told])
        return self.store.apply(ChangeSet(f"propose: {proposal.title}", by, at, tuple(steps)))

    def accept(self, paper: Paper, only: Sequence[int], *, by: str, at: datetime) -> tuple[Proposal, Receipt]:
        """Those chosen (all, if none is named) are done, the others are declined; either way it is final."""
        proposal = paper.proposal
        self._open(proposal)
        stale = self.blocked(proposal)
        chosen = self._chosen(proposal, only)
        live = [number for number in chosen if number not in stale]
        if not live:
            raise NoneCanBe(id=proposal.id, why="; ".join(stale[number] for number in chosen))
        outcomes = tuple(
            DECLINED if n not in chosen else f"skipped: {stale[n]}" if n in stale else ACCEPTED
            for n in range(1, len(proposal.steps) + 1)
        )
        decided = replace(proposal, status=ACCEPTED, decided=f"by {by} on {at:%Y-%m-%d}", outcomes=outcomes)
        title = f"accept {proposal.id}: {len(live)} of {len(proposal.steps)} mutations"
        steps = (*self.steps(proposal, live, at), _written(paper, decided, f"proposal {proposal.id} is accepted"))
        return decided, self.store.apply(ChangeSet(title, by, at, steps))

    def steps(self, proposal: Proposal, numbers: Sequence[int], at: datetime) -> tuple[Step, ...]:
        """What is done for these mutations, checked again: a proposal is a file, and anybody may have written it."""
        wanted = [self._checked(proposal.steps[number - 1], proposal.kinds[number - 1]) for number in numbers]
        return with_index(followed(wanted, self.store, self.layout), self.store, self.layout, self.render, at)

    def _checked(self, step: Step, kind: str) -> Step:
        """A new note may be made, all else only changes notes that are there."""
        if kind != NOTE:
            return checked(step, self.layout, self.store)
        if wrong := overreach([step], self.layout):
            raise Overreach(what=wrong)
        return step

    def reject(self, paper: Paper, reason: str, *, by: str, at: datetime) -> tuple[Proposal, Receipt]:
        proposal = paper.proposal
        if proposal.status != OPEN:
            self._open(proposal)
        outcomes = (DECLINED,) * len(proposal.steps)
        words = f"by {by} on {at:%Y-%m-%d}: {reason}"
        decided = replace(proposal, status=DECLINED, decided=words, outcomes=outcomes)
        step = _written(paper, decided, f"proposal {proposal.id} is rejected: {reason}"[:400])
        return decided, self.store.apply(ChangeSet(f"reject {proposal.id}: {proposal.title}", by, at, (step,)))

    def _open(self, proposal: Proposal) -> None:
        status = self.status(proposal)
        if status == EXPIRED:
            stale = self.stale(proposal)
            why = proposal.decided or f"{len(stale)} of {len(proposal.steps)} mutations rest on what changed since"
            raise ProposalExpired(id=proposal.id, why=why)
        if status != OPEN:
            raise ProposalDecided(id=proposal.id, status=status, decided=proposal.decided)

    def one_way(self, proposal: Proposal, numbers: Sequence[int]) -> list[int]:
        """Of mutations that are two ways of one matter, the first."""
        found: dict[str, int] = {}
        for number in numbers:
            found.setdefault(proposal.steps[number - 1].fingerprint, number)
        return sorted(found.values())

    def _chosen(self, proposal: Proposal, only: Sequence[int]) -> list[int]:
        for number in only:
            if not 1 <= number <= len(proposal.steps):
                raise NoSuchMutation(number=number, id=proposal.id, count=len(proposal.steps))
        chosen = sorted(set(only)) or list(range(1, len(proposal.steps) + 1))
        first = self.one_way(proposal, chosen)
        if other := [number for number in chosen if number not in first]:
            marks = [step.fingerprint for step in proposal.steps]
            raise OneOfTwo(id=proposal.id, one=marks.index(marks[other[0] - 1]) + 1, other=other[0])
        return chosen


def _written(paper: Paper, proposal: Proposal, reason: str) -> Step:
    return Step(reason, (Put(paper.address, paper.digest, proposals.text(proposal)),))


def _each(step: Step) -> Iterable[str]:
    """A merge of several notes is about each two of them."""
    return (Step("", (), line).fingerprint for line in step.about.splitlines())
