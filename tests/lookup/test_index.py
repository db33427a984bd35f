"""The index is derived: whatever happened to it, it ends as if it had been made from what is there now."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reverie.lookup import rows
from reverie.lookup.index import Index
from reverie.lookup.search import search
from reverie.records.passages import Passage
from tests.lookup.memory import ids, note, put

DOCUMENTS = (
    note("deploy", "The deploy needs profile eu-west.", "Roll back with make undo."),
    note("tea", "Green tea."),
)


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    opened = Index(tmp_path / "index")
    yield opened
    opened.close()


def test_what_was_put_is_found_and_what_was_dropped_is_not(index: Index) -> None:
    put(index, *DOCUMENTS)
    assert ids(search(index, "which profile for deploying?"))[0] == "deploy/0"
    assert index.drop("memory:deploy.md") is True
    assert index.drop("memory:deploy.md") is False
    assert ids(search(index, "which profile for deploying?")) == []
    assert index.size() == 1


def test_a_passage_comes_back_as_it_went_in(index: Index) -> None:
    address, stamp, passages = note("odd", "", "a\0b \ud800 line", "🚀", pinned=True, facts={"by": "Ann"}, origin="")
    index.put(address, stamp, passages)
    assert search(index, "line")[0].passage == passages[1]
    assert ids(search(index, "🚀")) == ["odd/2"]


def test_sync_puts_what_changed_and_drops_what_is_gone(index: Index) -> None:
    notes = {address: (stamp, passages) for address, stamp, passages in DOCUMENTS}
    read: list[str] = []

    def passages_of(address: str) -> list[Passage]:
        read.append(address)
        return notes[address][1]

    def wanted() -> dict[str, str]:
        return {address: stamp for address, (stamp, _) in notes.items()}

    assert index.sync(wanted(), passages_of) == (2, 0)
    assert index.sync(wanted(), passages_of) == (0, 0)
    address, stamp, passages = note("tea", "Black tea, no milk.")
    notes = {address: (stamp, passages)}
    assert index.sync(wanted(), passages_of) == (1, 1)
    assert read == ["memory:deploy.md", "memory:tea.md", "memory:tea.md"]
    assert index.stamps() == wanted()


def test_a_group_longer_than_there_are_numbers_becomes_two(index: Index) -> None:
    index.put(*note("long", *(f"line {n} says word{n}" for n in range(4200))))
    assert index.size() == 4200
    assert ids(search(index, "word4199"))[0] == "long/4199"
    assert index.drop("memory:long.md")
    assert _tables(index) == _tables_of([], index)


_TEXTS = st.lists(st.sampled_from(["", "red fox", "red red fish", "the cat sat", "fox and cat", "!"]), max_size=5)
_MOVES = st.lists(st.tuples(st.sampled_from(["a", "b", "c"]), st.none() | _TEXTS), max_size=8)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(moves=_MOVES, together=st.booleans())
def test_changes_one_by_one_end_where_a_new_index_begins(tmp_path: Path, moves: list, together: bool) -> None:  # type: ignore[type-arg]
    shutil.rmtree(tmp_path / "one", ignore_errors=True)
    index = Index(tmp_path / "one")
    last: dict[str, tuple[str, str, list[Passage]]] = {}
    for name, texts in moves:
        last.pop(name, None)
        if texts is not None:
            last[name] = note(name, *texts)
    if together:
        index.change(
            lambda writer: [
                writer.put(*note(n, *t)) if t is not None else writer.drop(f"memory:{n}.md") for n, t in moves
            ]
        )
    else:
        for name, texts in moves:
            index.drop(f"memory:{name}.md") if texts is None else index.put(*note(name, *texts))
    assert _tables(index) == _tables_of(list(last.values()), index)
    index.close()


def _tables_of(notes: list[tuple[str, str, list[Passage]]], beside: Index) -> dict[str, object]:
    folder = beside._shelf._folder.with_name("fresh")
    shutil.rmtree(folder, ignore_errors=True)
    fresh = Index(folder)
    fresh.put_many(notes)
    tables = _tables(fresh)
    fresh.close()
    return tables


def _tables(index: Index) -> dict[str, object]:
    """What the index knows, by names instead of its own numbers."""

    def look(file: sqlite3.Connection) -> dict[str, object]:
        postings = file.execute(
            """SELECT text, posting >> 34 & 31,
                      COALESCE((SELECT id FROM passages WHERE number = posting & 0x3ffffffff), 'title'), COUNT(*)
               FROM postings JOIN terms ON terms.number = posting >> 39 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"""
        ).fetchall()
        holders = file.execute("SELECT text, holders FROM terms WHERE holders ORDER BY text").fetchall()
        facts = file.execute("SELECT * FROM facts WHERE name != 'next group' ORDER BY name").fetchall()
        records = file.execute("SELECT record FROM contents ORDER BY record").fetchall()
        return {"postings": postings, "holders": holders, "facts": facts, "records": records}

    return index.guarded(look)


def _spoil(folder: Path, how: str) -> None:
    (file,) = folder.glob("*/index.sqlite")
    for beside in folder.glob("*/index.sqlite-*"):
        beside.unlink()
    content = file.read_bytes()
    spoiled = {
        "empty": b"",
        "cut": content[: len(content) // 2],
        "noise": b"\xa5" * len(content),
        "middle": content[:4096] + b"\xff" * (len(content) - 4096),
        "text": b"not a database, really",
    }
    file.write_bytes(spoiled[how])


@pytest.mark.parametrize("how", ["empty", "cut", "noise", "middle", "text"])
def test_a_damaged_index_is_made_anew_and_reported(tmp_path: Path, how: str) -> None:
    folder = tmp_path / "index"
    first = Index(folder)
    put(first, *DOCUMENTS)
    first.close()
    _spoil(folder, how)
    again = Index(folder, refill=lambda index: put(index, *DOCUMENTS))
    assert ids(search(again, "profile"))[:1] == ["deploy/0"]
    assert again.report.renewed == 1
    assert again.report.damage
    again.close()


def test_a_record_with_bad_bytes_is_damage(tmp_path: Path) -> None:
    index = Index(tmp_path, refill=lambda index: put(index, *DOCUMENTS))
    put(index, *DOCUMENTS)
    index.guarded(lambda file: file.execute("UPDATE contents SET record = x'ff00'"))
    assert ids(search(index, "profile"))[:1] == ["deploy/0"]
    assert index.report.renewed == 1
    index.close()


def test_a_strangers_file_with_tables_of_its_own_is_not_used(tmp_path: Path) -> None:
    first = Index(tmp_path)
    put(first, *DOCUMENTS)
    first.guarded(
        lambda file: file.execute("CREATE TRIGGER trap AFTER INSERT ON documents BEGIN DELETE FROM contents; END")
    )
    first.close()
    again = Index(tmp_path, refill=lambda index: put(index, *DOCUMENTS))
    assert ids(search(again, "profile"))[:1] == ["deploy/0"]
    assert again.report.renewed == 1
    again.close()


def test_the_folder_may_vanish_at_any_moment(index: Index, tmp_path: Path) -> None:
    put(index, *DOCUMENTS)
    shutil.rmtree(tmp_path / "index")
    assert index.stamps() == {}
    put(index, *DOCUMENTS)
    assert ids(search(index, "green"))[:1] == ["tea/0"]


def test_a_name_that_leads_elsewhere_is_not_followed(index: Index, tmp_path: Path) -> None:
    put(index, *DOCUMENTS)
    (tmp_path / "index" / "current").write_text("../../elsewhere")
    assert index.stamps() == {}


def test_a_change_that_fails_leaves_nothing(index: Index) -> None:
    put(index, *DOCUMENTS)
    before = _tables(index)

    def read(address: str) -> list[Passage]:
        if address == "memory:no.md":
            raise RuntimeError
        return note("new", "half a change")[2]

    with pytest.raises(RuntimeError):
        index.sync({"memory:new.md": "x", "memory:no.md": "y"}, read)
    assert _tables(index) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_an_index_is_read_where_nothing_may_be_written(index: Index, tmp_path: Path) -> None:
    put(index, *DOCUMENTS)
    index.close()
    (making,) = (path for path in (tmp_path / "index").iterdir() if path.is_dir())
    making.chmod(0o500)
    assert ids(search(index, "green"))[:1] == ["tea/0"]
    making.chmod(0o700)


def _write(folder: Path, who: str, count: int) -> None:
    index = Index(folder)
    for n in range(count):
        index.put(*note(f"{who}{n}", f"written by {who}, number {n}", "and a second line"))
    index.close()


def _read(folder: Path, count: int, seen: multiprocessing.Queue[int]) -> None:
    index = Index(folder)
    least = 0
    for _ in range(count):
        size = index.size()
        hits = search(index, "written by number", limit=5)
        assert size % 2 == 0 and size >= least and all(hit.passage.text for hit in hits)
        least = size
    seen.put(least)


def test_two_write_while_two_read(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    seen = context.Queue()
    jobs = [context.Process(target=_write, args=(tmp_path, who, 40)) for who in ("ann", "bob")]
    jobs += [context.Process(target=_read, args=(tmp_path, 40, seen)) for _ in range(2)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join(120)
    assert [job.exitcode for job in jobs] == [0, 0, 0, 0]
    index = Index(tmp_path)
    assert index.size() == 160
    assert _tables(index) == _tables_of(
        [
            note(f"{who}{n}", f"written by {who}, number {n}", "and a second line")
            for who in ("ann", "bob")
            for n in range(40)
        ],
        index,
    )
    index.close()


def test_many_postings_at_once_are_the_same_as_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = [note(f"n{n}", *(f"word{n} tea{n % 3} and {line} lines" for line in range(4))) for n in range(9)]

    def postings(name: str) -> list[list[tuple[int]]]:
        index, found = Index(tmp_path / name), []
        index.put_many(notes)
        found.append(index.guarded(lambda file: file.execute("SELECT posting FROM postings").fetchall()))
        index.sync({address: stamp for address, stamp, _ in notes[:2]}, lambda _: [])
        found.append(index.guarded(lambda file: file.execute("SELECT posting FROM postings").fetchall()))
        index.close()
        return found

    one_by_one = postings("alone")
    monkeypatch.setattr(rows, "_WORTH_IT", 10)
    monkeypatch.setattr(rows, "_TOGETHER", 7)
    assert postings("together") == one_by_one and len(one_by_one[0]) > len(one_by_one[1]) > 20
