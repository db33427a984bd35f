"""`reverie undo`: take a change back, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.desk import newest_standing
from reverie.doors.cli.talk import brief, json_option, many, out, placed, print_json, store_here, tell_kept
from reverie.records.errors import EditedSince, NothingToUndo, UndoIncomplete

if TYPE_CHECKING:
    from reverie.records.changes import Receipt
    from reverie.store.folder import FolderStore

SHOWN = 5


@click.command("undo", short_help="take a change back, byte for byte")
@click.argument("id", required=False)
@click.option("--to", "to", metavar="ID", help="Take back this change and everything since.")
@json_option
def command(id: str | None, to: str | None, as_json: bool) -> None:
    """Take a change back, byte for byte.

    Without ID, the newest change that is not taken back yet. Files that were changed since are left as they are, and
    named. An undo can itself be undone, by its ID.
    """
    if id is not None and to is not None:
        raise click.UsageError("give an ID or --to ID, not both")
    if "" in (id, to):
        raise click.UsageError("an ID is missing: reverie history lists them")
    project, store = store_here()
    newest = None if to or id else newest_standing(store)
    target = to or id or (newest.id if newest else None)
    receipt = _undo(project, store, target, to is not None)
    wiring.morning.freshen(project, store)
    files = [wiring.path_of(address) for result in receipt.applied for address in result.addresses]
    if as_json:
        skipped = [{"reason": r.reason, "why": placed(r.why)} for r in receipt.skipped]
        print_json({"change": receipt.id, "restored": files, "skipped": skipped})
    elif files:
        more = f" and {len(files) - SHOWN} more" if len(files) > SHOWN else ""
        out(f"{brief(receipt.id)}: {many(len(files), 'file')} as before: {', '.join(files[:SHOWN])}{more}")
    tell_kept(receipt)
    if receipt.skipped:
        raise _incomplete(receipt, target or "this change", len(files))


def _undo(project: wiring.Project, store: FolderStore, target: str | None, to: bool) -> Receipt:
    from reverie.records.changes import Kind
    from reverie.store.past import find, is_undone, undone_steps

    try:
        return store.undo(target, by=wiring.who(project), at=wiring.now(), to=to)
    except NothingToUndo:
        pasts = list(store.history())
        found = find(pasts, target) if target else None
        if found and found.kind is Kind.UNDO and not is_undone(found, undone_steps(pasts)):
            detail = f" since {found.id}, which is an undo itself; reverie undo {found.id} takes it back"
            raise NothingToUndo(detail=detail) from None
        raise


def _incomplete(receipt: Receipt, target: str, done: int) -> UndoIncomplete:
    changed = sum(len(result.addresses) for result in receipt.skipped)
    told = [placed(result.why) for result in receipt.skipped]
    who = "; ".join(told[:SHOWN]).replace(" was changed since by", " by") + (", …" if len(told) > SHOWN else "")
    by_hand = any(why.endswith(" by hand") for why in told)
    return (EditedSince if by_hand else UndoIncomplete)(count=changed, total=changed + done, id=target, who=who)
