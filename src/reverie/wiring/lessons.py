"""What a night learns from sessions: packets are made in the cage, tasks are answered by whoever answers them here, and
the lessons that passed examination come out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import orjson

from reverie.learning.lessons import KEYLESS, KEYLESS_LESSONS, LESSONS, lessons_of
from reverie.records.logs import Json
from reverie.records.nightly import Phase, Request
from reverie.records.tasks import Examined, Lesson, Packet
from reverie.wiring.project import Project, redactor
from reverie.wiring.sessions import scratch_of

if TYPE_CHECKING:
    from reverie.night.studying import Studied, Study
    from reverie.records.engines import Question
    from reverie.store.folder import FolderStore
    from reverie.tasks.kind import Passed, Redact, Refused
    from reverie.tasks.known import Known
    from reverie.tasks.log import AnswerLog
    from reverie.tasks.run import Ran
    from reverie.tasks.wanted import Wanted
    from reverie.thinking.reading import Answered, Reading

    Read = Callable[[Request, Callable[[Phase], None]], Reading]


MOST_SHOWN = 40  # reasons in a report


@dataclass(frozen=True, slots=True)
class SessionLessons:
    """The `lessons` task of one project: what it knows and wishes goes with every packet, so only the packet waits."""

    known: Known
    redact: Redact
    instructions: str = ""
    name: str = LESSONS
    takes: type[Packet] = Packet

    @property
    def version(self) -> int:
        from reverie.tasks.kinds.lessons import Lessons

        return Lessons.version

    def question(self, packet: Packet) -> Question:
        from reverie.tasks.kinds.lessons import Lessons

        return Lessons().question(self._input(packet))

    def examine(self, answer: str, packet: Packet) -> Passed[tuple[Lesson, ...]] | Refused:
        from reverie.tasks.kinds.lessons import Lessons

        return Lessons().examine(answer, self._input(packet))

    def _input(self, packet: Packet) -> Any:
        from reverie.tasks.kinds.lessons import LessonsInput
        from reverie.tasks.packets import render_packet

        return LessonsInput(packet, self.known, self.instructions, self.redact, render=render_packet)


def kind_of(
    project: Project, store: FolderStore, instructions: str = "", now: datetime | None = None
) -> SessionLessons:
    """The task as this project asks it."""
    return SessionLessons(known(project, store, now.date() if now else None), redactor(project).text, instructions)


def known(project: Project, store: FolderStore, today: date | None) -> Known:
    """What the project says already: its files for agents, people's notes, and candidates that were decided about.
    Rules in force are left to the night: whether somebody had to say one again tells how it works."""
    from reverie.tasks.known import gather_known

    return gather_known(
        project.root, redactor(project).text, texts=_texts(project, store), today=today, exists=_exists(project)
    )


def _texts(project: Project, store: FolderStore) -> Iterator[tuple[str, str]]:
    from reverie.layouts.shelf import filed
    from reverie.night.desk import lay_out
    from reverie.wiring.project import place

    desk = lay_out(store)
    graduated = {rule.candidate for rule in desk.active_rules}
    for candidate in desk.candidates:
        if not candidate.waits and candidate.candidate.id not in graduated:
            yield f"candidate {candidate.candidate.id}", candidate.candidate.rule
    for note in filed(store, place(project).layout):
        if note.note.origin == "user":  # what a lesson wrote itself must not silence that lesson
            yield note.document.address.path, note.note.body


def _exists(project: Project) -> Callable[[str], bool | None]:
    from reverie.gather.git.present import unknown
    from reverie.tools.git import Git, GitFailed

    try:
        git = Git.at(project.root)
    except GitFailed:
        return lambda _name: None

    @cache
    def exists(name: str) -> bool | None:
        return not unknown(git, [name])

    return exists


def student(
    project: Project,
    store: FolderStore,
    *,
    dry: bool = False,
    model: bool = True,
    reask: bool = False,
    read: Read | None = None,
) -> Study:
    """Reads the sessions of a night's window and has their lessons told. A dry run asks nobody and writes nothing down;
    `model=False`: only the keyless tier answers. `read`: who reads, if not a child in the sandbox."""
    read = read or partial(read_caged, project)

    def study(ask: Request, tell: Callable[[Phase], None]) -> Studied:
        from reverie.night.studying import Studied
        from reverie.wiring.tasks import answer_log, note_look

        if not ask.listen.home:
            return Studied()

        began = time.monotonic()
        if not dry and model:
            note_look(project)
        log = answer_log(store)
        settled = () if reask else _settled(log, project, model=model and not dry)
        reading = read(replace(ask, settled=settled), tell)
        kind = kind_of(project, store, ask.instructions, ask.now)
        new = _keyless(reading.packets, kind, ask.now)
        ran = None
        if not dry:
            for answer in new:
                if not log.settled((answer.kind, answer.packet)):
                    log.add(answer)
            packets = [one.packet for one in reading.packets if len(one.packet.items) > 1]
            ran = _ask(project, store, packets, kind, tell, reask=reask) if model else None
        answers = [*answer_log(store).accepted(), *(new if dry else [])]  # with those that just came
        lessons = tuple(one for one in lessons_of(answers) if one.at is None or one.at >= ask.known_since)
        told = _in_words(reading, ran, len(lessons))
        dropped = [reason for answer in new for reason in answer.dropped]
        facts: dict[str, Json] = {"sessions": reading.sessions, "bytes": reading.size, "lessons": len(lessons)}
        facts |= {"dropped": list[Json](dropped[:MOST_SHOWN]), **(ran.report.facts if ran else {})}
        trouble = (
            [f"lessons: {why}; what it leaves open is told without it" for why in ran.report.trouble] if ran else []
        )
        notes = (*reading.notes, *trouble)
        return Studied(lessons, told, round(time.monotonic() - began, 3), facts, dict(reading.left_out), notes)

    return study


def show_outgoing(project: Project, store: FolderStore, ask: Request) -> str:
    """What a night would send now, and to whom; nothing is sent and nothing written down."""
    from reverie.wiring import tasks

    settled = _settled(tasks.answer_log(store), project, model=True)
    reading = read_caged(project, replace(ask, settled=settled), _unheard)
    kind = kind_of(project, store, ask.instructions, ask.now)
    return tasks.outgoing(project, store, [wanted(one.packet, kind) for one in reading.packets])


def packets_of(project: Project, session: str) -> list[Packet]:
    """The packets of the sessions whose name begins so, whatever their age."""
    from reverie.wiring.night import LONGEST, request
    from reverie.wiring.project import now
    from reverie.wiring.sessions import listening

    ask = replace(request(project, now(), LONGEST, listen=listening(project)), only=session)
    found = [one.packet for one in read_caged(project, ask, _unheard).packets]
    return [packet for packet in found if packet.about.startswith(session)]


def _unheard(_phase: Phase) -> None:
    """Nobody is told."""


def read_caged(project: Project, ask: Request, tell: Callable[[Phase], None]) -> Reading:
    """The packets of a night's sessions, made by a child in the sandbox."""
    from reverie import cage
    from reverie.thinking.reading import Reading

    module = "by_meaning" if ask.embedder == "local" else "reading"
    target = f"reverie.thinking.{module}:read_packets"
    with cage.Waiting(target, scratch_of(project), cage.Limits(), anchor=project.root) as child:
        result = child.ask(ask.to_json(), lambda line: tell(Phase.from_json(line)))
    return Reading.from_json(result.output)


def _settled(log: AnswerLog, project: Project, *, model: bool) -> tuple[str, ...]:
    """Packets that need not be made again. Where an engine answers at once, the keyless answer does not settle one."""
    from reverie.wiring.tasks import engine_name

    asks = model and engine_name(project) not in (KEYLESS, "agent")
    kinds = {LESSONS} if asks else {LESSONS, KEYLESS_LESSONS}
    return tuple(sorted({packet for kind, packet in log.known() if kind in kinds and log.settled((kind, packet))}))


def _keyless(packets: Sequence[Answered], kind: SessionLessons, at: datetime) -> list[Examined]:
    """What the keyless tier says of these, examined like any other answer."""
    from reverie.tasks.examine import MOST
    from reverie.tasks.kind import Passed
    from reverie.tasks.packets import packet_hash
    from reverie.tools.ids import content_id

    found = []
    for packet, answer in packets:
        passed: dict[str, Any] = {}
        dropped: list[str] = []
        for few in batched(answer["lessons"], MOST):
            verdict = kind.examine(orjson.dumps({"lessons": few}).decode(), packet)
            dropped += verdict.dropped
            if isinstance(verdict, Passed):
                passed |= {lesson["id"]: lesson for lesson in verdict.record["lessons"]}
        mark = packet_hash(packet)
        task = content_id("task", KEYLESS_LESSONS, mark)
        told = {"lessons": list(passed.values())}
        found.append(Examined(task, KEYLESS_LESSONS, packet.about, mark, KEYLESS, at, told, "", tuple(dropped)))
    return found


def batched(things: Sequence[Any], most: int) -> Iterator[Sequence[Any]]:
    return (things[start : start + most] for start in range(0, len(things), most))


def _ask(
    project: Project, store: FolderStore, packets: Sequence[Packet], kind: SessionLessons,
    tell: Callable[[Phase], None],
    *, reask: bool,
) -> Ran:  # fmt: skip
    from reverie.wiring import tasks

    def progress(done: int, total: int, about: str) -> None:
        tell(Phase("read", f"{done} of {total} packets answered: {about}", passing=True))

    return tasks.run(project, store, [wanted(packet, kind) for packet in packets], reask=reask, progress=progress)


def wanted(packet: Packet, kind: SessionLessons) -> Wanted:
    from reverie.tasks.packets import packet_hash
    from reverie.tasks.wanted import Wanted

    last = max((item.at for item in packet.items if item.at), default=None)
    return Wanted(kind, packet.about, packet_hash(packet), packet, last, packet.read)


def _in_words(reading: Reading, ran: Ran | None, lessons: int) -> str:
    if not reading.sessions and not lessons:
        return ""
    size = f" ({reading.size / 1e6:.1f} MB)" if reading.size > 100_000 else ""
    told = [f"{reading.sessions} session{'s' * (reading.sessions != 1)} read{size}, {len(reading.packets)} packets"]
    told += [f"{lessons} lesson{'s' * (lessons != 1)} in the window"]
    told += [ran.report.line] if ran and ran.report.line and ran.report.calls else []
    told += [f"{ran.report.waiting} wait for your agent"] if ran and ran.report.waiting else []
    return " · ".join(told)
