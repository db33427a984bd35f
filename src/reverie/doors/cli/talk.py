"""How the command line speaks: data on stdout, talk on stderr, one thing to a line, colour only on a terminal."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from reverie.doors.cli.errors import OutputLost
from reverie.tools.dates import shown

if TYPE_CHECKING:
    from reverie import wiring
    from reverie.records.changes import Receipt
    from reverie.store.folder import FolderStore

# What would move the cursor, turn the text round or begin a line of its own
_STEERS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_ADDRESS = re.compile(r"(?<![\w/.-])(agent|memory|project|local|notes|workspace|dreams):(?=[^\s:])")

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for scripts.")
since_option = click.option("--since", metavar="WINDOW", help="How far back, such as 7d, 12h or 10y.")
all_projects_option = click.option(
    "--all-projects", is_flag=True, help="Also sessions of other projects on this machine (default: this one's only)."
)
source_option = click.option(
    "--source", "extra", multiple=True, metavar="PATH", help="Also this transcript or folder; may be given again."
)


def _steered(_ctx: click.Context, _param: click.Parameter, text: str | None) -> str | None:
    from reverie.tools.steering import was_cut, wish

    if told := was_cut(text):
        say(f"note: {told}")
    return wish(text) or None


instructions_option = click.option(
    "--instructions", metavar="TEXT", callback=_steered, help='What to look at: "focus on …", "ignore …", "only …".'
)
dry_run_option = click.option("--dry-run", is_flag=True, help="Show the diff and change nothing.")


class Share(click.FloatRange):
    """From 0 to 1. `nan` is a number too, and no comparison finds it outside."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        share = float(super().convert(value, param, ctx))
        return self.fail(f"{value} is not in the range 0<=x<=1.", param, ctx) if share != share else share  # noqa: PLR0124


def out(text: str = "") -> None:
    """Data: what was asked for."""
    write(sys.stdout, harmless(text) + "\n")


def say(text: str = "") -> None:
    """Talk: what a person wants to know besides."""
    write(sys.stderr, harmless(text) + "\n")


def harmless(text: str) -> str:
    """Text from a memory must not steer the terminal it is shown on, nor pass for a line of ours."""
    return _STEERS.sub(lambda found: repr(found[0])[1:-1], text)


def write(stream: TextIO, text: str) -> None:
    """A reader who went away (`| head`) is no failure: the command goes on, unheard."""
    try:
        stream.write(text)
    except BrokenPipeError:
        hush(stream)
    except OSError as problem:
        hush(stream)
        raise OutputLost(reason=(problem.strerror or "unknown").lower()) from problem


def hush(stream: TextIO) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def print_json(value: Any) -> None:
    import orjson

    text = orjson.dumps(value, option=orjson.OPT_INDENT_2, default=str).decode()
    shy = _STEERS if (sys.stdout.encoding or "").lower().replace("-", "") == "utf8" else re.compile(r"[^\x00-\x7e]")
    lines = (shy.sub(_escaped, line) for line in text.split("\n"))
    write(sys.stdout, "\n".join(lines) + "\n")


def _escaped(found: re.Match[str]) -> str:
    pairs = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{pairs[i]:02x}{pairs[i + 1]:02x}" for i in range(0, len(pairs), 2))


def here() -> wiring.Project:
    from reverie import wiring

    return wiring.find_project(Path.cwd())


def store_here() -> tuple[wiring.Project, FolderStore]:
    from reverie import wiring

    project = here()
    return project, wiring.open_store(project)


def placed(text: str) -> str:
    """What the store says, with its addresses as paths a person can type."""
    from reverie.wiring import shown_root

    own = text.startswith(("journal/", "logs/"))  # the store names its own files from its own folder
    return shown_root("local") * own + _ADDRESS.sub(lambda found: shown_root(found[1]), text)


def brief(id: str) -> str:
    """A change's id as it is shown: the day and six letters. Commands take any beginning that only one has."""
    return id[:19]


def many(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def when(at: datetime) -> str:
    from reverie import wiring

    return shown(at, wiring.now())


def utc(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def window_of(text: str | None) -> timedelta | None:
    from reverie.tools.dates import window

    try:
        return window(text) if text is not None else None
    except (ValueError, OverflowError) as problem:
        raise click.BadParameter(str(problem), param_hint="--since") from problem


def parse_since(text: str | None) -> datetime | None:
    from reverie import wiring

    window = window_of(text)
    try:
        return None if window is None else wiring.now() - window
    except OverflowError as problem:
        raise click.BadParameter(f"'{text}' is before all calendars", param_hint="--since") from problem


def shorten(id: str, ids: Sequence[str]) -> str:
    """As much of an id as tells it from the others, four letters at least."""
    length = next((n for n in range(4, len(id)) if sum(other.startswith(id[:n]) for other in ids) <= 1), len(id))
    return id[:length]


def table(rows: Iterable[tuple[str, ...]]) -> None:
    """Columns as wide as they need to be, the last one free."""
    rows = [tuple(harmless(cell) for cell in row) for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)] if rows else []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        out("  ".join([*cells, row[-1]]).rstrip())


def coloured_diff(lines: Iterable[str]) -> None:
    colour = sys.stdout.isatty()
    for line in lines:
        code = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1]) if colour else None
        write(sys.stdout, (click.style(harmless(line), fg=code) if code else harmless(line)) + "\n")


def tell_skipped(receipt: Receipt) -> None:
    for result in receipt.skipped:
        say(f"skipped: {result.reason} — {placed(result.why)}")
    tell_kept(receipt)


def tell_kept(receipt: Receipt) -> None:
    for line in receipt.kept_aside:
        say(f"note: {placed(line)}")
