"""The same error of the same command in several sessions. Repeats within a session count once, the agent's own slips
with its tools not at all: they say nothing about the project."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime

from reverie.notice.view import Noticed
from reverie.records.events import Event
from reverie.records.learning import Cluster

SIGNAL = "frequent_failure"
DAYS = 2
# What happens in any project on any day.
_EVERYDAY = frozenset(
    {"no such file", "syntax error", "nothing to commit", "merge conflict", "push rejected", "timeout"}
)

# Slips with the agent's own tools and refusals, whichever command they came in: an agent may edit by a shell command.
SLIPS = frozenset(
    {
        "file not read before writing",
        "file changed since read",
        "text to replace not found",
        "text to replace not unique",
        "old and new text are equal",
        "invalid tool input",
        "no such tool",
        "no such skill",
        "sibling call failed",
        "tool not permitted",
    }
)


def notice(events: Sequence[Event], since: datetime, sessions: int) -> Noticed:
    left_out: Counter[str] = Counter()
    met: defaultdict[tuple[str, str], dict[str, Event]] = defaultdict(dict)
    for event in events:
        name, command = error_of(event)
        if event.kind == "error" and event.at >= since and name:
            if not command or name in _EVERYDAY or name in SLIPS:
                left_out["errors of tools and of every day"] += 1
            else:
                met[name, command].setdefault(event.session or event.id, event)
    found = []
    for (name, command), by_session in sorted(met.items()):
        rows = sorted(by_session.values(), key=lambda e: (e.at, e.id))
        if len(rows) < sessions or len({event.at.date() for event in rows}) < DAYS:
            left_out["errors met in fewer sessions"] += 1
        else:
            found.append(_cluster(name, command, rows))
    return Noticed(tuple(found), left_out)


def error_of(event: Event) -> tuple[str, str]:
    """The error's name and the command that met it; no command if it was a tool of the agent."""
    name = next((tag[6:] for tag in event.tags if tag.startswith("error:")), "")
    command = next((tag[8:] for tag in event.tags if tag.startswith("command:")), "")
    return name, "" if command == event.tool else command


def _cluster(name: str, command: str, events: Sequence[Event]) -> Cluster:
    days = len({event.at.date() for event in events})
    facts = {"error": name, "command": command, "area": "", "sessions": str(len(events)), "days": str(days)}
    return Cluster(SIGNAL, f"error:{name} in `{command}`", tuple(events), (), facts, strength=1.5 + 0.5 * min(days, 8))
