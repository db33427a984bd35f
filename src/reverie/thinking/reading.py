"""Reading sessions, in the cage: transcripts in, packets out, each with its keyless answer. What was read before and is
answered is not read again."""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from reverie.gather.transcripts import ears
from reverie.gather.transcripts.folders import Folders, worktrees
from reverie.gather.transcripts.listen import LEFT
from reverie.gather.transcripts.sources import File
from reverie.language.keyless import keyless_lessons
from reverie.records.nightly import Phase, Request
from reverie.records.sessions import Session
from reverie.records.tasks import Lesson, Packet
from reverie.sources.sessions import read_session
from reverie.tasks.packets import make_packet, packet_from_json, packet_hash, packet_to_json
from reverie.tasks.triage import worth_a_packet
from reverie.thinking.opinion import SecondOpinion
from reverie.tools.redact import Redactor

MOST = 400  # sessions in one night, the newest
MOST_LESSONS = 40  # of one session, without a model
WORTH = 0.0  # a session worth less than this deserves no packet
_MARKS = "packets.json"  # in scratch: which packet a file gave when it was as large and as new as this
_SUBAGENT = "/subagents/"

Tell = Callable[[str], None]


class Answered(NamedTuple):
    """A packet, and what the keyless tier answers to it."""

    packet: Packet
    keyless: dict[str, Any]


@dataclass(slots=True)
class Reading:
    """The packets that wait for an answer, and how the reading went."""

    packets: list[Answered] = field(default_factory=list)
    sessions: int = 0
    size: int = 0  # bytes of transcripts read
    left_out: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> bytes:
        told = {"sessions": self.sessions, "size": self.size, "left_out": dict(self.left_out), "notes": self.notes}
        return orjson.dumps(
            {**told, "packets": [[packet_to_json(one.packet).decode(), one.keyless] for one in self.packets]}
        )

    @classmethod
    def from_json(cls, data: bytes) -> Reading:
        raw: dict[str, Any] = orjson.loads(data)
        packets = [Answered(packet_from_json(packet.encode()), keyless) for packet, keyless in raw["packets"]]
        return cls(packets, int(raw["sessions"]), int(raw["size"]), Counter(raw["left_out"]), list(raw["notes"]))


def read_packets(request: bytes, scratch: Path, tell: Tell) -> bytes:
    """Every session of the window that deserves a packet and whose packet is not answered yet."""
    gc.disable()
    try:
        return _read(Request.from_json(request), scratch, tell).to_json()
    finally:
        gc.enable()


def _read(ask: Request, scratch: Path, tell: Tell) -> Reading:
    found, marks, settled = Reading(), _Marks(scratch / _MARKS, fresh=bool(ask.only)), frozenset(ask.settled)
    redactor = Redactor(bytes.fromhex(ask.redact_key), ask.redact_extra)
    opinion = SecondOpinion(ask.models) if ask.embedder == "local" else None
    files, ours = _in_window(ask, scratch), Folders(worktrees(Path(ask.root)))
    if len(files) > MOST:
        found.left_out["older sessions than the newest four hundred"] += len(files) - MOST
    for number, file in enumerate(files[-MOST:], 1):
        known = marks.find(file)
        if known is not None and (not known or known in settled):
            continue
        tell(Phase("read", f"{number} of {len(files[-MOST:])} sessions", passing=True).to_json())
        packet = _packet_of(file, ask, ours, redactor, found)
        marks.note(file, packet_hash(packet) if packet else "")
        if packet and packet_hash(packet) not in settled:
            found.packets.append(Answered(packet, answer_of(packet, keyless_lessons(packet, opinion=opinion))))
    marks.save()
    found.packets.sort(key=lambda one: one.packet.about)
    found.notes += [opinion.note] if opinion and opinion.note else []
    return found


def _in_window(ask: Request, scratch: Path) -> list[File]:
    """The transcripts of this project, oldest first. What a subagent did is told by its report."""
    all_files = ears.find_all(ask, ears.open_checkpoints(scratch, ask)).files
    floor = ask.since.timestamp() * 1e9
    files = [file for file in all_files if file.at.st_mtime_ns >= floor and _SUBAGENT not in file.path]
    return [file for file in files if ask.only in file.path.rpartition("/")[2]] if ask.only else files


def _packet_of(file: File, ask: Request, ours: Folders, redactor: Redactor, found: Reading) -> Packet | None:
    try:
        session = read_session(file.path, agent=file.agent)
    except OSError as problem:
        found.left_out[f"sessions that cannot be read: {problem.strerror}"] += 1
        return None
    if session is None:
        return None
    found.sessions += 1
    found.size += session.size
    if session.ended and session.ended < ask.since:
        return None
    if not any(ears.below(file.path, place) for place in ask.listen.extra):  # what is named by hand is meant
        own = _own_part(session, ours)
        if session.turns and not own.turns:
            found.left_out["sessions of other projects: what they taught stays there"] += 1
            return None
        if left := len(session.turns) - len(own.turns):
            found.left_out[LEFT] += left
        session = own
    worth, why = worth_a_packet(session)
    if worth <= WORTH:
        found.left_out[f"sessions without a packet: {why}"] += 1
        return None
    return make_packet(session, redactor.texts, ask.root)


def _own_part(session: Session, ours: Folders) -> Session:
    """A session may wander off into another project: what was said and done there stays there."""
    turns = tuple(turn for turn in session.turns if not turn.cwd or ours.hold(turn.cwd))
    if ours.hold(session.cwd) or not turns:
        return replace(session, turns=turns)
    return replace(session, turns=turns, cwd=turns[0].cwd, branch="")  # it began elsewhere


def answer_of(packet: Packet, lessons: Sequence[Lesson]) -> dict[str, Any]:
    """Lessons in the form that an engine answers in, so that they are examined like any other answer."""
    ids = {item.event: item.id for item in packet.items}
    return {
        "lessons": [
            {
                "kind": one.kind.value, "sentence": one.sentence, "why": one.why, "files": list(one.files),
                "evidence": [ids[cited.event] for cited in one.evidence if cited.event in ids],
                "quote": one.quote, "strength": one.strength.value, "asked": one.asked,
            }
            for one in lessons
        ][:MOST_LESSONS]
    }  # fmt: skip


@dataclass(slots=True)
class _Marks:
    """A cache: lost or damaged, sessions are read again, and give the same packets."""

    path: Path
    fresh: bool = False  # nothing is known, and nothing kept
    _known: dict[str, list[Any]] = field(init=False)
    _new: dict[str, list[Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._known = {} if self.fresh else dict(self._load())

    def _load(self) -> Iterator[tuple[str, list[Any]]]:
        with suppress(OSError, ValueError, AttributeError):
            raw = json.loads(self.path.read_bytes())
            for path, mark in raw.items():
                if isinstance(mark, list) and len(mark) == 3 and isinstance(mark[2], str):
                    yield path, mark

    def find(self, file: File) -> str | None:
        """The hash of the packet the file gave; empty if it gave none; None if that is not known."""
        mark = self._known.get(file.path)
        if mark is None or mark[:2] != [file.at.st_size, file.at.st_mtime_ns]:
            return None
        self._new[file.path] = mark
        return str(mark[2])

    def note(self, file: File, packet: str) -> None:
        self._new[file.path] = [file.at.st_size, file.at.st_mtime_ns, packet]

    def save(self) -> None:
        if self.fresh:
            return
        with suppress(OSError):  # a cache
            self.path.write_bytes(orjson.dumps(self._new))
