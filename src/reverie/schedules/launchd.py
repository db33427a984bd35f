"""A property list for launchd. It has local time only, and runs what was slept through once, on waking up."""

from __future__ import annotations

import plistlib
from xml.parsers.expat import ExpatError

from reverie.schedules import times
from reverie.schedules.job import Job, Site, Told, call, key_of
from reverie.schedules.job import read as read_words
from reverie.tools.cron import Cron


def label(name: str, key: str) -> str:
    return f"dev.reverie.{key}.{name}"


def plist(job: Job, site: Site, local: Cron, *, due: bool, errors: str) -> bytes:
    """`local`: the times of this machine it starts at; `due`: it is then asked whether the hour in UTC has come."""
    told = {
        "Label": label(job.name, site.key),
        "ProgramArguments": call(job, site, "launchd", due=due),
        "EnvironmentVariables": dict(site.environment),
        "WorkingDirectory": site.root,
        "StartCalendarInterval": times.intervals(local),
        "RunAtLoad": False,
        "ProcessType": "Background",
        "StandardErrorPath": errors,
    }
    return plistlib.dumps(told, sort_keys=False)


def read(content: bytes) -> tuple[str, Told] | None:
    """When and what a property list of ours does."""
    try:
        found = plistlib.loads(content)
        told = read_words([str(word) for word in found["ProgramArguments"]])
        if told is None or found["Label"] != label(told.name, key_of(told.root)):
            return None
        return told.due or _times(found["StartCalendarInterval"]), told
    except (ValueError, KeyError, TypeError, ExpatError, plistlib.InvalidFileException):
        return None


def _times(entries: list[dict[str, int]]) -> str:
    hours = [f"{one['Hour']:02}:{one.get('Minute', 0):02}" for one in entries if "Hour" in one]
    return ", ".join(dict.fromkeys(hours)) or "hourly"
