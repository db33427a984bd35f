"""Events that speak of the same thing in other words and other files. Text alone will not do: short subjects are alike
because they share words like "fix". So what is compared is what an event is about: its telling words, the parts of the
project it touches, and the errors it names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from reverie.notice.failures import error_names
from reverie.notice.view import WIDE, Noticed, View, is_evidence, plain, telling_files
from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools import paths
from reverie.tools.terms import Background, terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Embed = Callable[[Sequence[str]], NDArray[np.float32]]

TEXT, PLACE = 0.62, 0.38  # how much words and places count
NEAR = 0.45
ROUND = 0.5  # of a cluster's events seen by another detector: it has nothing new to say
LOOSE = 12  # a cluster larger than this is taken apart again, nearer


def notice(view: View, embed: Embed, seen: Sequence[Cluster] = ()) -> Noticed:
    """Clusters of fixes, reverts and errors that no other detector has seen."""
    left_out: Counter[str] = Counter()
    events = [
        e for e in view.events if e.kind in ("fix", "revert", "error") and is_evidence(e) and len(e.files) <= WIDE
    ]
    enough = view.thresholds.min_cluster_size
    if len(events) < enough:
        return Noticed()
    found = []
    for members in group(events, embed, view, enough):
        if len({(e.actor, e.at.date()) for e in members}) < 2:
            left_out["alike events of one person on one day"] += 1
        elif _is_seen(members, seen):
            left_out["alike events that are a pattern already"] += 1
        else:
            found.append(_cluster(members))
    return Noticed(tuple(found), left_out)


def group(events: Sequence[Event], embed: Embed, view: View, enough: int) -> list[list[Event]]:
    """Events that lie close together. A group that grew too wide is split by looking more closely."""
    from reverie.notice.density import dbscan

    vectors = together(events, embed, view)
    waiting = [(list(range(len(events))), NEAR)]
    found: list[list[int]] = []
    while waiting:
        rows, threshold = waiting.pop()
        labels = dbscan(vectors[rows], threshold, enough)
        for label in range(int(labels.max()) + 1):
            inside = [rows[i] for i in range(len(rows)) if labels[i] == label]
            if len(inside) > LOOSE and threshold < 0.85:
                waiting.append((inside, threshold + 0.05))
            else:
                found.append(inside)
    groups = [sorted((events[i] for i in inside), key=lambda e: (e.at, e.id)) for inside in found]
    return sorted(groups, key=lambda members: (members[0].at, members[0].id))


def together(events: Sequence[Event], embed: Embed, view: View) -> NDArray[np.float32]:
    """One unit vector for each event: its words and places side by side, so that their cosine is the weighted sum."""
    import numpy as np

    words = embed([about(event, view.background) for event in events])
    places = _places(events, view.events)
    joined = np.hstack([words * TEXT**0.5, places * PLACE**0.5])
    lengths = np.linalg.norm(joined, axis=1, keepdims=True)
    unit: NDArray[np.float32] = (joined / np.maximum(lengths, 1e-9)).astype(np.float32)
    return unit


def about(event: Event, background: Background) -> str:
    """What an event is about, in its telling words: what everybody says is left out, the names of places come along."""
    own = [term.shown for term in terms(plain(event)) if background.rarity(term.key) > 2.0 or background.size < 100]
    where = [word for path in telling_files(event)[:4] for word in _ending(path)]
    return " ".join(dict.fromkeys([*own, *error_names(event), *where])) or plain(event)


def _ending(path: str) -> list[str]:
    """The words of a file's name and of the folder it is in."""
    return sorted(paths.words("/".join(path.split("/")[-2:])))


def _places(events: Sequence[Event], everyday: Sequence[Event]) -> NDArray[np.float32]:
    """Files and folders as a vector: a folder two events share counts the more, the less usual it is to work there."""
    import numpy as np

    parts = [_steps(event) for event in events]
    common = Counter(step for event in everyday for step in set(_steps(event)))
    rows = {step: i for i, step in enumerate(sorted({step for steps in parts for step in steps}))}
    vectors = np.zeros((len(events), max(len(rows), 1)), dtype=np.float32)
    for i, steps in enumerate(parts):
        for step in steps:
            weight = 1.0 if "." in step.rpartition("/")[2] else 1.4  # a shared folder says more than a lone file
            vectors[i, rows[step]] += weight * np.log((len(everyday) + 1) / max(common[step], 1)) + 0.05
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: NDArray[np.float32] = vectors / np.maximum(lengths, 1e-9)
    return unit


def _steps(event: Event) -> list[str]:
    steps: list[str] = []
    for path in telling_files(event) or [p for p in event.files if not paths.noise(p)]:
        folders = path.split("/")
        steps += ["/".join(folders[: i + 1]) for i in range(len(folders))]
    return steps


def _is_seen(members: Sequence[Event], seen: Sequence[Cluster]) -> bool:
    ids = {event.id for event in members}
    return any(len(ids & {event.id for event in cluster.events}) >= ROUND * len(ids) for cluster in seen)


def _cluster(members: Sequence[Event]) -> Cluster:
    counts = Counter(path for event in members for path in telling_files(event))
    files = tuple(path for path, _ in sorted(counts.items(), key=lambda it: (-it[1], it[0])))[:5]
    days, people = len({e.at.date() for e in members}), len({e.actor for e in members})
    return Cluster(
        "semantic_cluster",
        f"event:{members[0].id}",
        tuple(members),
        files,
        strength=days * (0.8 + 0.15 * min(people, 5)),
    )
