"""The store: applying and undoing beside plain file writes with fsync; a store of 100,000 documents; start-up."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.measure import PYTHON, absolute, best, middle, process, row, scratch, title
from reverie import wiring
from reverie.records.changes import ChangeSet, Put, Step
from reverie.records.documents import Address

START = datetime(2026, 1, 1, tzinfo=UTC)
TEXT = ("---\nname: note {n}\ntype: project\n---\n# Note {n}\n\nThe deploy of service {n} needs profile eu-{n}.\n" * 2)[
    :400
]


def main() -> None:
    with scratch() as base:
        applying(base)
    with scratch() as base:
        large(base)
    startup()


def applying(base: Path) -> None:
    title("apply and undo, beside plain file writes with fsync (new files of 400 bytes, same disk)")
    project = wiring.Project(base / "project")
    project.root.mkdir()
    store = wiring.open_store(project)
    clock = iter(START + timedelta(seconds=n) for n in range(10**9))
    for count, target, times in ((1, 6.0, 25), (100, 2.0, 5), (10_000, 2.0, 1)):
        take = middle if times > 1 else best
        plain = take(_plain(base / "plain", count), times)
        receipts: list[str] = []

        def apply(count: int = count, receipts: list[str] = receipts) -> None:
            tag = len(receipts)
            texts = [TEXT.replace("{n}", f"{tag}-{n}").encode() for n in range(count)]
            puts = [
                Step("bench", (Put(Address("memory", f"b{count}-{tag}-{n}.md"), None, t),)) for n, t in enumerate(texts)
            ]
            receipt = store.apply(ChangeSet(f"bench {tag}", "bench", next(clock), tuple(puts)))
            assert len(receipt.applied) >= count
            receipts.append(receipt.id)

        def undo(receipts: list[str] = receipts) -> None:
            store.undo(receipts.pop(), by="bench", at=next(clock))

        row(f"apply {count:,} changes", take(apply, times), "write + fsync each", plain, target)
        row(f"undo {count:,} changes", take(undo, times), "write + fsync each", plain, target)


def _plain(folder: Path, count: int) -> Callable[[], None]:
    tries = [0]

    def run() -> None:
        tries[0] += 1
        inner = folder / f"{count}-{tries[0]}"
        inner.mkdir(parents=True)
        for n in range(count):
            with (inner / f"{n}.md").open("wb") as file:
                file.write(TEXT.encode())
                file.flush()
                os.fsync(file.fileno())

    return run


def large(base: Path) -> None:
    title("a store of 100,000 documents")
    project = wiring.Project(base)
    memory = project.agent / "memory"
    memory.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(base)], check=True)
    for n in range(100_000):
        (memory / f"note-{n}.md").write_text(TEXT.replace("{n}", str(n)))
    os.utime(memory, (1, 1))
    store = wiring.open_store(project)
    read = best(lambda: _read_all(memory), 1)
    row("index from nothing", best(store.rebuild_index, 1), "reading every file", read)
    absolute("full scan, nothing new", best(lambda: store.index.refresh(full=True), 3), 1.5)
    reverie = str(Path(PYTHON).with_name("reverie"))
    absolute("reverie status, whole process", process([reverie, "status"], base), 0.25)
    subprocess.run([reverie, "remember", "one more"], cwd=base, check=True, capture_output=True)
    absolute("reverie status, right after a change", best(lambda: _run([reverie, "status"], base), 1), 0.25)
    shutil.rmtree(memory)


def _run(command: list[str], cwd: Path) -> None:
    subprocess.run(command, cwd=cwd, check=True, capture_output=True)


def _read_all(folder: Path) -> None:
    for entry in os.scandir(folder):
        with open(entry.path, "rb") as file:  # noqa: PTH123 — the plainest way there is
            file.read()


def startup() -> None:
    title("start-up, whole processes")
    cwd = Path(__file__).parent.parent
    bare = process([PYTHON, "-c", "pass"], cwd, 15)
    reverie = str(Path(PYTHON).with_name("reverie"))
    row("reverie --help", process([reverie, "--help"], cwd, 15), "python -c pass", bare, 6.0)
    row("reverie status", process([reverie, "status"], cwd, 15), "python -c pass", bare)
