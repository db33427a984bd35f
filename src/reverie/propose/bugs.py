"""Wording: a known bug that people run into again. The registry says how to prevent it; the rule says so to agents."""

from __future__ import annotations

from reverie.propose.draft import Desk, Draft
from reverie.propose.words import capital, counted, files, many, span
from reverie.records.learning import Cluster


def word(cluster: Cluster, desk: Desk) -> Draft | None:  # noqa: ARG001 — every wording is called alike
    """The registry's words are the project's own. A hit names the entry, or repairs its files in its words."""
    bug, title, prevention = (cluster.facts[key] for key in ("bug", "title", "prevention"))
    people = many(len({event.actor for event in cluster.events}), "person", "people")
    where = f"When you change {files(cluster.files[:2])}, " if cluster.files else ""
    what = prevention.strip().rstrip(".") or f"read {bug} in {cluster.facts['source'].rpartition(':')[0]} first"
    start = capital(where + _lower(what, bool(where)))
    hits = f"{counted(cluster.events)} of {people} {span(cluster.events)}"
    verb = "points" if len(cluster.events) == 1 else "point"
    rule = f"{start}: {hits} {verb} to {bug} “{title}”."
    return Draft(
        title=f"{capital(hits)} {verb} to {bug} “{title}”",
        rule=rule,
        scope=cluster.files,
        events=cluster.events,
        sure=1.0 if prevention else 0.7,
    )


def _lower(text: str, inside: bool) -> str:
    first = text.split(" ", 1)[0]
    return text[:1].lower() + text[1:] if inside and first[1:].islower() else text
