"""The mirror: what several sessions show together → insights. Events and what was noticed in them come in, insights
that are new or have changed go out; nothing here knows files, clocks or models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reverie.insights import asked, errors, findings, subjects, ways
from reverie.insights.observed import LEAST, Observation, Scene
from reverie.insights.settling import Limits, Settled, is_actionable, settle
from reverie.records.events import Event
from reverie.records.learning import Cluster

__all__ = ["Limits", "Observation", "Settled", "is_actionable", "observe", "settle"]

_DETECTORS = (errors.notice, findings.notice, subjects.notice, ways.notice, asked.notice)


def observe(events: Iterable[Event], clusters: Sequence[Cluster] = ()) -> Iterator[Observation]:
    """Everything that at least two sessions show."""
    scene = Scene.of(events)
    found = (one for detect in _DETECTORS for one in detect(scene))
    for one in (*found, *asked.from_wishes(clusters)):
        if len(one.sessions) >= LEAST:
            yield one
