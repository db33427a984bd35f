"""`reverie schedule fire`: what every timer calls. Its result is kept; it speaks only if something went wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.talk import say

if TYPE_CHECKING:
    from reverie.tools.cron import Cron

HAND = "hand"


@click.command("fire", short_help="what a timer calls")
@click.argument("name")
@click.option("--in", "folder", required=True, type=click.Path(path_type=Path), help="The repository.")
@click.option("--by", default=HAND, show_default=True, help="Which timer calls.")
@click.option("--due", metavar="CRON", help="Only if this hour, in UTC, has come since the last time.")
@click.option("--instructions-beside", is_flag=True, help="Read the instructions from the file beside the schedule.")
@click.argument("words", nargs=-1, required=True)
def command(
    name: str, folder: Path, by: str, due: str | None, instructions_beside: bool, words: tuple[str, ...]
) -> None:
    """What a timer calls: does WORDS (run … or tick), one schedule at a time, and keeps the result."""
    from reverie.schedules.errors import NoSuchSchedule, ScheduleFailed
    from reverie.wiring import beside, firing

    if words[0] not in ("run", "tick"):
        raise click.UsageError("a schedule can only run or tick")
    project = wiring.find_project(folder) if folder.is_dir() else None
    if project is None or project.root != folder.resolve():
        raise NoSuchSchedule(name=name, why=f"{folder} is no repository any more")
    if instructions_beside:
        if (said := beside.read(project, name)) is None:
            raise NoSuchSchedule(name=name, why="its instructions are gone")
        words = (*words, "--instructions", said)
    done = firing.fire(project, name, by, words, wiring.now, due=cron_of(due, "--due") if due else None)
    if done is None:
        if by == HAND:  # cron would mail it every night
            say(f"{name} is not due.")
    elif done.facts["code"]:
        raise ScheduleFailed(name=name, why=done.facts.get("error"))


def cron_of(text: str, option: str = "--schedule") -> Cron:
    """A schedule that was said, or what is wrong with it."""
    from reverie.tools.cron import next_after, parse

    try:
        found = parse(text)
        next_after(found, wiring.now(), None)  # the 30th of February never comes
    except ValueError as problem:
        raise click.BadParameter(str(problem), param_hint=option) from None
    return found
