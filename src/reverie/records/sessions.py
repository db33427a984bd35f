"""One session of an agent, read whole and in order, whichever program wrote it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class TurnKind(StrEnum):
    """What kind of thing was said or done."""

    HUMAN = "human"  # a person's own words
    QUEUED = "queued"  # a person's words, typed while the agent worked
    REJECTION = "rejection"  # a person refused a tool call; the text is what they said instead, or empty
    INTERRUPT = "interrupt"  # a person stopped the agent
    ANSWER = "answer"  # a person's answer to a question of the agent; the question stands in `context`
    AGENT = "agent"  # what the agent said
    CALL = "call"  # the agent used a tool
    RESULT = "result"  # what the tool gave back
    SUMMARY = "summary"  # what the program wrote when it compacted the session: the agent's words
    REPORT = "report"  # what a subagent reported to the agent
    MACHINE = "machine"  # typed in a person's name by a program: reminders, templates, command output


PERSON = frozenset({TurnKind.HUMAN, TurnKind.QUEUED, TurnKind.REJECTION, TurnKind.INTERRUPT, TurnKind.ANSWER})


@dataclass(frozen=True, slots=True)
class Edit:
    """A part of a file before and after; both as the tool was given them."""

    file: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said or done. `text` is what the record holds: not redacted yet, not joined, not shortened."""

    kind: TurnKind
    line: int  # in the file, from 1
    text: str = ""
    at: datetime | None = None
    uuid: str = ""  # the record's own id, the same in a copy of the session
    tool: str = ""
    call: str = ""  # joins a call with its result
    command: str = ""  # a shell command, on the call and its result
    files: tuple[str, ...] = ()  # as the tool named them, on the call and its result
    edits: tuple[Edit, ...] = ()
    failed: bool = False
    context: str = ""  # the question an ANSWER answers
    sidechain: bool = False  # said by or to a subagent
    cwd: str = ""  # the folder the session had come to; empty if that is not told


@dataclass(frozen=True, slots=True)
class Session:
    """`path` is the file; `skipped` counts lines without a turn, by reason."""

    agent: str  # claude-code, codex, openclaw, copilot, pi
    id: str
    path: str
    turns: tuple[Turn, ...] = ()
    cwd: str = ""
    branch: str = ""
    began: datetime | None = None
    ended: datetime | None = None
    size: int = 0  # bytes
    skipped: Mapping[str, int] = field(default_factory=dict)
