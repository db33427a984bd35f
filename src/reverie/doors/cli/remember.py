"""`reverie remember`: one line into today's note."""

from __future__ import annotations

import random
import time
from datetime import datetime
from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.errors import NotRemembered
from reverie.doors.cli.talk import (
    brief,
    coloured_diff,
    dry_run_option,
    json_option,
    out,
    placed,
    print_json,
    say,
    store_here,
    tell_kept,
)

if TYPE_CHECKING:
    from reverie.records.changes import ChangeSet, Receipt
    from reverie.store.folder import FolderStore

TRIES = 40  # others may be writing the same note at the same moment
PAUSE = 0.05  # seconds at most, so that two do not meet again and again


@click.command("remember", short_help="write a line into today's note")
@click.argument("text")
@dry_run_option
@json_option
def command(text: str, dry_run: bool, as_json: bool) -> None:
    """Write a line into today's note.

    The note is .agent/memory/YYYY-MM-DD.md, plain Markdown. `reverie undo` takes the line back.
    """
    if not text.strip():
        raise click.UsageError("there is nothing to remember in an empty line")
    project, store = store_here()
    at = wiring.now()
    if dry_run:
        _show(store, _change(project, store, text, at)[0], as_json)
        return
    receipt, where = _remember(project, store, text, at)
    if as_json:
        print_json({"change": receipt.id, "path": where, "applied": True})
    else:
        out(f"remembered in {where}   ({brief(receipt.id)})")
    tell_kept(receipt)


def _change(project: wiring.Project, store: FolderStore, text: str, at: datetime) -> tuple[ChangeSet, str]:
    from reverie.layouts import daily
    from reverie.records.changes import ChangeSet

    address = daily.address_for(at)
    text = wiring.redactor(project).text(text)
    step, line = daily.add(text, at, store.read(address))
    changes = ChangeSet(f"remember: {_short(text)}", wiring.who(project), at, (step,))
    return changes, f"{wiring.path_of(address)}:{line}"


def _remember(project: wiring.Project, store: FolderStore, text: str, at: datetime) -> tuple[Receipt, str]:
    """Add the line to the note as it is. If somebody else was quicker, it is another note now: look again."""
    for _ in range(TRIES):
        changes, where = _change(project, store, text, at)
        receipt = store.apply(changes)
        if not receipt.results[0].why:
            return receipt, where
        time.sleep(random.uniform(0, PAUSE))
    raise NotRemembered(why=placed(receipt.results[0].why))


def _show(store: FolderStore, changes: ChangeSet, as_json: bool) -> None:
    from reverie.tools import diff

    lines = list(diff.of_changes(changes, store, wiring.path_of))
    if as_json:
        print_json({"change": None, "applied": False, "diff": lines})
        return
    coloured_diff(lines)
    say("dry run: nothing was changed")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"
