"""Consolidation, in the cage: what is new in the memory is read once, compared with what it may repeat, gather or
contradict, and the steps that come of it are handed to somebody else to apply."""

from __future__ import annotations

import gc
import os
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from reverie.layouts.items import without_blocks
from reverie.layouts.layout import Layout
from reverie.layouts.registry import LAYOUTS
from reverie.records.documents import LARGEST, Address, Document
from reverie.records.errors import BadDocument
from reverie.records.nightly import Phase
from reverie.records.notes import Note
from reverie.records.tidying import DONE, Matter, Tidied, Tidy
from reverie.render.pointers import names, targets
from reverie.tidying import verifying
from reverie.tidying.links import plain
from reverie.tidying.overlay import Overlay
from reverie.tidying.shelf import Shelf
from reverie.tidying.tidier import Tidier
from reverie.tidying.unspoken import unspoken
from reverie.tools.ids import content_id
from reverie.tools.redact import Redactor

Tell = Callable[[str], None]
WRITTEN = "notes that are being written"
SECRET = "notes that hold a secret"


def tidy(request: bytes, scratch: Path, tell: Tell) -> bytes:
    gc.disable()  # many small records, and soon over
    try:
        return _tidy(Tidy.from_json(request), scratch, tell).to_json()
    finally:
        gc.enable()


def _tidy(ask: Tidy, scratch: Path, tell: Tell) -> Tidied:
    began = time.monotonic()
    layout = LAYOUTS[ask.layout]
    redactor = Redactor(bytes.fromhex(ask.redact_key), ask.redact_extra)
    # Looking up decides nothing: it has a shelf of its own, where nothing counts as settled for a night.
    folder = scratch / ("verify" if ask.only_verify else "memory")
    shelf = Shelf(folder, content_id("shelf", ask.layout, ask.redact_key, repr(ask.redact_extra)))
    if ask.since and ask.since != shelf.upto:
        shelf.close()
        return Tidied(lost=True)
    left_out: Counter[str] = Counter()
    overlay = Overlay(partial(_read, ask))
    shelf.begin()
    fresh = _refresh(ask, layout, shelf, overlay, redactor, left_out)
    tidier = Tidier(ask, layout, shelf, overlay, partial(_take, shelf, layout, redactor, left_out), left_out)
    if not ask.only_verify:
        tidier.over(fresh)
    looked = verifying.verify(ask, shelf, overlay)
    matters = overlay.matters()
    for address in fresh:
        if address not in overlay.touched and address not in tidier.unsettled:
            shelf.settle(str(address))
    shelf.end("" if WRITTEN in left_out else ask.upto)
    shelf.close()
    done, excess = _within(matters, ask)
    proposed = [*tidier.proposed.values(), *excess]
    told = _told(len(fresh), done, proposed)
    phase = Phase("remember", told, round(time.monotonic() - began, 3))
    tell(phase.to_json())
    found = Tidied(tuple(done), tuple(proposed), (phase,), dict(left_out), len(fresh))
    return replace(found, checked=looked.checked, records=looked.records, hollow=looked.hollow)


def _within(matters: list[Matter], ask: Tidy) -> tuple[list[Matter], list[Matter]]:
    """What may be done tonight. What was undone once, and what would retire too much, is for a person to decide."""
    done, excess, room = [], [], ask.room
    for matter in matters:
        leaves = 0 if matter.step.keeps_all else matter.step.retires
        if ask.is_settled(matter.step.fingerprint):
            continue
        if matter.step.fingerprint in ask.undone or leaves > room:
            excess.append(matter)
        else:
            room -= leaves
            done.append(matter)
    return done, excess


def _read(ask: Tidy, address: Address) -> Document | None:
    folder = ask.roots.get(address.root)
    if folder is None:
        return None
    try:
        fd = os.open(Path(folder) / address.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(fd, "rb") as file:
            content = file.read(LARGEST + 1)
    except OSError:
        return None
    return Document(address, content) if len(content) <= LARGEST else None


def _refresh(
    ask: Tidy, layout: Layout, shelf: Shelf, overlay: Overlay, redactor: Redactor, left_out: Counter[str]
) -> list[Address]:
    """Bring the shelf up to what the memory is; give back what has to be looked at."""
    wanted = dict(ask.notes)
    known = (
        {address: found for address in wanted if (found := shelf.known(address))} if ask.since else shelf.all_known()
    )
    for address in ask.left if ask.since else sorted(known.keys() - wanted.keys()):
        shelf.forget(address)
    for address, digest in wanted.items():
        if known.get(address) != digest:
            shelf.forget(address)
            document = overlay.read(Address.parse(address))
            if document is None or document.digest != digest:
                left_out[WRITTEN] += 1
                continue
            _take(shelf, layout, redactor, left_out, document)
    fresh = {*shelf.unsettled(), *shelf.over(ask.now.date())}
    fresh |= {address for address, nights in ask.gone.items() if nights > 1 and shelf.holds(address)}
    for address in ask.others:
        shelf.forget(address)
        if (document := overlay.read(Address.parse(address))) is not None:
            shelf.point(address, _targets(replace(document, content=without_blocks(document.content))))
    return [Address.parse(address) for address in sorted(fresh)]


def _take(shelf: Shelf, layout: Layout, redactor: Redactor, left_out: Counter[str], document: Document) -> None:
    """Put a document on the shelf: its notes, what they state, and where it points."""
    address, kind = str(document.address), layout.kind_of(document.address)
    if kind not in ("note", "daily"):
        return
    try:
        text = document.content.decode()
        notes = layout.notes(document) if kind == "note" else [Note(document.address.path.removesuffix(".md"), "", "")]
    except (UnicodeDecodeError, BadDocument):
        left_out["notes that cannot be read"] += 1
        return
    if redactor.text(text) != text:
        left_out[SECRET] += 1
        notes = [replace(note, static=True) for note in notes]  # it is known, and never touched nor compared
        for note in notes:
            shelf.take(address, document.digest, kind, note, ())
        return
    found, silent = layout.passages(document), unspoken(text)
    for note in notes:
        own = address if len(notes) == 1 else f"{address}#{note.slug}"
        said = found if len(notes) == 1 else [p for p in found if p.group == own]
        active = [p for p in said if p.state == "active"]
        shelf.take(address, document.digest, kind, note, active, silent)
    shelf.point(address, _targets(document))
    if kind == "note" and len(notes) == 1:
        shelf.claim(address, verifying.of_note(text))


def _targets(document: Document) -> list[str]:
    """Where it points: to documents by their place, and to notes by their name."""
    folder, text = document.address.folder, document.content.decode("utf-8", "replace")
    found = targets(text)
    paths = {os.path.normpath(f"{folder}/{target}" if folder else target) for target in found if "://" not in target}
    places = [f"{document.address.root}:{path}" for path in paths if not path.startswith(("..", "/"))]
    return sorted([*places, *(f"[[{plain(name)}]]" for name in names(text))])


def _told(looked_at: int, done: list[Matter], proposed: list[Matter]) -> str:
    kinds = Counter(matter.kind for matter in done)
    parts = [f"{count} {DONE.get(kind, kind)}" for kind, count in sorted(kinds.items())]
    parts += [f"{len(proposed)} to decide"] if proposed else []
    return f"{looked_at} new of memory" + (f": {', '.join(parts)}" if parts else "")
