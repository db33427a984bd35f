"""What to run and extend before a change, and how sure that is. The commits themselves say: a test that several of the
fixes changed, else one that usually changes with the file, else the one that is named like it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reverie.propose.draft import Desk
from reverie.propose.words import code
from reverie.records.events import Event
from reverie.tools import paths
from reverie.tools.tree import belongs_to_tests

SMALL = 12  # tests in a folder, for "the tests in this folder" to say something
_TOGETHER, _OFTEN = 3, 0.15  # commits that changed a file and a test, and their share, before they belong together


class Proof(NamedTuple):
    """An order, `run and extend …`; `sure` from 0, when there is nothing to say, to 1."""

    do: str = ""
    sure: float = 0.0


def proof(files: Sequence[str], events: Sequence[Event], desk: Desk) -> Proof:
    test, sure = _test(files, events, desk)
    if test:
        return Proof(f"run and extend {code(test)}", sure)
    folder = _folder(files, events, desk)
    if folder:
        return Proof(f"run and extend the tests in {code(folder + '/')}", 0.5)
    if _never_tested(files, events, desk):
        return Proof("write a test for it (no fix so far came with one)", 0.5)
    return Proof()


def _test(files: Sequence[str], events: Sequence[Event], desk: Desk) -> tuple[str, float]:
    own = [test for test in map(desk.tree.test_of, files) if test]
    fixed = _tests_in(events, desk)
    all_changes = [e for path in files[:1] for e in desk.commits(path)]
    usual = _tests_in(all_changes, desk)
    often = max(_TOGETHER, len(all_changes) * _OFTEN)
    for counts, least, sure in ((fixed, max(2, len(events) / 3), 1.0), (usual, often, 0.8)):
        named = next((test for test in own if counts[test]), "")
        best, count = min(counts.items(), key=lambda it: (-it[1], it[0]), default=("", 0))
        if named and counts[named] * 2 >= count:
            return named, sure
        if count >= least:
            return best, sure
    return (own[0], 0.7) if own and not (fixed and own[0] not in fixed) else ("", 0.0)


def _tests_in(events: Iterable[Event], desk: Desk) -> Counter[str]:
    return Counter(path for event in events for path in event.files if belongs_to_tests(path) and path in desk.tree)


def _folder(files: Sequence[str], events: Sequence[Event], desk: Desk) -> str:
    """Where the tests lie that these fixes changed, if that is one small place; else where tests of this part do."""
    changed = _tests_in(events, desk)
    together = paths.common_folder(sorted(changed)) if len(changed) > 1 else ""
    found = together if changed else desk.tree.tests_beside(files[0]) if files else ""
    return found if "/" in found and desk.tree.size_of(found) <= SMALL else ""


def _never_tested(files: Sequence[str], events: Sequence[Event], desk: Desk) -> bool:
    """No commit that changed the file changed a test. Some languages keep tests in the file itself: nobody knows."""
    if not files or not all(map(paths.is_code, files)) or files[0].endswith((".rs", ".zig", ".d", ".ex", ".exs")):
        return False
    known = [*events, *desk.commits(files[0])]
    return not any(paths.is_test(path) for event in known for path in event.files)
