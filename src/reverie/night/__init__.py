"""The story of one night: lock → decisions people wrote → think over what happened, then over the memory itself, in the
cage → check → apply → report."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from reverie import __version__, asked, consolidation
from reverie.consolidation import Keeper, Plan
from reverie.night.checks import Overreach, check, keep, notes_of
from reverie.night.desk import Desk, Sign, carry_out_written, lay_out
from reverie.night.report import REPORTS, Report
from reverie.notebook import Notebook
from reverie.records.changes import ChangeSet, Kind
from reverie.records.logs import LogRecord
from reverie.records.nightly import Phase, Request, Thought
from reverie.records.store import Store
from reverie.review.decide import REVIEW_DAYS
from reverie.tools.ids import content_id

__all__ = [
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

BASELINE = timedelta(days=400)


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
    settle: Callable[[], None] = lambda: None,
    review_days: int = REVIEW_DAYS,
    book: Notebook | None = None,
    keeper: Keeper | None = None,
) -> Report:
    """One cycle. What people wrote into candidate files is carried out first, in their name; then the night thinks over
    what happened, and the keeper over the memory itself; what they want is checked, and applied as one change. A second
    dream over the same input would change nothing, so unless asked to (`again`) it is not even thought. `settle` is
    called when what was heard is safe; `book` takes what people asked to be remembered."""
    began = time.monotonic()
    desk = lay_out(store)
    decided, not_decided = ((), ()) if dry else carry_out_written(store, desk, sign, ask.now, review_days)
    desk = lay_out(store) if decided else desk
    mark = mark_of(ask, desk)
    idle = None if again or dry or decided or ask.listen.fresh else _last_with(store, mark, ask.now)
    thought, fences = Thought(), frozenset[str]()
    if not idle:
        thought, open_fences = think(replace(ask, documents=desk.documents, known_since=_far_enough(ask, desk)), tell)
        fences = frozenset(open_fences)
        check(thought.steps)
    noted = notes_of(thought, book)
    thought = replace(thought, left_out={**thought.left_out, **noted.left_out})
    if not dry and not idle:
        keep(store, thought.heard)
        settle()
    tidied = keeper.plan(tell, again=again or dry) if keeper else Plan(idle=True)
    if idle and tidied.idle:
        store.append(REPORTS, [LogRecord("idle", "reverie", ask.now, {"since": idle.isoformat()})])
        return Report(ask.now, time.monotonic() - began, Thought(), (), not_decided, mark=mark, idle_since=idle)
    receipt = None
    steps = (*thought.steps, *noted.steps, *tidied.steps, *tidied.papers)
    if steps and not dry:
        title = title_of(thought, len(noted.steps), consolidation.title(tidied.tidied))
        receipt = store.apply(ChangeSet(title, "reverie", ask.now, steps, Kind.NIGHT, automatic=True))
    if not dry:
        asked.settle(noted, receipt, store, ask.now)
        if keeper:
            keeper.conclude(tidied, receipt)
    mark = mark_of(ask, lay_out(store)) if receipt else mark
    fences |= frozenset(tidied.open)
    report = Report(
        ask.now, time.monotonic() - began, thought, decided, not_decided, receipt, tuple(sorted(fences)), dry, mark,
        noted=noted.written(receipt) if receipt else noted.steps, tidied=tidied,
    )  # fmt: skip
    if not dry:
        store.append(REPORTS, [report.record()])
    return report


def _far_enough(ask: Request, desk: Desk) -> datetime:
    """Whether a rule works is told from a year before it graduated, so the oldest rule decides how far back to look."""
    return min([ask.known_since, *(rule.at - BASELINE for rule in desk.active_rules)])


def mark_of(ask: Request, desk: Desk) -> str:
    """The same while nothing a thought depends on has changed: history, settings, decisions, and the day."""
    papers = (f"{d.address}={d.digest}" for d in desk.documents)
    asked = (f"{ask.now:%Y-%m-%d}", f"{(ask.now - ask.since).days}", ask.state, ask.embedder, ask.models, ask.endpoint)
    return content_id(
        __version__, *asked, repr(sorted(ask.thresholds.items())), str(ask.most), ask.listen.mark, *papers
    )


def _last_with(store: Store, mark: str, now: datetime) -> datetime | None:
    """When a night with this very mark ran, if one did today."""
    for record in store.records(REPORTS, now - timedelta(days=2)):
        if isinstance(record, LogRecord) and record.facts.get("mark") == mark:
            return record.at
    return None


def title_of(thought: Thought, notes: int = 0, tidied: str = "") -> str:
    parts = [f"{len(thought.new)} new candidate{'s' * (len(thought.new) != 1)}"] if thought.new else []
    parts += [f"{len(thought.grown)} grew"] if thought.grown else []
    parts += [f"{len(thought.replaced)} replaced"] if thought.replaced else []
    parts += [f"{notes} new note{'s' * (notes != 1)}"] if notes else []
    parts += [tidied] if tidied else []
    return "night: " + (", ".join(parts) or "tidied candidates")
