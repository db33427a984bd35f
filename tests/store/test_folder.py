"""What only files can tell: locks, full and read-only disks, two processes, the derived index, formats."""

from __future__ import annotations

import errno
import multiprocessing
import os
import shutil
import sqlite3
import tempfile
import time
from pathlib import Path

import pytest

from reverie.records.changes import ChangeSet, Kind, Put, Step
from reverie.records.documents import Address, Listed
from reverie.records.errors import NewerFormat, StoreBusy, StoreFull, StoreReadOnly
from reverie.records.store import Reader
from reverie.store import locks
from reverie.store.disk import Disk
from reverie.store.folder import FolderStore
from reverie.store.format import Format
from reverie.store.roots import Root
from tests.store.builders import INDEX, at, change, describe, folder_store, note, put, render_index, step, tree
from tests.torture.kills import counting
from tests.torture.scene import START_FILES, big_change, prepare


def hold(folder: str, ready: multiprocessing.synchronize.Event, release: multiprocessing.synchronize.Event) -> None:
    with locks.held(Disk(Path(folder)), "store", "apply", wait=0):
        ready.set()
        release.wait(30)


def add_lines(folder: str, who: str, count: int) -> None:
    store = folder_store(Path(folder))
    for n in range(count):
        while True:
            there = store.read(note("shared"))
            old = there.content if there else b""
            edit = Put(note("shared"), there.digest if there else None, old + f"{who} {n}\n".encode())
            if store.apply(ChangeSet(f"{who} {n} {time.time()}", who, at(), (Step("line", (edit,)),))).applied:
                break


def test_two_processes_apply_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=add_lines, args=(str(tmp_path), who, 25)) for who in ("ada", "bob", "eve")]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
        assert worker.exitcode == 0
    lines = (tmp_path / "memory" / "shared.md").read_text().splitlines()
    assert sorted(lines) == sorted(f"{who} {n}" for who in ("ada", "bob", "eve") for n in range(25))
    numbers = [past.number for past in folder_store(tmp_path).history()]
    assert numbers == list(range(75, 0, -1))


def test_a_live_owner_is_waited_for_and_then_named(tmp_path: Path) -> None:
    store = folder_store(tmp_path, wait=0.2)
    store.apply(change(step(put("a", "one"))))
    context = multiprocessing.get_context("spawn")
    ready, release = context.Event(), context.Event()
    owner = context.Process(target=hold, args=(str(tmp_path / "local"), ready, release))
    owner.start()
    assert ready.wait(30)
    with pytest.raises(StoreBusy, match=rf"process {owner.pid}, since \d+ s"):
        store.apply(change(step(put("b", "two")), days=1))
    patient = folder_store(tmp_path, wait=20)
    release.set()
    assert patient.apply(change(step(put("b", "two")), days=1)).applied
    owner.join(60)


def test_a_dead_owners_lock_is_taken_over(tmp_path: Path) -> None:
    store = folder_store(tmp_path, wait=0.2)
    store.apply(change(step(put("a", "one"))))
    context = multiprocessing.get_context("spawn")
    ready, release = context.Event(), context.Event()
    owner = context.Process(target=hold, args=(str(tmp_path / "local"), ready, release))
    owner.start()
    assert ready.wait(30)
    owner.kill()
    owner.join(60)
    assert store.apply(change(step(put("b", "two")), days=1)).applied


def test_one_cycle_at_a_time(tmp_path: Path) -> None:
    store = folder_store(tmp_path)
    with store.dreaming(), pytest.raises(StoreBusy), folder_store(tmp_path).dreaming():
        pass


def test_a_full_disk_at_any_moment_changes_nothing(tmp_path: Path) -> None:
    for n in range(1, 200):
        base = tmp_path / f"full{n}"
        prepare(base)
        hit: list[str] = []

        def full(name: str, count: int, n: int = n, hit: list[str] = hit) -> None:
            if count >= n and name in ("_create", "append", "_mkdir"):
                hit.append(name)
                raise OSError(errno.ENOSPC, "No space left on device")

        store = folder_store(base, render=render_index, disk=counting(full))
        try:
            store.apply(big_change())
        except StoreFull:
            assert tree(base / "memory") == START_FILES
            assert len(list(store.history())) == 1
            roomy = folder_store(base, render=render_index)
            assert len(roomy.apply(big_change()).applied) == 3
        if not hit:
            assert n > 10
            return
        shutil.rmtree(base)
    raise AssertionError("the disk was full for ever")


@pytest.mark.parametrize("place", ["memory", "local/journal/000", "local/logs/events/2026-11.jsonl"])
def test_a_read_only_place_is_a_clear_error_and_changes_nothing(place: str) -> None:
    base = Path(tempfile.mkdtemp(prefix="reverie-read-only-"))
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            if os.getuid() == 0:
                os.chown(base, 65534, 65534)
                os.setgid(65534)
                os.setuid(65534)  # root may write anywhere, so be nobody
            prepare(base)
            (base / place).chmod(0o500)
            store = folder_store(base, render=render_index)
            try:
                store.apply(big_change())
            except StoreReadOnly as problem:
                code = 0 if "permission denied" in problem.message and tree(base / "memory") == START_FILES else 2
            (base / place).chmod(0o700)
            if not folder_store(base, render=render_index).apply(big_change()).applied:
                code = 3
        finally:
            os._exit(code)
    _, status = os.waitpid(pid, 0)
    shutil.rmtree(base)
    assert os.waitstatus_to_exitcode(status) == 0


def names(store: FolderStore) -> set[str]:
    store.index.refresh()
    return {item.address.name for item in store.index.listed("memory")}


def test_the_index_notices_what_changed_under_it(tmp_path: Path) -> None:
    store = folder_store(tmp_path)
    store.apply(change(step(put("a", "one"))))
    assert names(store) == {"a.md"}
    memory = tmp_path / "memory"
    (memory / "pulled.md").write_text("a teammate's")
    (memory / "sub" / "deep").mkdir(parents=True)
    (memory / "sub" / "deep" / "rule.md").write_text("# Rule")
    assert names(store) == {"a.md", "pulled.md", "rule.md"}
    (memory / "pulled.md").unlink()
    shutil.rmtree(memory / "sub")
    assert names(store) == {"a.md"}
    store.apply(change(step(put("b", "two")), days=1))
    (memory / "same-instant.md").write_text("x")
    assert names(store) == {"a.md", "b.md", "same-instant.md"}


def test_a_full_scan_notices_edits_in_place(tmp_path: Path) -> None:
    store = folder_store(tmp_path)
    store.apply(change(step(put("a", "one"))))
    before = {i.digest for i in store.scan("memory") if isinstance(i, Listed)}
    (tmp_path / "memory" / "a.md").write_text("two")
    after = {i.digest for i in store.scan("memory") if isinstance(i, Listed)}
    assert before != after


@pytest.mark.parametrize("damage", [b"", b"not a database at all, but long enough to look at" * 50, None])
def test_a_lost_or_damaged_index_is_made_anew(tmp_path: Path, damage: bytes | None) -> None:
    store = folder_store(tmp_path)
    store.apply(change(step(put("a", "one")), step(put("b", "two"))))
    wanted = [str(i) for i in store.scan("memory")]
    store.close()
    path = tmp_path / "local" / "cache" / "index.sqlite"
    for file in path.parent.iterdir():
        file.unlink()
    if damage is not None:
        path.write_bytes(damage)
    again = folder_store(tmp_path)
    assert [str(i) for i in again.scan("memory")] == wanted
    assert bool(again.index.rebuilt) == bool(damage)


def test_an_index_of_another_version_is_made_anew(tmp_path: Path) -> None:
    store = folder_store(tmp_path)
    store.apply(change(step(put("a", "one"))))
    assert names(store) == {"a.md"}
    store.close()
    db = sqlite3.connect(tmp_path / "local" / "cache" / "index.sqlite")
    db.execute("pragma user_version = 99")
    db.close()
    assert names(folder_store(tmp_path)) == {"a.md"}


def test_modes_are_kept_and_the_journal_is_private(tmp_path: Path) -> None:
    store = folder_store(tmp_path)
    store.apply(change(step(put("a", "one"))))
    path = tmp_path / "memory" / "a.md"
    path.chmod(0o640)
    store.apply(change(step(put("a", "two", over="one")), days=1))
    assert path.stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "local").stat().st_mode & 0o777 == 0o700
    for entry in (tmp_path / "local" / "journal" / "000").iterdir():
        assert entry.stat().st_mode & 0o777 == 0o600


def project_store(base: Path, format: Format) -> FolderStore:
    (base / "agent").mkdir(exist_ok=True)
    roots = [Root("agent", base / "agent"), Root("memory", base / "memory", anchor=base)]
    return FolderStore(roots, base / "local", describe=describe, format=format)


def test_the_first_change_starts_the_store_and_undo_ends_it(tmp_path: Path) -> None:
    store = project_store(tmp_path, Format())
    store.apply(change(step(put("a", "one"))))
    assert (tmp_path / "agent" / "format").read_text() == "reverie 1\n"
    store.undo(None, by="ada", at=at(1))
    assert tree(tmp_path / "agent") == tree(tmp_path / "memory") == {}


def test_an_older_format_is_brought_up_by_a_change_set(tmp_path: Path) -> None:
    project_store(tmp_path, Format()).apply(change(step(put("a", "one"))))

    def rename(reader: Reader) -> tuple[Step, ...]:
        old = reader.read(note("a"))
        assert old is not None
        return (step(Put(note("a"), old.digest, old.content + b"migrated"), reason="new words"),)

    newer = Format(2, {1: rename})
    store = project_store(tmp_path, newer)
    store.apply(change(step(put("b", "two")), days=1))
    assert (tmp_path / "memory" / "a.md").read_text() == "onemigrated"
    assert (tmp_path / "agent" / "format").read_text() == "reverie 2\n"
    kinds = [past.kind for past in store.history()]
    assert kinds == [Kind.COMMAND, Kind.MIGRATION, Kind.COMMAND]


def test_a_newer_format_opens_for_reading_only(tmp_path: Path) -> None:
    project_store(tmp_path, Format(7)).apply(change(step(put("a", "one"))))
    before = tree(tmp_path / "memory")
    store = project_store(tmp_path, Format())
    assert store.read(note("a")) is not None
    with pytest.raises(NewerFormat):
        store.apply(change(step(put("b", "two")), days=1))
    with pytest.raises(NewerFormat):
        store.undo(None, by="ada", at=at(1))
    with pytest.raises(NewerFormat):
        store.append("events", [])
    assert tree(tmp_path / "memory") == before


def test_a_fault_while_deriving_takes_the_whole_change_back(tmp_path: Path) -> None:
    def broken(_reader: Reader, _touched: object) -> list[Put]:
        raise RuntimeError("a bug in the renderer")

    folder_store(tmp_path, render=render_index).apply(change(step(put("a", "one"))))
    before = tree(tmp_path / "memory")
    with pytest.raises(RuntimeError):
        folder_store(tmp_path, render=broken).apply(change(step(put("a", "two", over="one"), put("b", "new")), days=1))
    assert tree(tmp_path / "memory") == before
    store = folder_store(tmp_path, render=render_index)
    assert len(list(store.history())) == 1
    assert store.apply(change(step(put("b", "new")), days=2)).applied


def test_an_index_edited_by_hand_keeps_the_hand_written_lines(tmp_path: Path) -> None:
    store = folder_store(tmp_path, render=render_index)
    store.apply(change(step(put("a", "one"))))
    path = tmp_path / "memory" / "MEMORY.md"
    path.write_text(path.read_text() + "my own line\n")
    store.apply(change(step(put("b", "two")), days=1))
    index = store.read(INDEX)
    assert index is not None
    assert index.content.endswith(b"my own line\n")


def test_without_swap_and_leases_nothing_is_lost_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a system that has neither, the file is away for an instant instead of being swapped."""
    from reverie.store import swap

    monkeypatch.setattr(swap, "_rename_call", lambda: None)
    monkeypatch.setattr(swap, "_lease", lambda _fd, _kind: errno.ENOTSUP)
    store = folder_store(tmp_path, render=render_index)
    store.apply(change(step(put("a", "one"))))
    store.apply(change(step(put("a", "two", over="one")), days=1))
    assert (tmp_path / "memory" / "a.md").read_text() == "two"
    store.undo(None, by="ada", at=at(2))
    assert (tmp_path / "memory" / "a.md").read_text() == "one"
    assert not [name for name in tree(tmp_path / "memory") if ".reverie-" in name]


def test_root_names_only_what_it_may_hold() -> None:
    root = Root("project", Path("/x"), only=frozenset({"CLAUDE.md", ".github/copilot-instructions.md"}))
    assert root.holds("CLAUDE.md")
    assert not root.holds(".github")
    assert root.shows(".github")
    assert not root.shows("src")
    assert Address("project", "CLAUDE.md").name == "CLAUDE.md"
