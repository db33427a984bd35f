"""`reverie sources`: which sessions are seen, how much, how new, and why something is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reverie.doors.cli.errors import SessionsOff
from reverie.doors.cli.heard import found_here, size
from reverie.doors.cli.talk import (
    all_projects_option,
    here,
    json_option,
    many,
    out,
    print_json,
    say,
    source_option,
    utc,
    when,
)

if TYPE_CHECKING:
    from reverie.gather.transcripts.sources import Source

SHOWN = 3  # of what is left out for one reason
_NAMES = {
    "claude-code": "Claude Code",
    "codex": "Codex",
    "copilot": "Copilot CLI",
    "openclaw": "OpenClaw",
    "pi": "Pi",
    "": "named by hand",
}


@click.command("sources", short_help="the sessions of agents that are read, and what is left out")
@all_projects_option
@source_option
@json_option
def command(all_projects: bool, extra: tuple[str, ...], as_json: bool) -> None:
    """The sessions of agents that are read, and what is left out.

    Sessions of Claude Code, Codex, Copilot CLI, OpenClaw and Pi are found by themselves (CLAUDE_CONFIG_DIR,
    CODEX_HOME, COPILOT_HOME, OPENCLAW_STATE_DIR and PI_CODING_AGENT_DIR are honoured). Only those
    held in this project or a worktree of it are read.
    """
    project = here()
    off = SessionsOff(path=project.agent / "config.yaml") if project.settings.transcripts_off else None
    found = found_here(project, all_projects, extra, quiet=as_json)
    if off:
        say(f"{off.message[:1].upper()}{off.message[1:]}.")
    if as_json:
        print_json([_facts(source) for source in found.sources])
        return
    for source in found.sources:
        if not (source.trouble == "not there" and source.agent):
            _tell(source)
    missing = [source.place for source in found.sources if source.trouble == "not there" and source.agent]
    if missing:
        say(f"Not there: {', '.join(missing)}")
    if not found.files and not off:
        say("No session of this project. Others: reverie sources --all-projects   or   --source PATH")


def _facts(source: Source) -> dict[str, object]:
    return {
        "agent": source.agent,
        "place": source.place,
        "files": source.files,
        "bytes": source.bytes,
        "newest": utc(source.newest) if source.newest else None,
        "left_out": dict(source.left_out),
        "trouble": source.trouble,
        "named": [{"file": path, "why": why} for why, path in source.named],
    }


def _tell(source: Source) -> None:
    out(f"{_NAMES.get(source.agent, source.agent)}  {source.place}")
    if source.trouble:
        out(f"  {source.trouble}")
        return
    newest = f", newest {when(source.newest)}" if source.newest else ""
    told = f"{many(source.files, 'file')}, {size(source.bytes)}{newest}" if source.files else "none"
    out(f"  read      {told}")
    for why, count in sorted(source.left_out.items(), key=lambda it: (-it[1], it[0])):
        out(f"  left out  {count:<5} {why}")
        paths = [path for reason, path in source.named if reason == why]
        for path in paths[:SHOWN]:
            out(f"                  {path}")
        if len(paths) > SHOWN:
            out(f"                  and {len(paths) - SHOWN} more: --json names them all")
