"""What to run and extend before a change, and how sure that is. The commits themselves say: a test that several of the
fixes changed, else one that usually changes with the file, else one that is named like it. Where there is a large
history and none of these is known, nothing is said: a wrong test is worse."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reverie.propose.draft import Desk
from reverie.propose.words import code, listed
from reverie.records.events import Event
from reverie.tools import paths
from reverie.tools.tree import belongs_to_tests, near

WIDE = 15  # files: a commit of more says little about any two of them
LOOKED_AT = 4  # tests, the likeliest
_GENERATED = re.compile(r"(?:^|[/_.-])generated(?=[/_.-])", re.I)
_WRITTEN_BY_A_MACHINE = re.compile(
    r"(?<!not )(?:\bcode generated\b|\bdo not edit\b|@generated\b|\bauto-?generated\b)", re.I
)
_TOGETHER, _OFTEN = 3, 0.3  # commits that changed a file and a test, and their share, before they belong together


class Proof(NamedTuple):
    """An order, `run and extend …`; `sure` from 0, when there is nothing to say, to 1."""

    do: str = ""
    sure: float = 0.0


def proof(files: Sequence[str], events: Sequence[Event], desk: Desk, name: str = "") -> Proof:
    """`name`: the function it is about, if it is about one."""
    tests, sure = _tests(files, events, desk, name)
    if tests:
        return Proof(f"run and extend {listed([code(test) for test in tests])}", sure)
    if desk.is_large and desk.tree.has_tests:
        return Proof()
    if _never_tested(files, events, desk):
        return Proof("write a test for it (no fix so far came with one)", 0.5)
    return Proof("add a test that fails without your change", 0.4)


def _tests(files: Sequence[str], events: Sequence[Event], desk: Desk, name: str) -> tuple[list[str], float]:
    """Of the tests named like the file the one most fixes changed; else those that most changed; else one that usually
    changes with the file; else the nearest of its name. One that no fix changed must name the function."""
    own = [test for path in files for test in desk.tree.tests_of(path) if can_be_extended(test, desk)]
    fixed = _tests_in(events, desk)
    named = max(own, key=lambda test: fixed[test], default="")
    here = files[0] if files else ""
    ranked = sorted(fixed.items(), key=lambda it: (-it[1], -near(here, it[0]), it[0]))
    ranked = [(test, count) for test, count in ranked[:LOOKED_AT] if can_be_extended(test, desk)]
    count = ranked[0][1] if ranked else 0
    if named and fixed[named] and fixed[named] * 2 >= count:
        return [named], 1.0
    best = [test for test, often in ranked if often == count and near(here, test) == near(here, ranked[0][0])]
    if count >= 2 and (count * 2 > len(events) or (count * 3 >= len(events) and _is_for(best[0], here, name, desk))):
        return best[:2], 1.0
    if ranked:  # a test that none of them changed, while they changed others, would be the wrong one
        return [], 0.0
    test, sure = _usual(files, own, desk)
    return ([test], sure) if test and (not name or _is_about(test, name, desk)) else ([], 0.0)


def _usual(files: Sequence[str], own: Sequence[str], desk: Desk) -> tuple[str, float]:
    changes = [e for path in files[:1] for e in desk.commits(path) if len(e.files) <= WIDE]
    usual = _tests_in(changes, desk)
    best, count = min(usual.items(), key=lambda it: (-it[1], it[0] not in own, it[0]), default=("", 0))
    if (count >= max(_TOGETHER, len(changes) * _OFTEN) or (best in own and count)) and can_be_extended(best, desk):
        return best, 0.8
    return (own[0], 0.7) if own else ("", 0.0)


def can_be_extended(test: str, desk: Desk) -> bool:
    """Not what a machine wrote, nor a class that only others make a test of."""
    stem = _stem(test)
    if _GENERATED.search(test) or re.match(r"Abstract[A-Z]", stem):
        return False
    now = desk.text(test)
    abstract = rf"\babstract\s+(?:\w+\s+)*class\s+{re.escape(stem)}\b|^class {re.escape(stem)}\(.*\bABC\b"
    return not (_WRITTEN_BY_A_MACHINE.search(now[:2000]) or re.search(abstract, now, re.M))


def _is_about(test: str, name: str, desk: Desk) -> bool:
    """Whether a test names it; if nobody can look, it is believed."""
    now = desk.text(test)
    return not now or re.search(rf"(?<![a-z]){re.escape(name)}(?![a-z])", now, re.I) is not None


def _is_for(test: str, path: str, name: str, desk: Desk) -> bool:
    return _is_called(test, path) or _is_about(test, name or _stem(path), desk)


def _is_called(test: str, path: str) -> bool:
    """Whether a test has the name of the file, or of its folder where the file's says nothing."""
    stem = _stem(path).lower()
    shown = path.split("/")[-2].lower() if len(stem) < 4 and "/" in path else stem
    return len(shown) > 3 and shown in _stem(test).lower()


def _stem(path: str) -> str:
    return path.rpartition("/")[2].split(".")[0]


def _tests_in(events: Iterable[Event], desk: Desk) -> Counter[str]:
    return Counter(path for event in events for path in event.files if belongs_to_tests(path) and path in desk.tree)


def _never_tested(files: Sequence[str], events: Sequence[Event], desk: Desk) -> bool:
    """No commit that changed the file changed a test. Some languages keep tests in the file itself: nobody knows."""
    if not files or not all(map(paths.is_code, files)) or files[0].endswith((".rs", ".zig", ".d", ".ex", ".exs")):
        return False
    known = [*events, *desk.commits(files[0])]
    return not any(paths.is_test(path) for event in known for path in event.files)
