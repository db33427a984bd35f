"""`reverie remember --batch`: many lines, one change."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from reverie import wiring
from reverie.doors.cli.errors import BatchRefused, NothingToRead
from reverie.doors.cli.talk import brief, many, out, placed, print_json, say, store_here, tell_kept
from reverie.records.errors import NotRemembered

if TYPE_CHECKING:
    from reverie.layouts.days import Page
    from reverie.layouts.incoming import Batch
    from reverie.records.changes import Receipt
    from reverie.records.notes import Line
    from reverie.store.folder import FolderStore

TRIES = 20
PAUSE = 0.05
SHOWN = 20


def remember_batch(file: str, dry_run: bool, as_json: bool) -> None:
    """The good lines are kept; the bad ones are named, and make the command fail so that a script notices."""
    from reverie.layouts.incoming import read
    from reverie.layouts.known import without_known

    project, store = store_here()
    batch = read(_raw(file), wiring.now())
    _redact(batch, project)
    without_known(batch, wiring.place(project).layout, store.read)
    lines = list(batch.lines.values())
    receipts, pages = ([], _pages(lines, project, store)) if dry_run else _keep(lines, project, store)
    _tell(batch, receipts, pages, dry_run, as_json)
    for receipt in receipts:
        tell_kept(receipt)
    if batch.bad:
        raise BatchRefused(count=many(len(batch.bad), "line"), of=file)


def _raw(file: str) -> list[bytes]:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as problem:
        raise NothingToRead(place=file, reason=(problem.strerror or "it cannot be read").lower()) from None
    return data.removeprefix(b"\xef\xbb\xbf").split(b"\n")


def _redact(batch: Batch, project: wiring.Project) -> None:
    """Secrets never enter, by whichever field they come."""
    clean, lines = wiring.redactor(project).texts, list(batch.lines.values())
    texts = clean([line.text for line in lines])
    others = clean([f"{line.id}\n{line.topic}\n{line.session}" for line in lines])
    for number, line, text, other in zip(list(batch.lines), lines, texts, others, strict=True):
        if text != line.text or other != f"{line.id}\n{line.topic}\n{line.session}":
            id, topic, session = (*other.split("\n"), "", "")[:3]
            batch.lines[number] = replace(line, text=text, id=id, topic=topic, session=session)


def _pages(lines: Sequence[Line], project: wiring.Project, store: FolderStore) -> list[Page]:
    from reverie.layouts.lines import written

    return written(lines, wiring.place(project).layout, store.read)


def _keep(lines: Sequence[Line], project: wiring.Project, store: FolderStore) -> tuple[list[Receipt], list[Page]]:
    """One change. Where somebody was at work on a document meanwhile, its lines are tried again in another."""
    from reverie.layouts.lines import steps
    from reverie.records.changes import ChangeSet

    receipts: list[Receipt] = []
    done: list[Page] = []
    for _ in range(TRIES):
        if not lines:
            return receipts, done
        pages = _pages(lines, project, store)
        title = f"remember {many(len(lines), 'line')} of a batch"
        change = ChangeSet(title, wiring.who(project), wiring.now(), steps(pages, "remember lines"))
        receipt = store.apply(change)
        receipts.append(receipt)
        why = {result.addresses[0]: result.why for result in receipt.results if result.why and result.addresses}
        done += [page for page in pages if page.address not in why]
        lines = [line for page in pages if page.address in why for line in page.lines]
        if lines:
            time.sleep(random.uniform(0, PAUSE))
    raise NotRemembered(why=placed(next(iter(why.values()))))


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
