"""Events that speak of the same thing in other words and other files. Text alone will not do: short subjects are alike
because they share words like "fix". So what is compared is what an event is about: its telling words, the parts of the
project it touches, and the errors it names."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from reverie.notice.failures import error_names
from reverie.notice.view import WIDE, Noticed, View, is_evidence, plain, telling_files
from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools import paths, titles
from reverie.tools.terms import Background, terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Embed = Callable[[Sequence[str]], NDArray[np.float32]]

TEXT, PLACE = 0.62, 0.38  # how much words and places count
NEAR = 0.45
ROUND = 0.5  # of a cluster's events seen by another detector: it has nothing new to say
MOST = 4000  # events compared, the newest: each costs a text to embed and a look at all the others
TROUBLE = ("fix", "revert", "error")
QUIET = 600  # commits: in a history no longer than this, one that only speaks of trouble counts as well
_SPOKEN = re.compile(
    r"\b(?:broken?|breaks?|fail(?:s|ed|ing|ure)?|wrong(?:ly)?|errors?|crash\w*|bugs?|reject\w*|invalid|incorrect\w*|lost"
    r"|regress\w*|hangs?|loops?|leaks?|missing|expired|cannot|can't|doesn't|does not|unable|repair\w*"
    r"|not (?:work|check|set|found|valid)\w*|(?:returns?|answers?|gives?) [45]\d\d)\b",
    re.I,
)
SMALL, FEW = 0.1, 20  # of all commits, or commits: a folder that sees more is no part of its own
LOOSE = 12  # a cluster larger than this is taken apart again, nearer


def notice(view: View, embed: Embed, seen: Sequence[Cluster] = ()) -> Noticed:
    """Clusters of fixes, reverts and errors that no other detector has seen."""
    left_out: Counter[str] = Counter()
    worded = len(view.before) + len(view.events) <= QUIET
    events = [e for e in view.events if is_evidence(e) and len(e.files) <= WIDE and _is_trouble(e, worded)]
    enough = view.thresholds.min_cluster_size
    if len(events) < enough:
        return Noticed()
    if len(events) > MOST:
        left_out[f"events older than the newest {MOST} compared by meaning"] = len(events) - MOST
        events = events[-MOST:]
    found = []
    for members in group(events, embed, view, enough):
        if view.has_days and len({e.at.date() for e in members}) < 2:
            left_out["alike events of one day"] += 1
        elif not any(e.kind in TROUBLE for e in members):
            left_out["alike events of which none is a fix"] += 1
        elif _is_seen(members, seen):
            left_out["alike events that are a pattern already"] += 1
        else:
            found.append(_cluster(members, view))
    return Noticed(tuple(found), left_out)


def _is_trouble(event: Event, worded: bool) -> bool:
    """A fix, a revert, an error; or, where people do not say "fix", words that speak of one."""
    if event.kind in TROUBLE:
        return True
    title = titles.split(event.summary)
    return worded and event.kind == "commit" and not title.type and _SPOKEN.search(title.rest) is not None


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
    places, somewhere = _places(events, view.events)
    unit = np.hstack([words, places], dtype=np.float32)
    lengths = np.sqrt(TEXT * np.square(words).sum(axis=1) + PLACE * somewhere)
    scale = np.maximum(lengths, 1e-9)[:, None]
    unit[:, : words.shape[1]] *= TEXT**0.5 / scale
    unit[:, words.shape[1] :] *= PLACE**0.5 / scale
    return unit


def about(event: Event, background: Background) -> str:
    """What an event is about, in its telling words: what everybody says is left out, the names of places come along."""
    own = [term.shown for term in terms(plain(event)) if background.rarity(term.key) > 2.0 or background.size < 100]
    where = [word for path in telling_files(event)[:4] for word in _ending(path)]
    return " ".join(dict.fromkeys([*own, *error_names(event), *where])) or plain(event)


def _ending(path: str) -> list[str]:
    """The words of a file's name and of the folder it is in."""
    return sorted(paths.words("/".join(path.split("/")[-2:])))


def _places(events: Sequence[Event], everyday: Sequence[Event]) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """Files and folders as a vector: a folder two events share counts the more, the less usual it is to work there.
    What only one event touched brings it near to none, so it counts in the vector's length, 1 if there is any place,
    and has no column: a large project has too many."""
    import numpy as np

    parts = [Counter(_steps(event)) for event in events]
    common = Counter(step for event in everyday for step in set(_steps(event)))
    weights = {step: _weight(step, common[step], len(everyday)) for steps in parts for step in steps}
    shared = Counter(step for steps in parts for step in steps)
    columns = {step: i for i, step in enumerate(sorted(step for step, count in shared.items() if count > 1))}
    unit = np.zeros((len(events), max(len(columns), 1)), dtype=np.float32)
    for i, steps in enumerate(parts):
        length = math.hypot(*(weights[step] * times for step, times in steps.items()))
        for step, times in steps.items():
            if step in columns:
                unit[i, columns[step]] = weights[step] * times / length
    return unit, np.array([float(bool(steps)) for steps in parts])


def _weight(step: str, common: int, everyday: int) -> float:
    kind = 1.0 if "." in step.rpartition("/")[2] else 1.4  # a shared folder says more than a lone file
    return kind * math.log((everyday + 1) / max(common, 1)) + 0.05


def _steps(event: Event) -> list[str]:
    files = telling_files(event) or [path for path in event.files if not paths.noise(path)]
    return [step for path in files for step in _chain(path)]


@lru_cache(maxsize=1 << 15)
def _chain(path: str) -> tuple[str, ...]:
    """The folders on the way to a file, and the file."""
    folders = path.split("/")
    return tuple("/".join(folders[: i + 1]) for i in range(len(folders)))


def _part(members: Sequence[Event], view: View) -> dict[str, str]:
    """The folder they all lie in, if it is a part of its own: one where little else happens."""
    touched = [path for event in members for path in telling_files(event)]
    folder = paths.common_folder(touched) if len(touched) > 1 else ""
    inside = sum(any(path.startswith(f"{folder}/") for path in event.files) for event in view.events)
    return {"folder": folder} if folder and inside <= max(SMALL * len(view.events), FEW) else {}


def _is_seen(members: Sequence[Event], seen: Sequence[Cluster]) -> bool:
    ids = {event.id for event in members}
    return any(len(ids & {event.id for event in cluster.events}) >= ROUND * len(ids) for cluster in seen)


def _cluster(members: Sequence[Event], view: View) -> Cluster:
    counts = Counter(path for event in members for path in telling_files(event))
    files = tuple(path for path, _ in sorted(counts.items(), key=lambda it: (-it[1], it[0])))[:5]
    days, people = len({e.at.date() for e in members}), len({e.actor for e in members})
    return Cluster(
        "semantic_cluster",
        f"event:{members[0].id}",
        tuple(members),
        files,
        _part(members, view),
        strength=days * (0.8 + 0.15 * min(people, 5)),
    )
