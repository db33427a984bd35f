"""The front door: finds the command, runs it, and turns what went wrong into one line and an exit code."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import NoReturn

import click

from reverie import __version__
from reverie.records.errors import ReverieError

COMMANDS = {
    "run": "go over what happened and propose what to learn",
    "list": "candidates that wait for a decision, or rules",
    "show": "one candidate, rule or change, with its evidence",
    "graduate": "make a candidate a rule, with a rationale",
    "reject": "decline a candidate, with a rationale",
    "sync": "write rules into CLAUDE.md and its kin",
    "why": "why do you believe this? from a line back to the evidence",
    "review-stale": "rules whose time for review has come",
    "rerationale": "give a rule a better rationale, and another term",
    "expire-stale": "move rules out whose review is long overdue",
    "restore": "bring an expired rule back",
    "observe": "add an event: an error, a fix, anything worth counting",
    "remember": "write a line into today's note",
    "status": "what the memory holds, and how it is",
    "history": "what was changed, when, by whom",
    "undo": "take a change back, byte for byte",
    "log": "the event log",
    "models": "the local embedding model: what is there, install it",
    "reindex": "make the index anew from the files",
}


class Commands(click.Group):
    """Commands are imported when they are called, so that `--help` costs nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"reverie.doors.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="reverie")
def reverie() -> None:
    """Lets AI agents dream: goes over what happened, proposes what to learn, keeps memory short and true."""


def main() -> NoReturn:
    """Exit codes: 0 done, 1 expected failure, 2 usage, 3 a bug, 130 interrupted."""
    try:
        code = reverie.main(prog_name="reverie", standalone_mode=False)
    except ReverieError as problem:
        code = _fail(problem.message, problem.advice, problem.code)
    except click.UsageError as problem:
        code = _fail(problem.format_message(), _usage_hint(problem), 2)
    except click.ClickException as problem:
        code = _fail(problem.format_message(), "", 1)
    except (KeyboardInterrupt, click.Abort):
        code = _fail("interrupted; what was begun is finished or rolled back by the next command", "", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as problem:
        from reverie.doors.cli.bug import report

        where = report(problem)
        code = _fail(
            f"this is a bug in Reverie: {type(problem).__name__}", f"please report it with the file {where}", 3
        )
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str, hint: str, code: int) -> int:
    sys.stderr.write(f"Error: {message}\n")
    if hint:
        sys.stderr.write(f"hint: {hint}\n")
    return code


def _usage_hint(problem: click.UsageError) -> str:
    path = problem.ctx.command_path if problem.ctx else "reverie"
    return f"{path} --help"


if __name__ == "__main__":
    main()
