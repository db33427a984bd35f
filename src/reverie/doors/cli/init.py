"""`reverie init`: says what it would add to which file, asks, and adds it. Everything can be taken out again."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.errors import NotApplied, SetupTrouble
from reverie.doors.cli.talk import here, json_option, many, out, print_json, say
from reverie.records.errors import NotARepository
from reverie.setup.agents import AGENTS, PROJECT, USER

if TYPE_CHECKING:
    from reverie.wiring.setup import Change, Scene

CONFIG = """\
# Reverie's settings for this project. Everything has a default; remove the # to say otherwise.
# All settings, one line each: docs/reference/config.md

# dream:
#   window_days: 30            how far back `reverie run` looks
#   min_cluster_size: 3        events that make a pattern
#   consolidate: auto          tidy the memory: auto, propose or off

# dreaming:
#   mode: off                  promotion of what is recalled often: off, core, rem or deep

# hooks:
#   recall: false              put notes before an agent that fit a prompt, where sure
#   session_start_tokens: 2000 what an agent is told when a session begins, at most

# share:
#   episodic: false            commit observed events for the team
"""


@click.command("init", short_help="set Reverie up here, for the agents you use")
@click.option(
    "--agent", "names", type=click.Choice(list(AGENTS)), multiple=True, help="Only this one; may be given again."
)
@click.option("--user", "scope", flag_value=USER, help="In your own settings, for every project with a memory.")
@click.option("--project", "scope", flag_value=PROJECT, default=True, help="In this project (the default).")
@click.option("--recall", is_flag=True, help="Also put notes before the agent that fit a prompt, where sure.")
@click.option(
    "--commands", is_flag=True, help="Also /dream, /dreaming and /remember for the agent's chat, and a skill."
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--dry-run", is_flag=True, help="Say what would be added and change nothing.")
@json_option
def command(
    names: tuple[str, ...], scope: str, recall: bool, commands: bool, yes: bool, dry_run: bool, as_json: bool
) -> None:
    """Set Reverie up in this repository: a configuration with comments, a line in .gitignore, and hooks and an MCP
    server for the agents that are used here.

    What your settings say already stays as it is, byte for byte. A file that cannot be read is named and left alone.
    `reverie uninstall` gives back what was there.
    """
    from reverie.wiring import setup

    project = project_for(scope)
    scene = setup.Scene(project.root if project else Path.cwd(), Path.home(), scope, os.environ, bool(project))
    chosen = list(dict.fromkeys(names)) or setup.found(scene)
    changes = setup.plan(scene, chosen, recall=recall, commands=commands)
    new_config = project is not None and not (project.agent / "config.yaml").exists()
    if not as_json:
        _tell(scene, chosen, changes, new_config=new_config)
    if not dry_run and (changes or new_config or recall) and _agreed(yes or as_json):
        if project:
            _configure(project, recall=recall)
        trouble = setup.carry_out(scene, changes)
    else:
        trouble = [f"{one.path}: {one.broken}" for one in changes if one.broken]
    if as_json:
        print_json(
            {"agents": chosen, "files": [_facts(one) for one in changes], "dry_run": dry_run, "trouble": trouble}
        )
    elif not dry_run:
        _advise(scene, chosen)
    if trouble:
        raise SetupTrouble(count=many(len(trouble), "file"), why="; ".join(trouble))


def project_for(scope: str) -> wiring.Project | None:
    """One's own settings can be changed anywhere."""
    try:
        return here()
    except NotARepository:
        if scope == PROJECT:
            raise
        return None


def _tell(scene: Scene, chosen: Sequence[str], changes: Sequence[Change], *, new_config: bool) -> None:
    from reverie.tools.diff import lines

    titles = ", ".join(AGENTS[name].title for name in chosen)
    out(f"Agents used here: {titles or f'none found; name one with --agent{_elsewhere(scene)}'}")
    if new_config:
        out("+ .agent/config.yaml   (settings, all commented out)")
    for change in changes:
        if change.broken:
            out(f"! {_shown(scene, change.path)}   not touched: {change.broken}")
            continue
        for line in lines(_shown(scene, change.path), change.before, change.after):
            out(line)
    if not changes and not new_config:
        out("Nothing to add: everything is there.")


def _elsewhere(scene: Scene) -> str:
    """The agents one might mean."""
    from reverie.wiring import setup

    own = setup.found(replace(scene, scope=USER))
    return f" (in your home: {', '.join(own)})" if own else ""


def _agreed(yes: bool) -> bool:
    if yes:
        return True
    if not sys.stdin.isatty():
        raise click.UsageError("nobody is there to ask: add --yes, or --dry-run to only look")
    return click.confirm("Add this?", default=False, err=True)


def _configure(project: wiring.Project, *, recall: bool) -> None:
    """The configuration is memory: it changes by a change set, and comments stay."""
    from reverie.records.changes import ChangeSet, Put, Step
    from reverie.records.documents import Address
    from reverie.tools.onesetting import changed

    store = wiring.open_store(project)
    address = Address("agent", "config.yaml")
    there = store.read(address)
    text = there.content.decode("utf-8") if there else CONFIG
    text = changed(text, "hooks", "recall", "true") if recall else text
    if there and text.encode() == there.content:
        return
    step = Step("set up", (Put(address, there.digest if there else None, text.encode()),))
    receipt = store.apply(ChangeSet("init", wiring.who(project), wiring.now(), (step,)))
    if receipt.skipped:
        raise NotApplied(what="the configuration is as it was", why=receipt.skipped[0].why)


def _advise(scene: Scene, chosen: Sequence[str]) -> None:
    for name in chosen:
        if AGENTS[name].note:
            say(f"note: {AGENTS[name].note}")
    if scene.scope == PROJECT and not (shutil.which("reverie-hook") and shutil.which("reverie")):
        say("note: reverie is not on your PATH; files of this project that others may read call it by that name")
    mine = "" if scene.scope == PROJECT else " --user"
    say(f"reverie uninstall{mine} takes it out again; the first dream follows the next session, or: reverie run")


def _shown(scene: Scene, path: Path) -> str:
    if path.is_relative_to(scene.root):
        return path.relative_to(scene.root).as_posix()
    return f"~/{path.relative_to(scene.home).as_posix()}" if path.is_relative_to(scene.home) else str(path)


def _facts(change: Change) -> dict[str, object]:
    return {"path": str(change.path), "new": change.is_new, "broken": change.broken or None,
            "added": [text for _, text in change.put_in]}  # fmt: skip
