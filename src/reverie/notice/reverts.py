"""Work that was taken back. Reverts that belong together (the same commits, the same files, one chain of revert and
re-apply) are one pattern; those that do not are several."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise

from reverie.notice.view import WIDE, Noticed, View, is_evidence, telling_files
from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools import paths
from reverie.tools.groups import Groups

FRESH = timedelta(days=60)


def notice(view: View) -> Noticed:
    left_out: Counter[str] = Counter()
    events = [e for e in view.events if e.kind in ("revert", "reapply") and is_evidence(e)]
    chain = {sha: e for e in events for sha in (e.span.commit,)}
    groups: Groups[str] = Groups(e.id for e in events)
    by_key: defaultdict[str, list[Event]] = defaultdict(list)
    for event in events:
        for key in _keys(event, chain):
            by_key[key].append(event)
    for key, together in by_key.items():
        for one, other in pairwise(together):
            # The same commit is the same story however long it lasts; the same file only while it is fresh.
            if key.startswith("commit:") or other.at - one.at <= FRESH:
                groups.join(one.id, other.id)
    by_id = {e.id: e for e in events}
    found = []
    for ids in groups.all():
        members = sorted((by_id[id] for id in ids), key=lambda e: (e.at, e.id))
        reverts = [e for e in members if e.kind == "revert"]
        if len(reverts) < view.thresholds.min_reverts:
            left_out["reverts that stand alone"] += len(reverts)
        elif view.has_days and _in_one_go(reverts):
            left_out["reverts of one person in one hour"] += len(reverts)
        else:
            found.append(_cluster(view, members))
    return Noticed(tuple(sorted(found, key=lambda c: c.about)), left_out)


def _in_one_go(reverts: Sequence[Event]) -> bool:
    """A series of commits taken back together was one change that failed, not several."""
    times = [event.at for event in reverts]
    return len({event.actor for event in reverts}) == 1 and max(times) - min(times) < timedelta(hours=1)


def _keys(event: Event, chain: dict[str, Event]) -> list[str]:
    """What two reverts may have in common: what they take back, and the files that only few share."""
    keys = [f"commit:{sha}" for sha in (*event.reverts, event.span.commit)]
    for sha in event.reverts:  # a revert of a revert leads back to what was first reverted
        if sha in chain:
            keys += [f"commit:{inner}" for inner in chain[sha].reverts]
    files = telling_files(event)
    if 0 < len(files) <= WIDE:
        keys += [f"file:{path}" for path in files]
    return keys


def _cluster(view: View, members: Sequence[Event]) -> Cluster:
    counts = Counter(path for e in members for path in e.files if paths.telling(path))
    ranked = sorted(counts.items(), key=lambda it: (-it[1], it[0]))
    files = tuple(path for path, count in ranked if count > 1)[:5] or tuple(path for path, _ in ranked)[:2]
    taken_back = {sha for e in members for sha in e.reverts}
    originals = [e for e in (*view.before, *view.events) if e.span.commit in taken_back and e.kind != "revert"]
    lines = [f"{e.span.commit} {e.at.isoformat()} {e.summary}" for e in originals]
    reverts = sum(e.kind == "revert" for e in members)
    return Cluster(
        "revert_cluster",
        f"revert:{_oldest(members, originals)}",
        tuple(members),
        files,
        {"originals": "\n".join(lines), "reapplied": str(sum(e.kind == "reapply" for e in members))},
        strength=reverts * (1.5 if any(e.kind == "reapply" for e in members) else 1.0),
    )


def _oldest(members: Sequence[Event], originals: Sequence[Event]) -> str:
    """The oldest thing in the story is what it is about; more reverts do not change it."""
    first = min((*originals, *members), key=lambda e: (e.at, e.id))
    return first.id
