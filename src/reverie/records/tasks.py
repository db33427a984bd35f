"""What is asked about language, what is answered, and what became of the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from reverie.records.engines import Question
from reverie.records.events import Origin


class ItemKind(StrEnum):
    """What a piece of evidence is. It decides whose word it is, and how much of a packet its kind may fill."""

    HUMAN = "human"  # a person's words
    QUEUED = "typed while the agent worked"
    REJECTION = "rejection"
    INTERRUPT = "interrupt"
    ANSWER = "answer"  # to a question of the agent
    AGENT = "agent"  # what the agent says or finds midway
    FINAL = "final"  # the agent's last words to a person
    AGREED = "agreed"  # "you're right": the agent gives way
    ERROR = "error"  # a command, what it said, how often
    REMEDY = "remedy"  # what made it pass: the command that passed next, or the edit
    SUMMARY = "summary"  # of a compaction: the agent's words
    COMMIT = "commit"  # the body of a commit made in the session
    REVIEW = "review"  # review comments in a tool's output
    REPORT = "report"  # of a subagent
    UNDONE = "undone"  # edited, then edited back
    REPEATED = "repeated"  # edited again and again
    WORKS = "works"  # a command that works every time
    NOTE = "note"  # a line of a note, for tasks about memory
    FIX = "fix"  # a commit, for tasks about git history


PERSONS = frozenset({ItemKind.HUMAN, ItemKind.QUEUED, ItemKind.REJECTION, ItemKind.INTERRUPT, ItemKind.ANSWER})


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of evidence. `text` and `context` are redacted but otherwise unaltered slices of the source, with a
    newline shown as ⏎; so a quote of them can be found byte for byte."""

    id: str  # e1, e2, …: its name within the packet
    kind: ItemKind
    text: str
    line: int
    span: str  # where it is written: file:line, or a commit
    event: str  # content id of the record it was cut from: the same in a copy of the session, and in every packet
    origin: Origin
    at: datetime | None = None
    files: tuple[str, ...] = ()
    context: str = ""  # what the agent was doing or had just said; of a REMEDY, what the edit replaced
    times: int = 1  # how often it happened in the session


@dataclass(frozen=True, slots=True)
class Packet:
    """One session (or one cluster, or a few notes) distilled into numbered evidence."""

    about: str  # the session's id, the cluster's, or the notes' addresses
    header: Mapping[str, str]  # agent, session, date, branch, folder, counts: in this order
    items: tuple[Item, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)  # what did not fit or was passed over, by kind
    read: int = 0  # bytes of the source
    files: tuple[str, ...] = ()  # all files the session touched, relative to the project where they are in it

    def find(self, id: str) -> Item | None:
        return next((item for item in self.items if item.id == id), None)


class LessonKind(StrEnum):
    RULE = "rule"
    FACT = "fact"
    PREFERENCE = "preference"
    PROCEDURE = "procedure"
    DECISION = "decision"
    GAP = "gap"


class Strength(StrEnum):
    SAID = "human said"
    OBSERVED = "observed"
    BELIEVED = "agent believed"


@dataclass(frozen=True, slots=True)
class Cited:
    """One piece of evidence a lesson rests on, as it is kept: enough to show it and to find it again."""

    event: str
    span: str
    origin: Origin
    at: datetime | None
    text: str  # redacted; stays on this machine
    kind: ItemKind = ItemKind.HUMAN


@dataclass(frozen=True, slots=True)
class Lesson:
    """What was learned, examined. Its id comes from its evidence, never from its wording."""

    id: str
    kind: LessonKind
    sentence: str
    why: str
    files: tuple[str, ...]  # scope: paths or globs, relative to the project
    strength: Strength
    origin: Origin  # its authority: the lowest origin it needs
    evidence: tuple[Cited, ...]
    quote: str
    session: str
    at: datetime | None
    asked: bool = False  # a person asked for it to be remembered
    by: str = "keyless"  # the engine, or the model's name


@dataclass(frozen=True, slots=True)
class Task:
    """A question with a fixed form. The id is made of kind, version of the words, and packet: the same on every
    machine."""

    id: str
    kind: str  # lessons, same_lesson, insights, contradiction, hook, diary, …
    about: str
    question: Question
    packet: str  # hash of the packet


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine gave back for a task, before it is examined."""

    task: str
    text: str
    by: str  # engine and model
    read: int | None = None  # tokens
    written: int | None = None
    dollars: float | None = None


@dataclass(frozen=True, slots=True)
class Examined:
    """An answer after examination, as it stands in the answer log: accepted with what it says, or refused with why.
    `dropped`: parts of an accepted answer that did not pass, each with its reason."""

    task: str
    kind: str
    about: str
    packet: str
    by: str
    at: datetime
    accepted: Mapping[str, Any] | None = None  # the answer, only with the parts that passed
    refused: str = ""
    dropped: tuple[str, ...] = ()


def lesson_to_json(lesson: Lesson) -> dict[str, Any]:
    """Plain values, for the answer log and for crossing a process border."""
    evidence = [cited_to_json(cited) for cited in lesson.evidence]
    return {**asdict(lesson), "at": lesson.at.isoformat() if lesson.at else None, "evidence": evidence}


def lesson_from_json(raw: Mapping[str, Any]) -> Lesson:
    """The lesson again. ValueError, KeyError or TypeError if it is none."""
    return Lesson(
        str(raw["id"]), LessonKind(raw["kind"]), str(raw["sentence"]), str(raw["why"]),
        tuple(str(path) for path in raw["files"]), Strength(raw["strength"]), Origin(raw["origin"]),
        tuple(cited_from_json(one) for one in raw["evidence"]), str(raw["quote"]), str(raw["session"]),
        _moment(raw["at"]), raw["asked"] is True, str(raw["by"]),
    )  # fmt: skip


def cited_to_json(cited: Cited) -> dict[str, Any]:
    return {**asdict(cited), "at": cited.at.isoformat() if cited.at else None}


def cited_from_json(raw: Mapping[str, Any]) -> Cited:
    return Cited(
        str(raw["event"]), str(raw["span"]), Origin(raw["origin"]), _moment(raw["at"]), str(raw["text"]),
        ItemKind(raw["kind"]),
    )  # fmt: skip


def _moment(text: object) -> datetime | None:
    return datetime.fromisoformat(str(text)) if text else None
