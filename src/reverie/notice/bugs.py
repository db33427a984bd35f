"""A known bug that different people run into again: entries of the bug registry, hit by events that name them, or that
repair the same files and speak of the same thing. A mere edit is no hit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from fnmatch import fnmatchcase

from reverie.notice.view import Noticed, View, is_evidence, plain
from reverie.records.events import BugEntry, Event
from reverie.records.learning import Cluster
from reverie.tools import paths
from reverie.tools.terms import Background, phrases


def notice(view: View) -> Noticed:
    left_out: Counter[str] = Counter()
    found = []
    for entry in view.registry:
        hits = [event for event in view.events if is_evidence(event) and is_hit(entry, event, view.background)]
        actors = {event.actor for event in hits}
        if len(actors) >= view.thresholds.min_actors:
            found.append(_cluster(entry, hits))
        elif hits:
            left_out[f"registry entries hit by fewer than {view.thresholds.min_actors} people"] += 1
    return Noticed(tuple(found), left_out)


def is_hit(entry: BugEntry, event: Event, background: Background) -> bool:
    text = f"{event.summary}\n{event.body}"
    if re.search(rf"(?<![\w-]){re.escape(entry.id)}(?![\w-])", text, re.IGNORECASE):
        return True
    if event.kind not in ("fix", "revert", "error"):
        return False
    return touches(entry.files, event.files) and _shares_a_term(entry, event, background)


def touches(patterns: Sequence[str], files: Sequence[str]) -> bool:
    """Whether any file is one of these, lies below one of them, or fits one as a pattern."""
    for pattern in patterns:
        folder = pattern.rstrip("/*") + "/"
        if any(path == pattern or path.startswith(folder) or fnmatchcase(path, pattern) for path in files):
            return True
    return False


def _shares_a_term(entry: BugEntry, event: Event, background: Background) -> bool:
    """A telling word in common. The words of the file's own name are in both anyway and tell nothing."""
    told = phrases(" . ".join([entry.title, entry.component, entry.prevention, *entry.tags]))
    said = phrases(f"{plain(event)} . {event.body[:500]}")
    dull = {key for path in entry.files for word in paths.words(path) for key in phrases(word)}
    rare = background.size < 50
    return any(key not in dull and (rare or background.rarity(key) > 2.5) for key in told.keys() & said.keys())


def _cluster(entry: BugEntry, hits: Sequence[Event]) -> Cluster:
    counts = Counter(path for event in hits for path in event.files if touches(entry.files, [path]))
    files = tuple(path for path, _ in counts.most_common(5)) or entry.files
    return Cluster(
        "cross_actor_anti",
        f"bug:{entry.id}",
        tuple(hits),
        files,
        {
            "bug": entry.id,
            "title": entry.title,
            "prevention": entry.prevention,
            "severity": entry.severity,
            "source": f"{entry.source}:{entry.line}",
        },
        strength=3.0 + len({event.actor for event in hits}),
    )
