"""Our lines in the crontab: what would be written, writing it, and taking it out again. Other timers: `timers.py`."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, tzinfo
from pathlib import Path

from reverie.schedules import crontab, times
from reverie.schedules.errors import UnfitSchedule
from reverie.schedules.job import Job, Site, Unfit, call, key_of
from reverie.tools.cron import HERE
from reverie.tools.git import find_program
from reverie.wiring import beside, crontabs
from reverie.wiring.firing import begin
from reverie.wiring.project import Project
from reverie.wiring.writing import Written

_PLACES = ("/usr/local/bin", "/usr/bin", "/bin")
_CARRIED = (
    "REVERIE_MEMORY_ROOT",
    "REVERIE_MODELS_DIR",
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "COPILOT_HOME",
    "OPENCLAW_STATE_DIR",
    "OPENCLAW_CONFIG_PATH",
    "PI_CODING_AGENT_DIR",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
)  # fmt: skip — what says where things lie; nothing that opens anything


def site(project: Project, environ: Mapping[str, str] = os.environ) -> Site:
    """As it can be called by who knows nothing of this shell."""
    git = find_program(environ.get("PATH", os.defpath))
    path = dict.fromkeys([*([str(Path(git).parent)] if git else []), *_PLACES])
    carried = {name: environ[name] for name in _CARRIED if environ.get(name)}
    try:
        return Site(str(project.root), sys.executable, {"PATH": ":".join(path), **carried})
    except Unfit as problem:
        raise UnfitSchedule(reason=problem) from None


def zones() -> list[tzinfo]:
    """The zone cron and launchd go by: the machine's. This shell's may be another; both are reckoned with."""
    from zoneinfo import ZoneInfo

    found: list[tzinfo] = [HERE]
    with suppress(OSError, ValueError), Path("/etc/localtime").open("rb") as file:
        found.append(ZoneInfo.from_file(file))
    return found


def cron_line(project: Project, job: Job, now: datetime, *, percent: bool = True) -> tuple[bytes, bool]:
    """The line, and whether its instructions have to lie beside it."""
    away = times.offsets(zones(), now)
    where, due = site(project), away != times.NONE and job.words[0] != "tick"
    fields = times.local(job.cron, away) if due else job.cron.text
    for apart in (False, True) if job.instructions else (False,):
        told = crontab.command(call(job, where, "cron", due=due, beside=apart), where, percent=percent)
        with suppress(Unfit):
            return crontab.line(fields, told, job.name, where.key), apart
    raise UnfitSchedule(reason="the line is longer than a crontab takes; reverie schedule systemd has no such limit")


def cron_install(project: Project, job: Job, now: datetime, *, dry: bool) -> Written:
    found = crontabs.find() if dry else crontabs.required()
    ours, apart = cron_line(project, job, now, percent=found.takes_percent if found else True)

    def edit(text: bytes) -> bytes:
        return crontab.put(text, ours, job.name, key_of(str(project.root)))

    if dry or found is None:
        before = found.read() if found else b""
        return Written(None, before, edit(before))
    if apart:
        begin(project)
        beside.lay(project, job.name, job.instructions)
    done = Written(None, *found.change(edit))
    if not apart:
        beside.drop(project, job.name)
    return done


def cron_uninstall(project: Project, name: str, *, dry: bool) -> Written:
    found, key = crontabs.find(), key_of(str(project.root))
    if found is None:
        return Written(None, b"", b"")

    def edit(text: bytes) -> bytes:
        return crontab.taken_out(text, key, name)[0]

    before, after = (text := found.read(), edit(text)) if dry else found.change(edit)
    if not dry:
        for gone in crontab.taken_out(before, key, name)[1]:
            beside.drop(project, gone)
    return Written(None, before, after)
