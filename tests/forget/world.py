"""Forgetting in this process, and looking for words in every byte that is left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from reverie import wiring
from reverie.forgetting import Meant, find
from reverie.forgetting.purging import intent_of
from reverie.records.changes import Receipt
from reverie.store import frames


def the(project: wiring.Project, what: str) -> Meant:
    (found,) = find(what, wiring.open_store(project), wiring.place(project).layout, wiring.path_of)
    return found


def forget(project: wiring.Project, what: str, reason: str = "") -> Receipt:
    store = wiring.open_store(project)
    receipt = store.apply(wiring.forgetting.forgetter(project, store).change(the(project, what), reason))
    assert not receipt.skipped, receipt
    return receipt


def purge(project: wiring.Project, what: str = "") -> None:
    """As the command does: what was begun is finished first."""
    store = wiring.open_store(project)
    purger = wiring.forgetting.purger(project, store)
    begun = purger.begun()
    if begun:
        purger.run(begun)
        store = wiring.open_store(project)
        purger = wiring.forgetting.purger(project, store)
    if what and not begun:
        meant = the(project, what)
        receipt = purger.run(intent_of(meant, store, wiring.place(project).layout, ""))
        assert receipt is None or not receipt.skipped, receipt


def words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def telling(folder: Path, text: str) -> list[str]:
    """Every file below a folder that tells these words, journals unpacked."""
    wanted = words(text)
    return [str(path.relative_to(folder)) for path in sorted(folder.rglob("*")) if _tells(path, wanted)]


def _tells(path: Path, wanted: str) -> bool:
    return path.is_file() and any(wanted in words(part.decode("utf-8", "ignore")) for part in _parts(path))


def _parts(path: Path) -> Iterator[bytes]:
    raw = path.read_bytes()
    yield raw
    yield raw.replace(b"\\n", b"\n")
    if path.suffix in (".journal", ".damaged", ".new"):
        for _, meta, blobs, _ in frames.frames(raw):
            yield repr(meta).encode()
            yield from (content for _, content in frames.contents(meta, blobs))
