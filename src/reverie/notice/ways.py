"""The same thing held against the agent's ways, again: what only made sense in its moment is no wish, but may say what
others said in other words (`tools.themes`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from reverie.notice.voices import ASKED, REPEATED, Limits, strength, voices
from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools.themes import Theme, is_opposed, themes_of

THEME = "theme:"  # before the name of a way of working


def held(messages: Sequence[Event], known: Collection[str]) -> tuple[dict[Theme, list[Event]], int]:
    """What is held against the agent's ways, however it is put, each message once; and how many of these were left out
    because somebody has asked for the opposite since."""
    found: dict[Theme, list[Event]] = {}
    for event in messages:
        if event.id not in known and (themes := themes_of(event.summary)):
            found.setdefault(themes[0], []).append(event)
    kept = {
        theme: told
        for theme, told in found.items()
        if not any(is_opposed(theme, event.summary) for event in messages if event.at > told[-1].at)
    }
    return kept, len(found) - len(kept)


def joined_to(clusters: Sequence[Cluster], ways: Mapping[Theme, list[Event]], limits: Limits) -> list[Cluster]:
    """With the ways of which several sessions speak. Where somebody put it as a wish, that is the better sentence: what
    the others said stands behind it."""
    found = list(clusters)
    for theme, told in ways.items():
        homes = [n for n, cluster in enumerate(found) if theme in themes_of(cluster.facts["rule"])]
        if homes:
            best = max(homes, key=lambda n: (found[n].strength, found[n].about))
            found[best] = _joined(found[best], told, limits)
        elif signal := _signal(told, limits):
            found.append(_way(theme, told, signal))
    return found


def _joined(cluster: Cluster, told: Sequence[Event], limits: Limits) -> Cluster:
    """The same wish, said in more sessions."""
    events = tuple(sorted({*cluster.events, *told}, key=lambda event: (event.at, event.id)))
    before, sessions = voices(cluster.events), voices(events)
    return replace(
        cluster,
        signal=REPEATED if sessions >= limits.sessions else cluster.signal,
        events=events,
        facts={**cluster.facts, "sessions": str(sessions)},
        strength=cluster.strength - strength(before) + strength(sessions),
    )


def _signal(told: Sequence[Event], limits: Limits) -> str:
    """What was asked to be remembered counts at once."""
    if max(event.at for event in told) < limits.since:
        return ""
    if voices(told) >= limits.sessions:
        return REPEATED
    return ASKED if any(event.kind == "remember" for event in told) else ""


def _way(theme: Theme, told: Sequence[Event], signal: str) -> Cluster:
    sessions = voices(told)
    about = {"rule": theme.rule, "sessions": str(sessions), "form": "way"}
    return Cluster(signal, f"{THEME}{theme.name}", tuple(told), (), about, strength=strength(sessions) - 1.0)
