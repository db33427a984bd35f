"""`reverie schedule`: timers that call Reverie, on this machine or at GitHub. Every one can be looked at before it is
written, and taken out again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from reverie import __version__, wiring
from reverie.doors.cli.schedule_fire import command as fire
from reverie.doors.cli.schedule_fire import cron_of
from reverie.doors.cli.schedule_shown import removed, written
from reverie.doors.cli.talk import here, instructions_option, json_option, print_json, say, window_of

if TYPE_CHECKING:
    from reverie.schedules.job import Job

AT = "0 2 * * *"
_F = Callable[..., Any]

dry_option = click.option(
    "--dry-run", "--print", "dry_run", is_flag=True, help="Print what would be written and change nothing."
)
schedule_option = click.option("--schedule", "at", metavar="CRON", help=f"When, in UTC: five fields of cron ({AT}).")
since_option = click.option("--since", default="7d", show_default=True, metavar="WINDOW", help="How far back it looks.")
name_option = click.option("--name", metavar="NAME", help="Tells it from this repository's other schedules.")
tick_option = click.option("--tick", is_flag=True, help="Call reverie tick every hour, for the modes, instead.")
remove_option = click.option("--remove", is_flag=True, help="Take it out again (with --name only that one).")


def _options(*options: Callable[[_F], _F]) -> Callable[[_F], _F]:
    def all_of(command: _F) -> _F:
        for option in reversed(options):
            command = option(command)
        return command

    return all_of


@click.group("schedule", short_help="timers that call Reverie: cron, systemd, launchd, GitHub")
def command() -> None:
    """Timers that call Reverie. Times are UTC, whatever the machine's zone is.

    A schedule goes over the last 7 days and proposes what to learn, as `reverie run` does. With --tick it asks the
    gates instead (`reverie tick`), which know cadence, zone and what was missed. Results are in
    .agent/local/logs/schedules/.
    """


@command.command("cron-install")
@_options(schedule_option, since_option, instructions_option, name_option, tick_option, dry_option, json_option)
def cron_install(
    at: str | None, since: str, instructions: str | None, name: str | None, tick: bool, dry_run: bool, as_json: bool
) -> None:
    """Add a line to your crontab, or change the one of this name. All other lines stay as they are.

    On a machine that is not on UTC, the line starts at every local time the hour in UTC may fall on, and what it calls
    looks whether that has come.
    """
    from reverie.wiring import schedules

    project, job = here(), _job(at, since, instructions, name, tick)
    done = schedules.cron_install(project, job, wiring.now(), dry=dry_run)
    written("cron", job, [done], dry=dry_run, as_json=as_json)


@command.command("cron-uninstall")
@_options(name_option, dry_option, json_option)
def cron_uninstall(name: str | None, dry_run: bool, as_json: bool) -> None:
    """Take this repository's lines out of your crontab, or the one of a name. Others stay as they are."""
    from reverie.wiring import schedules

    removed("cron", [schedules.cron_uninstall(here(), name or "", dry=dry_run)], dry=dry_run, as_json=as_json)


@command.command("systemd")
@_options(
    schedule_option, since_option, instructions_option, name_option, tick_option, remove_option, dry_option, json_option
)
def systemd(
    at: str | None, since: str, instructions: str | None, name: str | None, tick: bool,
    remove: bool, dry_run: bool, as_json: bool,
) -> None:  # fmt: skip
    """Add a timer to your systemd (user units), which catches up on what was missed."""
    from reverie.wiring import timers

    project = here()
    if remove:
        gone = timers.systemd_remove(project, name or "", dry=dry_run)
        removed("systemd", gone, dry=dry_run, as_json=as_json)
        return
    job = _job(at, since, instructions, name, tick)
    written("systemd", job, timers.systemd_install(project, job, dry=dry_run), dry=dry_run, as_json=as_json)


@command.command("launchd")
@click.option("--at", "hour", metavar="HH:MM", help="When, in the time of this Mac (03:00).")
@_options(
    schedule_option, since_option, instructions_option, name_option, tick_option, remove_option, dry_option, json_option
)
def launchd(
    hour: str | None, at: str | None, since: str, instructions: str | None, name: str | None, tick: bool,
    remove: bool, dry_run: bool, as_json: bool,
) -> None:  # fmt: skip
    """Add a launch agent on macOS: daily at 03:00, not when it is loaded.

    launchd knows the time of this Mac only, so that is what --at means. With --schedule the hour is UTC: it starts at
    every local time that may be, and looks whether the hour has come.
    """
    from reverie.wiring import timers

    project = here()
    if remove:
        removed("launchd", timers.launchd_remove(project, name or "", dry=dry_run), dry=dry_run, as_json=as_json)
        return
    if at and hour:
        raise click.UsageError("--at is a time of this Mac, --schedule one in UTC: say one of them")
    when = at or (_clock(hour or "03:00") if hour or not tick else None)
    job = _job(when, since, instructions, name, tick)
    done = timers.launchd_install(project, job, wiring.now(), utc=bool(at), dry=dry_run)
    written("launchd", job, [done], dry=dry_run, as_json=as_json, local=not at)


@command.command("github-action")
@_options(schedule_option, since_option, instructions_option)
@click.option("--package", default=f"reverie=={__version__}", show_default=True, help="What pip is to install.")
@click.option("--force", is_flag=True, help="Also if somebody changed the file.")
@_options(remove_option, dry_option, json_option)
def github_action(
    at: str | None, since: str, instructions: str | None, package: str,
    force: bool, remove: bool, dry_run: bool, as_json: bool,
) -> None:  # fmt: skip
    """Write .github/workflows/reverie-dream.yml: every night a dream, and a pull request with what it proposes.

    Candidates are decided in the pull request, by a decision and a rationale in their header; the next night carries it
    out. The repository's settings must allow Actions to create pull requests.
    """
    from reverie.schedules import workflow
    from reverie.wiring import timers

    project = here()
    if remove:
        gone = timers.workflow_remove(project, force=force, dry=dry_run)
        removed("github", gone, dry=dry_run, as_json=as_json)
        return
    job = _job(at, since, instructions, "reverie-dream", tick=False)
    text = workflow.text(job.cron, since, package, job.instructions)
    done = timers.workflow_install(project, text, force=force, dry=dry_run)
    written("github", job, [done], dry=dry_run, as_json=as_json)
    if not dry_run and not as_json:
        say("Commit it. Settings → Actions → General must allow Actions to create pull requests.")


@command.command("status")
@json_option
def status(as_json: bool) -> None:
    """What is installed for this repository, anywhere; when it last ran, and whether it worked."""
    from reverie.doors.cli.schedule_shown import facts, tell

    project = here()
    told = facts(project, wiring.now())
    print_json(told) if as_json else tell(told)


command.add_command(fire)


def _job(at: str | None, since: str, instructions: str | None, name: str | None, tick: bool) -> Job:
    from reverie.schedules.errors import UnfitSchedule
    from reverie.schedules.job import NIGHTLY, TICK, Job, Unfit
    from reverie.tools.steering import wish

    if tick and (at or instructions):
        raise click.UsageError("the gates know their hours: --tick takes neither a schedule nor instructions")
    window_of(since)
    steered = wish(instructions)
    if "\x00" in steered:
        raise click.BadParameter("it holds a zero byte", param_hint="--instructions")
    try:
        if tick:
            return Job(name or TICK, cron_of("0 * * * *"), ("tick",))
        return Job(name or NIGHTLY, cron_of(at or AT), ("run", "--since", since), steered)
    except Unfit as problem:
        raise UnfitSchedule(reason=problem) from None


def _clock(hour: str) -> str:
    hours, colon, minutes = hour.partition(":")
    if not colon or not hours.isdecimal() or not minutes.isdecimal():
        raise click.BadParameter("a time of day such as 03:00", param_hint="--at")
    return f"{int(minutes)} {int(hours)} * * *"
