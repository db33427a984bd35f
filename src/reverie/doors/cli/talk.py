"""How the command line speaks: data on stdout, talk on stderr, colour only on a terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reverie import wiring
from reverie.tools.dates import shown

if TYPE_CHECKING:
    from reverie.records.changes import Receipt
    from reverie.store.folder import FolderStore

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for scripts.")
since_option = click.option("--since", metavar="WINDOW", help="How far back, such as 7d, 12h or 10y.")
dry_run_option = click.option("--dry-run", is_flag=True, help="Show the diff and change nothing.")


def out(text: str = "") -> None:
    """Data: what was asked for."""
    sys.stdout.write(_harmless(text) + "\n")


def say(text: str = "") -> None:
    """Talk: what a person wants to know besides."""
    sys.stderr.write(_harmless(text) + "\n")


def _harmless(text: str) -> str:
    """Text from a memory must not steer the terminal it is shown on."""
    return _CONTROL.sub(lambda found: repr(found[0])[1:-1], text)


def print_json(value: Any) -> None:
    import orjson

    out(orjson.dumps(value, option=orjson.OPT_INDENT_2, default=str).decode())


def here() -> wiring.Project:
    return wiring.find_project(Path.cwd())


def store_here() -> tuple[wiring.Project, FolderStore]:
    project = here()
    return project, wiring.open_store(project)


def when(at: datetime) -> str:
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
    window = window_of(text)
    return None if window is None else wiring.now() - window


def shorten(id: str, ids: Sequence[str]) -> str:
    """As much of an id as tells it from the others, four letters at least."""
    length = next((n for n in range(4, len(id)) if sum(other.startswith(id[:n]) for other in ids) <= 1), len(id))
    return id[:length]


def table(rows: Iterable[tuple[str, ...]]) -> None:
    """Columns as wide as they need to be, the last one free."""
    rows = list(rows)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)] if rows else []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        out("  ".join([*cells, row[-1]]).rstrip())


def coloured_diff(lines: Iterable[str]) -> None:
    colour = sys.stdout.isatty()
    for line in lines:
        code = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1]) if colour else None
        sys.stdout.write((click.style(_harmless(line), fg=code) if code else _harmless(line)) + "\n")


def tell_skipped(receipt: Receipt) -> None:
    for result in receipt.skipped:
        say(f"skipped: {result.reason} — {result.why}")
    for line in receipt.kept_aside:
        say(f"note: {line}")
