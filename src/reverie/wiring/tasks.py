"""Tasks of a project: who answers them, what waits for the user's agent, and running them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.tools import nofollow, trust
from reverie.wiring import allowed
from reverie.wiring.project import Project, now, redactor, start_local

if TYPE_CHECKING:
    from reverie.records.tasks import Packet
    from reverie.store.folder import FolderStore
    from reverie.tasks.ceilings import Purse
    from reverie.tasks.engine import Engine
    from reverie.tasks.log import AnswerLog
    from reverie.tasks.run import Keyless, Progress, Ran
    from reverie.tasks.waiting import Waiting
    from reverie.tasks.wanted import Asked, Wanted

SPOOL = "REVERIE_SPOOL"  # the folder of task files, if it should not lie in the private one
GIVEN = "agent:"  # how an answer is signed that an agent or a person gave
CALL = 180.0  # seconds one answer may take: a packet is long, and a program has to start


def kind(project: Project, name: str) -> Asked | None:
    """A kind of task that may wait for the user's agent, as this project asks it."""
    from reverie.learning.lessons import LESSONS
    from reverie.wiring.lessons import kind_of
    from reverie.wiring.memory import open_store

    return kind_of(project, open_store(project), now=now()) if name == LESSONS else None


def packet_of(project: Project, session: str) -> Packet:
    """A session distilled into numbered evidence, as a task would show it."""
    from reverie.tasks.errors import NoPacket
    from reverie.wiring.lessons import packets_of

    found = packets_of(project, session)
    if len(found) == 1:
        return found[0]
    several = f"several have that name: {', '.join(packet.about for packet in found[:3])}"
    raise NoPacket(session=session[:60], reason=several if found else "no session of this project has that name")


def answer_log(store: FolderStore) -> AnswerLog:
    from reverie.tasks.log import AnswerLog

    return AnswerLog(store)


def waiting(project: Project) -> Waiting:
    """The tasks that wait for the user's agent."""
    from reverie.tasks.waiting import Waiting

    return Waiting(project.root, partial(kind, project), redactor(project).text, now)


def shelf(project: Project) -> Waiting:
    """The same only to look at: it needs no key of this project, and makes none."""
    from reverie.tasks.waiting import Waiting

    return Waiting(project.root, lambda _name: None, str, now)


def signature() -> str:
    """How an answer is signed that was given on the command line or over MCP."""
    from reverie.tools.agent_env import find_agent

    return f"{GIVEN}{find_agent(os.environ).lower().replace(' ', '-') or 'person'}"


def engine_name(project: Project) -> str:
    """Who is to answer, by the settings. `auto` is the model of model.kind where it may be asked, else nobody."""
    said = project.settings.tasks_engine
    if said != "auto":
        return said
    found = allowed.tasks(project)
    return found.kind if found.is_set and not found.fault else "keyless"


def engine(project: Project, name: str, wanted: Sequence[Wanted] = ()) -> Engine:
    """An engine by its name, as this project has it set up."""
    from reverie.gather.transcripts.traces import SESSION_MARK
    from reverie.tasks.engine import Setup
    from reverie.tasks.engines import ENGINES

    found, kept = allowed.tasks(project), waiting(project)
    by_id = {one.id: one for one in wanted}
    setup = Setup(
        project.local,
        f"{SESSION_MARK} -->",
        found.name,
        found.url,
        os.environ.get(found.key_env, "").strip() if found.key_env else "",
        os.environ,
        _spool(project),
        lambda tasks: kept.put([(task, by_id[task.id]) for task in tasks if task.id in by_id]),
        kept.close,
    )
    return ENGINES[name](setup)


def _spool(project: Project) -> Path:
    named = os.environ.get(SPOOL, "")
    return Path(named) if named and Path(named).is_absolute() else project.local / "spool"


def last_given(project: Project) -> str:
    """Which answer came last of those that somebody gave between two nights, over MCP or on the command line; what a
    night asks for itself is not among them. Read past the store, because most nights end where this is asked."""
    folder, mark = project.local / "logs" / "answers", f'"kind":"accepted","by":"{GIVEN}'.encode()
    for file in sorted(folder.glob("*.jsonl"), reverse=True):
        with suppress(OSError):
            found = [line for line in file.read_bytes().split(b"\n") if mark in line]
            if found:
                return hashlib.sha256(found[-1]).hexdigest()
    return ""


_LOOKED = "answers-looked-at"  # in the cache: its time is when a night last looked into the spool


def answers_lie(project: Project) -> bool:
    """Whether the spool holds answers to its tasks that no night has looked at."""
    if project.settings.tasks_engine != "spool":
        return False
    looked = 0
    with suppress(OSError):
        looked = (project.local / "cache" / _LOOKED).stat().st_mtime_ns
    folder = _spool(project)
    with suppress(OSError):
        open_ones = set(os.listdir(folder / "tasks"))
        lies = [file for file in os.scandir(folder / "answers") if file.name in open_ones]
        return any(file.stat(follow_symlinks=False).st_ctime_ns >= looked for file in lies)
    return False


def note_look(project: Project) -> None:
    """A night looks into the spool now."""
    if project.settings.tasks_engine != "spool":
        return
    start_local(project.root)
    with suppress(OSError):  # a cache
        folder = nofollow.open_folder(str(project.root), f"{trust.LOCAL}/cache", make=nofollow.PRIVATE)
        try:
            mark = os.open(_LOOKED, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600, dir_fd=folder)
            os.utime(mark)
            os.close(mark)
        finally:
            os.close(folder)


def engines(project: Project, wanted: Sequence[Wanted] = ()) -> tuple[list[Engine], str]:
    """Who is asked, in this order, and why the one that is set cannot be, if so. What is left waits for the agent."""
    from reverie.records.errors import ReverieError

    name = engine_name(project)
    last = [engine(project, "keyless" if name != "agent" else "agent", wanted)]
    if name in ("keyless", "agent"):
        return last, ""
    if name == "spool":
        return [engine(project, name, wanted), *last], ""
    found = allowed.tasks(project)
    if not found.is_set:
        return last, f"{name} is switched off by {allowed.SWITCH}"
    if fault := found.fault or _unpaid(project, found):
        return last, f"{found.label} is not asked: {fault}"
    try:
        return [engine(project, name, wanted), *last], ""
    except ReverieError as problem:
        return last, f"{found.label} is not asked: {problem.message}"


def _unpaid(project: Project, found: allowed.Chosen) -> str:
    """Who wants to spend nothing is not asked to trust that it costs nothing."""
    from reverie.wiring.wording import ceilings

    if project.settings.model_dollars > 0 or allowed.is_local(found) or ceilings(project).price(found.label):
        return ""
    return "nothing may be spent on it (model.max_dollars is 0), and its price is not known"


def purse_of(project: Project) -> Purse:
    """What a night may spend on tasks."""
    from reverie.tasks.ceilings import Purse
    from reverie.wiring.wording import ceilings

    return Purse(replace(ceilings(project), call=CALL), "")


def run(
    project: Project,
    store: FolderStore,
    wanted: Sequence[Wanted],
    *,
    reask: bool = False,
    purse: Purse | None = None,
    keyless: Keyless = lambda _wanted: None,
    progress: Progress = lambda _done, _total, _about: None,
) -> Ran:
    """Ask what the log does not know yet. `purse`: of the night, if it runs tasks more than once."""
    from reverie.tasks.run import Runner

    start_local(project.root)
    chosen, fault = engines(project, wanted)
    runner = Runner(
        answer_log(store),
        chosen,
        purse or purse_of(project),
        redactor(project).text,
        now,
        keyless=keyless,
        progress=progress,
    )
    ran = runner.run(wanted, reask=reask)
    return replace(ran, report=replace(ran.report, trouble=(fault, *ran.report.trouble))) if fault else ran


def outgoing(project: Project, store: FolderStore, wanted: Sequence[Wanted]) -> str:
    """What `run` would send now, and where; nothing is sent."""
    from reverie.tasks.outgoing import outgoing as shown
    from reverie.tasks.wanted import task_of

    log, redact = answer_log(store), redactor(project).text
    tasks = [task_of(one, redact) for one in wanted if not one.gone and not log.settled(one.key)]
    return shown(tasks, engines(project, wanted)[0][0])


def state(project: Project, store: FolderStore) -> Mapping[str, Any]:
    """For `status`: who answers, why not, what failed last, and how much waits."""
    found, name = allowed.tasks(project), engine_name(project)
    trouble = answer_log(store).last_trouble()
    return {
        "engine": name,
        "model": found.label if found.is_set else None,
        "fault": found.fault or None,
        "failed": {"engine": trouble[0], "why": trouble[1], "at": trouble[2]} if trouble else None,
        "waiting": len(shelf(project).all()),
    }
