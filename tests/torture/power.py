"""A power cut: what was not synced may be lost, torn, or written in another order. The file operations of an apply are
recorded, and at every point a disk is made on which any part of the unsynced rest is missing."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from reverie.store.disk import Disk
from tests.torture.kills import Result, act
from tests.torture.scene import big_change, open_store, prepare, whole

Op = tuple[str, tuple[object, ...]]
FOLDER = object()


@dataclass
class Inode:
    durable: bytes
    live: bytes


@dataclass
class FolderModel:
    durable: dict[str, object] = field(default_factory=dict)
    live: dict[str, object] = field(default_factory=dict)
    pending: list[dict[str, object]] = field(default_factory=list)

    def assign(self, names: dict[str, object]) -> None:
        self.live.update(names)
        self.pending.append(names)


class Model:
    """A file system that keeps apart what is durable and what is only in memory. Renames within a folder are atomic;
    any two of them may reach the disk in any order, or not at all, until the folder is synced."""

    def __init__(self, start: Path) -> None:
        self.folders: dict[str, FolderModel] = {}
        for path in [start, *sorted(p for p in start.rglob("*") if p.is_dir())]:
            names: dict[str, object] = {}
            for child in path.iterdir():
                content = b"" if child.is_dir() else child.read_bytes()
                names[child.name] = FOLDER if child.is_dir() else Inode(content, content)
            self.folders[str(path.relative_to(start))] = FolderModel(dict(names), dict(names))

    def do(self, name: str, root: str, args: tuple[object, ...]) -> None:
        getattr(self, name)(root, *args)

    def _at(self, root: str, path: object) -> tuple[FolderModel, str]:
        folder, _, name = f"{root}/{path}".rpartition("/")
        return self.folders[folder], name

    def _inode(self, root: str, path: object) -> Inode:
        folder, name = self._at(root, path)
        inode = folder.live[name]
        assert isinstance(inode, Inode)
        return inode

    def mkdir(self, root: str, path: str) -> None:
        folder, name = self._at(root, path)
        if folder.live.get(name) is None:
            folder.assign({name: FOLDER})
            self.folders.setdefault(f"{root}/{path}", FolderModel())

    def create(self, root: str, path: str, content: bytes) -> None:
        folder, name = self._at(root, path)
        folder.assign({name: Inode(b"", content)})

    def append(self, root: str, path: str, content: bytes) -> None:
        folder, name = self._at(root, path)
        if folder.live.get(name) is None:
            folder.assign({name: Inode(b"", b"")})
        self._inode(root, path).live += content

    def truncate(self, root: str, path: str, size: int) -> None:
        inode = self._inode(root, path)
        inode.live = inode.live[:size]

    def sync(self, root: str, path: str) -> None:
        inode = self._inode(root, path)
        inode.durable = inode.live

    def sync_folder(self, root: str, path: str) -> None:
        folder = self.folders[f"{root}/{path}".rstrip("/")]
        for names in folder.pending:
            folder.durable.update(names)
        folder.pending.clear()

    def exchange(self, root: str, a: str, b: str) -> None:
        folder, first = self._at(root, a)
        second = b.rpartition("/")[2]
        folder.assign({first: folder.live[second], second: folder.live[first]})

    def place(self, root: str, a: str, b: str) -> None:
        folder, first = self._at(root, a)
        folder.assign({first: None, b.rpartition("/")[2]: folder.live[first]})

    def remove(self, root: str, path: str) -> None:
        folder, name = self._at(root, path)
        folder.assign({name: None})

    def cut(self, target: Path, rng: random.Random | None, keep: float) -> None:
        """The disk as it might be found after the cut. `keep`: how likely each unsynced thing made it."""

        def made_it() -> bool:
            return keep >= 1 or (keep > 0 and rng is not None and rng.random() < keep)

        def write(path: str) -> None:
            (target / path).mkdir(parents=True, exist_ok=True)
            folder = self.folders[path]
            names = dict(folder.durable)
            for change in folder.pending:
                if made_it():
                    names.update(change)
            for name, what in names.items():
                inner = f"{path}/{name}" if path != "." else name
                if what is FOLDER:
                    write(inner)
                elif isinstance(what, Inode):
                    (target / inner).write_bytes(_surviving(what, rng, made_it()))

        write(".")


def _surviving(inode: Inode, rng: random.Random | None, made_it: bool) -> bytes:
    if inode.live == inode.durable or made_it:
        return inode.live
    if rng is None or not inode.live.startswith(inode.durable):
        return inode.durable
    fate = rng.random()
    if fate < 0.4:
        return inode.durable
    kept = inode.live[: rng.randint(len(inode.durable), len(inode.live))]
    return kept if fate < 0.7 else kept.ljust(len(inode.live), b"\0")


def recording(log: list[tuple[str, str, tuple[object, ...]]], start: Path) -> type[Disk]:
    class Recording(Disk):
        def _log(self, name: str, *args: object) -> None:
            log.append((name, str(self.base.relative_to(start)), args))

        def _mkdir(self, parent: str, name: str, mode: int) -> None:
            self._log("mkdir", f"{parent}/{name}" if parent else name)
            super()._mkdir(parent, name, mode)

        def _create(self, path: str, content: bytes, mode: int) -> int:
            self._log("create", path, content)
            return super()._create(path, content, mode)

        def _sync(self, path: str, fd: int) -> None:
            self._log("sync", path)
            super()._sync(path, fd)

        def sync_folder(self, folder: str) -> None:
            self._log("sync_folder", folder)
            super().sync_folder(folder)

        def exchange(self, a: str, b: str) -> None:
            self._log("exchange", a, b)
            super().exchange(a, b)

        def place(self, a: str, b: str) -> None:
            super().place(a, b)
            self._log("place", a, b)

        def remove(self, path: str) -> None:
            self._log("remove", path)
            super().remove(path)

        def append(self, path: str, content: bytes, *, sync: bool) -> None:
            self._log("append", path, content)
            super().append(path, content, sync=sync)

        def truncate(self, path: str, size: int) -> None:
            self._log("truncate", path, size)
            super().truncate(path, size)

    return Recording


def run(base: Path, what: str, *, seeds: Iterable[int]) -> Result:
    scene, work, cut = base / "scene", base / "work", base / "cut"
    shutil.rmtree(base, ignore_errors=True)
    base.mkdir(parents=True)
    prepare(scene)
    if what == "undo":
        open_store(scene).apply(big_change())
    shutil.copytree(scene, work)
    log: list[tuple[str, str, tuple[object, ...]]] = []
    act(open_store(work, recording(log, work)), what)
    result = Result(steps=len(log), faults=[])
    assert result.faults is not None
    chances = [(None, 0.0), (None, 1.0), *((random.Random(seed), 0.2 + 0.6 * (seed % 2)) for seed in seeds)]
    for n in range(len(log) + 1):
        for rng, keep in chances:
            model = Model(scene)
            for name, root, args in log[:n]:
                model.do(name, root, args)
            model.cut(cut, rng, keep)
            (cut / "memory").mkdir(exist_ok=True)
            result.tried += 1
            result.faults += [f"{what}, power cut after step {n} of {len(log)}: {f}" for f in whole(cut)]
            shutil.rmtree(cut)
    return result
