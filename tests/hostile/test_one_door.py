"""Links that appear below `.agent/local` after it was looked through: left by a sandboxed run, or put there between the
look and the use. Nothing is written, moved or removed through one."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

import pytest

import reverie
from reverie import wiring
from reverie.gather.transcripts.ears import MARKS, NEXT, place
from reverie.lookup.shelf import Shelf
from reverie.tools import nofollow
from reverie.wiring import project, search, sessions
from tests.hostile.world import World, make


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = make(tmp_path)
    assert world.reverie("remember", "the release runs on fridays").code == 0
    return world


@pytest.mark.parametrize("which", [MARKS, NEXT, "all"])
def test_checkpoints_are_not_moved_through_a_link(world: World, which: str) -> None:
    project = wiring.find_project(world.clone)
    listen = sessions.listening(project)
    scratch = sessions.scratch_of(project)
    new = (world.outside if which == "all" else scratch) / place(listen, NEXT)
    new.mkdir(parents=True)
    (new / "profile").write_text("evil\n")
    if which == "all":
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.symlink_to(world.outside)
    elif which == NEXT:
        shutil.move(new, world.outside)
        new.symlink_to(world.outside / new.name)
    else:
        (scratch / place(listen, MARKS)).symlink_to(world.outside)
    before = world.picture()
    sessions.settler(project, listen)()
    assert world.picture() == before


@pytest.mark.parametrize("here", [MARKS, "file", "nothing"])
def test_checkpoints_count_whatever_stood_in_their_place(world: World, here: str) -> None:
    project = wiring.find_project(world.clone)
    listen = sessions.listening(project)
    new, now = (sessions.scratch_of(project) / place(listen, name) for name in (NEXT, MARKS))
    new.mkdir(parents=True)
    (new / "marks").write_text("new")
    if here == "file":
        now.write_text("x")
    elif here == MARKS:
        now.mkdir()
        (now / "marks").write_text("old")
    sessions.settler(project, listen)()
    assert [(file.name, file.read_text()) for file in now.iterdir()] == [("marks", "new")]


def test_the_search_index_is_not_made_behind_a_link(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    here = wiring.find_project(world.clone)
    started = project.start_local

    def swap(root: Path) -> None:
        started(root)
        shutil.rmtree(here.local / "cache", ignore_errors=True)
        (here.local / "cache").symlink_to(world.outside)

    monkeypatch.setattr(search, "start_local", swap)
    before = world.picture()
    assert search._writable(here) is None
    assert world.picture() == before


@pytest.mark.parametrize("name", ["lock", "{name}.draft", "old"])
def test_a_new_making_of_the_index_follows_no_link(
    world: World, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reverie.lookup.shelf.secrets.token_hex", lambda _: "abc123")
    folder = tmp_path / "search"
    folder.mkdir()
    (folder / name.format(name="abc123")).symlink_to(world.outside / ("precious.txt" if name != "old" else ""))
    before = world.picture()
    try:
        Shelf(folder).renew("")
    except OSError:
        assert name != "old"
    assert world.picture() == before


def test_a_file_of_our_own_is_not_written_through_a_link(world: World, tmp_path: Path) -> None:
    (tmp_path / "looked").symlink_to(world.outside / "precious.txt")
    before = world.picture()
    with pytest.raises(OSError):
        nofollow.write(str(tmp_path), "looked", b"x")
    assert world.picture() == before
    (tmp_path / "looked").unlink()
    for said in (b"longer than", b"this"):
        nofollow.write(str(tmp_path), "looked", said)
        assert (tmp_path / "looked").read_bytes() == said


def test_nothing_but_the_door_removes_trees() -> None:
    """Except a temporary folder that this process made."""
    found = set()
    for path in Path(reverie.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute | ast.Name) and "rmtree" in (
                getattr(node, "attr", ""),
                getattr(node, "id", ""),
            ):
                found.add(path.name if path.parent.name != "wiring" else f"wiring/{path.name}")
    assert found == {"wiring/search.py"}
