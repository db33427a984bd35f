"""Files that are changed together although nothing in their names or places says so. A group of them is told once, not
pair by pair."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import PurePosixPath

from reverie.insights.observed import Observation, Scene, listed, voice, witnessed
from reverie.records.events import Event
from reverie.records.insights import Type

SESSIONS, DAYS, ALWAYS = 4, 3, 0.75  # that changed both; on as many days; of those that changed either
WHOLE = 0.5  # of all that edited: what more of them change is where everything meets
GROUPS, SHOWN = 3, 4
_SIDE = frozenset(
    "package.json package-lock.json bun.lock bun.lockb go.mod go.sum readme.md changelog.md claude.md".split()
)
_LIST = re.compile(r"status|state\.|progress|todo|backlog|roadmap|plan|changelog|history", re.IGNORECASE)
_TEST = re.compile(r"(?:^|[._/-])(?:tests?|spec|__tests__)(?:[._/-]|$)|_test\.\w+$", re.IGNORECASE)

Changed = Mapping[str, Mapping[str, Event]]  # by file, then by session


def notice(scene: Scene) -> Iterator[Observation]:
    edits = scene.kind("edit")
    changed = _changed(edits)
    pairs = {(a, b) for a, b in combinations(sorted(changed), 2) if not _obvious(a, b) and _go_together(a, b, changed)}
    groups = _groups(pairs, changed)
    for group in sorted(groups, key=lambda files: (-len(_all(files, changed)), files))[:GROUPS]:
        yield _observation(group, changed)


def _changed(edits: Sequence[Event]) -> Changed:
    """The files that several sessions changed, without those that nearly all work touches."""
    found: dict[str, dict[str, Event]] = {}
    for event in edits:
        for path in event.files:
            found.setdefault(path, {}).setdefault(voice(event), event)
    most = max(SESSIONS, WHOLE * len({voice(event) for event in edits}))
    return {path: rows for path, rows in found.items() if SESSIONS <= len(rows) <= most and not _is_aside(path)}


def _is_aside(path: str) -> bool:
    """A lock file, a list of what is done, a test: each follows other files of itself."""
    name = PurePosixPath(path).name.lower()
    return name in _SIDE or _LIST.search(name) is not None or _TEST.search(path) is not None


def _obvious(a: str, b: str) -> bool:
    """In the same folder or one within it, or named alike."""
    one, other = PurePosixPath(a), PurePosixPath(b)
    short, long = sorted((one.name.split(".")[0].lower(), other.name.split(".")[0].lower()), key=len)
    return one.is_relative_to(other.parent) or other.is_relative_to(one.parent) or short.strip("_") in long


def _go_together(a: str, b: str, changed: Changed) -> bool:
    both, either = changed[a].keys() & changed[b].keys(), changed[a].keys() | changed[b].keys()
    days = {changed[a][session].at.date() for session in both}
    return len(both) >= max(SESSIONS, ALWAYS * len(either)) and len(days) >= DAYS


def _groups(pairs: set[tuple[str, str]], changed: Changed) -> list[list[str]]:
    """Each file once: with those that it and all of them go together with, or lie beside one that does."""
    groups: list[list[str]] = []
    for a, b in sorted(pairs, key=lambda pair: (-len(_all(pair, changed)), pair)):
        home = next((group for group in groups if a in group or b in group), None)
        if home is None:
            groups.append([a, b])
        else:
            home.extend(path for path in (a, b) if path not in home and len(_all([*home, path], changed)) >= SESSIONS)
    return [sorted(group) for group in groups]


def _all(files: Sequence[str], changed: Changed) -> set[str]:
    return set.intersection(*(set(changed[path]) for path in files))


def _observation(files: Sequence[str], changed: Changed) -> Observation:
    both, either = _all(files, changed), set().union(*(changed[path] for path in files))
    shown = [f"`{path}`" for path in files[:SHOWN]]
    more = [f"{len(files) - SHOWN} more"] if len(files) > SHOWN else []
    return witnessed(
        Type.PATTERN,
        f"together:{':'.join(files[:2])}",
        f"{listed([*shown, *more])} are changed together: in {len(both)} of the {len(either)} sessions that changed"
        f" {'either' if len(files) == 2 else 'one of them'}.",
        [event for session, event in changed[files[0]].items() if session in both],
        1.5,
        0.1,
        advice=f"When you change {shown[0]}, look at {listed(shown[1:])} too.",
        files=tuple(files[:SHOWN]),
    )
