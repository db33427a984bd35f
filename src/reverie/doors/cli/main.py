"""The front door: finds the command, runs it, and turns what went wrong into one line and an exit code."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import click

from reverie import __version__
from reverie.doors.cli.errors import OutputLost
from reverie.doors.cli.talk import harmless, hush, write
from reverie.records.errors import ReverieError, StoreFull, StoreReadOnly
from reverie.tools.garbage import seldom

COMMANDS = {
    "init": "set Reverie up here, for the agents you use",
    "uninstall": "take out what init put in; the memory stays",
    "run": "go over what happened and propose what to learn",
    "list": "candidates that wait for a decision, or rules",
    "show": "one candidate, rule, insight or change, with its evidence",
    "graduate": "make a candidate a rule, with a rationale",
    "reject": "decline a candidate, with a rationale",
    "sync": "write rules into CLAUDE.md and its kin",
    "why": "why do you believe this? from a line back to the evidence",
    "review-stale": "rules whose time for review has come",
    "rerationale": "give a rule a better rationale, and another term",
    "expire-stale": "move rules out whose review is long overdue",
    "restore": "bring an expired rule back",
    "sources": "the sessions of agents that are read, and what is left out",
    "transcripts": "look something up in the sessions themselves",
    "redact": "take secrets out of a text, or find where they lie",
    "observe": "add an event: an error, a fix, anything worth counting",
    "remember": "write a line into today's note or a topic's, or many at once",
    "search": "find what memory says about something",
    "forget": "take something out of memory, so that no dream brings it back",
    "note": "look at a note, change it, list them, retire one",
    "import": "take in a memory of another kind",
    "export": "write the memory out as another kind",
    "promote": "bring what is recalled often into long-term memory",
    "promote-explain": "why a memory was not promoted, and what would change it",
    "insights": "what several sessions show together",
    "reorganize": "propose what to merge, supersede and deprecate",
    "tasks": "questions that wait for your agent: list, show, next, answer",
    "mode": "switch promotion: core, rem, deep or off",
    "tick": "do what is due: ask every gate",
    "schedule": "timers that call Reverie: cron, systemd, launchd, GitHub",
    "daemon": "keep time here, and do what is due",
    "status": "what the memory holds, and how it is",
    "report": "what the last nights came to",
    "briefing": "what the next session should know first",
    "doctor": "how the memory is, and what the next dream will do about it",
    "verify": "whether what notes say of the code is still so",
    "history": "what was changed, when, by whom",
    "undo": "take a change back, byte for byte",
    "log": "the event log",
    "mcp": "serve this memory to agents, over MCP",
    "serve": "serve this memory over HTTP, and keep time",
    "models": "the models: what is there, does it answer, install it",
    "reindex": "make the indexes anew from the files",
}


def module_of(command: str) -> str:
    name = command.replace("-", "_") + "_" * (command == "import")  # Python keeps that word for itself
    return f"reverie.doors.cli.{name}"


class Commands(click.Group):
    """Commands are imported when they are called, so that `--help` costs nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(module_of(cmd_name)).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="reverie")
@click.pass_context
def reverie(ctx: click.Context) -> None:
    """Lets AI agents dream: goes over what happened, proposes what to learn, keeps memory short and true."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> NoReturn:
    """Exit codes: 0 done, 1 expected failure, 2 usage, 3 a bug, 4 what was named cannot be read, 130 interrupted."""
    _open_mouth()
    seldom()
    code = _run()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        hush(sys.stdout)
    except OSError as problem:
        hush(sys.stdout)
        lost = OutputLost(reason=(problem.strerror or "unknown").lower())
        code = _fail(lost.message, lost.advice, code or lost.code)
    sys.exit(code)


def _run() -> int:
    try:
        _only_text(sys.argv[1:])
        code = reverie.main(prog_name="reverie", standalone_mode=False)
    except ReverieError as problem:
        return _fail(*_worded(problem), problem.code)
    except click.UsageError as problem:
        return _fail(problem.format_message(), _usage_hint(problem), 2)
    except click.ClickException as problem:
        return _fail(problem.format_message(), "", 1)
    except (KeyboardInterrupt, click.Abort):
        return _fail("interrupted; what was begun is finished or rolled back by the next command", "", 130)
    except (BrokenPipeError, SystemExit):  # click leaves so when nobody reads its help
        hush(sys.stdout)
        return 0
    except Exception as problem:
        from reverie.doors.cli.bug import is_no_room, report

        if is_no_room(problem):
            full = StoreFull(what="what it keeps beside the memory")
            return _fail(full.message, full.advice, full.code)
        where = report(problem)
        said = f"this is a bug in Reverie: {type(problem).__name__}"
        return _fail(said, f"please report it with the file {where}", 3)
    return code if isinstance(code, int) else 0


def _open_mouth() -> None:
    """A terminal that knows few letters, or none that listens, is no reason to fail."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _only_text(words: list[str]) -> None:
    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise click.UsageError(f"this is not UTF-8 text: {word}") from None


def _worded(problem: ReverieError) -> tuple[str, str]:
    """Documents are named by paths a person can type."""
    from reverie.records.documents import Address
    from reverie.wiring import path_of

    facts = problem.facts.items()
    problem.facts = {name: path_of(fact) if isinstance(fact, Address) else fact for name, fact in facts}
    if isinstance(problem, StoreReadOnly):
        problem.facts["what"] = _closed(str(problem.facts["what"]))
    return problem.message, problem.advice


def _closed(what: str) -> str:
    """The store knows that something below its folder is closed; a person wants to know what."""
    folders = (Path(what), *(Path(what) / inner for inner in ("memory", "dream", "local")))
    return next((str(folder) for folder in folders if folder.is_dir() and not os.access(folder, os.W_OK)), what)


def _fail(message: str, hint: str, code: int) -> int:
    """What else an error has to say stands indented, so that it cannot pass for a hint of ours."""
    first, *more = message.splitlines() or [""]
    lines = [f"Error: {first}", *(f"  {line}" for line in more), *([f"hint: {hint}"] if hint else [])]
    for line in lines:
        write(sys.stderr, harmless(line) + "\n")
    return code


def _usage_hint(problem: click.UsageError) -> str:
    path = problem.ctx.command_path if problem.ctx else "reverie"
    return f"{path} --help"


if __name__ == "__main__":
    main()
