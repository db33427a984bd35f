"""Over every shape: a dream, the same again, once more without a cache; then all of it is taken back."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from reverie import wiring
from reverie.records.changes import Kind
from reverie.render.index import BYTES, LINES
from tests.cli.shell import Shell
from tests.shapes import scene
from tests.shapes.shapes import FOREIGN, SHAPES, Shape
from tests.tidying.memory import NOW, Memory

CASES = [pytest.param(s, layout, id=f"{s.name}, {layout}") for s in SHAPES for layout in s.layouts]
UNCUT = ("one very long line", "an index that is not UTF-8")  # there is no place to cut, or no text


@pytest.fixture(scope="session")
def _past(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("past") / "shop"
    folder.mkdir()
    scene.history(folder)
    return folder


@pytest.fixture
def repo(_past: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(_past, tmp_path / "shop"))


def dream(repo: Path) -> None:
    """All of it anew, on the same day."""
    Memory(wiring.find_project(repo), NOW).night(again=True)


def changes(repo: Path) -> int:
    store = wiring.open_store(wiring.find_project(repo))
    return sum(past.kind is not Kind.UNDO for past in store.history())


@pytest.mark.parametrize(("shape", "layout"), CASES)
def test_a_dream_is_whole_at_once_and_taken_back_byte_for_byte(repo: Path, shape: Shape, layout: str) -> None:
    memory = scene.build(repo, shape, layout)
    before = scene.tree(repo)
    dream(repo)
    after = scene.tree(repo)
    assert bool(scene.differ(before, after)) >= (shape.changes and layout == FOREIGN)
    made = changes(repo)
    dream(repo)
    assert scene.differ(after, scene.tree(repo)) == []
    scene.forget_cache(repo)
    dream(repo)
    assert scene.differ(after, scene.tree(repo)) == []
    assert changes(repo) == made
    if layout == FOREIGN and shape.name not in UNCUT:
        _is_loaded_whole(memory, shape)
    for _ in range(made):
        receipt = wiring.open_store(wiring.find_project(repo)).undo(None, by="ada", at=NOW)
        assert not receipt.skipped
    assert scene.differ(before, scene.tree(repo)) == []


def _is_loaded_whole(memory: Path, shape: Shape) -> None:
    index = memory / "MEMORY.md"
    if not index.exists():
        return
    content = index.read_bytes()
    assert len(content.splitlines()) <= LINES
    assert len(content) <= BYTES
    if shape.keeps_index:
        assert content == shape.files()["MEMORY.md"]
    if (memory / "index-more.md").exists():
        assert b"(index-more.md)" in content
        assert not (memory / "index-more-2.md").exists()


def test_the_same_by_the_commands(repo: Path) -> None:
    scene.build(repo, SHAPES[0], FOREIGN)
    shell = Shell(repo)
    before = scene.tree(repo)
    shell("run")
    after = scene.tree(repo)
    assert scene.differ(before, after)
    shell("run", "--again")
    assert scene.differ(after, scene.tree(repo)) == []
    shell("undo")
    assert scene.differ(before, scene.tree(repo)) == []
