"""Consolidation: look the memory over → think, in the cage → check. What is sure becomes steps of the night's change
set; what is not becomes proposals, which wait for a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.earlier import LOG, MAKER, abouts_done, last, open_proposals, parts_of
from reverie.keeping import Plan, as_told, title
from reverie.layouts import proposals
from reverie.layouts.layout import Layout
from reverie.layouts.returning import without_forgotten
from reverie.records.changes import ChangeSet, Edit, Kind, Put, Receipt, Step
from reverie.records.documents import Address
from reverie.records.errors import BadDocument
from reverie.records.logs import Json, LogRecord
from reverie.records.nightly import Phase
from reverie.records.store import Reader, Render, Store
from reverie.records.tidying import ENOUGH, WAITING, Matter, Tidied, Tidy
from reverie.records.verification import LOG as VERIFICATIONS
from reverie.remember.verified import from_record
from reverie.surveying import LOOKED_AT, Seen, Survey, is_quiet, looked_over, relevant, seen_of, survey, thought_of
from reverie.tidying.checks import Overreach, checked

__all__ = ["Keeper", "Overreach", "Plan", "checked", "consolidate", "title"]

Think = Callable[[Tidy, Callable[[Phase], None]], tuple[Tidied, Sequence[str]]]


Lead = Callable[[Reader, Sequence[Step], Callable[[str], bool]], Matter | None]
"""What is to be done about another agent's index, given what the night does besides and what was done before."""


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
    lead: Lead = lambda *_: None  # the same, for another's
    acts: bool = True
    held: str = ""  # why nothing may be done now: the memory's owner is at it
    forgotten: Callable[[str], bool] = lambda _: False  # what a person wanted forgotten

    def plan(self, tell: Callable[[Phase], None], *, again: bool = False) -> Plan:
        if self.held:
            return Plan(Tidied(left_out={self.held: 1}), idle=True)
        today, before = self.at.date(), last(self.store)
        known = before if before and not again and not self._goes_on(before) else None
        now, changed = self.store.changed(seen_of(known, self.settings))
        news = None if changed is None else relevant(changed, self.layout)
        quiet = known if known and news is not None and is_quiet(known, self.code, today) else None
        if quiet and not news:
            return Plan(idle=True)
        glance, thought = self.store.glance(), thought_of(before)
        looked = looked_over(self.store, glance, self.layout, thought, now)
        seen = Seen(now, self.code, looked.again_after(today), self.settings, thought)
        if quiet and not relevant(news or (), self.layout, LOOKED_AT):
            steps = self._leading(glance, news)  # no note is new, but somebody may have changed the index
            return Plan(as_told(quiet), steps, seen=seen, idle=not steps)
        ask, tidied, fences = self._thought(looked, glance, tell)
        tidied = without_forgotten(tidied, self.layout, self.store, self.forgotten)
        done = tuple(replace(one, step=checked(one.step, self.layout, self.store)) for one in tidied.done)
        tidied = self._with_lines(replace(tidied, done=done), ask, glance)
        steps = tidied.steps
        made = tuple(proposals.of_matter(matter) for matter in tidied.proposed)
        for proposal in made:
            for step in proposal.steps:
                checked(step, self.layout, self.store)
        papers = tuple(proposals.paper(one, private=self.private) for one in made)
        seen = replace(seen, thought=now)
        if not steps:
            steps = self._leading(glance, news)
        elif looked.pages:  # those that list notes by another hand are made by the next night
            seen = replace(seen, mark=seen_of(known, self.settings))
        return Plan(tidied, steps, made, papers, tuple(fences), seen)

    def _thought(
        self, looked: Survey, glance: Reader, tell: Callable[[Phase], None]
    ) -> tuple[Tidy, Tidied, Sequence[str]]:
        ask = self.ask(looked)
        tidied, fences = self.think(ask, tell)
        if tidied.lost:  # what was thought before is not at hand any more
            ask = self.ask(survey(glance, self.layout, looked.upto))
            tidied, fences = self.think(ask, tell)
        return ask, tidied, fences

    def _leading(self, glance: Reader, news: Sequence[Address] | None) -> tuple[Step, ...]:
        """Notes that came by another hand get their line, and what somebody did to the index is made good."""
        if not self.index or not self.layout.index or not self.acts:
            return ()
        try:
            puts = tuple(self.index(glance, [self.layout.index] if news is None else news))
        except BadDocument:  # it is no text that could be written into; `doctor` names it
            return ()
        return (Step("lead to every note from the index", puts, derived=True),) if puts else ()

    def _with_lines(self, tidied: Tidied, ask: Tidy, glance: Reader) -> Tidied:
        """Another agent's index is led to what it forgot, or a person is asked."""
        before = frozenset(parts_of(abouts_done(self.store)))

        def known(about: str) -> bool:
            mark = Step("", (), about).fingerprint
            return mark in before or mark in ask.undone or ask.is_settled(mark)

        matter = self.lead(glance, tidied.steps, known)
        if matter is None:
            return tidied
        if self.acts:
            return replace(tidied, done=_joined(tidied.done, matter, self.layout.index))
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
        if planned.steps and self._leading(self.store.glance(), None):  # another hand's doing is led to tomorrow
            return replace(before, mark="")
        now, changed = self.store.changed(before.mark, look=False)
        news = None if changed is None else relevant(changed, self.layout)
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


def _joined(done: Sequence[Matter], last: Matter, index: Address | None) -> tuple[Matter, ...]:
    """With one matter more, which comes after the others. What writes into the index too becomes one step with it."""
    first = next((one for one in done if index in one.step.addresses), None)
    if first is None:
        return (*done, last)
    later = {edit.address: edit for edit in last.step.edits if isinstance(edit, Put)}
    edits: list[Edit] = []
    for edit in first.step.edits:
        same = later.pop(edit.address, None) if isinstance(edit, Put) else None
        edits.append(replace(edit, content=same.content) if same and isinstance(edit, Put) else edit)
    about, reason = f"{first.about}\n{last.about}", f"{first.reason}; {last.reason}"
    step = replace(first.step, reason=reason, edits=(*edits, *later.values()), about=about)
    return tuple(replace(one, reason=reason, about=about, step=step) if one is first else one for one in done)


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
