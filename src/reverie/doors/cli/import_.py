"""`reverie import`: a memory of another kind, taken in."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.errors import BadImport, NotApplied
from reverie.doors.cli.folders import documents_in
from reverie.doors.cli.remember import show
from reverie.doors.cli.talk import brief, dry_run_option, json_option, many, out, placed, print_json, say, store_here
from reverie.doors.cli.talk import tell_kept as tell

if TYPE_CHECKING:
    from reverie.layouts.exchange import Left, Piece
    from reverie.records.changes import Step
    from reverie.records.documents import Address
    from reverie.store.folder import FolderStore

KINDS = ("agent", "claude-code", "openclaw", "store")
SHOWN = 20


@click.command("import", short_help="take in a memory of another kind")
@click.argument("folder", type=click.Path())
@click.option("--from", "source", type=click.Choice(KINDS), help="What the folder is; found out if not said.")
@dry_run_option
@json_option
def command(folder: str, source: str | None, dry_run: bool, as_json: bool) -> None:
    """Take in a memory of another kind: notes, days and index, byte for byte.

    FOLDER is a Claude Code memory folder, an OpenClaw workspace, a Reverie memory, or a store: a folder of memories as
    agents of the Dreams API have them. It stays as it is. What is there already is not taken in twice; secrets are
    taken out at the door; `reverie undo` takes all of it back.
    """
    from reverie.layouts.exchange import Left, guess, taken_in
    from reverie.layouts.moving import arrivals
    from reverie.records.changes import ChangeSet

    project, store = store_here()
    place = Path(folder)
    if not place.is_dir():
        raise BadImport(place=folder, reason="it is no folder")
    documents, left = documents_in(place)
    kind = source or guess(documents, documents)
    found = list(taken_in(kind, documents))
    left += [item for item in found if isinstance(item, Left)]
    pieces, redacted = _clean([item for item in found if not isinstance(item, Left)], project)
    arrived = list(arrivals(pieces, wiring.place(project).layout, store.read))
    steps = _with_index([item.step for item in arrived if item.step], project, store)
    counts = Counter(item.piece.kind for item in arrived if item.step)
    change = ChangeSet(f"import {a(kind)} memory", wiring.who(project), wiring.now(), steps)
    if dry_run and not as_json:
        show(store, change, as_json)
    receipt = None if dry_run or not steps else store.apply(change)
    told = {"from": kind, "notes": counts["note"], "days": counts["daily"], "index": counts["index"]}
    same = sum(item.step is None for item in arrived)
    if as_json:
        skipped = [{"what": placed(r.reason), "why": placed(r.why)} for r in receipt.skipped] if receipt else []
        more = {"there_already": same, "redacted": redacted, "skipped": skipped, "applied": receipt is not None}
        names = [{"path": item.path, "reason": item.reason} for item in left]
        print_json({**told, **more, "change": receipt.id if receipt else None, "left_out": names})
    else:
        which = f"   ({brief(receipt.id)})" if receipt and receipt.id else ""
        parts = [
            many(counts["note"], "note"),
            many(counts["daily"], "day"),
            *(["the index"] if counts["index"] else []),
        ]
        out(f"{'would take in' if dry_run else 'took in'} {', '.join(parts)} from {a(kind)} memory{which}")
        _tell_rest(same, redacted, left)
    if receipt:
        tell(receipt)
        if receipt.skipped:
            first = receipt.skipped[0]
            raise NotApplied(what=many(len(receipt.skipped), "document"), why=placed(first.why))


def _with_index(steps: list[Step], project: wiring.Project, store: FolderStore) -> tuple[Step, ...]:
    """The index as it will be made, so that taking the import back takes all of it back."""
    from reverie.records.changes import Put
    from reverie.render.ahead import Ahead

    place, make = wiring.place(project), wiring.index_maker(project)
    written = {edit.address: edit.content for step in steps for edit in step.edits if isinstance(edit, Put)}
    if make is None or place.layout.index not in written:
        return tuple(steps)
    puts = make(Ahead(store, written, place.layout.describe), list(written))
    final = next((put.content for put in puts if put.address == place.layout.index), None)
    return tuple(step if final is None else _exchanged(step, place.layout.index, final) for step in steps)


def _exchanged(step: Step, address: Address, content: bytes) -> Step:
    edits = tuple(replace(e, content=content) if getattr(e, "address", None) == address else e for e in step.edits)
    return replace(step, edits=edits)


def a(kind: str) -> str:
    return f"{'an' if kind[0] in 'ao' else 'a'} {kind}"


def _clean(pieces: list[Piece], project: wiring.Project) -> tuple[list[Piece], list[str]]:
    texts = wiring.redactor(project).texts([piece.content.decode() for piece in pieces])
    cleaned = [replace(piece, content=text.encode()) for piece, text in zip(pieces, texts, strict=True)]
    return cleaned, [new.origin for old, new in zip(pieces, cleaned, strict=True) if old.content != new.content]


def _tell_rest(same: int, redacted: list[str], left: list[Left]) -> None:
    if same:
        say(f"{many(same, 'document')} there already")
    for origin in redacted[:SHOWN]:
        say(f"note: a secret was taken out of {origin.partition(' ')[2]}")
    for item in left[:SHOWN]:
        say(f"left out: {item.path} — {item.reason}")
    if len(left) > SHOWN:
        say(f"and {len(left) - SHOWN} more: --json names them all")
