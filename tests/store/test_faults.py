"""When something goes wrong in the middle: it is said once and truly, and what was half done is done or undone."""

from __future__ import annotations

import errno
import gc
import multiprocessing
import os
import resource
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reverie.records.changes import Put, State, Step
from reverie.records.documents import Address, Described
from reverie.records.errors import BadDocument, ReverieError, StoreMoved, StoreReadOnly
from reverie.records.logs import LogRecord
from reverie.records.store import Reader
from reverie.store import locks
from reverie.store.disk import Disk, Unreadable
from reverie.store.folder import FolderStore
from reverie.store.format import Format
from reverie.store.index import Index
from reverie.store.past import is_undone, undone_steps
from reverie.store.roots import Root
from tests.store.builders import at, change, folder_store, note, put, render_index, retire, step, tree


def before_first(name: str, do: Callable[[Disk], object]) -> type[Disk]:
    """A disk that does something once, before it first does `name` in the memory."""

    class Interrupted(Disk):
        done = False

    real = getattr(Disk, name)

    def wrapped(self: Disk, *args: Any, **how: Any) -> Any:
        if self.base.name == "memory" and not Interrupted.done:
            Interrupted.done = True
            do(self)
        return real(self, *args, **how)

    setattr(Interrupted, name, wrapped)
    return Interrupted


def failing(name: str, ending: str = "", error: int = errno.EIO) -> type[Disk]:
    """A disk on which `name` fails for paths with this ending."""

    class Failing(Disk):
        pass

    real = getattr(Disk, name)

    def wrapped(self: Disk, path: str, *args: Any, **how: Any) -> Any:
        if path.endswith(ending):
            raise OSError(error, os.strerror(error))
        return real(self, path, *args, **how)

    setattr(Failing, name, wrapped)
    return Failing


def in_child(work: Callable[[], object]) -> int:
    """Run in a process that may die of it. As root, be nobody: root may write anywhere."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def facts(store: FolderStore, kind: str) -> list[object]:
    return [r.facts["change"] for r in store.records("events") if isinstance(r, LogRecord) and r.kind == kind]


# A folder that is not there any more


@pytest.mark.parametrize("moment", ["_create", "exchange", "place", "sync_folder"])
def test_a_memory_replaced_in_the_middle_loses_no_note(tmp_path: Path, moment: str) -> None:
    folder_store(tmp_path, render=render_index).apply(change(step(put("a", "a1")), step(put("b", "b1")), days=-1))

    def replace(disk: Disk) -> None:
        disk.base.rename(tmp_path / "old")
        shutil.copytree(tmp_path / "old", disk.base, ignore=shutil.ignore_patterns(".reverie-*"))

    store = folder_store(tmp_path, render=render_index, disk=before_first(moment, replace))
    with pytest.raises(StoreMoved):
        store.apply(change(step(put("a", "a2", over="a1"), put("c", "c1")), step(retire("b", "b1"))))
    for _ in range(2):
        now = tree(tmp_path / "memory")
        assert now["b.md"] == b"b1"
        assert "retired/b.md" not in now
        folder_store(tmp_path, render=render_index)
    assert len(list(folder_store(tmp_path).history())) == 1


@pytest.mark.parametrize("moment", ["_create", "place", "sync_folder"])
def test_a_memory_removed_in_the_middle_stays_removed(tmp_path: Path, moment: str) -> None:
    folder_store(tmp_path).apply(change(step(put("a", "a1")), days=-1))
    store = folder_store(tmp_path, disk=before_first(moment, lambda disk: shutil.rmtree(disk.base)))
    with pytest.raises(StoreMoved):
        store.apply(change(step(put("b", "b1")), step(retire("a", "a1"))))
    (tmp_path / "memory").mkdir()
    folder_store(tmp_path)
    assert tree(tmp_path / "memory") == {}


def test_a_step_whose_copies_were_swept_away_is_taken_back_whole(tmp_path: Path) -> None:
    folder_store(tmp_path).apply(change(step(put("a", "a1")), days=-1))

    def sweep(disk: Disk) -> None:
        for path in disk.base.glob(".reverie-*"):
            path.unlink()

    store = folder_store(tmp_path, disk=before_first("place", sweep))
    receipt = store.apply(change(step(put("a", "a2", over="a1"), put("c", "c1"))))
    assert [r.state for r in receipt.results] == [State.SKIPPED]
    assert tree(tmp_path / "memory") == {"a.md": b"a1"}


def test_what_leaves_must_be_seen_where_it_went(tmp_path: Path) -> None:
    """Somebody takes the copy away before the original leaves: then it does not leave."""
    folder_store(tmp_path).apply(change(step(put("b", "b1")), days=-1))

    class Gone(Disk):
        def sync_folder(self, folder: str) -> None:
            (self.base / "retired" / "b.md").unlink(missing_ok=True)
            super().sync_folder(folder)

    receipt = folder_store(tmp_path, disk=Gone).apply(change(step(retire("b", "b1"))))
    assert not receipt.applied
    assert tree(tmp_path / "memory") == {"b.md": b"b1"}


# After the change is made


def test_trouble_with_tidying_up_is_a_note_and_the_next_start_tidies(tmp_path: Path) -> None:
    folder_store(tmp_path).apply(change(step(put("a", "one"))))
    receipt = folder_store(tmp_path, disk=failing("remove")).apply(change(step(put("a", "two", over="one")), days=1))
    assert receipt.applied
    assert "left behind" in receipt.notes[0]
    store = folder_store(tmp_path)
    assert tree(tmp_path / "memory") == {"a.md": b"two"}
    assert len(list(store.history())) == 2
    assert facts(store, "apply")[1] == receipt.id


@pytest.mark.parametrize("problem", [sqlite3.DatabaseError("malformed"), OverflowError("a time"), TypeError("a bug")])
def test_trouble_with_the_index_is_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: Exception) -> None:
    store = folder_store(tmp_path)
    store.apply(change(step(put("a", "one"))))
    list(store.scan("memory"))

    def broken(self: Index, *_: object) -> None:
        raise problem

    with monkeypatch.context() as patch:
        patch.setattr(Index, "touched", broken)
        receipt = store.apply(change(step(put("b", "two")), days=1))
    assert receipt.applied
    assert str(problem) in receipt.notes[0]
    assert len(list(store.scan("memory"))) == 2


def test_a_busy_index_is_waited_for_without_the_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, other = folder_store(tmp_path), folder_store(tmp_path, wait=0.1)
    store.apply(change(step(put("a", "one"))))
    list(store.scan("memory"))
    held: list[bool] = []

    def busy(self: Index, *_: object) -> None:
        with locks.held(Disk(tmp_path / "local"), "store", "apply", wait=0):
            held.append(True)

    monkeypatch.setattr(Index, "touched", busy)
    store.apply(change(step(put("b", "two")), days=1))
    assert held == [True]
    assert len(list(other.history())) == 2


def test_a_log_that_could_not_be_waited_for_says_that_it_was_rolled_back(tmp_path: Path) -> None:
    folder_store(tmp_path).apply(change(step(put("a", "one"))))
    store = folder_store(tmp_path, disk=failing("_sync", ".jsonl"))
    second = change(step(put("b", "two")), days=1)
    with pytest.raises(OSError, match="Input/output"):
        store.apply(second)
    assert tree(tmp_path / "memory") == {"a.md": b"one"}
    (taken_back,) = facts(store, "rolled-back")
    assert taken_back in facts(store, "apply"), "the log may have said that it was done"
    assert [past.number for past in store.history()] == [1]
    again = folder_store(tmp_path).apply(second)
    assert facts(store, "apply")[-1] == again.id != taken_back


# What fails while it is done


def hand_saves(name: str, words: str) -> type[Disk]:
    return before_first("exchange", lambda disk: (disk.base / f"{name}.md").write_text(words))


def test_an_undo_step_that_failed_has_undone_nothing(tmp_path: Path) -> None:
    store = folder_store(tmp_path)
    store.apply(change(step(put("a", "a1")), step(put("b", "b1")), days=-1))
    target = store.apply(change(step(put("a", "a2", over="a1")), step(put("b", "b2", over="b1"))))
    receipt = folder_store(tmp_path, disk=hand_saves("a", "hand")).undo(None, by="ada", at=at(1))
    assert len(receipt.applied) == len(receipt.skipped) == 1
    pasts = list(store.history())
    assert not is_undone(pasts[1], undone_steps(pasts))
    (tmp_path / "memory" / "a.md").write_text("a2")
    store.undo(target.id, by="ada", at=at(2))
    assert tree(tmp_path / "memory") == {"a.md": b"a1", "b.md": b"b1"}


def test_a_change_of_which_nothing_came_is_not_on_record(tmp_path: Path) -> None:
    folder_store(tmp_path, render=render_index).apply(change(step(put("a", "a1")), days=-1))
    store = folder_store(tmp_path, render=render_index, disk=hand_saves("a", "hand"))
    receipt = store.apply(change(step(put("a", "a2", over="a1"))))
    assert (receipt.id, receipt.applied, receipt.rendered) == ("", (), ())
    pasts = list(store.history())
    assert [past.title for past in pasts] == ["a change"]
    assert len(facts(store, "apply")) == 1
    assert not is_undone(pasts[0], undone_steps(pasts))
    assert (tmp_path / "memory" / "a.md").read_text() == "hand"


def test_a_save_into_a_file_that_stood_there_only_for_a_moment_is_kept(tmp_path: Path) -> None:
    """Somebody edits as we swap, so theirs goes back; somebody edits ours, so that is brought back in turn; and the
    first, quick enough to have opened theirs in between, has not finished writing."""
    folder_store(tmp_path).apply(change(step(put("a", "one\n"))))
    writers: list[threading.Thread] = []

    class Crowded(Disk):
        swaps = 0

        def exchange(self, a: str, b: str) -> None:
            Crowded.swaps += 1
            if self.swaps == 1:
                (self.base / b).write_text("by hand\n")
            if self.swaps == 3:
                writers.append(threading.Thread(target=_write_slowly, args=(os.open(self.base / b, _APPEND),)))
                writers[0].start()
            super().exchange(a, b)

        def read(self, path: str, **how: Any) -> bytes | Unreadable | None:
            if self.swaps == 2 and how.get("settled"):
                with (self.base / path).open("a") as file:
                    file.write("into ours\n")
            return super().read(path, **how)

    receipt = folder_store(tmp_path, disk=Crowded).apply(change(step(put("a", "two\n", over="one\n")), days=1))
    writers[0].join()
    assert tree(tmp_path / "memory") == {"a.md": b"by hand\ninto ours\n"}
    assert list(tree(tmp_path / "local" / "kept").values()) == [b"by hand\nslowly\n"]
    assert "kept in local/kept" in receipt.notes[0]


_APPEND = os.O_WRONLY | os.O_APPEND


def _write_slowly(fd: int) -> None:
    time.sleep(0.1)
    os.write(fd, b"slowly\n")
    os.close(fd)


def test_an_edit_that_is_the_beginning_of_our_text_survives_a_crash(tmp_path: Path) -> None:
    folder_store(tmp_path).apply(change(step(put("a", "line1\nline2\n"))))

    class Dies(Disk):
        def exchange(self, a: str, b: str) -> None:
            (self.base / "a.md").write_text("line1\n")  # somebody deletes a line, and then the power goes
            super().exchange(a, b)
            os._exit(9)

    longer = change(step(put("a", "line1\nline2\nline3\n", over="line1\nline2\n")), days=1)
    assert in_child(lambda: folder_store(tmp_path, disk=Dies).apply(longer)) == 9
    folder_store(tmp_path)
    assert tree(tmp_path / "memory") == {"a.md": b"line1\n"}


def test_a_derived_text_somebody_edits_while_it_is_to_go_is_left_and_named(tmp_path: Path) -> None:
    def lists(reader: Reader, _touched: object) -> list[Put]:
        there = reader.read(note("INDEX"))
        wanted = b"a\n" if reader.read(note("a")) else None
        if wanted is None or (there and there.content == wanted):
            return []
        return [Put(note("INDEX"), there.digest if there else None, wanted)]

    first = folder_store(tmp_path, render=lists).apply(change(step(put("a", "1"))))
    assert first.rendered == (note("INDEX"),)
    edited = before_first("place", lambda disk: (disk.base / "INDEX.md").write_text("mine"))
    receipt = folder_store(tmp_path, render=lists, disk=edited).undo(None, by="ada", at=at(1))
    assert (tmp_path / "memory" / "INDEX.md").read_text() == "mine"
    assert any("INDEX.md was changed" in line for line in receipt.notes)
    assert receipt.rendered == ()


# Opening


def crashed(base: Path, **how: Any) -> None:
    """A change that was journalled, and then the process died."""
    folder_store(base, render=render_index).apply(change(step(put("a", "1"))))

    class Dies(Disk):
        def place(self, a: str, b: str) -> None:
            os._exit(9)

    dying = change(step(put("b", "1")), days=1)
    assert in_child(lambda: folder_store(base, render=render_index, disk=Dies).apply(dying)) == 9


def test_a_bad_document_does_not_keep_the_store_from_opening(tmp_path: Path) -> None:
    crashed(tmp_path)
    (tmp_path / "memory" / "c.md").symlink_to("/etc/hostname")
    store = folder_store(tmp_path, render=render_index)
    assert len(list(store.history())) == 2
    (record,) = (r for r in store.records("events") if isinstance(r, LogRecord) and r.kind == "recovered")
    assert "symbolic link" in str(record.facts["notes"])


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_what_cannot_be_finished_now_keeps_nobody_from_reading(tmp_path: Path, error: int) -> None:
    crashed(tmp_path)
    store = folder_store(tmp_path, render=render_index, disk=failing("remove", error=error))
    assert store.read(note("a")) is not None
    assert len(list(store.history())) == 1
    assert "could not be finished" in store.read_only_reason()[0].reason
    with pytest.raises((ReverieError, OSError)):
        store.apply(change(step(put("d", "1")), days=2))
    assert len(list(folder_store(tmp_path, render=render_index).history())) == 2


def test_an_open_store_holds_no_folder(tmp_path: Path) -> None:
    folder_store(tmp_path).apply(change(step(put("a", "1"))))
    gc.collect()  # what earlier tests left open would be closed at any moment
    before = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    stores = [folder_store(tmp_path) for _ in range(5)]
    assert all(store.read(note("a")) for store in stores)
    if before:
        assert len(os.listdir("/proc/self/fd")) <= before


def test_many_files_at_once_need_few_descriptors(tmp_path: Path) -> None:
    def many() -> None:
        os.closerange(3, 4096)  # what the process that runs the tests happens to hold open
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
        flat = [step(put(f"n{i}", "x")) for i in range(300)]
        deep = [step(Put(Address("memory", f"f{i}/x.md"), None, b"x")) for i in range(200)]
        store = folder_store(tmp_path)
        assert len(store.apply(change(*flat, *deep)).applied) == 500
        assert len(store.undo(None, by="ada", at=at(1)).applied) == 500

    assert in_child(many) == 0


def test_a_note_nobody_may_write_is_changed_and_stays_so() -> None:
    base = Path(tempfile.mkdtemp(prefix="reverie-mode-"))

    def write() -> None:
        if os.getuid() == 0:
            os.chown(base, 65534, 65534)
            os.setgid(65534)
            os.setuid(65534)
        store = folder_store(base)
        store.apply(change(step(put("a", "a1")), step(put("b", "b1")), days=-1))
        path = base / "memory" / "a.md"
        path.chmod(0o444)
        receipt = store.apply(change(step(put("a", "a2", over="a1")), step(put("b", "b2", over="b1"))))
        assert len(receipt.applied) == 2
        assert path.read_text() == "a2"
        assert path.stat().st_mode & 0o777 == 0o444
        failing_step = change(step(put("a", "a3", over="a2"), put("new", "x")), days=1)
        (base / "memory" / "new.md").mkdir()
        assert not store.apply(failing_step).applied
        store.undo(None, by="ada", at=at(2))
        assert (path.read_text(), path.stat().st_mode & 0o777) == ("a1", 0o444)

    code = in_child(write)
    shutil.rmtree(base)
    assert code == 0


def test_a_read_only_store_is_still_listed() -> None:
    base = Path(tempfile.mkdtemp(prefix="reverie-read-only-"))

    def look() -> None:
        if os.getuid() == 0:
            os.chown(base, 65534, 65534)
            os.setgid(65534)
            os.setuid(65534)
        folder_store(base).apply(change(step(put("a", "1"))))
        for path in [*base.rglob("*"), base]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        try:
            store = folder_store(base)
            assert len(list(store.scan("memory"))) == 1
            with pytest.raises(StoreReadOnly):
                store.apply(change(step(put("b", "1")), days=1))
        finally:
            for path in [base, *base.rglob("*")]:
                path.chmod(0o755)

    code = in_child(look)
    shutil.rmtree(base)
    assert code == 0


# Locks


def hog(folder: str, ready: Any, stop: Any) -> None:
    disk = Disk(Path(folder))
    while not stop.is_set():
        with locks.held(disk, "store", "apply", wait=30):
            ready.set()
            time.sleep(0.004)


def test_a_busy_neighbour_does_not_starve_others(tmp_path: Path) -> None:
    folder_store(tmp_path).apply(change(step(put("a", "1"))))
    context = multiprocessing.get_context("spawn")
    ready, stop = context.Event(), context.Event()
    owner = context.Process(target=hog, args=(str(tmp_path / "local"), ready, stop))
    owner.start()
    try:
        assert ready.wait(30)
        assert folder_store(tmp_path, wait=10).apply(change(step(put("b", "1")), days=1)).applied
    finally:
        stop.set()
        owner.join(60)
    assert locks._LONGEST <= 0.002


# Formats


def project_store(base: Path, format: Format | None = None) -> FolderStore:
    (base / "agent").mkdir(exist_ok=True)
    (base / "memory").mkdir(exist_ok=True)
    roots = [Root("agent", base / "agent"), Root("memory", base / "memory", anchor=base)]
    return FolderStore(roots, base / "local", describe=lambda _address, _content: Described("note"), format=format)


@pytest.mark.parametrize(
    "content", [b"", b"<<<<<<< HEAD\nreverie 1\n", b"reverie " + b"9" * 5000, b"reverie 0\n", b"reverie 1 9", b"\xff"]
)
def test_a_format_that_says_nothing_is_a_clear_error(tmp_path: Path, content: bytes) -> None:
    project_store(tmp_path).apply(change(step(put("a", "1"))))
    (tmp_path / "agent" / "format").write_bytes(content)
    store = project_store(tmp_path)
    assert store.read(note("a")) is not None
    assert "reverie 1" in store.read_only_reason()[0].reason
    with pytest.raises(BadDocument, match="agent:format"):
        store.apply(change(step(put("b", "1")), days=1))


def add_words(reader: Reader) -> tuple[Step, ...]:
    old = reader.read(note("b"))
    assert old is not None
    return (step(Put(note("b"), old.digest, old.content + b" in new words"), reason="new words"),)


def test_the_marker_stays_as_long_as_anything_stands(tmp_path: Path) -> None:
    store = project_store(tmp_path)
    first = store.apply(change(step(put("a", "1"))))
    store.apply(change(step(put("b", "old")), days=1))
    store.undo(first.id, by="ada", at=at(2))
    assert tree(tmp_path / "agent") == {"format": b"reverie 1\n"}
    pasts = list(store.history())
    assert is_undone(pasts[-1], undone_steps(pasts)), "the change itself is taken back"
    project_store(tmp_path, Format(2, {1: add_words})).apply(change(step(put("c", "1")), days=3))
    assert (tmp_path / "memory" / "b.md").read_text() == "old in new words"
    newer = project_store(tmp_path, Format(2, {1: add_words}))
    newer.undo(first.id, by="ada", at=at(4), to=True)
    assert tree(tmp_path / "agent") == tree(tmp_path / "memory") == {}
    newest = next(iter(newer.history()))
    newer.undo(newest.id, by="ada", at=at(5))
    assert tree(tmp_path / "agent") == {"format": b"reverie 2\n"}


def test_the_last_one_out_takes_the_marker_along(tmp_path: Path) -> None:
    store = project_store(tmp_path)
    first = store.apply(change(step(put("a", "1"))))
    store.apply(change(step(put("b", "1")), days=1))
    store.undo(first.id, by="ada", at=at(2))
    store.undo(None, by="ada", at=at(3))
    assert tree(tmp_path / "agent") == tree(tmp_path / "memory") == {}


@pytest.mark.parametrize(("version", "left"), [(1, {}), (2, {"format": b"reverie 2\n"})])
def test_a_marker_is_left_where_a_persons_notes_would_be_misread(
    tmp_path: Path, version: int, left: dict[str, bytes]
) -> None:
    """Notes without a marker have the first format, so one that says just that goes as it came."""
    store = project_store(tmp_path, Format(version))
    store.apply(change(step(put("a", "1"))))
    (tmp_path / "memory" / "own.md").write_text("mine")
    store.undo(None, by="ada", at=at(2))
    assert tree(tmp_path / "agent") == left


def test_a_marker_that_was_there_first_stays(tmp_path: Path) -> None:
    store = project_store(tmp_path)
    (tmp_path / "agent" / "format").write_text("reverie 1\n")  # as a colleague committed it
    store.apply(change(step(put("a", "1"))))
    store.undo(None, by="ada", at=at(2))
    assert tree(tmp_path / "agent") == {"format": b"reverie 1\n"}


def test_settings_that_came_first_do_not_keep_the_marker(tmp_path: Path) -> None:
    store = project_store(tmp_path)
    (tmp_path / "agent").mkdir(exist_ok=True)
    (tmp_path / "agent" / "config.yaml").write_text("{}")
    store.apply(change(step(put("a", "1"))))
    store.undo(None, by="ada", at=at(2))
    assert tree(tmp_path / "agent") == {"config.yaml": b"{}"}


def test_a_memory_without_a_marker_has_the_first_format(tmp_path: Path) -> None:
    project_store(tmp_path)
    (tmp_path / "memory" / "b.md").write_text("old")
    project_store(tmp_path, Format(2, {1: add_words})).apply(change(step(put("c", "1"))))
    assert (tmp_path / "memory" / "b.md").read_text() == "old in new words"


def test_a_store_of_a_newer_format_is_not_even_recovered(tmp_path: Path) -> None:
    project_store(tmp_path).apply(change(step(put("a", "1"))))

    class Dies(Disk):
        def place(self, a: str, b: str) -> None:
            os._exit(9)

    def die() -> None:
        roots = [Root("agent", tmp_path / "agent"), Root("memory", tmp_path / "memory", anchor=tmp_path)]
        FolderStore(roots, tmp_path / "local", disk=Dies).apply(change(step(put("b", "1")), days=1))

    assert in_child(die) == 9
    (tmp_path / "agent" / "format").write_text("reverie 99\n")
    before = tree(tmp_path)
    assert project_store(tmp_path).read(note("a")) is not None
    assert tree(tmp_path) == before
    (tmp_path / "agent" / "format").write_text("reverie 1\n")
    project_store(tmp_path)
    assert (tmp_path / "memory" / "b.md").exists()


def test_names_are_compared_as_the_most_forgetful_disk_does() -> None:
    root = Root("agent", Path("/x"), never=frozenset({"memory", "local"}))
    assert not root.holds("LOCAL/journal/x")
    assert not root.holds("Memory/a.md")
    assert root.holds("memories/a.md")


@pytest.mark.parametrize("closed", ["read-only", "a folder in the lock's place"])
def test_a_lock_that_cannot_be_made_is_told_in_plain_words(closed: str) -> None:
    base = Path(tempfile.mkdtemp(prefix="reverie-lock-"))

    def dream() -> None:
        if os.getuid() == 0:
            os.chown(base, 65534, 65534)
            os.setgid(65534)
            os.setuid(65534)
        store = folder_store(base)
        store.apply(change(step(put("a", "1"))))
        locks = base / "local" / "locks"
        if closed == "read-only":
            locks.chmod(0o500)
        else:
            (locks / "store.dream").mkdir()
        with (
            pytest.raises(StoreReadOnly, match=r"cannot be written: (permission denied|there is a folder)"),
            store.dreaming(),
        ):
            raise AssertionError("nobody holds it")
        locks.chmod(0o700)

    code = in_child(dream)
    shutil.rmtree(base)
    assert code == 0
