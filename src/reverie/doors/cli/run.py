"""`reverie run`: one cycle over what happened."""

from __future__ import annotations

import click

from reverie.doors.cli.talk import here, say


@click.command("run", short_help="go over what happened and propose what to learn")
def command() -> None:
    """Go over what happened and propose what to learn."""
    project = here()
    say(
        f"Nothing gathers yet: this version keeps memory in {project.agent} and takes changes back, but does not dream."
    )
