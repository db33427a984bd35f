"""`reverie uninstall`: takes out what `init` put in, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import click

from reverie.doors.cli.errors import SetupTrouble
from reverie.doors.cli.init import project_for
from reverie.doors.cli.talk import json_option, many, out, print_json, say
from reverie.setup.agents import PROJECT, USER
from reverie.wiring import Project

REMEDIES = {
    "cron": "reverie schedule cron-uninstall",
    "systemd": "reverie schedule systemd --remove",
    "launchd": "reverie schedule launchd --remove",
    "github": "reverie schedule github-action --remove",
}


@click.command("uninstall", short_help="take out what init put in; the memory stays")
@click.option("--user", "scope", flag_value=USER, help="From your own settings.")
@click.option("--project", "scope", flag_value=PROJECT, default=True, help="From this project (the default).")
@json_option
def command(scope: str, as_json: bool) -> None:
    """Take out what `reverie init` put in: hooks, MCP entries, lines of .gitignore.

    A file nobody changed since is as it was before, byte for byte, and gone if there was none; from another only what
    was put in is taken. The memory in .agent/ stays. Schedules stay too, and are named.
    """
    from reverie.wiring import setup

    project = project_for(scope)
    scene = setup.Scene(project.root if project else Path.cwd(), Path.home(), scope, os.environ, bool(project))
    done, trouble = setup.give_back(scene)
    timers = _timers(project) if project else {}
    if as_json:
        print_json({"files": [str(path) for path in done], "trouble": trouble, "schedules": list(timers.values())})
    else:
        for path in done:
            out(f"- {path}")
        say(
            "The memory in .agent/ stays; remove the folder yourself if you want it gone."
            if done
            else "Nothing of ours is in the settings of agents here."
        )
        for kind, remedy in timers.items():
            say(f"note: this repository's schedule ({kind}) is still there; to take it out: {remedy}")
    if trouble:
        raise SetupTrouble(count=many(len(trouble), "file"), why="; ".join(trouble))


def _timers(project: Project) -> dict[str, str]:
    """The kinds of timers that still call Reverie here, each with what takes it out."""
    from reverie.wiring.installed import daemon_at_work, installed

    kinds = dict.fromkeys(one.kind for one in installed(project))
    pid = daemon_at_work(project)
    return {kind: REMEDIES[kind] for kind in kinds} | ({"daemon": f"kill {pid}"} if pid > 0 else {})
