"""Events of sessions, in few words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from reverie import insights
from reverie.insights import Observation, Settled
from reverie.records.events import Event, Origin, Span
from reverie.records.insights import Insight

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


def event(kind: str, session: int, summary: str, *tags: str, tool: str = "Bash", files: Sequence[str] = ()) -> Event:
    """In session number so-and-so, which is also the day."""
    at = START + timedelta(days=session)
    id = f"{kind}-{session}-{summary}"
    origin = Origin.USER if kind in ("question", "correction", "decision") else Origin.AGENT
    span = Span(f"s{session}.jsonl", "", 3, 100)
    return Event(id, kind, "ada", at, origin, span, summary, "", tuple(files), f"{session:04d}abcd-ef", tool, tags)


def failed(session: int, command: str, said: str, *tags: str, name: str = "error:ECONNREFUSED") -> Event:
    told = f"{name.partition(':')[2]} in `{command}`: {said}"
    return event("error", session, told, name, f"command:{command}", f"typed:{command}", *tags)


def found(session: int, sentence: str) -> Event:
    return event("finding", session, sentence, "telling")


def observed(*events: Event) -> list[Observation]:
    return list(insights.observe(events))


def texts(*events: Event) -> list[str]:
    return [one.text for one in observed(*events)]


def settled(events: Sequence[Event], known: Sequence[Insight] = (), *, threshold: float = 0.85) -> Settled:
    latest = max((e.at for e in events), default=START)
    limits = insights.Limits(latest, START - timedelta(days=400), threshold)
    return insights.settle(insights.observe(events), known, limits)
