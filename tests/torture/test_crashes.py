"""The short, seeded version of `make torture`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from reverie.store.enact import Enactor
from reverie.store.journal import Journal
from tests.torture import editors, kills, power


@pytest.fixture
def base() -> Iterator[Path]:
    folder = editors.scratch("test")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("what", ["apply", "undo"])
@pytest.mark.parametrize("torn", [False, True])
def test_killed_at_every_write_step(base: Path, what: str, torn: bool) -> None:
    result = kills.run(base, what, torn=torn)
    assert result.faults == []
    assert result.steps >= 4


@pytest.mark.parametrize("what", ["apply", "undo"])
@pytest.mark.parametrize("name", ["a.md", "b.md", "c.md", "e.md", "MEMORY.md"])
def test_killed_at_every_write_step_and_a_note_saved_before_the_next_start(base: Path, what: str, name: str) -> None:
    assert kills.run(base, what, edits=name).faults == []


@pytest.mark.parametrize("what", ["apply", "undo"])
def test_power_cut_at_every_point(base: Path, what: str) -> None:
    result = power.run(base, what, seeds=range(6))
    assert result.faults == []
    assert result.steps > 30


@pytest.mark.parametrize("moves", [False, True])
@pytest.mark.parametrize("style", editors.STYLES)
def test_a_live_editor_loses_nothing(base: Path, style: str, moves: bool) -> None:
    result = editors.run(base, style, applies=150, pause=0.01, moves=moves)
    assert result.lost == []
    assert result.edits > 10
    assert result.applies - result.skipped > 0


def test_the_power_cut_would_show_a_folder_that_is_not_synced(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Enactor, "sync", lambda self: None)
    assert power.run(base, "apply", seeds=range(4)).faults


def test_the_power_cut_would_show_a_journal_that_is_not_synced(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = Journal.begin

    def unsynced(self: Journal, *args: object) -> object:
        disk = self._disk
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(disk, "sync_folder", lambda folder: None)
            return begin(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Journal, "begin", unsynced)
    assert power.run(base, "apply", seeds=range(4)).faults


def test_the_editor_would_show_a_check_and_replace(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What most tools do: look, then replace. It loses edits, and this test bench sees it."""

    def check_and_replace(self: Enactor, op: object, ours: str) -> str:
        disk, path = self.disks[op.address.root], op.address.path  # type: ignore[attr-defined]
        if self.look(op.address) != op.before:  # type: ignore[attr-defined]
            return "changed"
        disk.guard(ours).release()
        (disk.base / ours).replace(disk.base / path)
        del self.held[op.address]  # type: ignore[attr-defined]
        return ""

    monkeypatch.setattr(Enactor, "_swap", check_and_replace)
    lost = 0
    for _ in range(6):
        lost += len(editors.run(base, "in place", applies=300, pause=0.002).lost)
        if lost:
            return
    raise AssertionError("the editor test cannot see a lost edit")
