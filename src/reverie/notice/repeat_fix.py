"""The same file repaired again and again. Files that are repaired together are one pattern, not several."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from reverie.notice.view import WIDE, Noticed, View, is_evidence, telling_files
from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools import paths

_FLAKY = re.compile(r"\bflak(?:y|iness|es?)\b", re.I)  # a test that was repaired, wherever
_BESIDE = {"test", "ci", "build"}  # a fix of these touches the product only in passing
LONG_AGO, TIMES = timedelta(days=120), 3  # since the last fix, and so many times as long as they went on: it is over
MONTH = timedelta(days=30)
TOGETHER = 0.6  # of a file's fixes: more in common with another file's, and they are one pattern


def notice(view: View) -> Noticed:
    left_out: Counter[str] = Counter()
    by_file, wide = _fixes_by_file(view.events)
    found: list[Cluster] = []
    for path, fixes in _repeated(view, by_file, left_out):
        known = next((c for c in found if _overlap(fixes, c.events) >= TOGETHER), None)
        if known is None:
            found.append(_cluster(view, path, fixes, wide.get(path, 0)))
        elif path not in known.files:
            found[found.index(known)] = _joined(known, path)
    return Noticed(tuple(found), left_out)


def _fixes_by_file(events: Iterable[Event]) -> tuple[Mapping[str, list[Event]], Counter[str]]:
    by_file: defaultdict[str, list[Event]] = defaultdict(list)
    wide: Counter[str] = Counter()
    for event in events:
        if event.kind != "fix" or not is_evidence(event) or "review" in event.tags or _FLAKY.search(event.summary):
            continue
        if len(event.files) > WIDE:
            wide.update(telling_files(event))
            continue
        files = [path for path in telling_files(event) if paths.is_ci(path) or not _BESIDE & set(event.tags)]
        product = any(not paths.is_ci(path) for path in files)
        for path in files:  # a fix of the product touches CI and declarations only in passing
            if not (product and paths.is_ci(path)) and (len(files) == 1 or not paths.is_declaration(path)):
                by_file[path].append(event)
    return by_file, wide


def _repeated(
    view: View, by_file: Mapping[str, list[Event]], left_out: Counter[str]
) -> Iterable[tuple[str, list[Event]]]:
    """Files with enough fixes, the most repaired first; a tie goes to the one repaired with fewer others."""

    def order(item: tuple[str, list[Event]]) -> tuple[int, int, str]:
        path, fixes = item
        return -len(fixes), sum(len(fix.files) for fix in fixes), path

    for path, fixes in sorted(by_file.items(), key=order):
        if len(fixes) < view.thresholds.min_cluster_size:
            if len(fixes) > 1:
                left_out[f"files with fewer than {view.thresholds.min_cluster_size} fixes"] += 1
        elif view.has_days and len({fix.at.date() for fix in fixes}) < 2:
            left_out["files whose fixes all fell on one day"] += 1
        elif _still_being_written(view, path, fixes):
            left_out["new files, repaired only by the one who is writing them"] += 1
        elif _is_over(view, fixes):
            left_out["files whose fixes ended long ago"] += 1
        else:
            yield path, fixes


def _still_being_written(view: View, path: str, fixes: Sequence[Event]) -> bool:
    """Born in the window and touched by one person alone: the usual back and forth of new work."""
    born_here = bool(view.before) and view.born[path] >= view.events[0].at
    return born_here and len({fix.actor for fix in fixes}) == 1


def _is_over(view: View, fixes: Sequence[Event]) -> bool:
    """Some fixes in a row, and then a long time none: whatever it was has healed."""
    quiet = view.events[-1].at - fixes[-1].at
    long_ago = max(LONG_AGO, (view.events[-1].at - view.events[0].at) / 4)  # who looks back over years is told of years
    return quiet > long_ago and quiet > TIMES * (fixes[-1].at - fixes[0].at)


def _pace(fixes: Sequence[Event]) -> float:
    """Fixes a month, as far as one: what is spread over half a year is weaker than as much in a few weeks."""
    return min(1.0, len(fixes) * MONTH / max(fixes[-1].at - fixes[0].at, MONTH))


def _cluster(view: View, path: str, fixes: list[Event], wide: int) -> Cluster:
    days = len({fix.at.date() for fix in fixes})
    people = len({fix.actor for fix in fixes})
    share = len(fixes) / max(len(view.changes[path]), len(fixes))
    focus = sum(1 / len(telling_files(fix)) for fix in fixes) / len(fixes)
    tests = Counter(other for fix in fixes for other in fix.files if paths.is_test(other) and not paths.noise(other))
    return Cluster(
        "repeat_fix",
        f"file:{path}",
        tuple(fixes),
        (path,),
        {
            "commits": str(_commits(view, path, fixes)),
            "tests": "\n".join(test for test, count in tests.most_common(3) if count * 3 >= len(fixes)),
        },
        (f"{wide} fix{'es that touch' if wide != 1 else ' that touches'} more than {WIDE} files",) if wide else (),
        strength=days * (0.5 + share) * (0.5 + focus) * (1.0 + 0.15 * min(people, 5)) * (0.5 + _pace(fixes) / 2),
    )


def _commits(view: View, path: str, fixes: Sequence[Event]) -> int:
    """How often the file was changed from the first of these fixes to the last."""
    times = view.changes[path]
    return bisect_right(times, fixes[-1].at) - bisect_left(times, fixes[0].at)


def _joined(known: Cluster, path: str) -> Cluster:
    return Cluster(
        known.signal, known.about, known.events, (*known.files, path), known.facts, known.not_counted, known.strength
    )


def _overlap(some: Sequence[Event], others: Sequence[Event]) -> float:
    ids = {event.id for event in others}
    return sum(event.id in ids for event in some) / len(some)
