"""Wording: events that speak of the same thing in different places and words. What is proposed must be a place one can
change: the files most of them share, or a part of the project so small that hardly anybody else works there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from reverie.propose.common import Shared, shared
from reverie.propose.draft import Desk, Draft
from reverie.propose.lessons import names, telling
from reverie.propose.proof import proof
from reverie.propose.words import capital, code, counted, files, many, span
from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools import paths

_BESIDE = {"test", "ci", "build"}
SURE = 0.6  # of the test that is named


def word(cluster: Cluster, desk: Desk) -> Draft | None:
    repairs = [e for e in cluster.events if e.kind != "revert" and not _BESIDE & set(e.tags)]
    common = shared(repairs, (), desk) if len(repairs) > 2 else None
    if common and len(common.events) * 2 >= len(cluster.events) and _is_a_subject(common, desk):
        return _about_something(cluster, common, desk)
    return _about_a_part(cluster, repairs, desk)


def _is_a_subject(common: Shared, desk: Desk) -> bool:
    """A name or a phrase. A lone everyday word is too wide, and that a folder's files need fixes is no news."""
    lone = common.shown.islower() and " " not in common.shown
    return not lone and not desk.tree.has_folder(common.shown)


def _about_something(cluster: Cluster, common: Shared, desk: Desk) -> Draft | None:
    where = _places(common.events)
    check = proof(where, common.events, desk)
    if telling(common.events, desk.background) < 2 or not where or (check.sure < SURE and desk.is_large):
        return None
    count = f"{counted(common.events)} {span(common.events)}"
    others = len(cluster.events) - len(common.events)
    return Draft(
        title=f"{capital(count)} name {common.named}, mostly in {files(where)}",
        rule=f"When you work on {common.named} in {files(where)}, {check.do}: {count} name it"
        f"{names(common.events, where, desk)}.",
        scope=where,
        events=common.events,
        not_counted=(f"{many(others, 'event')} nearby that do not name it",) if others else (),
        sure=0.35,
    )


def _about_a_part(cluster: Cluster, repairs: Sequence[Event], desk: Desk) -> Draft | None:
    folder, told = cluster.facts.get("folder", ""), telling(repairs, desk.background)
    check = proof(cluster.files, repairs, desk)
    if desk.is_large:
        return None  # a folder says little there, and one test for all of it is the wrong one
    if not folder or min(len(repairs) - 1, told) < 2 or not check.do:
        return None
    count = f"{counted(repairs)} {span(repairs)} in {code(folder + '/')}"
    return Draft(
        title=capital(count),
        rule=f"{capital(count)}{names(repairs, cluster.files, desk)}: {check.do} before you commit there.",
        scope=(f"{folder}/**",),
        events=tuple(repairs),
        sure=0.35,
        cause=False,
    )


def _places(events: Sequence[Event]) -> tuple[str, ...]:
    """The files that at least half of these changed; one that only a few did would not be the place."""
    counts = Counter(path for event in events for path in event.files if paths.telling(path) and paths.is_code(path))
    ranked = sorted(counts.items(), key=lambda it: (-it[1], it[0]))
    return tuple(path for path, count in ranked if count * 2 >= len(events))[:2]
