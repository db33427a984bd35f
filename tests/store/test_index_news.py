"""What others learn from the index to keep up with the store: each change once, or everything if they are strangers."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

from reverie.store.index import Index
from reverie.store.roots import Root, Roots
from tests.store.builders import describe


class Place:
    def __init__(self, base: Path) -> None:
        self.memory = base / "memory"
        self.memory.mkdir()
        self.file = base / "index.sqlite"
        self.index = self.opened()

    def opened(self) -> Index:
        return Index(self.file, Roots([Root("memory", self.memory)]), describe)

    def news(self, mark: str = "") -> tuple[str, bool, dict[str, bool]]:
        self.index.refresh(full=True)
        found = self.index.news(mark)
        return found.mark, found.all, {address.path: bool(digest) for address, _, digest in found.documents}


def test_what_came_changed_and_went_is_told_once(tmp_path: Path) -> None:
    place = Place(tmp_path)
    for name in ("a.md", "b.md", "c.md"):
        (place.memory / name).write_text(name)
    mark, everything, found = place.news()
    assert everything and found == {"a.md": True, "b.md": True, "c.md": True}
    (place.memory / "a.md").write_text("longer than before")
    (place.memory / "b.md").unlink()
    (place.memory / "d.md").write_text("new")
    after, everything, found = place.news(mark)
    assert not everything and {"a.md": True, "b.md": False, "d.md": True}.items() <= found.items()
    _, everything, found = place.news(after)
    assert not everything and not {"b.md"} & found.keys()


def test_a_mark_holds_for_the_next_process_and_not_for_another_index(tmp_path: Path) -> None:
    place = Place(tmp_path)
    (place.memory / "a.md").write_text("a")
    mark, _, _ = place.news()
    place.index.close()
    place.index = place.opened()
    assert place.index.news(mark).all is False
    place.index.discard()
    place.index = place.opened()
    assert place.news(mark)[1:] == (True, {"a.md": True})
    for strange in ("", "x", mark.partition(":")[0] + ":", mark.partition(":")[0] + ":-1", "%"):
        assert place.index.news(strange).all is True


def test_what_cannot_be_used_has_no_digest(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.index.close()
    from reverie.layouts.agent import describe as by_layout

    place.index = Index(place.file, Roots([Root("memory", place.memory)]), by_layout)
    (place.memory / "bad.md").write_bytes(b"---\nname: \xff\n---\n")
    (place.memory / "good.md").write_text("---\nname: good\n---\nx\n")
    assert place.news()[2] == {"bad.md": False, "good.md": True}


def test_a_file_that_is_only_touched_is_no_news(tmp_path: Path) -> None:
    place = Place(tmp_path)
    (place.memory / "a.md").write_text("a")
    mark, _, _ = place.news()
    os.utime(place.memory / "a.md", ns=(1, 1))
    assert place.news(mark) == (mark, False, {})
    assert place.index.mark() == mark


def test_one_folder_is_looked_at_without_the_others(tmp_path: Path) -> None:
    place = Place(tmp_path)
    (place.memory / "deep" / "er").mkdir(parents=True)
    for name in ("a.md", "deep/b.md", "deep/er/c.md"):
        (place.memory / name).write_text(name)
    place.index.refresh(full=True, below=("memory", "deep"))
    assert [found.address.path for found in place.index.listed("memory")] == ["deep/b.md", "deep/er/c.md"]
    (place.memory / "deep" / "er" / "c.md").unlink()
    (place.memory / "deep" / "er").rmdir()
    place.index.refresh(full=True, below=("memory", "deep"))
    assert [found.address.path for found in place.index.listed("memory")] == ["deep/b.md"]
    place.index.refresh()  # the root itself was never looked at
    assert [found.address.path for found in place.index.listed("memory")] == ["a.md", "deep/b.md"]


def test_a_folder_behind_a_link_is_not_looked_at(tmp_path: Path) -> None:
    place = Place(tmp_path)
    outside = tmp_path / "outside" / "inner"
    outside.mkdir(parents=True)
    (outside / "secret.md").write_text("not ours")
    (place.memory / "deep").symlink_to(tmp_path / "outside")
    for folder in ("deep", "deep/inner"):
        place.index.refresh(full=True, below=("memory", folder))
        assert list(place.index.listed("memory")) == []


def test_what_can_no_longer_be_read_is_left_out_and_not_listed(tmp_path: Path) -> None:
    place = Place(tmp_path)
    (place.memory / "a.md").write_text("a")
    place.news()
    (place.memory / "a.md").unlink()
    (place.memory / "a.md").symlink_to(tmp_path / "elsewhere")
    place.index.refresh(full=True)
    assert list(place.index.listed("memory")) == []
    assert [skipped.what for skipped in place.index.left_out()] == ["memory:a.md"]


def test_an_edit_that_keeps_size_and_time_is_noticed(tmp_path: Path) -> None:
    place = Place(tmp_path)
    (place.memory / "a.md").write_text("port 8080")
    os.utime(place.memory / "a.md", ns=(1, 1))
    place.news()
    time.sleep(0.25)  # so that the next look may trust what this one saw
    mark, _, _ = place.news()
    (place.memory / "a.md").write_text("port 8081")
    os.utime(place.memory / "a.md", ns=(1, 1))
    assert place.news(mark)[2] == {"a.md": True}


def test_an_index_that_speaks_of_what_cannot_be_here_is_made_anew(tmp_path: Path) -> None:
    place = Place(tmp_path)
    (place.memory / "a.md").write_text("a")
    mark, _, _ = place.news()
    for root, folder, name in (("memory", "..", "x.md"), ("memory", "ghost", "x.md"), ("memory", "", "a\0b.md")):
        with sqlite3.connect(place.file) as db:
            row = list(db.execute("select * from documents where name = 'a.md'").fetchone())
            db.execute(f"insert into documents values ({','.join('?' * len(row))})", (root, folder, name, *row[3:]))
        place.index.refresh(full=True)
        assert [found.address.path for found in place.index.listed("memory")] == ["a.md"]
        assert {address.path for address, *_ in place.index.news(mark).documents} == {"a.md"}
    assert "ghost" in place.index.rebuilt


def test_an_index_of_other_roots_is_made_anew(tmp_path: Path) -> None:
    place = Place(tmp_path)
    (place.memory / "a.md").write_text("a")
    place.news()
    place.index.close()
    place.index = Index(place.file, Roots([Root("notes", place.memory)]), describe)
    place.index.refresh(full=True)
    assert place.index.size() == 1 and "memory" in place.index.rebuilt
