"""What was run, step after step, and ended well in several sessions: the way of working here, a skill to be kept."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import combinations

from reverie.notice.view import Noticed
from reverie.records.events import Event
from reverie.records.learning import Cluster

SIGNAL = "repeated_workflow"
SESSIONS, DAYS = 3, 2
MORE = 5  # sessions for a second one: there are few ways of working, and many that look like one
MOST = 3

Steps = tuple[str, ...]
Taken = Mapping[str, set[str]]  # the steps of each session


def notice(events: Sequence[Event], since: datetime) -> Noticed:
    """`events` reach back as far as is known; a workflow must have been followed in the window."""
    left_out: Counter[str] = Counter()
    by_steps: defaultdict[Steps, list[Event]] = defaultdict(list)
    for event in events:
        if event.kind == "command" and "sequence" in event.tags:
            by_steps[tuple(event.summary.split(" → "))].append(event)
    followed = {steps: _followed(steps, by_steps) for steps in by_steps if _is_work(steps)}
    in_order = {steps: len(_once_each(_following(steps, by_steps))) for steps in followed}
    ranked = sorted(followed.items(), key=lambda it: (-len(it[1]) * (len(it[0]) - 1), -in_order[it[0]], it[0]))
    found: dict[Steps, list[Event]] = {}
    for steps, rows in ranked:
        days = len({event.at.date() for event in rows})
        few = len(rows) < (MORE if found else SESSIONS) or days < DAYS or rows[-1].at < since
        if few or any(_alike(steps, other) for other in found):
            left_out["sequences of commands seen less often"] += few
        elif len(found) < MOST:
            found[steps] = rows
    taken = _taken(by_steps)
    clusters = (
        _cluster(steps, rows, _is_order(in_order.get(steps, 0), len(rows)), taken)
        for steps, rows in _joined(found, taken)
    )
    return Noticed(tuple(clusters), +left_out)


def _taken(by_steps: dict[Steps, list[Event]]) -> Taken:
    """All steps of each session, whether one night read it or several."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for steps, rows in by_steps.items():
        for event in rows:
            found[event.session or event.id].update(steps)
    return found


def _joined(found: dict[Steps, list[Event]], taken: Taken) -> list[tuple[Steps, list[Event]]]:
    """Two ways that half of the sessions of one of them went together are one, if each of their steps belongs to half
    of all these sessions: nobody wants two skills for that."""
    whole: list[tuple[Steps, list[Event]]] = []
    for steps, rows in found.items():
        for n, (before, known) in enumerate(whole):
            shared = {event.session for event in known} & {event.session for event in rows}
            both = _once_each([*known, *rows])
            usual = 2 * _least((*before, *steps), both, taken) >= len(both)
            if usual and 2 * len(shared) >= min(len(known), len(rows)):
                whole[n] = (_in_turn({*before, *steps}, both), both)
                break
        else:
            whole.append((steps, rows))
    return whole


def _least(steps: Steps, events: Sequence[Event], taken: Taken) -> int:
    """In how many of these sessions the rarest step was taken."""
    return min(sum(step in taken[event.session or event.id] for event in events) for step in steps)


def _in_turn(steps: Collection[str], events: Sequence[Event]) -> Steps:
    """Steps in the order in which sessions mostly took them: first the one that mostly came before most others."""
    before: Counter[tuple[str, str]] = Counter()
    for event in events:
        before.update(combinations([step for step in event.summary.split(" → ") if step in steps], 2))
    ahead = {one: sum(before[one, other] > before[other, one] for other in steps) for one in steps}
    return tuple(sorted(steps, key=lambda step: (-ahead[step], step)))


def _is_work(steps: Steps) -> bool:
    """At least two steps that are about this project; git, and one check before a commit, are everybody's."""
    return sum(not step.startswith(("git ", "gh ")) for step in steps) > 1


def _followed(steps: Steps, by_steps: dict[Steps, list[Event]]) -> list[Event]:
    """The sessions that went this way; if about as many went it in another order, those as well."""
    here = _once_each(_following(steps, by_steps))
    holding = (rows for other, rows in by_steps.items() if all(step in other for step in steps))
    anyhow = _once_each(event for rows in holding for event in rows)
    return anyhow if len(anyhow) < 3 * len(here) and not _is_order(len(here), len(anyhow)) else here


def _is_order(here: int, anyhow: int) -> bool:
    """Two thirds of the sessions that ran all of it: otherwise its order says nothing."""
    return 3 * here >= 2 * anyhow


def _following(steps: Steps, by_steps: dict[Steps, list[Event]]) -> Iterator[Event]:
    """Every session that went through these steps in this order, whatever else it did in between."""
    for other, rows in by_steps.items():
        rest = iter(other)
        if all(step in rest for step in steps):
            yield from rows


def _once_each(events: Iterable[Event]) -> list[Event]:
    """One for each session, oldest first."""
    sessions: dict[str, Event] = {}
    for event in sorted(events, key=lambda e: (e.at, e.id)):
        sessions.setdefault(event.session or event.id, event)
    return list(sessions.values())


def _alike(one: Steps, other: Steps) -> bool:
    """Whether they share a step besides git's."""
    return any(step in other for step in one if not step.startswith("git "))


def _cluster(steps: Steps, events: Sequence[Event], ordered: bool, taken: Taken) -> Cluster:
    days = len({event.at.date() for event in events})
    facts = {"steps": "\n".join(steps), "sessions": str(len(events)), "days": str(days)}
    facts["order"] = "this" if ordered else "any"
    facts["each"] = str(_least(steps, events, taken))
    return Cluster(
        SIGNAL, f"workflow:{' → '.join(steps)}", tuple(events), (), facts, strength=1.5 + 0.15 * min(len(events), 15)
    )
