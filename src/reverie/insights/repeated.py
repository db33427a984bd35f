"""What people say again: wishes that became patterns, and decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reverie.insights.observed import LEAST, Observation, Scene, many, once_each, voice, witnessed
from reverie.records.events import Event
from reverie.records.insights import Type
from reverie.records.learning import Cluster
from reverie.tools.wish import telling

SHARED = 0.6  # of the telling words of the longer one


def notice(scene: Scene) -> Iterator[Observation]:
    for group in alike(scene.kind("decision"), 3):
        newest = max(group, key=lambda e: (e.at, e.id))
        text = f"Decided, and said again in {many(len(once_each(group)))}: {newest.summary.rstrip('.')}."
        yield witnessed(Type.DECISION, f"decided:{key_of(group)}", text, group, 2.5, 0.3)


def from_wishes(clusters: Sequence[Cluster]) -> Iterator[Observation]:
    """The wishes that were noticed in several sessions."""
    for cluster in clusters:
        met = once_each(cluster.events)
        if cluster.signal == "repeated_correction" and len(met) >= LEAST:
            rule = cluster.facts["rule"].rstrip(".")
            text = f"{rule}: people said so in {many(len(met))}."
            yield witnessed(Type.PREFERENCE, cluster.about, text, met, 3.0, 0.4)


def alike(events: Sequence[Event], least: int) -> list[list[Event]]:
    """Events of at least two sessions whose telling words are mostly the same, `least` of them at least."""
    groups: list[tuple[frozenset[str], list[Event]]] = []
    by_word: dict[str, list[int]] = {}
    for event in events:
        words = telling(event.summary)
        near = {g for word in words for g in by_word.get(word, ())[-200:]}
        home = next((g for g in sorted(near) if _same(words, groups[g][0], least)), None)
        if home is None:
            home = len(groups)
            groups.append((words, []))
            for word in words:
                by_word.setdefault(word, []).append(home)
        groups[home][1].append(event)
    return [rows for _, rows in groups if len({voice(event) for event in rows}) >= LEAST]


def _same(a: frozenset[str], b: frozenset[str], least: int) -> bool:
    shared = len(a & b)
    return shared >= least and shared >= SHARED * max(len(a), len(b))


def key_of(group: Sequence[Event]) -> str:
    return " ".join(sorted(frozenset.intersection(*(telling(event.summary) for event in group)))[:6])
