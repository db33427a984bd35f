"""`reverie remember`: one line into today's note."""

from __future__ import annotations

import click

from reverie import wiring
from reverie.doors.cli.talk import (
    coloured_diff,
    dry_run_option,
    json_option,
    out,
    print_json,
    say,
    store_here,
    tell_skipped,
)


@click.command("remember", short_help="write a line into today's note")
@click.argument("text")
@dry_run_option
@json_option
def command(text: str, dry_run: bool, as_json: bool) -> None:
    """Write a line into today's note.

    The note is .agent/memory/YYYY-MM-DD.md, plain Markdown. `reverie undo` takes the line back.
    """
    from reverie.layouts import daily
    from reverie.records.changes import ChangeSet

    if not text.strip():
        raise click.UsageError("there is nothing to remember in an empty line")
    project, store = store_here()
    at = wiring.now()
    address = daily.address_for(at)
    step, line = daily.add(text, at, store.read(address))
    changes = ChangeSet(f"remember: {_short(text)}", wiring.who(project), at, (step,))
    if dry_run:
        from reverie.tools import diff

        coloured_diff(diff.of_changes(changes, store))
        say("dry run: nothing was changed")
        return
    receipt = store.apply(changes)
    where = f".agent/memory/{address.path}:{line}"
    if as_json:
        print_json({"change": receipt.id, "path": where, "applied": bool(receipt.applied)})
    elif receipt.applied:
        out(f"remembered in {where}   ({receipt.id})")
    tell_skipped(receipt)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"
