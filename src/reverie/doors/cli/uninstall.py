"""`reverie uninstall`: takes out what `init` put in, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import click

from reverie.doors.cli.errors import SetupTrouble
from reverie.doors.cli.init import project_for
from reverie.doors.cli.talk import json_option, many, out, print_json, say
from reverie.setup.agents import PROJECT, USER


@click.command("uninstall", short_help="take out what init put in; the memory stays")
@click.option("--user", "scope", flag_value=USER, help="From your own settings.")
@click.option("--project", "scope", flag_value=PROJECT, default=True, help="From this project (the default).")
@json_option
def command(scope: str, as_json: bool) -> None:
    """Take out what `reverie init` put in: hooks, MCP entries, lines of .gitignore.

    A file nobody changed since is as it was before, byte for byte, and gone if there was none; from another only what
    was put in is taken. The memory in .agent/ stays.
    """
    from reverie.wiring import setup

    project = project_for(scope)
    scene = setup.Scene(project.root if project else Path.cwd(), Path.home(), scope, os.environ, bool(project))
    done, trouble = setup.give_back(scene)
    if as_json:
        print_json({"files": [str(path) for path in done], "trouble": trouble})
    else:
        for path in done:
            out(f"- {path}")
        say(
            "The memory in .agent/ stays; remove the folder yourself if you want it gone."
            if done
            else "Nothing of ours is there."
        )
    if trouble:
        raise SetupTrouble(count=many(len(trouble), "file"), why="; ".join(trouble))
