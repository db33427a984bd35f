"""What was run and ended well: each telling command once per session, what was run after edits, and, over many
sessions, the commands and sequences that come back."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from reverie.gather.transcripts.commands import is_check, is_known, work_in
from reverie.gather.transcripts.moments import TOOL_RESULT, TOOL_USE, is_edit
from reverie.records.events import Event
from reverie.records.transcripts import Said

MOST = 8  # commands kept of one session
SEQUENCE = 4  # steps of one sequence
_PROVES = re.compile(
    r"\b(?:rspec|prettier|black|tox|nox|phpunit|flake8|pylint|mocha|cypress|playwright|analyze|vet|pre-commit|clang-tidy)\b"
)

_BY_SHELL = re.compile(r"\bapply_patch\b|\bsed -i|\bcat >>? ?\S+ <<")  # a file may be edited by a command too


@dataclass(frozen=True, slots=True)
class Ran:
    """A command of one session: how often it ran, and well, and whether after an edit. `said`: its first good run."""

    command: str
    said: Said
    times: int
    well: int
    after_edit: bool


class Workflow(NamedTuple):
    """A command or sequence that comes back in several sessions."""

    steps: tuple[str, ...]
    sessions: int
    events: tuple[Event, ...]


def commands_of(session: Sequence[Said]) -> list[Ran]:
    """The telling commands that ended well at least once, the most used first."""
    runs: defaultdict[str, list[tuple[Said, bool, bool]]] = defaultdict(list)
    for said, well, after_edit in _results(session):
        for command in _telling(said.command):
            runs[command].append((said, well, after_edit))
    found = [
        Ran(command, next(s for s, well, _ in rows if well), len(rows), good, any(after for *_, after in rows))
        for command, rows in runs.items()
        if (good := sum(well for _, well, _ in rows))
    ]
    usual = [ran for ran in found if is_check(ran.command) or ran.well > 1]
    return sorted(usual, key=lambda ran: (-ran.well, ran.command))[:MOST]


def sequence_of(session: Sequence[Said]) -> dict[str, Said]:
    """What was run between the last edit and the last commit or the end, each once, if all of it ended well and a check
    was among it; with the record that says so. Where nothing was edited, nothing was made ready."""
    edited, steps, done = False, dict[str, Said](), dict[str, Said]()
    for said in session:
        if said.turn is TOOL_USE:
            if is_edit(said):
                edited, steps = True, {}
            edited = edited or _BY_SHELL.search(said.command) is not None
        elif edited and said.turn is TOOL_RESULT and said.command:
            for command in _telling(said.command):
                steps[command] = said
            if len(steps) > 1 and any(map(_proves, steps)) and not any(step.failed for step in steps.values()):
                done = dict(islice(steps.items(), SEQUENCE))
    return done


@lru_cache(maxsize=1024)
def _proves(command: str) -> bool:
    return not command.startswith("git ") and (is_check(command) or _PROVES.search(command) is not None)


def _telling(line: str) -> list[str]:
    """What a line runs. The name of a program alone, `ssh`, says nothing unless it is that of a check; of a program
    that nobody knows, nor does its next word."""
    return [command for command in work_in(line) if _proves(command) or command == "make" or _is_told(command)]


def _is_told(command: str) -> bool:
    return " " in command and is_known(command)


def _results(session: Sequence[Said]) -> Iterator[tuple[Said, bool, bool]]:
    """Each result of a command: whether it ended well, and whether something had been edited since the last command."""
    edited = False
    for said in session:
        if said.turn is TOOL_USE:
            edited = edited or is_edit(said)
        elif said.turn is TOOL_RESULT and said.command:
            yield said, not said.failed, edited
            edited = False


def repeated(events: Iterable[Event], sessions: int = 3) -> list[Workflow]:
    """Commands and sequences of `command` events that came up in at least so many sessions, the most usual first."""
    by_steps: defaultdict[tuple[str, ...], dict[str, Event]] = defaultdict(dict)
    for event in events:
        if event.kind == "command":
            by_steps[tuple(event.summary.split(" → "))].setdefault(event.session, event)
    found = [
        Workflow(steps, len(rows), tuple(sorted(rows.values(), key=lambda e: (e.at, e.id))))
        for steps, rows in by_steps.items()
        if len(rows) >= sessions
    ]
    return sorted(found, key=lambda workflow: (-workflow.sessions, -len(workflow.steps), workflow.steps))


def usual_after_edits(events: Iterable[Event]) -> Counter[str]:
    """How many sessions ran each command after an edit."""
    return Counter(e.summary for e in events if e.kind == "command" and "after edit" in e.tags)
