"""Wording: a known bug that people run into again. The registry says how to prevent it; the rule says so to agents."""

from __future__ import annotations

from reverie.propose.draft import Desk, Draft
from reverie.propose.lessons import lessons
from reverie.propose.words import capital, files, many, span
from reverie.records.learning import Cluster


def word(cluster: Cluster, desk: Desk) -> Draft | None:
    bug, title, prevention = (cluster.facts[key] for key in ("bug", "title", "prevention"))
    people = many(len({event.actor for event in cluster.events}), "person", "people")
    where = f"When you change {files(cluster.files[:2])}, " if cluster.files else ""
    what = prevention.strip().rstrip(".") or f"read {bug} in {cluster.facts['source'].rpartition(':')[0]} first"
    told = lessons(cluster.events, desk.background, 2)
    again = f" ({'; '.join(told)})" if told else ""
    start = capital(where + _lower(what, bool(where)))
    rule = f"{start}: {bug} “{title}” came back to {people} {span(cluster.events)}{again}."
    return Draft(
        title=f"{bug} “{title}” hit {people} {span(cluster.events)}",
        rule=rule,
        scope=cluster.files,
        events=cluster.events,
        sure=1.0 if prevention else 0.7,
    )


def _lower(text: str, inside: bool) -> str:
    first = text.split(" ", 1)[0]
    return text[:1].lower() + text[1:] if inside and first[1:].islower() else text
