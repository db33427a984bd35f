"""`reverie export`: the memory, written out as another kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.folders import write_folder
from reverie.doors.cli.import_ import KINDS
from reverie.doors.cli.talk import json_option, many, out, print_json, say, store_here
from reverie.records.documents import Address, Skipped
from reverie.records.errors import BadAddress, BadDocument

if TYPE_CHECKING:
    from reverie.layouts.exchange import Piece
    from reverie.layouts.layout import Layout
    from reverie.records.documents import Document, Listed
    from reverie.store.folder import FolderStore

STORE_LIMIT = 100 * 1024  # bytes of one memory in a store


@click.command("export", short_help="write the memory out as another kind")
@click.argument("folder", type=click.Path())
@click.option("--as", "target", type=click.Choice(KINDS), default="agent", show_default=True)
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@json_option
def command(folder: str, target: str, dry_run: bool, as_json: bool) -> None:
    """Write notes, days and index into FOLDER, which must be new or empty. The memory itself stays as it is.

    What came from a memory of that kind goes back to its old name, byte for byte. Rules, insights and retired notes go
    along only `--as agent`; `reverie sync` writes rules for other agents.
    """
    from reverie.layouts.exchange import given_out

    project, store = store_here()
    layout = wiring.place(project).layout
    documents = _documents(store, layout)
    pieces, rest = _pieces(documents, layout, target)
    found = given_out(target, pieces) if target != "agent" or layout.name != "agent" else documents
    if not dry_run:
        write_folder(Path(folder), found)
    large = [path for path, content in found.items() if target == "store" and len(content) > STORE_LIMIT]
    if as_json:
        told = {"as": target, "files": sorted(found), "left_out": dict(rest), "larger_than_a_store_takes": large}
        print_json({**told, "written": not dry_run})
        return
    out(f"{'would write' if dry_run else 'wrote'} {many(len(found), 'file')} to {folder} ({target})")
    for kind, count in sorted(rest.items()):
        say(f"left out: {many(count, kind)}")
    for path in large:
        say(f"note: {path} is larger than the 100 KB a store takes for one memory")


def _documents(store: FolderStore, layout: Layout) -> dict[str, bytes]:
    """What lies in the memory, by the path its layout knows it under."""
    found: dict[str, bytes] = {}
    for root in layout.roots:
        above = "memory/" if layout.name == "openclaw" and root == layout.roots[-1] else ""
        for item in store.scan(root):
            document = _read(store, item)
            if document:
                found[above + document.address.path] = document.content
    return found


def _read(store: FolderStore, item: Listed | Skipped) -> Document | None:
    """What cannot be understood is written out all the same: it is somebody's."""
    try:
        return store.read(Address.parse(item.what) if isinstance(item, Skipped) else item.address)
    except (BadAddress, BadDocument):
        return None


def _pieces(documents: Mapping[str, bytes], layout: Layout, target: str) -> tuple[list[Piece], Counter[str]]:
    from reverie.layouts.exchange import Left, Piece, taken_in

    rest: Counter[str] = Counter()
    if layout.name != "agent":
        found = list(taken_in(layout.name, documents))
        rest["other file"] = sum(isinstance(item, Left) for item in found)
        return [item for item in found if not isinstance(item, Left)], +rest
    pieces = []
    for path, content in documents.items():
        kind = layout.kind_of(Address(layout.roots[0], path))
        if kind in ("note", "daily", "index", "page"):
            pieces.append(Piece(kind, path.removesuffix(".md"), content))
        elif target != "agent":
            rest[{"other": "other file", "retired": "retired note"}.get(kind, kind)] += 1
    return pieces, rest
