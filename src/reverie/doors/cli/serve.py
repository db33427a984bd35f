"""`reverie serve`: one process that is there anyway serves this memory over HTTP and keeps its time."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.daemon import GRACE, tell_ticked
from reverie.doors.cli.mcp import PORT, over_http, wanted
from reverie.doors.cli.talk import here, say

if TYPE_CHECKING:
    from reverie.wiring.timekeeping import WallClock


@click.command("serve", short_help="serve this memory over HTTP, and keep time")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, help=f"Where ({PORT}; 0: any free one).")
def command(port: int) -> None:
    """Serve this memory over HTTP, and keep time: `reverie mcp --http` and `reverie daemon` in one process.

    On this machine only, and only with the token from .agent/local/mcp-token. Ctrl-C or SIGTERM end both. Needs the
    extra: pip install 'reverie[mcp]'.
    """
    from reverie.wiring.timekeeping import WallClock

    wanted()
    project, clock = here(), WallClock()
    keeper = threading.Thread(target=_keep, args=(project, clock), name="keeping time", daemon=True)
    keeper.start()
    try:
        over_http(project, port)
    finally:
        clock.stop.set()
        keeper.join(GRACE)


def _keep(project: wiring.Project, clock: WallClock) -> None:
    from reverie.records.errors import ReverieError
    from reverie.wiring.timekeeping import watch

    try:
        watch(project.root, clock, tell_ticked, lambda: say(f"Keeping time for {project.root}."))
    except ReverieError as problem:
        say(f"Time is not kept from here: {problem.message}")
