"""A live editor saves into the same note every few milliseconds while change sets apply. Every line it ever saved must
be there in the end: in the note, or kept aside and named in a receipt."""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path

from reverie.records.changes import ChangeSet, Move, Put, Step
from reverie.records.documents import Address
from tests.store.builders import START, folder_store, note


@dataclass
class Result:
    applies: int = 0
    skipped: int = 0
    edits: int = 0
    kept_aside: int = 0
    lost: list[str] = field(default_factory=list)


def save_by_rename(path: Path, line: str, n: int) -> None:
    text = path.read_text()
    beside = path.with_name(f"{path.name}.editor")
    beside.write_text(text + line)
    beside.replace(path)


def save_in_place(path: Path, line: str, n: int) -> None:
    with path.open("r+") as file:  # a slow editor: reads, thinks, then writes into the file it has open
        text = file.read()
        time.sleep(0.0003 * (n % 4))
        file.seek(0)
        file.write(text + line)
        file.truncate()


def save_by_truncating(path: Path, line: str, n: int) -> None:
    text = path.read_text()
    with path.open("w") as file:
        time.sleep(0.0003 * (n % 3))
        file.write(text + line)


def save_by_appending(path: Path, line: str, n: int) -> None:
    with path.open("a") as file:
        time.sleep(0.0003 * (n % 3))
        file.write(line)


STYLES: dict[str, Callable[[Path, str, int], None]] = {
    "rename": save_by_rename,
    "in place": save_in_place,
    "truncate": save_by_truncating,
    "append": save_by_appending,
}


def _edit(path: Path, style: str, pause: float, saved: Synchronized[int], stop: Synchronized[int]) -> None:
    rng = random.Random(7)
    while not stop.value:
        n = saved.value
        try:
            STYLES[style](path, f"edit {n}\n", n)
        except FileNotFoundError:
            continue  # the note is being moved out; an editor that reads first sees it gone and tries again
        saved.value = n + 1
        time.sleep(pause * rng.random())


def run(base: Path, style: str, *, applies: int, pause: float = 0.004, moves: bool = False) -> Result:
    shutil.rmtree(base, ignore_errors=True)
    store = folder_store(base)
    path = base / "memory" / "a.md"
    path.write_text("begin\n")
    # The interpreter's own spawn start: forking a process that holds locks is not what editors do.
    context = multiprocessing.get_context("spawn")
    saved, stop = context.Value("i", 0), context.Value("i", 0)
    editor = context.Process(target=_edit, args=(path, style, pause, saved, stop))
    editor.start()
    result = Result()
    try:
        while saved.value == 0:
            time.sleep(0.001)
        rng = random.Random(11)
        for n in range(applies):
            document = store.read(note("a"))
            if document is None:
                continue
            text = document.content
            if moves and n % 5 == 0:
                # Out and back again: an edit made at that moment must survive too.
                there = Address("memory", f"retired/a{n}.md")
                edit: Put | Move = Move(note("a"), there, document.digest, text)
            else:
                edit = Put(note("a"), document.digest, text + f"dream {n}\n".encode())
            time.sleep(rng.random() * 0.001)
            receipt = store.apply(ChangeSet(f"{n}", "dream", START + timedelta(seconds=n), (Step("r", (edit,)),)))
            result.applies += 1
            result.skipped += bool(receipt.skipped)
            result.kept_aside += len(receipt.kept_aside)
            if isinstance(edit, Move) and receipt.applied:
                store.undo(receipt.id, by="dream", at=START + timedelta(days=1, seconds=n))
    finally:
        stop.value = 1
        editor.join(10)
    result.edits = saved.value
    result.lost = _lost(base, saved.value)
    return result


def _lost(base: Path, saved: int) -> list[str]:
    places = [base / "memory", base / "local" / "kept"]
    texts = [p.read_text() for place in places if place.exists() for p in place.rglob("*") if p.is_file()]
    there = {line for text in texts for line in text.splitlines()}
    return [f"edit {n}" for n in range(saved) if f"edit {n}" not in there]


def scratch(name: str) -> Path:
    base = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else Path("/tmp")
    return base / f"reverie-{name}-{os.getpid()}"
