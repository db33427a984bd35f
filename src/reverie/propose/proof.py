"""What to run and extend before a change, and how sure that is. The commits themselves say: a test that most of the
fixes changed, else the few that came with them; where none came with a test, one that usually changes with the file, or
is named like it. Where there is a large history and none of these is known, nothing is said: a wrong test is worse."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from reverie.propose.draft import Desk
from reverie.propose.words import code, listed
from reverie.records.events import Event
from reverie.tools import paths
from reverie.tools.tree import belongs_to_tests, is_a_test, near

WIDE = 15  # files: a commit of more says little about any two of them
LOOKED_AT = 8  # tests, the likeliest
MANY = 5  # fixes: of so many, half will do
SEVERAL = 3  # tests that are named together
_NO_CASES = re.compile(
    r"[.-](?:test-d|d\.test|types?\.test)\.[cm]?tsx?$|(?:^|[/.])(?:test|spec)\.config\."
)  # types, settings
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
    if files and paths.is_ci(files[0]):
        return Proof("try it on a branch", 0.2)
    own = [test for path in files for test in desk.tree.tests_of(path) if can_be_extended(test, desk)]
    here = files[0] if files else ""
    every = {test: fixes for test, fixes in _likeliest(_came_with(events, desk), here) if can_be_extended(test, desk)}
    came = {test: fixes for test, fixes in every.items() if len(fixes) > 1 or _is_for(test, here, name, desk)}
    if came:
        found = _of_the_fixes(own, came, here, len(events), desk, name)
    else:  # a test that none of them changed, while they changed others, would be the wrong one
        found = Proof() if every else _of_the_file(files, own, desk, name)
    if found.do or (desk.is_large and desk.tree.has_tests):
        return found
    return Proof("add a test that fails without your change", 0.4)


Came = Mapping[str, frozenset[int]]  # tests, each with the numbers of the fixes that changed it


def _of_the_fixes(own: Sequence[str], came: Came, here: str, fixes: int, desk: Desk, name: str) -> Proof:
    """The test that most of the fixes changed, rather the one called like the file; else the few that together came
    with most of them; else the file's own, if any fix changed it, which is less sure."""
    ranked = [test for test, _ in _likeliest(came, here)]
    named = max(own, key=lambda test: len(came.get(test, ())), default="")
    if named in came and (_are_most(len(came[named]), fixes) or len(came[named]) * 2 >= max(fixes, 3)):
        return Proof(_extend([named]), 1.0)
    count, several = len(came[ranked[0]]), _together(came, [test for test in ranked if is_a_test(test)])
    covered = len(frozenset[int]().union(*(came[test] for test in several)))
    if count >= 2 and _are_most(count, fixes) and covered <= count:
        alike = [t for t in ranked if len(came[t]) == count and near(here, t) == near(here, ranked[0])]
        return Proof(_extend(alike[:2]), 1.0)
    if _are_most(covered, fixes) or (fixes >= MANY and covered * 2 >= fixes):
        return Proof(f"run {_all(several)}, and add your case", 0.9)
    if count >= 2 and count * 2 >= fixes and _is_for(ranked[0], here, name, desk):
        return Proof(_extend(ranked[:1]), 1.0)
    return Proof(_extend([named]), 0.5) if named in came else Proof()


def _likeliest(came: Came, here: str) -> list[tuple[str, frozenset[int]]]:
    """Those that came with most fixes, the nearest first: only these are looked into, for each is a file to read."""
    return sorted(came.items(), key=lambda it: (-len(it[1]), -near(here, it[0]), it[0]))[:LOOKED_AT]


def _together(came: Came, ranked: Sequence[str]) -> list[str]:
    """Few tests that came with as many of the fixes as can be."""
    chosen: list[str] = []
    known: frozenset[int] = frozenset()
    while ranked and len(chosen) < SEVERAL:
        best = max(ranked, key=lambda test: len(came[test] - known))
        if best in chosen:
            break
        chosen, known = [*chosen, best], known | came[best]
    return chosen


def _of_the_file(files: Sequence[str], own: Sequence[str], desk: Desk, name: str) -> Proof:
    """One that usually changes with the file, else the nearest of its name; it must name the function. In a large
    history a name proves nothing, and that none of the fixes touched the test speaks against it."""
    test, sure = _usual(files, own, desk)
    if not test or desk.is_large or (name and not _is_about(test, name, desk)):
        return Proof()
    return Proof(_extend([test]), sure)


def _are_most(count: int, fixes: int) -> bool:
    return count * 3 >= fixes * 2


def _extend(tests: Sequence[str]) -> str:
    return f"run and extend {_all(tests)}"


def _all(tests: Sequence[str]) -> str:
    return listed([code(test) for test in tests])


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
    if _GENERATED.search(test) or re.match(r"Abstract[A-Z]", stem) or _NO_CASES.search(test):
        return False
    now = desk.text(test)
    abstract = rf"\babstract\s+(?:\w+\s+)*class\s+{re.escape(stem)}\b|^class {re.escape(stem)}\(.*\bABC\b"
    may_be = "abstract" in now or "ABC" in now
    return not (_WRITTEN_BY_A_MACHINE.search(now[:2000]) or (may_be and re.search(abstract, now, re.M)))


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
    return Counter(path for event in events for path in _tests_of(event, desk))


def _came_with(events: Sequence[Event], desk: Desk) -> Came:
    """Tests that got a case, not those that were only adapted."""
    numbers = {
        n: [test for test in _tests_of(event, desk) if _got_a_case(test, event, desk)]
        for n, event in enumerate(events)
        if len(event.files) <= WIDE
    }
    every = dict.fromkeys(test for tests in numbers.values() for test in tests)
    return {test: frozenset(n for n, tests in numbers.items() if test in tests) for test in every}


def _got_a_case(test: str, event: Event, desk: Desk) -> bool:
    """Whether it grew, be it by one row: as many lines as before are another name or expectation. Of what was not
    looked into nothing is known against it."""
    changed = desk.changed(event.span.commit, test)
    added = sum(line.startswith("+") for line in changed)
    return not changed or added * 2 > len(changed)


def _tests_of(event: Event, desk: Desk) -> list[str]:
    return [path for path in event.files if belongs_to_tests(path) and path in desk.tree]
