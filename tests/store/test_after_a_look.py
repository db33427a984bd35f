"""A night looks at every file once. Making the index from what it then wrote costs no second look, and what another
hand does meanwhile is not missed: it is news for the next one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from reverie.records.changes import ChangeSet, Put
from reverie.records.documents import Address, Listed
from reverie.records.store import Reader
from reverie.store import folder, looking, walk
from reverie.store.folder import FolderStore
from reverie.store.roots import Root
from tests.store.builders import INDEX, START, change, describe, note, put, retire, step

INDEX_STEP = Put(INDEX, None, b"- a.md\n")


class Notes:
    """A memory whose index names what a listing tells."""

    def __init__(self, base: Path) -> None:
        self.folder, self.made = base / "memory", 0
        self.store = FolderStore(
            [Root("memory", self.folder)], base / "local", render=self.render, describe=describe, format=None
        )

    def render(self, reader: Reader, touched: Sequence[Address]) -> Iterator[Put]:
        self.made += 1
        notes = [item.path for item in reader.scan("memory") if isinstance(item, Listed) and item.what.kind == "note"]
        old = reader.read(INDEX)
        yield Put(INDEX, old.digest if old else None, "".join(f"- {name}\n" for name in notes).encode())

    def index(self) -> list[str]:
        return (self.folder / "MEMORY.md").read_text().replace("- ", "").split()


@pytest.fixture
def notes(tmp_path: Path) -> Notes:
    (tmp_path / "memory").mkdir()
    return Notes(tmp_path)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The folders that are looked into."""
    found: list[str] = []

    def look_into(root: Root, folder: str, known: walk.Known | None = None) -> Iterator[object]:
        found.append(folder)
        return walk.look_into(root, folder, known)

    monkeypatch.setattr(looking, "look_into", look_into)
    return found


def automatic(*steps: object) -> ChangeSet:
    return change(*steps, automatic=True)  # type: ignore[arg-type]


def test_a_night_that_has_looked_does_not_look_again(notes: Notes, looks: list[str]) -> None:
    notes.store.apply(change(step(put("a", "one"))))
    mark, _ = notes.store.changed()
    looks.clear()
    notes.store.apply(automatic(step(put("b", "two"))))
    assert not looks and notes.index() == ["a.md", "b.md"]
    _, changed = notes.store.changed(mark, look=False)
    assert changed is not None and {note("b"), INDEX} <= changed and not looks


def test_what_leaves_has_left_the_index(notes: Notes) -> None:
    notes.store.apply(change(step(put("a", "one"), put("b", "two"))))
    notes.store.changed()
    notes.store.apply(automatic(step(put("b", "three", over="two"))))
    assert notes.index() == ["a.md", "b.md"]
    notes.store.changed()
    notes.store.apply(change(step(retire("b", "three"))))
    assert notes.index() == ["a.md"]


def test_what_another_hand_did_meanwhile_is_news(notes: Notes) -> None:
    notes.store.apply(change(step(put("a", "one"))))
    mark, _ = notes.store.changed()
    (notes.folder / "c.md").write_text("by hand")
    (notes.folder / "a.md").write_text("by hand, longer")
    notes.store.apply(automatic(step(put("b", "two"))))
    after, noticed = notes.store.changed(mark, look=False)
    _, news = notes.store.changed(after)
    assert noticed is not None and news is not None
    assert {note("c"), note("a")} <= noticed | news


@pytest.mark.parametrize("looked", [False, True])
def test_a_person_s_change_sees_what_came_and_went(notes: Notes, looked: bool) -> None:
    """Nobody knows how long ago the last look was, if there was one."""
    notes.store.apply(change(step(put("a", "one"), put("d", "four"))))
    if looked:
        notes.store.changed()
    (notes.folder / "c.md").write_text("by hand")
    (notes.folder / "d.md").unlink()
    notes.store.apply(change(step(put("b", "two"))))
    assert notes.index() == ["a.md", "b.md", "c.md"]


def test_a_person_s_change_does_not_look_at_every_file(notes: Notes, looks: list[str]) -> None:
    notes.store.apply(change(step(put("a", "one"))))
    notes.store.changed()
    looks.clear()
    for name in "bcd":
        notes.store.apply(change(step(put(name, "two"))))
    assert not looks and notes.index() == ["a.md", "b.md", "c.md", "d.md"]
    notes.store.undo(None, by="ada", at=START)
    assert not looks and notes.index() == ["a.md", "b.md", "c.md"]


def test_after_another_hand_one_look_is_enough(notes: Notes, looks: list[str]) -> None:
    notes.store.apply(change(step(put("a", "one"))))
    (notes.folder / "c.md").write_text("by hand")
    notes.store.apply(change(step(put("b", "two"))))
    looks.clear()
    notes.store.apply(change(step(put("d", "two"))))
    assert not looks and notes.index() == ["a.md", "b.md", "c.md", "d.md"]
    (notes.folder / "e.md").write_text("by hand")
    notes.store.apply(change(step(put("f", "two"))))
    assert notes.index() == ["a.md", "b.md", "c.md", "d.md", "e.md", "f.md"]


def test_a_lost_index_is_no_reason_to_leave_notes_out(notes: Notes) -> None:
    notes.store.apply(change(step(put("a", "one"))))
    notes.store.close()
    for file in (notes.folder.parent / "local" / "cache").glob("index.sqlite*"):
        file.unlink()
    again = Notes(notes.folder.parent)
    again.store.apply(change(step(put("b", "two"))))
    assert again.index() == ["a.md", "b.md"]


def test_a_look_serves_one_change(notes: Notes) -> None:
    notes.store.changed()
    notes.store.apply(automatic(step(put("a", "one"))))
    (notes.folder / "c.md").write_text("by hand")
    notes.store.apply(automatic(step(put("b", "two"))))
    assert notes.index() == ["a.md", "b.md", "c.md"]


def test_what_is_derived_already_is_not_made_again(notes: Notes) -> None:
    (notes.folder / "a.md").write_text("by hand")
    notes.store.changed()
    notes.store.apply(automatic(replace(step(INDEX_STEP), derived=True)))
    assert notes.made == 0 and notes.index() == ["a.md"]
    notes.store.apply(automatic(step(put("b", "two"))))
    assert notes.made and notes.index() == ["a.md", "b.md"]


def test_a_look_of_long_ago_is_none(notes: Notes, monkeypatch: pytest.MonkeyPatch) -> None:
    notes.store.changed()
    monkeypatch.setattr(folder, "_HOLDS", -1)
    (notes.folder / "c.md").write_text("by hand")
    notes.store.apply(automatic(step(put("b", "two"))))
    assert notes.index() == ["b.md", "c.md"]
