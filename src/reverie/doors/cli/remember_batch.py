"""`reverie remember --batch`: many lines, one change."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from reverie import wiring
from reverie.doors.cli.errors import BatchRefused, NothingToRead
from reverie.doors.cli.remember import keep, origin_here
from reverie.doors.cli.talk import brief, many, out, print_json, say, store_here, tell_kept

if TYPE_CHECKING:
    from reverie.layouts.days import Page
    from reverie.layouts.incoming import Batch
    from reverie.records.changes import Receipt

SHOWN = 20


def remember_batch(file: str, dry_run: bool, as_json: bool) -> None:
    """The good lines are kept; the bad ones are named, and make the command fail so that a script notices."""
    from reverie.layouts.incoming import read
    from reverie.layouts.known import without_known
    from reverie.notebook import Kept

    project, store = store_here()
    now = wiring.now()
    batch, book = read(_raw(file), now), wiring.memory.notebook(project, store)
    given = [replace(line, origin=origin_here()) for line in batch.lines.values()]
    batch.lines = dict(zip(batch.lines, book.cleaned(given), strict=True))
    without_known(batch, book.layout, store.read)
    lines = list(batch.lines.values())
    kept = Kept(book.drafted(lines)) if dry_run else keep(book, lines, now)
    _tell(batch, kept.receipts, kept.pages, dry_run, as_json)
    for receipt in kept.receipts:
        tell_kept(receipt)
    if batch.bad:
        raise BatchRefused(count=many(len(batch.bad), "line"), of=file)


def _raw(file: str) -> list[bytes]:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as problem:
        raise NothingToRead(place=file, reason=(problem.strerror or "it cannot be read").lower()) from None
    return data.removeprefix(b"\xef\xbb\xbf").split(b"\n")


def _tell(batch: Batch, receipts: Sequence[Receipt], pages: Sequence[Page], dry_run: bool, as_json: bool) -> None:
    kept = sum(len(page.lines) for page in pages)
    files = sorted(wiring.path_of(page.address) for page in pages)
    changes = [receipt.id for receipt in receipts if receipt.id]
    if as_json:
        told = {"change": changes[0] if changes else None, "changes": changes, "remembered": kept, "files": files}
        bad = [{"line": number, "why": why} for number, why in sorted(batch.bad.items())]
        print_json(
            {**told, "there_already": batch.again, "bad": bad, "ignored": dict(batch.ignored), "applied": not dry_run}
        )
        return
    which = f"   ({', '.join(map(brief, changes))})" if changes else ""
    word = "would remember" if dry_run else "remembered"
    out(f"{word} {many(kept, 'line')} in {many(len(files), 'file')}{which}")
    if batch.again:
        say(f"{many(batch.again, 'line')} there already")
    for name, count in sorted(batch.ignored.items()):
        say(f"note: the field '{name}' means nothing here ({many(count, 'line')})")
    for number, why in sorted(batch.bad.items())[:SHOWN]:
        say(f"line {number}: {why}")
    if len(batch.bad) > SHOWN:
        say(f"and {len(batch.bad) - SHOWN} more: --json names them all")
