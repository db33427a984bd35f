"""What to run and extend before a change, and how sure that is. The commits themselves say: a test that several of the
fixes changed, else one that usually changes with the file, else one that is named like it. Where there is a large
history and none of these is known, nothing is said: a wrong test is worse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reverie.propose.draft import Desk
from reverie.propose.words import code
from reverie.records.events import Event
from reverie.tools import paths
from reverie.tools.tree import belongs_to_tests, near

WIDE = 15  # files: a commit of more says little about any two of them
_TOGETHER, _OFTEN = 3, 0.3  # commits that changed a file and a test, and their share, before they belong together


class Proof(NamedTuple):
    """An order, `run and extend …`; `sure` from 0, when there is nothing to say, to 1."""

    do: str = ""
    sure: float = 0.0


def proof(files: Sequence[str], events: Sequence[Event], desk: Desk) -> Proof:
    test, sure = _test(files, events, desk)
    if test:
        return Proof(f"run and extend {code(test)}", sure)
    if desk.is_large and desk.tree.has_tests:
        return Proof()
    if _never_tested(files, events, desk):
        return Proof("write a test for it (no fix so far came with one)", 0.5)
    return Proof("add the test that would have caught them", 0.4)


def _test(files: Sequence[str], events: Sequence[Event], desk: Desk) -> tuple[str, float]:
    """Of the tests named like the file the one most fixes changed; else one that several changed; else one that usually
    changes with the file; else the nearest of its name."""
    own = [test for path in files for test in desk.tree.tests_of(path)]
    fixed = _tests_in(events, desk)
    named = max(own, key=lambda test: fixed[test], default="")
    here = files[0] if files else ""
    best, count = min(fixed.items(), key=lambda it: (-it[1], -near(here, it[0]), it[0]), default=("", 0))
    if named and fixed[named] and fixed[named] * 2 >= count:
        return named, 1.0
    if count >= max(2, len(events) / 3):
        return best, 1.0
    if fixed:  # a test that none of them changed, while they changed others, would be the wrong one
        return "", 0.0
    changes = [e for path in files[:1] for e in desk.commits(path) if len(e.files) <= WIDE]
    usual = _tests_in(changes, desk)
    best, count = min(usual.items(), key=lambda it: (-it[1], it[0] not in own, it[0]), default=("", 0))
    if count >= max(_TOGETHER, len(changes) * _OFTEN) or (best in own and count):
        return best, 0.8
    return (own[0], 0.7) if own else ("", 0.0)


def _tests_in(events: Iterable[Event], desk: Desk) -> Counter[str]:
    return Counter(path for event in events for path in event.files if belongs_to_tests(path) and path in desk.tree)


def _never_tested(files: Sequence[str], events: Sequence[Event], desk: Desk) -> bool:
    """No commit that changed the file changed a test. Some languages keep tests in the file itself: nobody knows."""
    if not files or not all(map(paths.is_code, files)) or files[0].endswith((".rs", ".zig", ".d", ".ex", ".exs")):
        return False
    known = [*events, *desk.commits(files[0])]
    return not any(paths.is_test(path) for event in known for path in event.files)
