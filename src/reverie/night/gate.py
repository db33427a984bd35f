"""The gate before a night: what a thought depends on, in one mark, and whether a night with that mark has been."""

from __future__ import annotations

from datetime import datetime, timedelta

from reverie import __version__
from reverie.night.desk import Desk
from reverie.night.report import REPORTS
from reverie.records.logs import LogRecord
from reverie.records.nightly import Request
from reverie.records.store import Store
from reverie.store.past import undone_fingerprints
from reverie.tools.ids import content_id

BASELINE = timedelta(days=400)


def taken_back(store: Store) -> tuple[str, ...]:
    """Fingerprints of the steps a person took back."""
    return tuple(sorted(undone_fingerprints(list(store.history()))))


def far_enough(ask: Request, desk: Desk) -> datetime:
    """Whether a rule works is told from a year before it graduated, so the oldest rule decides how far back to look."""
    return min([ask.known_since, *(rule.at - BASELINE for rule in desk.active_rules)])


def mark_of(ask: Request, desk: Desk) -> str:
    """The same while nothing a thought depends on has changed: history, settings, decisions, and the day."""
    papers = (f"{d.address}={d.digest}" for d in desk.documents)
    asked = (f"{ask.now:%Y-%m-%d}", f"{(ask.now - ask.since).days}", ask.state, ask.embedder, ask.models, ask.endpoint)
    return content_id(
        __version__, *asked, repr(sorted(ask.thresholds.items())), str(ask.most), ask.listen.mark, ask.instructions,
        *papers,
    )  # fmt: skip


def nothing_new(store: Store, ask: Request, desk: Desk, *, again: bool) -> datetime | None:
    """When a night with this very mark ran, if one did today; None if there is something to think about."""
    if again or ask.listen.fresh:
        return None
    mark = mark_of(ask, desk)
    for record in store.records(REPORTS, ask.now - timedelta(days=2)):
        if isinstance(record, LogRecord) and record.facts.get("mark") == mark:
            return record.at
    return None
