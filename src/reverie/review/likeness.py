"""Whether a cluster is about the same thing as an earlier candidate, though its anchor and its events have moved on. A
cluster named for its oldest event loses that name as the window slides; what it is about stays in files and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from reverie.records.learning import Candidate, Cluster
from reverie.tools import paths
from reverie.tools.terms import phrases

HALF = Fraction(1, 2)
_MOVING = ("event:", "revert:")  # what a pattern is named for when it has no better name than its oldest event


def same_place(cluster: Cluster, candidate: Candidate) -> bool:
    """Named for one of several files that were repaired together: which one leads may change from night to night."""
    kind, _, path = cluster.about.partition(":")
    files = candidate.files if candidate.about.startswith("file:") else ()
    return kind == "file" and cluster.signal == candidate.signal and path in files


def moving(cluster: Cluster, candidate: Candidate) -> bool:
    both = cluster.about.startswith(_MOVING) and candidate.about.startswith(_MOVING)
    return cluster.signal == candidate.signal and both


def files_alike(cluster: Cluster, candidate: Candidate) -> bool:
    """Half the files of the smaller of the two, and more than one unless there is but one."""
    mine, theirs = set(cluster.files), set(candidate.files)
    smaller = min(len(mine), len(theirs))
    common = len(mine & theirs)
    return smaller > 0 and Fraction(common, smaller) >= HALF and (common > 1 or max(len(mine), len(theirs)) == 1)


def words_alike(cluster: Cluster, candidate: Candidate) -> bool:
    """A word that at least half of both use, besides the names of their files."""
    names = {word for path in (*cluster.files, *candidate.files) for word in paths.words(path)}
    dull = {key for word in names for key in phrases(word)}
    mine = _usual(event.summary for event in cluster.events)
    theirs = _usual(e.summary for e in candidate.evidence if e.summary)
    return bool((mine & theirs) - dull)


def _usual(texts: Iterable[str]) -> set[str]:
    told = [set(phrases(text)) for text in texts]
    counts = Counter(key for keys in told for key in keys)
    return {key for key, count in counts.items() if count > 1 and count * 2 >= len(told)}
