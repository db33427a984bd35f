"""Projects in which no rule changes anything: every file has its own steady trouble. What health says about rules made
there is wrong whenever it is "works" or "hurts"."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache

from reverie.records.events import Event
from reverie.review.health import health
from tests.review.builders import START, a_rule, event

LATER = 300  # how long after graduation one looks on
NOTICED = 3
WINDOW = 30
FIX_SHARE = 0.3


@dataclass(frozen=True)
class Project:
    """`picks`: first (whatever crosses three first, night after night), all (one look back), worst (its five worst)."""

    history: int  # days before the rules are made
    picks: str
    bursts: float = 0.0  # how many further fixes a fix draws after it within days
    helps: float = 1.0  # what a rule does to the rate of fixes: nothing
    wide: bool = False  # the rule is about an error anywhere, and all work in the project counts as activity
    files: int = 300


def verdicts(project: Project, seed: int, after: int) -> Iterator[str]:
    """The verdict on every rule of one project, so many days after it graduated."""
    rng = random.Random(f"{seed}")
    drawn = [_file(rng, project) for _ in range(project.files)]
    made = [(file, day) for file in drawn if (day := _graduated(file, project, rng)) is not None]
    if project.picks == "worst":
        made = sorted(made, key=lambda one: -len(_fixes(one[0], one[1] - WINDOW, one[1])))[:5]
    for file, day in made:
        events = [e for e in file if _day(e) <= day or e.kind != "fix" or rng.random() < project.helps]
        rule = replace(WIDE_RULE if project.wide else RULE, at=START + timedelta(days=day), evidence=())
        if project.wide:
            events = [e for e in events if e.kind == "fix"] + _daily(project.history + LATER)
        yield health(rule, events, START + timedelta(days=day + after)).verdict


def tally(project: Project, seeds: range, after: int) -> Counter[str]:
    return Counter(verdict for seed in seeds for verdict in verdicts(project, seed, after))


def _file(rng: random.Random, project: Project) -> list[Event]:
    """Commits on one file. A few files see most of the work, as everywhere."""
    rate = rng.gammavariate(0.4, 0.03 / 0.4)  # commits a day
    found, day = [], 0.0
    while (day := day + rng.expovariate(rate)) < project.history + LATER + 10:
        fix = rng.random() < FIX_SHARE / (1 + project.bursts)
        found.append(_commit(day, fix))
        echo = day
        while fix and rng.random() < project.bursts / (1 + project.bursts):
            echo += rng.expovariate(1 / 1.5)
            found.append(_commit(echo, True))
    return sorted(found, key=lambda e: e.at)


@cache
def _daily(days: int) -> list[Event]:
    return [_commit(day, False) for day in range(days)]


def _commit(day: float, fix: bool) -> Event:
    return event(f"{day}", day, kind="fix" if fix else "commit", summary="fix: a LockError" if fix else "feat: more")


def _graduated(file: list[Event], project: Project, rng: random.Random) -> float | None:
    if project.picks != "first":
        return project.history if len(_fixes(file, project.history - WINDOW, project.history)) >= NOTICED else None
    days = [_day(e) for e in file if e.kind == "fix" and _day(e) < project.history]
    crossed = (last for first, last in zip(days, days[NOTICED - 1 :], strict=False) if last - first <= WINDOW)
    noticed = next(crossed, None)
    return None if noticed is None else noticed + 1 + rng.random() * 6


def _fixes(file: list[Event], first: float, last: float) -> list[Event]:
    return [e for e in file if e.kind == "fix" and first <= _day(e) < last]


def _day(one: Event) -> float:
    return (one.at - START) / timedelta(days=1)


RULE = a_rule()
WIDE_RULE = replace(RULE, scope=(), files=(), signal="frequent_failure", about="error:LockError")
