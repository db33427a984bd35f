"""The index beside other processes, hands and bad files: it is a cache, so it never stands in anybody's way."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from reverie.layouts.agent import describe as describe_note
from reverie.records.documents import Address, Described
from reverie.store import cabinet
from reverie.store.index import Index
from reverie.store.roots import Root, Roots
from tests.store.builders import change, describe, folder_store, note, put, step

SETTLED = 0.25  # seconds after which a folder's time hides nothing


class Place:
    """A memory and its index."""

    def __init__(self, base: Path) -> None:
        self.memory, self.file = base / "memory", base / "index.sqlite"
        self.memory.mkdir()

    def write(self, name: str, text: str | bytes = "x") -> Path:
        path = self.memory / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def open(self, how: object = describe) -> Index:
        return Index(self.file, Roots([Root("memory", self.memory)]), how)  # type: ignore[arg-type]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def names(index: Index) -> list[str]:
    return [item.address.path for item in index.listed("memory")]


# Keeping up with hands


@pytest.mark.parametrize("by_hand", ["foreign.md", "deeper/foreign.md"])
def test_a_file_made_by_hand_just_before_ours_is_found(place: Place, by_hand: str) -> None:
    place.write("a.md")
    index = place.open()
    index.refresh()
    time.sleep(SETTLED)
    index.refresh()
    place.write(by_hand)
    place.write("ours.md")
    time.sleep(SETTLED)
    index.touched([note("ours")])
    assert names(index) == ["a.md", "ours.md"]
    index.refresh()
    assert names(index) == sorted(["a.md", by_hand, "ours.md"])


def test_a_file_replaced_by_hand_just_before_ours_is_read_again(place: Place) -> None:
    path = place.write("a.md", "old")
    index = place.open()
    index.refresh()
    time.sleep(SETTLED)
    index.refresh()
    place.write("new.tmp", "newer").rename(path)
    place.write("ours.md")
    index.touched([note("ours")])
    time.sleep(SETTLED)
    index.refresh()
    assert [item.size for item in index.listed("memory")] == [5, 1]


def test_a_new_folder_of_ours_is_known_and_forgotten_when_it_goes(place: Place) -> None:
    index = place.open()
    index.refresh()
    place.write("new/b.md")
    index.touched([Address("memory", "new/b.md")])
    assert names(index) == ["new/b.md"]
    shutil.rmtree(place.memory / "new")
    index.refresh()
    assert names(index) == []


def test_what_is_touched_before_the_first_look_does_not_hide_the_rest(place: Place) -> None:
    place.write("a.md")
    place.write("deep/b.md")
    index = place.open()
    index.touched([Address("memory", "deep/b.md")])
    index.refresh()
    assert names(index) == ["a.md", "deep/b.md"]


# Bad files


def test_a_document_nobody_understands_is_a_fault_and_no_crash(place: Place) -> None:
    def broken(address: Address, content: bytes) -> Described:
        if content == b"bad":
            raise OverflowError("too large")
        return Described("note", "\ud800" if content == b"half" else "title", fault="")

    place.write("good.md")
    place.write("bad.md", "bad")
    place.write("half.md", "half")
    index = place.open(broken)
    index.refresh()
    assert [(s.what, s.reason) for s in index.left_out()] == [
        ("memory:bad.md", "it cannot be understood (OverflowError)")
    ]
    assert dict(index.titled("note"))[note("half")] == "\\ud800"


def test_a_time_from_another_age_can_be_kept(place: Place) -> None:
    path = place.write("far.md")
    os.utime(path, (13_569_465_600, 13_569_465_600))
    index = place.open()
    for _ in range(2):
        index.refresh(full=True)
        assert names(index) == ["far.md"]


@pytest.mark.parametrize(
    "content", [b"# a" + b" " * 1500 + b"b\n", b"#" + b"\n" * 3900, b"# a" + b" #" * 1900 + b" b\n"]
)
def test_a_heading_costs_no_more_than_its_length(content: bytes) -> None:
    began = time.process_time()
    describe_note(note("x"), content)
    assert time.process_time() - began < 5


def test_a_transaction_is_never_left_open(place: Place) -> None:
    def interrupted(address: Address, content: bytes) -> Described:
        raise KeyboardInterrupt

    place.write("a.md")
    place.open().refresh()
    index = place.open(interrupted)
    with pytest.raises(KeyboardInterrupt):
        index.touched([note("a")])
    other = place.open()
    other.touched([note("a")])
    assert names(other) == ["a.md"]


# Other processes


def test_emptying_it_leaves_others_a_working_index(place: Place) -> None:
    place.write("a.md")
    index, other = place.open(), place.open()
    index.refresh()
    other.refresh()
    index.discard()
    assert names(other) == []
    other.refresh()
    assert names(other) == ["a.md"]
    assert (other.rebuilt, place.open().rebuilt) == ("", "")


def test_a_busy_index_is_not_a_damaged_one(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.write("a.md")
    place.open().refresh()
    monkeypatch.setattr(cabinet, "PATIENCE", 0.1)
    holder = sqlite3.connect(place.file, isolation_level=None)
    holder.execute("begin immediate")
    before = place.file.stat().st_ino
    index = place.open()
    index.refresh(full=True)
    assert names(index) == ["a.md"]
    assert index.rebuilt == "another program keeps the index to itself, so it was done without"
    assert place.file.stat().st_ino == before
    holder.execute("rollback")
    again = place.open()
    again.refresh()
    assert (again.rebuilt, place.file.stat().st_ino) == ("", before)


def test_a_file_another_process_is_still_making_is_not_a_damaged_one(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cabinet, "PATIENCE", 0.1)
    holder = sqlite3.connect(place.file, isolation_level=None)
    holder.execute("create table theirs(x)")
    holder.execute("begin exclusive")
    assert "done without" in place.open().rebuilt
    assert holder.execute("select count(*) from theirs").fetchone() == (0,)


def test_two_that_begin_at_once_make_one_index(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    look = cabinet._is_whole
    made: list[Index | None] = []

    def late(db: sqlite3.Connection) -> bool:
        if not made:
            made.append(None)
            made.append(place.open())
            return False
        return look(db)

    monkeypatch.setattr(cabinet, "_is_whole", late)
    assert place.open().rebuilt == ""


@pytest.mark.parametrize("table", cabinet.TABLES)
def test_a_missing_table_is_damage(place: Place, table: str) -> None:
    place.write("a.md")
    place.open().refresh()
    sqlite3.connect(place.file, isolation_level=None).execute(f"drop table {table}")
    index = place.open()
    assert "made anew" in index.rebuilt
    index.refresh()
    assert names(index) == ["a.md"]


def test_damage_met_in_use_is_mended(place: Place) -> None:
    for n in range(300):
        place.write(f"{n:03}.md")
    index = place.open()
    index.refresh()
    index.close()
    raw = bytearray(place.file.read_bytes())
    raw[-3 * 4096 :] = b"\xff" * (3 * 4096)
    place.file.write_bytes(raw)
    index = place.open()
    assert index.rebuilt == ""
    index.refresh(full=True)
    assert len(names(index)) == 300
    assert "made anew" in index.rebuilt


def test_without_a_file_it_is_kept_in_memory(place: Place) -> None:
    place.write("a.md")
    index = Index(None, Roots([Root("memory", place.memory)]), describe)
    index.refresh()
    assert names(index) == ["a.md"]
    assert not place.file.exists()


def _work(base: Path, kind: str, seconds: float) -> Iterator[str]:
    place = Place.__new__(Place)
    place.memory, place.file = base / "memory", base / "index.sqlite"
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            index = place.open()
            index.refresh(full=kind == "full")
            if kind == "discard":
                index.discard()
            else:
                index.counts()
                index.close()
            if index.rebuilt:
                yield index.rebuilt
        except Exception as problem:  # noqa: BLE001 — every kind of trouble is counted
            yield f"{kind}: {type(problem).__name__}: {problem}"


def _troubles(base: Path, kind: str) -> list[str]:
    return list(_work(base, kind, 2.0))


def test_many_processes_open_refresh_and_empty_it_at_once(place: Place, tmp_path: Path) -> None:
    for n in range(50):
        place.write(f"{n}.md")
    kinds = ["discard", "discard", "full", "look", "look"]
    with multiprocessing.get_context("spawn").Pool(len(kinds)) as pool:
        found = pool.starmap(_troubles, [(tmp_path, kind) for kind in kinds])
    assert [trouble for troubles in found for trouble in troubles] == []


def test_a_change_of_ours_does_not_make_the_next_look_read_the_folder_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Folder times and the files a change touches are enough; but a file made by hand meanwhile is not missed."""
    store = folder_store(tmp_path)
    store.apply(change(step(put("a", "one"))))
    list(store.scan("memory"))
    store.apply(change(step(put("b", "two")), days=1))
    read: list[str] = []
    monkeypatch.setattr(Index, "_take_in_folder", lambda self, name, path: read.append(path))
    store.index.refresh()
    assert read == []
    (tmp_path / "memory" / "by-hand.md").write_text("x")
    store.apply(change(step(put("c", "three")), days=2))
    store.index.refresh()
    assert read == [""]
