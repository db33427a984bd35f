"""`reverie briefing`: what the next session should know first, made by the night."""

from __future__ import annotations

import click

from reverie.doors.cli.talk import here, json_option, out, print_json, say


@click.command("briefing", short_help="what the next session should know first")
@json_option
def command(as_json: bool) -> None:
    """What the next session should know first: where work stands, what was left open, what is wanted, what fails here.

    The last night made it; nothing is thought now. Each line says where it stands: a session and its line, a commit, an
    insight or a rule. Agents with hooks are told it when a session begins. It stays on this machine.
    """
    from reverie.doors.hooks.notes import briefing

    project = here()
    title, lines = briefing(str(project.root))
    if as_json:
        print_json({"made": title.removeprefix("Briefing of ") or None, "lines": lines})
        return
    if not lines:
        say("No briefing yet: reverie run makes one, from the sessions it reads.")
        return
    say(title)
    for line in lines:
        out(line)
