"""Wording: two files that get the same fix one after the other."""

from __future__ import annotations

from reverie.propose.draft import Desk, Draft
from reverie.propose.words import capital, code, many
from reverie.records.learning import Cluster


def word(cluster: Cluster, desk: Desk) -> Draft | None:  # noqa: ARG001 — every wording is called alike
    """Compared was what the two fixes of a pair say, so no more than that is told."""
    first, second = cluster.files
    count, later = len(cluster.facts["pairs"].splitlines()), int(cluster.facts["later"])
    delay = f", typically {later} day{'s' * (later != 1)} later" if later else ""
    rule = (
        f"When you fix {code(first)}, see whether {code(second)} needs the same: {many(count, 'fix', 'fixes')} of one"
        f" {'was' if count == 1 else 'were'} followed by a fix of the other in similar words{delay}."
    )
    title = f"{capital(many(count, 'fix', 'fixes'))} of {code(first)} or {code(second)} came in pairs"
    return Draft(title, rule, cluster.files, cluster.events)
