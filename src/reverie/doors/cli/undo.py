"""`reverie undo`: take a change back, byte for byte."""

from __future__ import annotations

import click

from reverie import wiring
from reverie.doors.cli.talk import json_option, out, print_json, store_here, tell_skipped
from reverie.records.errors import UndoIncomplete


@click.command("undo", short_help="take a change back, byte for byte")
@click.argument("id", required=False)
@click.option("--to", "to", metavar="ID", help="Take back this change and everything since.")
@json_option
def command(id: str | None, to: str | None, as_json: bool) -> None:
    """Take a change back, byte for byte.

    Without ID, the newest change that is not taken back yet. Files that were changed since are left as they are, and
    named. An undo can itself be undone, by its ID.
    """
    if id and to:
        raise click.UsageError("give an ID or --to ID, not both")
    project, store = store_here()
    receipt = store.undo(to or id, by=wiring.who(project), at=wiring.now(), to=to is not None)
    files = [wiring.path_of(address) for result in receipt.applied for address in result.addresses]
    if as_json:
        skipped = [{"reason": r.reason, "why": r.why} for r in receipt.skipped]
        print_json({"change": receipt.id, "restored": files, "skipped": skipped})
    elif files:
        out(f"{receipt.id}: {len(files)} file{'s' * (len(files) != 1)} as before: {', '.join(files[:5])}")
    if receipt.skipped:
        if not as_json:
            tell_skipped(receipt)
        changed = sum(len(r.addresses) for r in receipt.skipped)
        who = "; ".join(r.why for r in receipt.skipped[:3]).replace(" was changed since by", ":")
        raise UndoIncomplete(count=changed, total=changed + len(files), id=to or id or "this change", who=who)
