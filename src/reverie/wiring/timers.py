"""Timers of systemd and launchd, and GitHub's workflow: files of ours in places of theirs, written and taken out."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from reverie.schedules import launchd, systemd, times, workflow
from reverie.schedules.errors import NotOursToChange, UnfitSchedule
from reverie.schedules.job import Job, Unfit, key_of
from reverie.tools.cron import Cron, parse
from reverie.wiring.project import Project
from reverie.wiring.schedules import site, zones
from reverie.wiring.setup import files
from reverie.wiring.writing import Written, leave, put, take, told

# systemd


def units(environ: Mapping[str, str] = os.environ) -> Path:
    config = environ.get("XDG_CONFIG_HOME")
    return (Path(config) if config else Path.home() / ".config") / "systemd" / "user"


def systemd_install(project: Project, job: Job, *, dry: bool) -> list[Written]:
    where = site(project)
    unit = systemd.unit(job.name, where.key)
    texts = {f"{unit}.service": systemd.service(job, where), f"{unit}.timer": systemd.timer(job, where)}
    written = [put(units() / name, text.encode(), dry=dry) for name, text in texts.items()]
    if dry:
        return written
    fresh = not any(one.changed and one.before for one in written)
    steps = [
        ["daemon-reload"],
        ["enable", "--now", f"{unit}.timer"],
        *([] if fresh else [["restart", f"{unit}.timer"]]),
    ]
    started = all(told("systemctl", "--user", *words) for words in steps)
    by_hand = f"systemctl --user daemon-reload && systemctl --user enable --now {unit}.timer"
    return [written[0], replace(written[1], note="" if started else by_hand)]


def systemd_remove(project: Project, name: str, *, dry: bool) -> list[Written]:
    prefix = systemd.unit(name, key_of(str(project.root)))
    found = sorted(units().glob(f"{prefix}.*" if name else f"{prefix}*"))
    if not dry:
        for path in found:
            if path.suffix == ".timer":
                told("systemctl", "--user", "disable", "--now", path.name)
                (units() / "timers.target.wants" / path.name).unlink(missing_ok=True)
    gone = [take(path, dry=dry) for path in found if path.suffix in (".service", ".timer")]
    if gone and not dry:
        told("systemctl", "--user", "daemon-reload")
        leave(units() / "timers.target.wants", units(), units().parent)
    return gone


# launchd


def agents() -> Path:
    return Path.home() / "Library" / "LaunchAgents"


def launchd_install(project: Project, job: Job, now: datetime, *, utc: bool, dry: bool) -> Written:
    """`utc`: the schedule is meant in UTC; else in the machine's own time, as launchd has it."""
    where = site(project)
    away = times.offsets(zones(), now) if utc else times.NONE
    local: Cron = parse(times.local(job.cron, away))
    errors = str(Path.home() / "Library" / "Logs" / "reverie.log")
    try:
        content = launchd.plist(job, where, local, due=away != times.NONE, errors=errors)
    except Unfit as problem:
        raise UnfitSchedule(reason=problem) from None
    path = agents() / f"{launchd.label(job.name, where.key)}.plist"
    written = put(path, content, dry=dry)
    if dry:
        return written
    if written.before is not None and written.changed:
        told("launchctl", "bootout", f"gui/{os.getuid()}/{path.stem}")
    started = told("launchctl", "bootstrap", f"gui/{os.getuid()}", str(path)) if written.changed else True
    by_hand = "" if started else f"launchctl bootstrap gui/$(id -u) '{path}'"
    return replace(written, note=by_hand)


def launchd_remove(project: Project, name: str, *, dry: bool) -> list[Written]:
    label = launchd.label(name or "*", key_of(str(project.root)))
    found = sorted(agents().glob(f"{label}.plist"))
    for path in found if not dry else []:
        told("launchctl", "bootout", f"gui/{os.getuid()}/{path.stem}")
    return [take(path, dry=dry) for path in found]


# GitHub


def workflow_install(project: Project, text: str, *, force: bool, dry: bool) -> Written:
    path = project.root / workflow.PATH
    if not path.resolve().is_relative_to(project.root):  # somebody committed a link
        raise NotOursToChange(path=workflow.PATH)
    if not dry and not force and path.exists() and not workflow.is_untouched(_text(path)) and _text(path) != text:
        raise NotOursToChange(path=workflow.PATH)
    return put(path, text.encode(), dry=dry)


def workflow_remove(project: Project, *, force: bool, dry: bool) -> list[Written]:
    path = project.root / workflow.PATH
    if not path.exists():
        return []
    if not dry and not force and not workflow.is_untouched(_text(path)):
        raise NotOursToChange(path=workflow.PATH)
    gone = take(path, dry=dry)
    if not dry:
        leave(path.parent, path.parent.parent)
    return [gone]


def _text(path: Path) -> str:
    try:
        return (files.content(path) or b"").decode("utf-8", "replace")
    except OSError:
        raise NotOursToChange(path=workflow.PATH) from None
