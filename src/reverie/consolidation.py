"""Consolidation: look the memory over → think, in the cage → check. What is sure becomes steps of the night's change
set; what is not becomes proposals, which wait for a person."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from reverie import __version__
from reverie.layouts import proposals
from reverie.layouts.layout import Layout
from reverie.layouts.returning import without_forgotten
from reverie.records.changes import ChangeSet, Kind, Receipt, Step
from reverie.records.documents import Address, Listed
from reverie.records.logs import Json, LogRecord
from reverie.records.nightly import Phase
from reverie.records.proposals import EXPIRED, OPEN, Proposal
from reverie.records.store import Reader, Render, Store
from reverie.records.tidying import DONE, Matter, Tidied, Tidy
from reverie.records.verification import LOG as VERIFICATIONS
from reverie.remember.verified import from_record
from reverie.tidying.checks import Overreach, checked
from reverie.tools.ids import content_id

__all__ = ["Keeper", "Overreach", "Plan", "Survey", "checked", "consolidate", "survey"]

LOG = "consolidations"

Think = Callable[[Tidy, Callable[[Phase], None]], tuple[Tidied, Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Survey:
    """The memory at a glance: every active note and day with its digest, and a mark of all of it."""

    notes: tuple[tuple[str, str], ...]
    others: tuple[str, ...] = ()
    mark: str = ""
    until: tuple[tuple[str, str], ...] = ()  # address, and the day it is valid until
    doubted: bool = False  # something of it is gone from the code: it is looked at every day

    def mark_at(self, day: date, code: str) -> str:
        """The same while there is nothing to do: the memory, the code, and whose time is over."""
        over = (address for address, until in self.until if until < day.isoformat())
        return content_id(self.mark, code, *over, day.isoformat() if self.doubted else "")


@dataclass(frozen=True, slots=True)
class Plan:
    """What consolidation wants, checked: steps to apply, and proposals to lay before a person. `idle`: nothing in the
    memory is new since the last time, so nothing was thought."""

    tidied: Tidied = field(default_factory=Tidied)
    steps: tuple[Step, ...] = ()
    proposed: tuple[Proposal, ...] = ()
    papers: tuple[Step, ...] = ()
    open: tuple[str, ...] = ()
    mark: str = ""
    idle: bool = False
    held_back: bool = False  # a person wanted something left alone tonight: another night looks at it again

    def done(self, receipt: Receipt | None) -> tuple[Matter, ...]:
        """What was really done: a step may have been skipped, because somebody was at work there."""
        reasons = {result.reason for result in receipt.applied} if receipt else set[str]()
        return tuple(matter for matter in self.tidied.done if matter.step.reason in reasons)


def survey(reader: Reader, layout: Layout) -> Survey:
    found: list[tuple[str, str]] = []
    others: list[str] = []
    until: list[tuple[str, str]] = []
    doubted = False
    for root in layout.roots:
        for item in reader.scan(root):
            if not isinstance(item, Listed):
                continue
            kind = layout.kind_of(item.address)
            if kind in ("note", "daily") and item.what.state == "active" and not item.what.fault:
                found.append((str(item.address), item.digest))
                doubted = doubted or bool(item.what.facts.get("doubt"))
                if day := item.what.facts.get("until"):
                    until.append((str(item.address), day))
            elif kind == "index":
                others.append(str(item.address))
    mark = content_id(__version__, *(f"{address}={digest}" for address, digest in found))
    return Survey(tuple(found), tuple(others), mark, tuple(until), doubted)


def settled(store: Store, *, private: bool) -> frozenset[str]:
    """What need not be said again: it is proposed already, or a person said no. What has expired may be."""
    found = [one for _, one in proposals.filed(store, private=private) if one.status != EXPIRED]
    abouts = (step.about for one in found for step in one.steps)
    return frozenset((*(mark for one in found for mark in one.fingerprints), *parts_of(abouts)))


def parts_of(abouts: Iterable[str]) -> Iterator[str]:
    """A step may be about several matters, each of which is one by itself."""
    return (Step("", (), line).fingerprint for about in abouts for line in about.splitlines())


def undone_parts(store: Store, undone: frozenset[str]) -> frozenset[str]:
    """The matters of steps that a person took back: they stay taken back, whatever they come together with."""
    told = (record.facts.get("done") for record in store.records(LOG) if isinstance(record, LogRecord))
    abouts = (
        str(one.get("about", "")) for done in told if isinstance(done, list) for one in done if isinstance(one, dict)
    )
    return frozenset(parts_of(about for about in abouts if about and Step("", (), about).fingerprint in undone))


def nights_gone(store: Store) -> dict[str, int]:
    """For how many days in a row all that a note states has been gone. Two cycles of one day are one."""
    found: dict[str, int] = {}
    day = None
    for record in store.records(LOG):
        gone = record.facts.get("gone") if isinstance(record, LogRecord) else None
        if isinstance(record, LogRecord) and isinstance(gone, list):
            more = int(record.at.date() != day)
            found = {str(address): max(1, found.get(str(address), 0) + more) for address in gone}
            day = record.at.date()
    return found


def last(store: Store) -> LogRecord | None:
    found = None
    for record in store.records(LOG):
        if isinstance(record, LogRecord):
            found = record
    return found


@dataclass(frozen=True, slots=True)
class Keeper:
    """Who looks after one memory: what to ask about it, and what thinks about that."""

    store: Store
    layout: Layout
    at: datetime
    ask: Callable[[Survey], Tidy]
    think: Think
    private: bool = False
    code: str = ""  # where the code stands that notes speak of
    index: Render | None = None  # what makes the index of our own memory
    acts: bool = True
    held: str = ""  # why nothing may be done now: the memory's owner is at it
    forgotten: Callable[[str], bool] = lambda _: False  # what a person wanted forgotten

    def plan(self, tell: Callable[[Phase], None], *, again: bool = False) -> Plan:
        if self.held:
            return Plan(Tidied(left_out={self.held: 1}), idle=True)
        looked = survey(self.store, self.layout)
        mark = looked.mark_at(self.at.date(), self.code)
        before = last(self.store)
        if before and before.facts.get("mark") == mark and not before.facts.get("unfinished") and not again:
            return Plan(idle=True, mark=mark)
        tidied, fences = self.think(self.ask(looked), tell)
        tidied = without_forgotten(tidied, self.layout, self.store, self.forgotten)
        steps = tuple(checked(step, self.layout, self.store) for step in tidied.steps)
        made = tuple(proposals.of_matter(matter) for matter in tidied.proposed)
        for proposal in made:
            for step in proposal.steps:
                checked(step, self.layout, self.store)
        papers = tuple(proposals.paper(one, private=self.private) for one in made)
        if not steps and self.index and self.layout.index and self.acts:
            puts = tuple(self.index(self.store, [self.layout.index]))  # notes that came by another hand get their line
            steps = (Step("lead to every note from the index", puts),) if puts else ()
        return Plan(tidied, steps, made, papers, tuple(fences), mark)

    def conclude(self, planned: Plan, receipt: Receipt | None) -> None:
        """Put it on record, so that the next night knows whether anything is new."""
        if planned.idle:
            return
        wanted = {step.reason for step in planned.steps}
        skipped: list[Json] = [f"{r.reason}: {r.why}" for r in receipt.skipped if r.reason in wanted] if receipt else []
        done: list[Json] = [{"kind": m.kind, "reason": m.reason, "about": m.about} for m in planned.done(receipt)]
        if kept := [record for record in planned.tidied.records if from_record(record)]:
            self.store.append(VERIFICATIONS, kept)
        mark = planned.mark
        if receipt and receipt.applied:
            mark = survey(self.store, self.layout).mark_at(self.at.date(), self.code)
        facts: dict[str, Json] = {
            "mark": mark,
            "change": receipt.id if receipt else "",
            "done": done,
            "proposed": [one.id for one in planned.proposed],
            "skipped": skipped,
            "left_out": dict(planned.tidied.left_out),
            "gone": [*planned.tidied.hollow],
            "unfinished": bool(skipped) or planned.held_back,
        }
        self.store.append(LOG, [LogRecord("cycle", "reverie", self.at, facts)])


def consolidate(
    keeper: Keeper, tell: Callable[[Phase], None], word: Callable[[Plan], Plan] = lambda planned: planned
) -> tuple[Plan, Receipt | None]:
    """A consolidation by itself, as a gate lets it run; a night has it among its phases. `word`: what a model makes of
    the proposals' words."""
    planned, receipt = word(keeper.plan(tell)), None
    if steps := (*planned.steps, *planned.papers):
        name = f"consolidation: {title(planned.tidied)}"
        receipt = keeper.store.apply(ChangeSet(name, "reverie", keeper.at, steps, Kind.NIGHT, automatic=True))
    keeper.conclude(planned, receipt)
    return planned, receipt


def title(tidied: Tidied) -> str:
    """What was done, in a few words; nothing if nothing was."""
    counts: dict[str, int] = {}
    for matter in tidied.done:
        counts[matter.kind] = counts.get(matter.kind, 0) + 1
    parts = [f"{count} {DONE.get(kind, kind)}" for kind, count in sorted(counts.items())]
    parts += [f"{len(tidied.proposed)} to decide"] if tidied.proposed else []
    return ", ".join(parts)


def open_proposals(store: Store, *, private: bool) -> list[tuple[Address, Proposal]]:
    return [(address, one) for address, one in proposals.filed(store, private=private) if one.status == OPEN]
