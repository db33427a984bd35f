"""An observation as an insight: its id, its evidence without words, and how sure it is."""

from __future__ import annotations

from reverie.insights.observed import Observation, voice
from reverie.records.events import Event
from reverie.records.insights import Insight
from reverie.records.learning import DEEDS, Evidence
from reverie.tools.ids import content_id

SHOWN = 8  # letters of a session's id


def insight(one: Observation) -> Insight:
    confidence, because = _confidence(one)
    days = [event.at.date() for event in one.events]
    return Insight(
        content_id("insight", one.type, one.about)[:SHOWN],
        one.type,
        one.about,
        one.text,
        confidence,
        because,
        min(days),
        max(days),
        tuple(dict.fromkeys(map(session_of, one.events))),
        tuple(_evidence(event) for event in one.events),
        one.advice,
        files=one.files,
    )


def session_of(event: Event) -> str:
    return voice(event)[:SHOWN] if event.session else voice(event)


def _evidence(event: Event) -> Evidence:
    """Without the words: an insight may be committed, and they stay in the local log."""
    span = f"session {event.session[:SHOWN]}" if event.session else str(event.span)
    summary = DEEDS.get(event.kind, event.kind) if event.session else event.summary
    return Evidence(event.id, event.at, event.actor, event.who or event.actor, span, summary)


def _confidence(one: Observation) -> tuple[str, str]:
    sessions, days = len(one.sessions), len({event.at.date() for event in one.events})
    level = (sessions >= 3) + (sessions >= 5) + (days >= 2) + (days >= 4)
    told = f"{sessions} sessions, {days} day{'s' * (days != 1)}" + (f", {one.besides}" if one.besides else "")
    return ("low", "low", "medium", "medium", "high")[level], told
