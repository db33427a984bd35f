"""The journal is data: one that is crafted, rotten or out of reach makes us write nothing and locks nobody out."""

from __future__ import annotations

import errno
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from reverie import wiring
from reverie.records.changes import ChangeSet, Put, Step
from reverie.records.documents import Address, digest
from reverie.records.errors import BadAddress, BadDocument, StoreFull
from reverie.records.logs import LogRecord
from reverie.store import frames
from reverie.store.disk import Disk, Unreadable
from reverie.store.frames import entry_from
from reverie.store.journal import Journal
from reverie.store.plan import make_plan
from reverie.tools.trust import take_over
from tests.store.builders import at, change, folder_store, note, put, step, tree

ID = "c-2026-11-15-abcdefabcdef"
CRAFTED = ChangeSet("x", "mallory", at(), (Step("r", (Put(note("evil"), None, b"x"),)),))


@pytest.fixture
def project(tmp_path: Path) -> wiring.Project:
    root = tmp_path / "project"
    (root / ".git" / "hooks").mkdir(parents=True)
    return wiring.Project(root)


def plant(
    project: wiring.Project,
    mutate: Callable[[dict[str, Any]], object] = lambda _: None,
    contents: dict[str, bytes] | None = None,
    changes: ChangeSet = CRAFTED,
    id: str = ID,
) -> Path:
    """An open entry, as a stranger's repository could bring one."""
    meta = {**frames.plan_to_json(make_plan(changes, lambda _: None, undone=frozenset(), room=0)), "id": id}
    mutate(meta)
    shelf = project.local / "journal" / "000"
    shelf.mkdir(parents=True)
    path = shelf / f"000001-{ID}.journal"
    path.write_bytes(frames.frame("plan", meta, changes.steps[0].contents() if contents is None else contents))
    take_over(str(project.root))  # the first fence is down: a person trusted it
    return path


def goes_on(project: wiring.Project) -> None:
    """The store opens, twice, and takes changes; nothing of the planted entry is done."""
    for name in ("a", "b"):
        store = wiring.open_store(project)
        assert store.apply(change(step(put(name, "ours")), title=name)).applied
        assert [past.title for past in store.history()]
        store.close()
    assert not (project.agent / "memory" / "evil.md").exists()
    assert len(wiring.open_store(project).problems()) == 1


def test_an_id_cannot_lead_out_of_the_store(project: wiring.Project) -> None:
    (project.agent / "memory" / ".reverie-x").mkdir(parents=True)
    hook = ChangeSet("x", "m", at(), (Step("r", (Put(Address("memory", "pre-commit"), None, b"owned"),)),))
    plant(project, changes=hook, id="x/../../../.git/hooks/y")
    before = tree(project.root / ".git")
    goes_on(project)
    assert tree(project.root / ".git") == before


@pytest.mark.parametrize("path", ["../out", "a/../out", "..", "", "a/", "./a"])
def test_a_disk_takes_no_path_that_leaves_it(tmp_path: Path, path: str) -> None:
    inside = tmp_path / "inside"
    (inside / "a").mkdir(parents=True)
    disk = Disk(inside)
    with pytest.raises(BadAddress):
        disk.stage([(path, b"x", 0o600)])
    with pytest.raises(BadAddress):
        disk.append(path, b"x", sync=False)
    (inside / "file").write_text("x")
    for rename in (disk.place, disk.exchange):
        with pytest.raises(BadAddress):
            rename("file", "a/file")
    assert tree(tmp_path) == {"inside/file": b"x"}


def test_a_log_lies_in_its_folder(tmp_path: Path) -> None:
    store = folder_store(tmp_path / "deep" / "er")
    with pytest.raises(BadAddress):
        store.append("../../../escape", [LogRecord("k", "b", at())])
    assert not [path for path in tmp_path.rglob("*") if "escape" in path.name]


@pytest.mark.parametrize(
    "mutate",
    [
        lambda m: m.update(id=5),
        lambda m: m.update(id="c-1"),
        lambda m: m.update(id="a" * 300),
        lambda m: m.update(id="c-2026-11-15-ffffffffffff"),
        lambda m: m.update(at="2026-11-15"),
        lambda m: m.update(at=7),
        lambda m: m.update(title=["a"]),
        lambda m: m.update(by=None),
        lambda m: m.update(kind=[]),
        lambda m: m.update(steps={}),
        lambda m: m["steps"][0].__setitem__(0, 7),
        lambda m: m["steps"][0].__setitem__(2, "x"),
        lambda m: m["steps"][0].__setitem__(2, -3),
        lambda m: m["steps"][0][4][0].__setitem__(1, 7),
        lambda m: m["steps"][0][4][0].__setitem__(2, "short"),
        lambda m: m["steps"][0].__setitem__(5, [[1]]),
        lambda m: m["steps"][0].pop(),
        lambda m: m.update(restores=None),
    ],
)
def test_a_plan_of_other_types_is_set_aside(
    project: wiring.Project, mutate: Callable[[dict[str, Any]], object]
) -> None:
    plant(project, mutate)
    goes_on(project)


@pytest.mark.parametrize("contents", [{}, {digest(b"x"): b"EVIL"}])
def test_an_entry_must_hold_what_it_says(project: wiring.Project, contents: dict[str, bytes]) -> None:
    plant(project, contents=contents)
    goes_on(project)


@pytest.mark.parametrize("blob", [b"abc", zlib.compress(b"x")[:-2], zlib.compress(b"\0" * (600 << 20), 9)])
def test_what_cannot_be_unpacked_is_set_aside(project: wiring.Project, blob: bytes) -> None:
    path = plant(project)
    meta = frames.plan_to_json(make_plan(CRAFTED, lambda _: None, undone=frozenset(), room=0))
    head = orjson.dumps({**meta, "id": ID, "contents": [[digest(b"x"), len(blob)]]})
    line = {"frame": "plan", "meta": len(head), "size": len(head + blob), "sha256": digest(head + blob)}
    path.write_bytes(orjson.dumps(line) + b"\n" + head + blob + b"\n")
    goes_on(project)


def test_the_sum_of_what_is_unpacked_is_bounded() -> None:
    pieces = {digest(text): text for text in (bytes([n]) * 1000 for n in range(10))}
    raw = frames.frame("plan", {}, pieces)
    ((_, meta, blobs, size),) = frames.frames(raw)
    assert (dict(frames.contents(meta, blobs)), size) == (pieces, len(raw))
    with pytest.raises(ValueError, match="too large"):
        dict(frames.contents(meta, blobs, most=5000))


def test_a_second_damaged_entry_of_the_same_name_is_set_aside_too(project: wiring.Project) -> None:
    path = plant(project)
    path.write_bytes(b"garbage")
    path.with_suffix(".damaged").write_bytes(b"older")
    store = wiring.open_store(project)
    assert store.apply(change(step(put("a", "ours")))).applied
    damaged = sorted(f.name for f in path.parent.iterdir() if f.suffix != ".journal")
    assert damaged == [f"000001-{ID}.damaged", f"000001-{ID}.damaged-2"]


class OutOfReach(Disk):
    """A disk on which the journal cannot be read just now."""

    why = "too many open files"

    def read(self, path: str, **how: Any) -> bytes | Unreadable | None:
        return Unreadable(self.why) if path.endswith(".journal") else super().read(path, **how)


def test_an_entry_that_cannot_be_read_now_is_left_alone(tmp_path: Path) -> None:
    folder_store(tmp_path).apply(change(step(put("a", "one"))))
    before = tree(tmp_path / "local" / "journal")
    store = folder_store(tmp_path, disk=OutOfReach)
    assert store.read(note("a")) is not None
    assert [s.what for s in store.read_only_reason()] == ["local:journal"]
    assert "too many open files" in store.problems()[0].reason
    with pytest.raises(BadDocument, match="too many open files"):
        store.apply(change(step(put("b", "two")), days=1))
    assert tree(tmp_path / "local" / "journal") == before
    assert len(list(folder_store(tmp_path).history())) == 1


def test_a_shelf_that_cannot_be_opened_is_named_and_reading_goes_on(tmp_path: Path) -> None:
    class Closed(Disk):
        def names(self, folder: str) -> list[str]:
            if folder.startswith("journal/"):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return super().names(folder)

    folder_store(tmp_path).apply(change(step(put("a", "one"))))
    store = folder_store(tmp_path, disk=Closed)
    assert store.read(note("a")) is not None
    assert list(store.history()) == []
    assert store.problems()[0].reason == "permission denied"
    with pytest.raises(BadDocument, match="permission denied"):
        store.apply(change(step(put("b", "two")), days=1))


def test_an_automatic_change_waits_until_all_of_history_can_be_read(tmp_path: Path) -> None:
    """What cannot be read may hold what a person took back."""
    folder_store(tmp_path).apply(change(step(put("a", "one"))))
    newest = folder_store(tmp_path).apply(change(step(put("b", "two")), days=1)).id

    class OneOut(Disk):
        def read(self, path: str, **how: Any) -> bytes | Unreadable | None:
            old = path.endswith(".journal") and newest not in path
            return Unreadable("input/output error") if old else super().read(path, **how)

    store = folder_store(tmp_path, disk=OneOut)
    with pytest.raises(BadDocument):
        store.apply(change(step(put("c", "three")), days=2, automatic=True))
    assert store.apply(change(step(put("c", "three")), days=2)).applied


def test_a_change_whose_journal_could_not_be_written_is_not_made_later(tmp_path: Path) -> None:
    class Full(Disk):
        def _sync(self, path: str, fd: int) -> None:
            if path.endswith(".journal"):
                raise OSError(errno.ENOSPC, "no space")
            super()._sync(path, fd)

    folder_store(tmp_path).apply(change(step(put("a", "1\n"))))
    line = change(step(put("a", "1\nline\n", over="1\n")), days=1)
    with pytest.raises(StoreFull):
        folder_store(tmp_path, disk=Full).apply(line)
    store = folder_store(tmp_path)
    assert (tmp_path / "memory" / "a.md").read_text() == "1\n", "opening the store must not make it"
    assert store.apply(line).applied
    assert (tmp_path / "memory" / "a.md").read_text() == "1\nline\n"


def test_shelves_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    journal = Journal(Disk(tmp_path))
    for number in (999_999, 1_000_000):
        (tmp_path / f"journal/{number // 1000:03d}").mkdir(parents=True)
        (tmp_path / f"journal/{number // 1000:03d}/{number:06d}-{ID}.journal").write_bytes(b"")
    assert [p.rpartition("/")[2][:7] for p in journal._newest_first()] == ["1000000", "999999-"]


def test_an_entry_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    store = folder_store(tmp_path)
    store.apply(change(step(put("a", "one")), step(put("b", "x", over="y")), automatic=True))
    (path,) = (tmp_path / "local" / "journal" / "000").iterdir()
    entry = entry_from(path.name, path.read_bytes())
    assert entry.plan.automatic
    assert [s.skip for s in entry.plan.steps] == ["", "memory:b.md is not there any more"]
