"""A child process is killed at every write step of an apply and of an undo; then the store is opened again."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from reverie.store.disk import Disk
from reverie.store.folder import FolderStore
from tests.store.builders import at
from tests.torture.scene import big_change, open_store, prepare, whole

WRITES = ("_mkdir", "_create", "_sync", "sync_folder", "exchange", "place", "remove", "append", "truncate")


def counting(strike: Callable[[str, int], None]) -> type[Disk]:
    """A disk that calls `strike(operation, number)` before each write step."""

    class Counting(Disk):
        pass

    count = [0]

    def wrap(name: str) -> None:
        real = getattr(Disk, name)

        def do(self: Disk, *args: object, **kwargs: object) -> object:
            count[0] += 1
            strike(name, count[0])
            return real(self, *args, **kwargs)

        setattr(Counting, name, do)

    for name in WRITES:
        wrap(name)
    return Counting


@dataclass
class Result:
    tried: int = 0
    steps: int = 0
    faults: list[str] | None = None


def act(store: FolderStore, what: str) -> None:
    if what == "apply":
        store.apply(big_change())
    else:
        store.undo(None, by="test", at=at(1))


def run(base: Path, what: str, *, torn: bool = False, edits: str = "") -> Result:
    """Kill before write step 1, 2, 3, … until the child lives through it. `torn`: half of a write has reached the file;
    `edits`: the name of a note somebody saves before the store is opened again."""
    scene = base / "scene"
    shutil.rmtree(base, ignore_errors=True)
    base.mkdir(parents=True)
    prepare(scene)
    if what == "undo":
        open_store(scene).apply(big_change())
    result = Result(faults=[])
    assert result.faults is not None
    for n in range(1, 1000):
        work = base / "work"
        shutil.copytree(scene, work)
        killed = _child(work, what, n, torn)
        result.tried += 1
        foreign = {edits: f"saved by hand after kill {n}\n".encode()} if edits else {}
        for name, text in foreign.items():
            (work / "memory" / name).write_bytes(text)
        result.faults += [f"{what}, killed at step {n}: {fault}" for fault in whole(work, foreign)]
        shutil.rmtree(work)
        if not killed:
            result.steps = n - 1
            return result
    raise AssertionError("the child never finished")


def _child(work: Path, what: str, n: int, torn: bool) -> bool:
    pid = os.fork()
    if pid == 0:
        try:
            disk = counting(lambda _, count: _die() if count == n else None)
            if torn:
                disk = _tearing(disk, n)
            act(open_store(work, disk), what)
        finally:
            os._exit(0)
    _, status = os.waitpid(pid, 0)
    return os.WIFSIGNALED(status)


def _tearing(_: type[Disk], n: int) -> type[Disk]:
    """Like `counting`, but a killed write has put half of its bytes into the file."""
    count = [0]

    class Tearing(Disk):
        def _create(self, path: str, content: bytes, mode: int) -> int:
            count[0] += 1
            if count[0] == n:
                super()._create(path, content[: len(content) // 2], mode)
                _die()
            return super()._create(path, content, mode)

        def append(self, path: str, content: bytes, *, sync: bool) -> None:
            count[0] += 1
            if count[0] == n:
                super().append(path, content[: len(content) // 2], sync=False)
                _die()
            super().append(path, content, sync=sync)

    return Tearing


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
