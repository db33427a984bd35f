"""What fails here and what helps, how work is checked, and what was found out and holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from reverie.briefing.lately import cite, recent, sessions
from reverie.records.briefing import Material, Part, Point
from reverie.records.events import Event
from reverie.records.insights import Insight, Type

MANY = 3  # of the last sessions: an error of theirs is news, even once
COMMON = 0.1  # of the sessions that run something, and two at least: then it is how work is done here
COMMANDS = 16  # that are named
FAILED = frozenset({"tests failed", "lint failed", "build failed", "type check failed"})
MISSING = ("command not found", "module not found", "connection", "permission", "address", "out of memory", "disk")
CHECKS = frozenset(
    "test tests lint fmt format typecheck type-check check build vet mypy ruff pytest tsc clippy".split()
)


def failing(known: Material) -> Part:
    """What several sessions met, then what the last ones met and did not get over."""
    points = [of_insight(one) for one in ranked(known.insights, Type.ERROR)]
    told = "\n".join(point.text for point in points)
    for session in recent(known)[:MANY]:
        new = [event for event in session.kind("error") if _stayed(event) and f"`{tag(event, 'command')}`" not in told]
        points += [Point(event.summary, cite(event)) for event in new]
    return Part("What fails here, and what helps:", tuple(points), 3, 7)


def _stayed(error: Event) -> bool:
    """Whether a check failed, or something was missing, and it never went well afterwards in the session. What a shell
    or git had against a command was a slip of that day."""
    name = tag(error, "error") or tag(error, "failed")
    told = name in FAILED or name.startswith(MISSING)
    command = tag(error, "command")
    return told and "unmended" in error.tags and command != error.tool and not command.startswith("git")


def ways(known: Material) -> Part:
    """How work is checked: what several sessions show, and the commands most of them ran besides."""
    shown = [of_insight(one) for one in ranked(known.insights, Type.WORKFLOW)]
    told = "\n".join(point.text for point in shown)
    return Part("How work is done and checked here:", (*shown[:1], *_commands(known.heard, told), *shown[1:]), 2, 5)


def _commands(heard: Sequence[Event], told: str) -> list[Point]:
    ran: defaultdict[str, list[Event]] = defaultdict(list)
    for event in heard:
        known = event.summary.startswith("git ")  # as everywhere
        if event.kind == "command" and "sequence" not in event.tags and _figure(event, "well") and not known:
            ran[event.summary].append(event)
    total = len([session for session in sessions(heard) if session.kind("command")])
    often = [it for it in ran.items() if len(it[1]) >= max(2, COMMON * total) and f"`{it[0]}`" not in told]
    often.sort(key=lambda it: (not _is_check(it[0]), -len(it[1]), it[0]))
    if not often:
        return []
    named = ", ".join(f"`{command}` ({len(events)})" for command, events in often[:COMMANDS])
    newest = max((events[-1] for _, events in often), key=lambda e: e.at)
    return [Point(f"{'also run' if told else 'run'} here, with how many of {total} sessions: {named}", cite(newest))]


def _is_check(command: str) -> bool:
    return any(word in CHECKS for word in command.replace(":", " ").replace("-", " ").split())


def found_out(known: Material) -> Part:
    """What holds here and is not seen at once: patterns of several sessions, decisions."""
    kinds = (Type.PATTERN, Type.DECISION)
    points = [of_insight(one) for kind in kinds for one in ranked(known.insights, kind) if one.confidence != "low"]
    points += [
        Point(f"decided: {event.summary}", cite(event))
        for session in recent(known)[:10]
        for event in session.kind("decision")
    ]
    return Part("Known about this project:", tuple(points), 2, 5)


def ranked(insights: Iterable[Insight], kind: Type) -> list[Insight]:
    """Those that were seen lately and in many sessions first."""
    sure = {"high": 2, "medium": 1}
    found = [one for one in insights if one.type is kind and one.is_open]
    return sorted(found, key=lambda o: (-sure.get(o.confidence, 0), -len(o.sessions), -o.last.toordinal(), o.id))


def of_insight(one: Insight) -> Point:
    """It says itself in how many sessions it was seen. No person stands between this and an agent, so it is told in the
    rules' own words, also where a model has worded it."""
    return Point(one.keyless.rstrip("."), f"insight {one.id[:6]}, last seen {one.last:%Y-%m-%d}")


def tag(event: Event, name: str) -> str:
    return next((one.partition(":")[2] for one in event.tags if one.startswith(f"{name}:")), "")


def _figure(event: Event, name: str) -> int:
    found = tag(event, name)
    return int(found) if found.isdigit() else 0
