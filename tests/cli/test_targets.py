"""Whatever stands where CLAUDE.md should be: `sync` says what and what to do, serves the others, hangs on nothing and
leaves what it does not understand as it is."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.cli.test_loop import graduated


def folder(place: Path) -> None:
    (place / "inner").mkdir(parents=True)


def pipe(place: Path) -> None:
    os.mkfifo(place)


def device(place: Path) -> None:
    try:
        os.mknod(place, 0o600 | stat.S_IFCHR, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("devices may not be made here")


def huge(place: Path) -> None:
    with place.open("wb") as file:
        file.truncate(60_000_000)


def read_only(place: Path) -> None:
    place.write_text("# Shop\n")
    place.chmod(0o444)


def link(to: str) -> Callable[[Path], None]:
    return lambda place: place.symlink_to(to)


def bytes_of(content: bytes) -> Callable[[Path], None]:
    def write(place: Path) -> None:
        place.write_bytes(content)

    return write


CASES: dict[str, tuple[Callable[[Path], None], str]] = {
    "folder": (folder, "it is not a regular file: move it away"),
    "pipe": (pipe, "it is not a regular file"),
    "device": (device, "it is not a regular file"),
    "huge": (huge, "it is larger than 8 MB"),
    "read-only": (read_only, "it is read-only: chmod u+w CLAUDE.md"),
    "binary": (bytes_of(b"\x7fELF\0\0"), "it is no text"),
    "latin-1": (bytes_of(b"Caf\xe9\n"), "line 1 is not UTF-8"),
}
LINKS = {
    "dangling": (link("../nowhere/CLAUDE.md"), "which is not a file Reverie writes"),
    "loop": (link("CLAUDE.md"), "leads back to itself"),
    "outside": (link("/etc/hostname"), "which is not a file Reverie writes"),
}


def look(place: Path) -> tuple[int, str, bytes]:
    info = place.lstat()
    target = str(place.readlink()) if place.is_symlink() else ""
    small = stat.S_ISREG(info.st_mode) and info.st_size < 1000
    return info.st_mode, target, place.read_bytes() if small else b""


def beside(dreamt: Shell, make: Callable[[Path], None], *, agents: bool = True) -> Path:
    """A rule that waits to be shown, and something odd where CLAUDE.md should be."""
    graduated(dreamt)
    place = dreamt.folder / "CLAUDE.md"
    place.unlink()
    make(place)
    if agents:
        (dreamt.folder / "AGENTS.md").write_text("# Agents\n")
    return place


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_written_is_said_and_the_others_are_served(dreamt: Shell, name: str) -> None:
    make, reason = CASES[name]
    place = beside(dreamt, make)
    before = look(place)
    checked = dreamt("sync", "--check", code=1)
    assert f"left out: CLAUDE.md — {reason}" in checked.talk
    assert "out of date: CLAUDE.md, AGENTS.md" in checked.talk
    dry = dreamt("sync", "--dry-run")
    assert f"left out: CLAUDE.md — {reason}" in dry.talk
    assert "1 file would be written" in dry.talk
    assert (dreamt.folder / "AGENTS.md").read_text() == "# Agents\n"
    done = dreamt("sync", code=1)
    assert done.out == "wrote AGENTS.md\n"
    assert f"Error: 1 file not written: CLAUDE.md: {reason}" in done.talk
    assert "(rule " in (dreamt.folder / "AGENTS.md").read_text()
    assert look(place) == before
    assert "out of date: CLAUDE.md\n" in dreamt("sync", "--check", code=1).talk
    assert look(place) == before


@pytest.mark.parametrize("name", LINKS)
def test_a_link_that_leads_away_is_kept_and_said(dreamt: Shell, name: str) -> None:
    make, reason = LINKS[name]
    place = beside(dreamt, make)
    before = look(place)
    done = dreamt("sync")
    assert done.out == "wrote AGENTS.md\n"
    assert reason in done.talk
    assert "up to date" in dreamt("sync", "--check").talk
    (dreamt.folder / "AGENTS.md").unlink()
    for words in (["sync"], ["sync", "--check"]):
        alone = dreamt(*words, code=1)
        assert reason in alone.talk
    assert look(place) == before


def test_a_dangling_link_to_another_target_makes_that_one(dreamt: Shell) -> None:
    place = beside(dreamt, link("AGENTS.md"), agents=False)
    assert dreamt("sync").out == "wrote AGENTS.md\n"
    assert place.is_symlink()
    assert "(rule " in place.read_text()


def test_a_folder_above_that_is_a_link_is_not_written_through(dreamt: Shell, tmp_path: Path) -> None:
    graduated(dreamt)
    (tmp_path / "away" / "rules").mkdir(parents=True)
    (dreamt.folder / ".cursor").symlink_to(tmp_path / "away")
    config = dreamt.folder / ".agent" / "config.yaml"
    config.write_text("sync:\n  targets: [.cursor/rules/reverie.mdc, AGENTS.md]\n")
    assert "which is not a file Reverie writes" in dreamt("sync").talk
    assert list((tmp_path / "away" / "rules").iterdir()) == []
