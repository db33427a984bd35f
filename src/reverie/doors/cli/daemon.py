"""`reverie daemon`: keeps time for this memory and does what is due, until it is told to stop."""

from __future__ import annotations

import signal
from types import FrameType
from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.talk import here, say, when

if TYPE_CHECKING:
    from reverie.gates.tick import Ticked
    from reverie.records.errors import ReverieError

GRACE = 5  # seconds in which what was begun may come to its end


class _Stopped(BaseException):
    """It took too long to come to its end; what was begun is finished or rolled back by the next command."""


@click.command("daemon", short_help="keep time here, and do what is due")
def command() -> None:
    """Keep time here, and do what is due: what `reverie tick` does, at the right moment, without a timer.

    One for each memory. What a sleeping machine missed is caught up on once. Ctrl-C or SIGTERM end it: what was begun
    has 5 seconds to come to its end, and is taken back otherwise.
    """
    from reverie.wiring.timekeeping import WallClock, watch

    clock = WallClock()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        clock.stop.set()
        signal.alarm(GRACE)

    def enough(_signal: int, _frame: FrameType | None) -> None:
        raise _Stopped

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGALRM, enough)
    project = here()
    try:
        watch(
            project.root, clock, tell_ticked, lambda: say(f"Keeping time for {project.root}; SIGTERM or Ctrl-C end it.")
        )
    except _Stopped:
        say("Stopped in the middle of something; nothing of it is left half done.")
    finally:
        signal.alarm(0)


def tell_ticked(done: list[Ticked], problem: ReverieError | None) -> None:
    now = when(wiring.now())
    if problem:
        say(f"{now}  {problem.message}")
    for one in done:
        if one.outcome or one.failed:
            say(f"{now}  {one.name}: {one.failed or one.outcome}")
