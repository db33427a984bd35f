"""What to run and extend before a change. The fixes themselves say: tests they changed come first, then the one that is
named like the file; and that none of them came with a test is worth saying too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from reverie.propose.draft import Desk
from reverie.propose.words import code
from reverie.records.events import Event
from reverie.tools import paths
from reverie.tools.tree import is_a_test


def proof(files: Sequence[str], events: Sequence[Event], desk: Desk) -> str:
    """As an order: `run and extend …`. Empty if there is nothing sure to say."""
    test = test_for(files, events, desk)
    if test:
        return f"run and extend {code(test)}"
    folder = _folder(files, events, desk)
    if folder:
        return f"run and extend the tests in {code(folder + '/')}"
    came = any(paths.is_test(path) for event in events for path in event.files)
    sure = not came and not _tests_itself(files) and all(map(paths.is_code, files))
    return "write a test for it (no fix so far came with one)" if sure else ""


def test_for(files: Sequence[str], events: Sequence[Event], desk: Desk) -> str:
    """The file's own test if a fix ever changed it, else the one that most of them changed, else the file's own one if
    it lies where it must."""
    counts = Counter(path for e in events for path in e.files if is_a_test(path) and path in desk.tree)
    own = [test for test in map(desk.tree.test_of, files) if test]
    changed = next((test for test in own if counts[test]), "")
    usual, count = min(counts.items(), key=lambda it: (-it[1], it[0]), default=("", 0))
    if changed and counts[changed] * 2 >= count:
        return changed
    if count > 1 and count * 2 >= len(events):
        return usual
    return changed or next((test for test in own if not counts), "")


def _folder(files: Sequence[str], events: Sequence[Event], desk: Desk) -> str:
    """Where the tests lie that these fixes changed, if that is one place; else where tests of this part do."""
    changed = {path for e in events for path in e.files if paths.is_test(path) and path in desk.tree}
    together = paths.common_folder(sorted(changed)) if changed else ""
    if "/" in together:
        return together
    return desk.tree.tests_beside(files[0]) if files and not changed else ""


def _tests_itself(files: Sequence[str]) -> bool:
    """Some languages keep tests in the file they test, so what a commit's files say is not the whole truth."""
    return any(path.endswith((".rs", ".zig", ".d", ".ex", ".exs")) for path in files)
