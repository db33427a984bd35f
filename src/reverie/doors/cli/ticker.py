"""A mode needs somebody who asks whether its hour has come. If nobody does, one is offered."""

from __future__ import annotations

import shutil
import sys

import click

from reverie import wiring
from reverie.doors.cli.talk import out, say


def found(project: wiring.Project) -> list[str]:
    """What calls `reverie tick` here by itself."""
    from reverie.wiring.installed import tickers

    return tickers(project)


def offer(project: wiring.Project) -> None:
    if found(project):
        return
    kind = next((kind for kind, program in _WAYS.items() if shutil.which(program)), "")
    if not kind:
        say("note: nothing asks by itself whether it is due, besides hooks of agents; reverie daemon does")
        return
    typed = f"reverie schedule {kind} --tick"
    if not sys.stdin.isatty() or not sys.stderr.isatty():
        say(f"note: nothing asks by itself whether it is due, besides hooks of agents; type: {typed}")
        return
    say("Nothing asks by itself whether it is due, besides hooks of agents.")
    if click.confirm(f"Ask every hour ({typed})?", default=False, err=True):
        _install(project, kind)


_WAYS = {"launchd": "launchctl", "cron-install": "crontab", "systemd": "systemctl"}


def _install(project: wiring.Project, kind: str) -> None:
    from reverie.schedules.job import TICK, Job
    from reverie.tools.cron import parse
    from reverie.wiring import schedules, timers

    job = Job(TICK, parse("0 * * * *"), ("tick",))
    if kind == "launchd":
        done = [timers.launchd_install(project, job, wiring.now(), utc=False, dry=False)]
    elif kind == "systemd":
        done = timers.systemd_install(project, job, dry=False)
    else:
        done = [schedules.cron_install(project, job, wiring.now(), dry=False)]
    out("reverie tick is called every hour; reverie schedule status shows it")
    for one in done:
        if one.note:
            say(f"note: it is written, but not started; type: {one.note}")
