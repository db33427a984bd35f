"""The story of one night: gate → lock → orient → gather → notice → propose → remember → render → report."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reverie import asked, consolidation, diary, offering
from reverie.consolidation import Keeper, Plan
from reverie.night.checks import Overreach, check, check_briefing, keep
from reverie.night.desk import Desk, Sign, carry_out_written, lay_out
from reverie.night.gate import far_enough, mark_of, nothing_new, taken_back
from reverie.night.report import REPORTS, Report, as_done
from reverie.night.steering import note_steering, steer
from reverie.night.studying import Studied, Study, notes_of
from reverie.night.words import told as told_of_words
from reverie.night.words import worded
from reverie.notebook import Notebook
from reverie.records.changes import ChangeSet, Kind, Receipt
from reverie.records.doubts import Oriented
from reverie.records.logs import LogRecord
from reverie.records.nightly import Phase, Request, Thought
from reverie.records.phases import PHASES
from reverie.records.store import Store
from reverie.review.decide import REVIEW_DAYS

if TYPE_CHECKING:
    from reverie.wording import Scribe

__all__ = [
    "PHASES",
    "REPORTS",
    "Desk",
    "Observer",
    "Overreach",
    "Report",
    "Sign",
    "Think",
    "carry_out_written",
    "check",
    "dream",
    "keep",
    "lay_out",
]
Observer = Callable[[Phase], None]
Think = Callable[[Request, Observer], tuple[Thought, Sequence[str]]]


def dream(
    store: Store,
    ask: Request,
    think: Think,
    sign: Sign,
    tell: Observer,
    *,
    dry: bool = False,
    again: bool = False,
    lock: Callable[[], AbstractContextManager[None]] = nullcontext,
    orient: Callable[[], Oriented] = Oriented,
    settle: Callable[[], None] = lambda: None,
    review_days: int = REVIEW_DAYS,
    book: Notebook | None = None,
    keeper: Keeper | None = None,
    study: Study = lambda _ask, _tell: Studied(),
    scribe: Scribe | None = None,
    publish: Callable[[Report], None] = lambda _: None,
) -> Report:
    """One cycle, or its beginning: it ends after the phase `ask.until`. What people wrote into candidate files is
    carried out first, in their name. A second dream over the same input would change nothing, so unless asked to
    (`again`) it is not even thought. `settle` is called when what was heard is safe; `book` takes what people asked to
    be remembered; `study` reads the sessions and has their lessons told; the `keeper` thinks over the memory itself;
    the `scribe` has a model word what is decided; `publish` makes of it what people read in the morning."""
    began = time.monotonic()

    def so_far(thought: Thought | None = None, **told: Any) -> Report:
        known = {"dry": dry, "until": ask.until, "instructions": ask.instructions, **told}
        return Report(ask.now, time.monotonic() - began, thought or Thought(), **known)

    # gate: is anything new? It is asked once more behind the lock, because another may have been quicker
    if not ask.goes_to("lock"):
        return so_far(idle_since=nothing_new(store, ask, lay_out(store), again=again or dry))

    with lock():
        if not ask.goes_to("orient"):
            return so_far()
        desk = lay_out(store)
        acts = not dry and ask.goes_to("propose")
        decided, not_decided = carry_out_written(store, desk, sign, ask.now, review_days) if acts else ((), ())
        desk = lay_out(store) if decided else desk
        mark = mark_of(ask, desk)
        idle = nothing_new(store, ask, desk, again=again or dry or bool(decided) or ask.until != PHASES[-1])
        thought, noted, fences, about, studied = Thought(), asked.Plan(), frozenset[str](), ask, Studied()

        if not idle:
            # orient: what the memory is not sure of is looked for in what is new
            map_ = orient()
            tell(Phase("orient", map_.told))
            if not ask.goes_to("gather"):
                return so_far(oriented=map_.told)

            # read: what sessions taught, told by whoever answers tasks
            studied = study(ask, tell)
            tell(Phase("read", studied.told, studied.seconds)) if studied.told else None

            # gather, notice, propose: one thought, in the cage
            about = replace(
                ask, documents=desk.documents, known_since=far_enough(ask, desk), doubts=map_.doubts,
                undone=taken_back(store), lessons=studied.lessons,
            )  # fmt: skip
            thought, open_fences = think(about, tell)
            fences = frozenset(open_fences)
            check(thought.steps)
            check_briefing(thought.briefing)
            noted = notes_of(studied.lessons, ask, book) if ask.goes_to("remember") else noted
            if not dry:
                keep(store, thought.heard, thought.sightings, settle)
            if not ask.goes_to("propose"):
                return so_far(thought, open=tuple(sorted(fences)), oriented=map_.told)

        # remember: what people asked for, and what the keeper wants; steered like what was proposed
        tidied = Plan(idle=True)
        if keeper and ask.goes_to("remember"):
            tidied = keeper.plan(tell, again=again or dry)
        left_out = {**thought.left_out, **studied.left_out, **noted.left_out}
        thought = replace(thought, left_out=left_out, notes=(*thought.notes, *studied.notes))
        thought, tidied = steer(ask.instructions, thought, tidied)
        offers = _offered(about, thought, desk, None if idle else book, keeper)
        thought = replace(thought, steps=offers.steps)
        if idle and tidied.idle:
            store.append(REPORTS, [LogRecord("idle", "reverie", ask.now, {"since": idle.isoformat()})])
            publish(so_far(idle_since=idle))
            return so_far(not_decided=not_decided, mark=mark, idle_since=idle)

        # word: what is proposed, in better words; nothing is decided any more
        thought, tidied = worded(scribe, thought, tidied, tell, dry=dry)

        # render: one change set, with the index made from what is really there
        receipt = None if dry else _applied(store, ask, thought, noted, tidied, offers)
        if keeper and not dry and ask.goes_to("remember"):
            keeper.conclude(tidied, receipt)

        # report
        report = so_far(
            as_done(thought, receipt), decided=decided, not_decided=not_decided, receipt=receipt, tidied=tidied,
            offers=offers, studied=studied,
            open=tuple(sorted(fences | frozenset(tidied.open))),
            noted=noted.written(receipt) if receipt else noted.steps,
            mark=mark_of(ask, lay_out(store)) if receipt else mark,
        )  # fmt: skip
        report = told_of_words(scribe, report, store)
        if not dry and ask.goes_to("report"):
            store.append(REPORTS, [report.record()])
            note_steering(store, ask)
            publish(report)
        return report


def _applied(
    store: Store, ask: Request, thought: Thought, noted: asked.Plan, tidied: Plan, offers: offering.Offers
) -> Receipt | None:
    receipt = None
    if steps := (*thought.steps, *noted.steps, *noted.confirmed, *tidied.steps, *tidied.papers, *offers.papers):
        title = title_of(thought, len(noted.steps), len(noted.confirmed), consolidation.title(tidied.tidied))
        receipt = store.apply(ChangeSet(title, "reverie", ask.now, steps, Kind.NIGHT, automatic=True))
    asked.settle(noted, receipt, store, ask.now)
    return receipt


def _offered(
    ask: Request, thought: Thought, desk: Desk, book: Notebook | None, keeper: Keeper | None
) -> offering.Offers:
    """Insights that have become stable offer themselves as notes, where notes are kept and something was thought."""
    if book is None or not ask.goes_to("remember"):
        return offering.Offers(thought.steps)
    aside = bool(keeper and keeper.private)
    return offering.offered(thought.steps, desk.insights, book, private=aside, undone=ask.undone)


def title_of(thought: Thought, notes: int = 0, confirmed: int = 0, tidied: str = "") -> str:
    parts = [f"{len(thought.new)} new candidate{'s' * (len(thought.new) != 1)}"] if thought.new else []
    parts += [f"{len(thought.grown)} grew"] if thought.grown else []
    parts += [f"{len(thought.replaced)} replaced"] if thought.replaced else []
    parts += diary.insights_told(thought.insights.values())
    parts += [f"{notes} new note{'s' * (notes != 1)}"] if notes else []
    parts += [f"{confirmed} note{'s' * (confirmed != 1)} confirmed"] if confirmed else []
    parts += [tidied] if tidied else []
    return "night: " + (", ".join(parts) or "tidied candidates and proposals")
