"""An editor saves its old copy of a note over a line that was just written: the journal still knows the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.store.folder import FolderStore
from tests.store.builders import at, change, folder_store, note, put, render_index, retire, step, undo

Told = list[tuple[str, str, int]]


@pytest.fixture
def store(tmp_path: Path) -> FolderStore:
    return folder_store(tmp_path, render=render_index)


def save(base: Path, words: str, name: str = "a") -> None:
    (base / "memory" / f"{name}.md").write_text(words)


def write(store: FolderStore, text: str, over: str | None = None, days: float = 0, name: str = "a") -> str:
    receipt = store.apply(change(step(put(name, text, over)), title=text, days=days))
    assert receipt.applied
    return receipt.id


def told(store: FolderStore, days: float = 1) -> Told:
    found = store.overwritten(at(days), lambda address: address.name != "MEMORY.md")
    return [(one.past.id, one.address.path, one.lines) for one in found]


def test_a_stale_save_over_a_new_line_is_told(store: FolderStore, tmp_path: Path) -> None:
    write(store, "one\n")
    second = write(store, "one\ntwo\n\n", "one\n")
    assert told(store) == []
    save(tmp_path, "one\n")
    assert told(store) == [(second, "a.md", 1)]


def test_each_change_that_is_lost_is_told_with_its_own_lines(store: FolderStore, tmp_path: Path) -> None:
    write(store, "one\n")
    second = write(store, "one\ntwo\nzwei\n", "one\n")
    third = write(store, "one\ntwo\nzwei\nthree\n", "one\ntwo\nzwei\n")
    save(tmp_path, "one\n")
    assert told(store) == [(third, "a.md", 1), (second, "a.md", 2)]


def test_it_is_told_also_when_something_was_written_since(store: FolderStore, tmp_path: Path) -> None:
    write(store, "one\n")
    second = write(store, "one\ntwo\n", "one\n")
    save(tmp_path, "one\n")
    write(store, "one\nthree\n", "one\n")
    assert told(store) == [(second, "a.md", 1)]


def test_a_line_that_is_back_is_not_missed(store: FolderStore, tmp_path: Path) -> None:
    write(store, "one\n")
    write(store, "one\ntwo\n", "one\n")
    save(tmp_path, "one\n")
    write(store, "one\nthree\ntwo\n", "one\n")
    assert told(store) == []


def test_other_edits_are_a_persons_own(store: FolderStore, tmp_path: Path) -> None:
    write(store, "one\n")
    write(store, "one\ntwo\n", "one\n")
    save(tmp_path, "one, said better\n")
    assert told(store) == []
    save(tmp_path, "one\ntwo\nand mine\n")
    assert told(store) == []
    (tmp_path / "memory" / "a.md").unlink()
    assert told(store) == []


def test_what_a_change_took_out_is_not_missed(store: FolderStore, tmp_path: Path) -> None:
    write(store, "one\n")
    write(store, "one\ntwo\n", "one\n")
    undo(store)
    assert told(store) == []
    save(tmp_path, "one\ntwo\n")  # from before the undo: nothing is gone
    assert told(store) == []
    write(store, "b one\n", name="b")
    write(store, "b one\nb two\n", "b one\n", name="b")
    third = write(store, "b one\nb three\n", "b one\nb two\n", name="b")
    save(tmp_path, "b one\n", "b")
    assert told(store) == [(third, "b.md", 1)]
    store.apply(change(step(retire("b", "b one\n"))))
    assert store.read(note("b")) is None
    assert told(store) == []


def test_it_is_not_told_for_ever(store: FolderStore, tmp_path: Path) -> None:
    write(store, "one\n")
    write(store, "one\ntwo\n", "one\n")
    save(tmp_path, "one\n")
    assert told(store, days=13)
    assert told(store, days=15) == []


def test_only_so_many_entries_are_read(store: FolderStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reverie.store.reading._LOOKED_BACK", 3)
    write(store, "one\n")
    write(store, "one\ntwo\n", "one\n")
    save(tmp_path, "one\n")
    text = None
    for n in range(3):
        assert told(store)
        before, text = text, f"{text or ''}{n}\n"
        write(store, text, before, name="b")
    assert told(store) == []
