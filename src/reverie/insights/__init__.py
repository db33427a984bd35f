"""The mirror: what several sessions show together → insights. Events and what was noticed in them come in, insights
that are new or have changed go out; nothing here knows files, clocks or models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reverie.insights import (
    areas,
    checks,
    diagnostics,
    errors,
    findings,
    gaps,
    habits,
    places,
    repeated,
    subjects,
    together,
)
from reverie.insights.book import Limits
from reverie.insights.likeness import names
from reverie.insights.observed import LEAST, Observation, Scene, tag
from reverie.insights.ready import is_actionable, is_noteworthy
from reverie.insights.settling import Settled, settle
from reverie.insights.subjects import spoken_of
from reverie.records.events import Event
from reverie.records.learning import Cluster

__all__ = ["Limits", "Observation", "Settled", "is_actionable", "is_noteworthy", "observe", "settle", "spoken_of"]

_DETECTORS = (errors, checks, areas, gaps, diagnostics, findings, subjects, places, together, habits, repeated)


def observe(events: Iterable[Event], clusters: Sequence[Cluster] = ()) -> Iterator[Observation]:
    """Everything that at least two sessions show."""
    scene = Scene.of(events)
    found = [one for detector in _DETECTORS for one in detector.notice(scene)]
    told = {event.id for one in found for event in one.events}
    rest = [e for e in scene.kind("error") if e.id not in told and tag(e, "command") != e.tool]
    for one in (*_said_once(found), *checks.at_first(rest, scene), *repeated.from_wishes(clusters)):
        if len(one.sessions) >= LEAST:
            yield one


def _said_once(found: Sequence[Observation]) -> Iterator[Observation]:
    """What several sessions agree upon needs no second line that says they spoke of it."""
    agreed = [one.text for one in found if one.about.startswith("finding:")]
    named = {name for text in agreed for name in names(text)}
    for one in found:
        subject, _, quotes = one.text.partition(": “")
        again = names(subject) & named or _is_within(quotes, agreed)
        if not (one.about.startswith("subject:") and again):
            yield one


def _is_within(quotes: str, texts: Sequence[str]) -> bool:
    return any(quote.strip("”. ") in text for quote in quotes.split("”; “") if quote for text in texts)
