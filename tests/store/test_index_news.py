"""What others learn from the index to keep up with the store: each change once, or everything if they are strangers."""

from __future__ import annotations

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
