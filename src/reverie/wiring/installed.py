"""What is installed for this repository, anywhere: in the crontab, in systemd, in launchd, at GitHub, or as a daemon at
work; when each last ran, and whether that worked."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from reverie.records.errors import ReverieError
from reverie.records.logs import LogRecord
from reverie.schedules import crontab, launchd, systemd, workflow
from reverie.schedules.job import Told, key_of
from reverie.tools.cron import next_after, parse
from reverie.wiring import crontabs
from reverie.wiring.firing import runs
from reverie.wiring.project import Project
from reverie.wiring.setup import files
from reverie.wiring.timers import agents, units

LOCK = "locks/store.daemon"
LATE = timedelta(hours=2)  # it may have waited for another


@dataclass(frozen=True, slots=True)
class Installed:
    """`when`: five fields in UTC, or times of this machine. `on`: it will fire. `last`: None if that is not known."""

    kind: str
    name: str
    when: str
    words: tuple[str, ...]
    on: bool
    last: LogRecord | None = None

    @property
    def ticks(self) -> bool:
        return self.on and self.words[:1] == ("tick",)

    def next(self, after: datetime) -> datetime | None:
        """Only a schedule of five fields in UTC can be told."""
        with suppress(ValueError):
            return next_after(parse(self.when), after, UTC) if self.on else None
        return None

    def missed(self, now: datetime) -> datetime | None:
        """When it should have run, if it ran before and long has not."""
        due = self.next(self.last.at) if self.last else None
        return due if due and now > due + LATE else None


def installed(project: Project) -> list[Installed]:
    lately = {(one.facts.get("name"), one.facts.get("timer")): one for one in runs(project)}
    found = [*_cron(project), *_systemd(project), *_launchd(project), *_workflow(project)]
    return [
        Installed(kind, name, when, told.words if told else (), on, lately.get((name, kind)))
        for kind, name, when, told, on in found
    ]


def tickers(project: Project) -> list[str]:
    """What calls `reverie tick` here by itself."""
    daemon = ["daemon"] if daemon_at_work(project) else []
    return daemon + [one.kind for one in installed(project) if one.ticks]


_Found = tuple[str, str, str, Told | None, bool]


def _cron(project: Project) -> Iterator[_Found]:
    found = crontabs.find()
    try:
        text = found.read() if found else b""
    except ReverieError:
        return  # who may not use cron has nothing in it
    for one in crontab.entries(text):
        if one.key == key_of(str(project.root)):
            when = one.told.due if one.told and one.told.due else one.fields
            yield "cron", one.name, when, one.told, not one.off


def _systemd(project: Project) -> Iterator[_Found]:
    for path in _files(units(), f"{systemd.unit('', key_of(str(project.root)))}*.service"):
        if found := systemd.read(_content(path).decode("utf-8", "replace")):
            timer = f"{path.stem}.timer"
            yield "systemd", found[1].name, found[0], found[1], (units() / "timers.target.wants" / timer).exists()


def _launchd(project: Project) -> Iterator[_Found]:
    for path in _files(agents(), f"{launchd.label('*', key_of(str(project.root)))}.plist"):
        if found := launchd.read(_content(path)):
            yield "launchd", found[1].name, found[0], found[1], True


def _workflow(project: Project) -> Iterator[_Found]:
    text = _content(project.root / workflow.PATH).decode("utf-8", "replace")
    if workflow.is_ours(text):
        told = Told("reverie-dream", str(project.root), ("run",))
        yield "github", told.name, workflow.cron_of(text), told, True


def _content(path: Path) -> bytes:
    """What cannot be read is none of ours."""
    with suppress(OSError):
        return files.content(path) or b""
    return b""


def _files(folder: Path, pattern: str) -> Iterable[Path]:
    return sorted(folder.glob(pattern)) if folder.is_dir() else []


def daemon_at_work(project: Project) -> int:
    """The process of the daemon of this store; 0 if there is none."""
    try:
        fd = os.open(project.local / LOCK, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return 0
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        with suppress(ValueError, KeyError, TypeError):
            return int(json.loads(os.pread(fd, 200, 0))["pid"])
        return -1
    finally:
        os.close(fd)
    return 0
