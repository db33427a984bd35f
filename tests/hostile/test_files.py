"""Links, FIFOs, huge and deep files where Reverie reads a repository: it goes on without them, changes nothing outside,
executes nothing and hangs nowhere."""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from reverie.schedules import workflow
from reverie.wiring.setup import files
from tests.hostile.world import World, commit_and_clone, make


def _links(world: World) -> None:
    """Everything that Reverie may write leads outside."""
    clone, outside = world.clone, world.outside
    for name in ("memory", "dream", "semantic", "rules"):
        (outside / name).mkdir()
    (outside / "memory" / "secret-note.md").write_text("# Mine\n\nthe release key is under the mat\n")
    (clone / ".agent").mkdir()
    (clone / ".agent" / "memory").symlink_to(outside / "memory")
    (clone / ".agent" / "dream").symlink_to(outside / "dream")
    (clone / "CLAUDE.md").symlink_to(world.home / ".bashrc")
    (clone / "AGENTS.md").symlink_to(outside / "precious.txt")
    (clone / "docs").symlink_to(outside)
    (clone / ".mailmap").symlink_to("/dev/zero")


def _inner_links(world: World) -> None:
    clone, outside = world.clone, world.outside
    (outside / "candidates").mkdir()
    for folder in (".agent/memory/semantic/rules", ".agent/dream", ".cursor"):
        (clone / folder).mkdir(parents=True)
    (clone / ".agent/memory/MEMORY.md").symlink_to(outside / "precious.txt")
    (clone / ".agent/memory/note.md").symlink_to(world.home / ".bashrc")
    (clone / ".agent/memory/semantic/rules/auto-dream").symlink_to(outside)
    (clone / ".agent/dream/candidates").symlink_to(outside / "candidates")
    (clone / ".agent/format").symlink_to(outside / "precious.txt")
    (clone / ".cursor/rules").symlink_to(outside)


def _huge_and_deep(world: World) -> None:
    clone = world.clone
    memory = clone / ".agent/memory"
    memory.mkdir(parents=True)
    (memory / "huge.md").write_bytes(b"release " * (5 << 20 >> 3))
    (memory / "one-line.md").write_bytes(b"[" * 200_000)
    (memory / "nested.md").write_bytes(b"---\n" + b"{a: " * 3000 + b"\n---\nrelease\n")
    (memory / "aliases.md").write_text(
        "---\na: &a [x, x, x, x, x, x, x, x]\n"
        + "".join(
            f"{b}: &{b} [*{a}, *{a}, *{a}, *{a}, *{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
        )
        + "---\nrelease\n"
    )
    (memory / "nul.md").write_bytes(b"---\nname: x\0y\n---\nrelease\0\n")
    deep = memory
    for _ in range(60):
        deep = deep / "d"
    deep.mkdir(parents=True)
    (deep / "note.md").write_text("release\n")
    (clone / "docs").mkdir()
    (clone / "docs/bug-registry.md").write_text("## BUG-1: x\n" * 20_000)
    (clone / "CLAUDE.md").write_text("- do this\n" * 50_000)
    for name in ("Makefile", "package.json", "go.mod", "Gemfile", "pyproject.toml"):
        (clone / name).write_text("\n" * 100_000)


COMMITTED: dict[str, Callable[[World], None]] = {
    "links": _links,
    "links further in": _inner_links,
    "huge and deep": _huge_and_deep,
}


@pytest.mark.parametrize("name", COMMITTED)
def test_a_cloned_repository_reaches_nothing_outside(name: str, tmp_path: Path) -> None:
    world = make(tmp_path)
    COMMITTED[name](world)
    world = commit_and_clone(world, tmp_path)
    before = world.picture()
    for what, done in world.every_way():
        assert done.code in (0, 1), f"{what}: {done.out}{done.talk}"
        assert "under the mat" not in done.out, what
    for words in (("remember", "the release runs on fridays"), ("sync",), ("undo",)):
        done = world.reverie(*words)
        assert done.code in (0, 1), f"{words}: {done.out}{done.talk}"
    assert world.picture() == before


def test_fifos_hang_nobody(tmp_path: Path) -> None:
    """Git brings none, an archive does."""
    world = make(tmp_path)
    for place in (
        "CLAUDE.md", "AGENTS.md", ".mailmap", "docs/bug-registry.md", "package.json", "pyproject.toml", "Makefile",
        ".agent/config.yaml", ".agent/memory/MEMORY.md", ".agent/memory/note.md", ".agent/memory/2026-11-01.md",
        ".agent/dream/candidates/c.md", ".agent/memory/semantic/rules/auto-dream/r.md", ".claude/rules/x.md",
        ".agent/memory/episodic/2026/11/01/a__b.jsonl", ".git/shallow", ".gitattributes",
    ):  # fmt: skip
        path = world.clone / place
        path.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(path)
    before = world.picture()
    for what, done in world.every_way():
        assert done.code in (0, 1), f"{what}: {done.out}{done.talk}"
    (world.clone / ".agent/config.yaml").unlink()
    (world.clone / ".git/shallow").unlink()
    for what, done in world.every_way():
        assert done.code in (0, 1), f"{what}: {done.out}{done.talk}"
    assert world.picture() == before


@pytest.mark.parametrize("place", [".claude/settings.json", ".mcp.json", ".gitignore", workflow.PATH])
def test_setting_up_reads_no_fifo(place: str, tmp_path: Path) -> None:
    world = make(tmp_path)
    path = world.clone / place
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)
    before = world.picture()
    for line in ("init --yes --agent claude-code", "schedule github-action", "schedule status", "uninstall"):
        words = line.split()
        done = world.reverie(*words)
        assert done.code in (0, 1), f"{words}: {done.out}{done.talk}"
    assert stat.S_ISFIFO(path.lstat().st_mode)
    assert world.picture() == before


@pytest.mark.parametrize("target", ["/dev/zero", "/dev/null", "/"])
def test_what_is_set_up_is_a_regular_file(target: str, tmp_path: Path) -> None:
    (tmp_path / "settings.json").symlink_to(target)
    with pytest.raises(OSError):
        files.content(tmp_path / "settings.json")


def test_what_is_set_up_is_read_to_its_end_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    assert files.content(path) is None
    path.write_bytes(b"x" * files.LARGEST)
    assert files.content(path) == path.read_bytes()
    path.write_bytes(b"x" * (files.LARGEST + 1))
    with pytest.raises(OSError):
        files.content(path)


@pytest.mark.parametrize("name", ["a$(touch CANARY)b", "`touch CANARY`", "x; touch CANARY #", "-rf", "a\nb", "ü '\"&|"])
def test_a_folders_name_is_never_a_command(name: str, tmp_path: Path) -> None:
    world = make(tmp_path, name)
    assert world.reverie("remember", "the release runs on fridays").code == 0
    for what, done in world.every_way():
        assert done.code in (0, 1), f"{what}: {done.out}{done.talk}"
    assert world.reverie("init", "--yes", "--agent", "claude-code").code in (0, 1)
    entries = [world.clone / ".claude/settings.json", world.clone / ".mcp.json"]
    for path in entries:
        if path.exists():
            assert "touch CANARY" not in path.read_text()
    found = subprocess.run(["find", str(tmp_path), str(world.home), "-name", "CANARY"], capture_output=True, check=True)
    assert found.stdout == b""
