"""The briefing, inside the cage: made of what this night knows, so that the morning costs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reverie.briefing import brief
from reverie.notice.view import View
from reverie.records.briefing import Material
from reverie.records.doubts import from_record
from reverie.records.insights import Insight
from reverie.records.learning import Rule
from reverie.records.nightly import Request
from reverie.review.precedents import Precedent
from reverie.thinking.listening import Heard


def briefing(
    ask: Request,
    view: View,
    heard: Heard,
    insights: Iterable[Insight],
    rules: Sequence[Rule],
    past: Iterable[Precedent],
) -> tuple[str, ...]:
    commits = [event for event in (*view.before, *view.events) if event.span.commit]
    seen = [found for record in heard.sightings if (found := from_record(record))]
    open_ones = [one for one in insights if one.is_open]
    decided = {name for one in past if one.decision for name in (one.candidate.about, *one.events)}
    return brief(Material(ask.now, heard.events, commits, open_ones, rules, ask.doubts, seen, decided))
