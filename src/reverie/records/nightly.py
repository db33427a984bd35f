"""What goes into the cage and what comes out: a request, and a thought. Both cross a process border as JSON."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

import orjson

from reverie.records.changes import Edit, Move, Put, Step
from reverie.records.documents import Address, Document
from reverie.records.doubts import Doubt
from reverie.records.logs import LogRecord
from reverie.records.phases import PHASES
from reverie.records.tasks import Lesson, lesson_from_json, lesson_to_json


@dataclass(frozen=True, slots=True)
class Listening:
    """Whose sessions a night listens to, and where it finds what it heard before. `fresh`: there is something new."""

    home: str = ""  # empty: it does not listen
    environ: Mapping[str, str] = field(default_factory=dict)  # what says where agents keep their transcripts
    all_projects: bool = False
    extra: tuple[str, ...] = ()
    actor: str = ""
    heard: str = ""  # the folder of the log
    min_sessions: int = 2
    fresh: bool = False

    @property
    def mark(self) -> str:
        return f"{self.home} {sorted(self.environ.items())} {self.all_projects} {self.extra} {self.min_sessions}"


@dataclass(frozen=True, slots=True)
class Request:
    """One night's question. `documents` are the decided and open candidates and the rules as they lie in the store."""

    root: str
    now: datetime
    since: datetime
    known_since: datetime
    thresholds: Mapping[str, int] = field(default_factory=dict)
    registries: tuple[str, ...] = ("docs/bug-registry.md",)
    observed: tuple[str, ...] = ()
    redact_key: str = ""
    redact_extra: tuple[tuple[str, str], ...] = ()
    embedder: str = "none"  # local, endpoint, none
    models: str = ""
    endpoint: str = ""  # the endpoint's name: its vectors are in the cache, put there by the parent
    most: int = 20  # new candidates in one night
    state: str = ""  # a mark of everything outside the store that a thought depends on
    documents: tuple[Document, ...] = ()
    listen: Listening = field(default_factory=Listening)
    instructions: str = ""  # what a person wants it to look at
    until: str = PHASES[-1]  # the phase after which it ends
    doubts: tuple[Doubt, ...] = ()  # what it looks for in what is new
    alike: float = 0.85  # the cosine at which two insights say the same
    undone: tuple[str, ...] = ()  # fingerprints of steps that a person took back: they are held back, and not news
    only: str = ""  # read no session but those of this name
    settled: tuple[str, ...] = ()  # packets of sessions that are answered
    lessons: tuple[Lesson, ...] = ()  # what sessions taught, examined

    def goes_to(self, phase: str) -> bool:
        """Whether the night gets as far as this."""
        return PHASES.index(phase) <= PHASES.index(self.until)

    def to_json(self) -> bytes:
        raw = {
            name: getattr(self, name)
            for name in self.__slots__
            if name not in ("documents", "listen", "doubts", "lessons")
        }
        raw["lessons"] = [lesson_to_json(lesson) for lesson in self.lessons]
        raw["listen"] = asdict(self.listen)
        raw["doubts"] = [asdict(doubt) for doubt in self.doubts]
        raw["documents"] = [[str(d.address), _packed(d.content)] for d in self.documents]
        return orjson.dumps(raw)

    @classmethod
    def from_json(cls, data: bytes) -> Request:
        raw: dict[str, Any] = orjson.loads(data)
        for name in ("now", "since", "known_since"):
            raw[name] = datetime.fromisoformat(raw[name])
        for name in ("registries", "observed", "undone", "settled"):
            raw[name] = tuple(raw[name])
        raw["listen"] = Listening(**raw["listen"] | {"extra": tuple(raw["listen"]["extra"])})
        raw["redact_extra"] = tuple((kind, form) for kind, form in raw["redact_extra"])
        raw["lessons"] = tuple(lesson_from_json(lesson) for lesson in raw["lessons"])
        raw["doubts"] = tuple(
            Doubt(**doubt | {"names": tuple(doubt["names"]), "words": tuple(doubt["words"])}) for doubt in raw["doubts"]
        )
        raw["documents"] = tuple(Document(Address.parse(at), _unpacked(text)) for at, text in raw["documents"])
        return cls(**raw)


@dataclass(frozen=True, slots=True)
class Phase:
    """One line of the story: what was done, what came of it, how long it took. `passing`: it goes on."""

    name: str
    told: str
    seconds: float = 0.0
    passing: bool = False

    def to_json(self) -> str:
        return orjson.dumps(asdict(self)).decode()

    @classmethod
    def from_json(cls, line: str) -> Phase:
        raw = orjson.loads(line)
        return cls(str(raw["name"]), str(raw["told"]), float(raw["seconds"]), raw.get("passing") is True)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a night came to: steps to apply, and what a report should say."""

    steps: tuple[Step, ...] = ()
    phases: tuple[Phase, ...] = ()
    new: tuple[str, ...] = ()  # ids of candidates, best first
    grown: tuple[str, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    suppressed: Mapping[str, str] = field(default_factory=dict)  # what a pattern is about → how it was decided before
    notes: tuple[str, ...] = ()
    health: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # rule → verdict and figures
    needs: tuple[str, ...] = ()  # texts whose vectors are missing; with them, think again
    events: int = 0
    waiting: Mapping[str, str] = field(default_factory=dict)  # what a pattern is about → which one that waits covers it
    replaced: Mapping[str, str] = field(default_factory=dict)  # a candidate that waited → the one in its place
    heard: tuple[LogRecord, ...] = ()  # events of sessions that were not on record yet
    listened: Mapping[str, Any] = field(default_factory=dict)  # what was read of transcripts, in figures
    steered: tuple[str, ...] = ()  # how instructions were understood, and what they changed
    sightings: tuple[LogRecord, ...] = ()  # where something doubtful was spoken of
    briefing: tuple[str, ...] = ()  # what the next session should know first
    insights: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # id → `what` happened to it, its `text`

    def to_json(self) -> bytes:
        apart = ("steps", "phases", "heard", "sightings")
        raw = {name: getattr(self, name) for name in self.__slots__ if name not in apart}
        raw["sightings"] = [record_to_json(record) for record in self.sightings]
        raw["heard"] = [record_to_json(record) for record in self.heard]
        raw["phases"] = [asdict(phase) for phase in self.phases]
        raw["steps"] = [step_to_json(step) for step in self.steps]
        return orjson.dumps(raw)

    @classmethod
    def from_json(cls, data: bytes) -> Thought:
        raw: dict[str, Any] = orjson.loads(data)
        raw["steps"] = tuple(step_from_json(step) for step in raw["steps"])
        raw["phases"] = tuple(Phase(**phase) for phase in raw["phases"])
        raw["heard"] = tuple(record_from_json(record) for record in raw["heard"])
        raw["sightings"] = tuple(record_from_json(record) for record in raw["sightings"])
        for name in ("new", "grown", "notes", "needs", "steered", "briefing"):
            raw[name] = tuple(raw[name])
        return cls(**raw)


def record_to_json(record: LogRecord) -> list[Any]:
    return [record.kind, record.by, record.at.isoformat(), dict(record.facts), record.id]


def record_from_json(raw: list[Any]) -> LogRecord:
    kind, by, at, facts, id = raw
    return LogRecord(str(kind), str(by), datetime.fromisoformat(at).astimezone(UTC), dict(facts), str(id))


def step_to_json(step: Step) -> dict[str, Any]:
    edits = [_edit_to_json(edit) for edit in step.edits]
    return {
        "reason": step.reason,
        "about": step.about,
        "retires": step.retires,
        "edits": edits,
        "keeps": step.keeps_all,
    }


def step_from_json(raw: Mapping[str, Any]) -> Step:
    edits = tuple(_edit_from_json(edit) for edit in raw["edits"])
    return Step(str(raw["reason"]), edits, str(raw["about"]), int(raw["retires"]), raw.get("keeps") is True)


def _edit_to_json(edit: Edit) -> list[str | None]:
    if isinstance(edit, Put):
        return ["put", str(edit.address), edit.expect, _packed(edit.content)]
    return ["move", str(edit.source), str(edit.target), edit.expect, _packed(edit.content)]


def _edit_from_json(raw: list[Any]) -> Edit:
    if raw[0] == "put":
        return Put(Address.parse(raw[1]), raw[2], _unpacked(raw[3]))
    return Move(Address.parse(raw[1]), Address.parse(raw[2]), raw[3], _unpacked(raw[4]))


def _packed(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _unpacked(text: str) -> bytes:
    return base64.b64decode(text, validate=True)
