"""Consolidation: look the memory over → think, in the cage → check. What is sure becomes steps of the night's change
set; what is not becomes proposals, which wait for a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from reverie.earlier import LOG, MAKER, abouts_done, last, open_proposals, parts_of
from reverie.layouts import proposals
from reverie.layouts.layout import Layout
from reverie.layouts.returning import without_forgotten
from reverie.records.changes import ChangeSet, Kind, Receipt, Step
from reverie.records.documents import Address
from reverie.records.errors import BadDocument
from reverie.records.logs import Json, LogRecord
from reverie.records.nightly import Phase
from reverie.records.proposals import Proposal
from reverie.records.store import Reader, Render, Store
from reverie.records.tidying import DONE, ENOUGH, WAITING, Matter, Tidied, Tidy
from reverie.records.verification import LOG as VERIFICATIONS
from reverie.remember.verified import from_record
from reverie.surveying import Seen, Survey, is_quiet, relevant, seen_of, survey
from reverie.tidying.checks import Overreach, checked

__all__ = ["Keeper", "Overreach", "Plan", "checked", "consolidate"]

Think = Callable[[Tidy, Callable[[Phase], None]], tuple[Tidied, Sequence[str]]]


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
    seen: Seen = field(default_factory=Seen)
    idle: bool = False
    held_back: bool = False  # a person wanted something left alone tonight: another night looks at it again

    def done(self, receipt: Receipt | None) -> tuple[Matter, ...]:
        """What was really done: a step may have been skipped, because somebody was at work there."""
        reasons = {result.reason for result in receipt.applied} if receipt else set[str]()
        return tuple(matter for matter in self.tidied.done if matter.step.reason in reasons)


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
    settings: str = ""  # a mark of what a person set: when it changes, all is looked over again
    index: Render | None = None  # what makes the index of our own memory
    lead: Callable[[Reader, Callable[[str], bool]], Matter | None] = lambda *_: None  # the same, for another's
    acts: bool = True
    held: str = ""  # why nothing may be done now: the memory's owner is at it
    forgotten: Callable[[str], bool] = lambda _: False  # what a person wanted forgotten

    def plan(self, tell: Callable[[Phase], None], *, again: bool = False) -> Plan:
        if self.held:
            return Plan(Tidied(left_out={self.held: 1}), idle=True)
        today, before = self.at.date(), last(self.store)
        known = before if before and not again and not self._goes_on(before) else None
        now, changed = self.store.changed(seen_of(known, self.settings))
        news = relevant(changed, self.layout)
        if known and news == [] and is_quiet(known, self.code, today):
            return Plan(idle=True)
        glance = self.store.glance()
        looked = survey(glance, self.layout)
        mark = looked.mark_at(today, self.code, self.settings)
        seen = Seen(now, self.code, looked.again_after(today), self.settings)
        if known and known.facts.get("mark") == mark:  # no note is new, but somebody may have changed the index
            steps = self._leading(glance, news)
            return Plan(_as_told(known), steps, mark=mark, seen=seen, idle=not steps)
        ask = self.ask(looked)
        tidied, fences = self.think(ask, tell)
        tidied = without_forgotten(tidied, self.layout, self.store, self.forgotten)
        tidied = self._with_lines(tidied, ask, glance)
        steps = tuple(checked(step, self.layout, self.store) for step in tidied.steps)
        made = tuple(proposals.of_matter(matter) for matter in tidied.proposed)
        for proposal in made:
            for step in proposal.steps:
                checked(step, self.layout, self.store)
        papers = tuple(proposals.paper(one, private=self.private) for one in made)
        if not steps:
            steps = self._leading(glance, news)
        elif looked.pages:  # those that list notes by another hand are made by the next night
            seen = replace(seen, mark=seen_of(known, self.settings))
        return Plan(tidied, steps, made, papers, tuple(fences), mark, seen)

    def _leading(self, glance: Reader, news: Sequence[Address] | None) -> tuple[Step, ...]:
        """Notes that came by another hand get their line, and what somebody did to the index is made good."""
        if not self.index or not self.layout.index or not self.acts:
            return ()
        puts = tuple(self.index(glance, [self.layout.index] if news is None else news))
        return (Step("lead to every note from the index", puts, derived=True),) if puts else ()

    def _with_lines(self, tidied: Tidied, ask: Tidy, glance: Reader) -> Tidied:
        """Another agent's index is led to what it forgot, or a person is asked. Where tonight writes into it anyway,
        that waits for the next night."""
        before = frozenset(parts_of(abouts_done(self.store)))

        def known(about: str) -> bool:
            mark = Step("", (), about).fingerprint
            return mark in before or mark in ask.undone or ask.is_settled(mark)

        matter = self.lead(glance, known)
        if matter is None or any(self.layout.index in step.addresses for step in tidied.steps):
            return tidied
        if self.acts:
            return replace(tidied, done=(*tidied.done, matter))
        room = ask.waiting + len(tidied.proposed) < WAITING
        return replace(tidied, proposed=(*tidied.proposed, matter)) if room else tidied

    def _goes_on(self, before: LogRecord) -> bool:
        """Whether something is left of last time: a step that was skipped, or proposals for which there was no room
        and now is, because a person has decided some."""
        left = before.facts.get("left_out")
        if before.facts.get("unfinished") or not isinstance(left, dict) or ENOUGH not in left:
            return bool(before.facts.get("unfinished"))
        return sum(one.maker == MAKER for _, one in open_proposals(self.store, private=self.private)) < WAITING

    def conclude(self, planned: Plan, receipt: Receipt | None) -> None:
        """Put it on record, so that the next night knows whether anything is new."""
        if planned.idle:
            return
        wanted = {step.reason for step in planned.steps}
        skipped: list[Json] = [f"{r.reason}: {r.why}" for r in receipt.skipped if r.reason in wanted] if receipt else []
        done: list[Json] = [{"kind": m.kind, "reason": m.reason, "about": m.about} for m in planned.done(receipt)]
        if kept := [record for record in planned.tidied.records if from_record(record)]:
            self.store.append(VERIFICATIONS, kept)
        facts: dict[str, Json] = {
            "mark": "" if receipt and receipt.applied else planned.mark,
            "seen": self._seen(planned, receipt).facts(),
            "change": receipt.id if receipt else "",
            "done": done,
            "proposed": [one.id for one in planned.proposed],
            "skipped": skipped,
            "left_out": dict(planned.tidied.left_out),
            "gone": [*planned.tidied.hollow],
            "unfinished": bool(skipped) or planned.held_back,
        }
        self.store.append(LOG, [LogRecord("cycle", "reverie", self.at, facts)])

    def _seen(self, planned: Plan, receipt: Receipt | None) -> Seen:
        """With what we did ourselves; but what another hand changed meanwhile, and what the night noted besides, is for
        the next one to look at."""
        before = planned.seen
        now, changed = self.store.changed(before.mark, look=False)
        news = relevant(changed, self.layout)
        try:
            found = {address: self.store.read(address) for address in news or ()}
        except BadDocument:  # it is no text any more: another hand
            return before
        ours = {op.address: op.after for step in planned.steps for op in step.ops()}
        rendered = receipt.rendered if receipt else ()
        left = (a for a, there in found.items() if ours.get(a, "") != (there.digest if there else None))
        if news is None or not set(left) <= set(rendered):
            return before
        return before.after(now, [there for there in found.values() if there], self.layout, self.at.date())


def _as_told(known: LogRecord) -> Tidied:
    """What the last record says that the next one must not lose."""
    left, gone = known.facts.get("left_out"), known.facts.get("gone")
    return Tidied(
        left_out={reason: int(str(count)) for reason, count in left.items()} if isinstance(left, dict) else {},
        hollow=tuple(str(address) for address in gone) if isinstance(gone, list) else (),
    )


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
