"""Wording: two files that get the same fix one after the other."""

from __future__ import annotations

from reverie.propose.draft import Desk, Draft
from reverie.propose.lessons import lesson
from reverie.propose.words import capital, code, many
from reverie.records.learning import Cluster


def word(cluster: Cluster, desk: Desk) -> Draft | None:
    first, second = cluster.files
    told = [
        text for text in (lesson(event, desk.background) for event in cluster.events if first in event.files) if text
    ]
    count, later = len(cluster.facts["pairs"].splitlines()), int(cluster.facts["later"])
    delay = f", typically {later} day{'s' * (later != 1)} later" if later else ""
    rule = (
        f"When you fix {code(first)}, make the same fix in {code(second)}: {many(count, 'fix', 'fixes')} had to be made"
        f" twice{delay} ({'; '.join(told[-3:])})."
    )
    title = f"{capital(many(count, 'fix', 'fixes'))} of {code(first)} were made again in {code(second)}"
    return Draft(title, rule, cluster.files, cluster.events)
