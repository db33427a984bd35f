"""A night with nothing new asks the store only whether anything changed, and misses nothing by it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from reverie import consolidation
from reverie.records.changes import ChangeSet, Kind
from tests.tidying.memory import Memory, made


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    memory = made(tmp_path / "repo")
    memory.note("deploy", "Deploys go out from the main branch")
    memory.note("where-from", "Deploys go out from the main branch.", created="2026-10-01")
    return memory


@pytest.fixture
def unlisted(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    def never(*_: object) -> None:
        raise AssertionError("the memory was listed")

    monkeypatch.setattr(consolidation, "looked_over", never)
    return monkeypatch


def test_after_a_night_that_changed_something_the_next_does_not_even_list(
    memory: Memory, request: pytest.FixtureRequest
) -> None:
    assert memory.night()[1] is not None
    request.getfixturevalue("unlisted")
    for _ in range(3):
        assert memory.night()[0].idle


def test_a_new_note_is_thought_about(memory: Memory) -> None:
    memory.night()
    assert memory.night()[0].idle
    memory.note("port", "The API listens on port 8080")
    assert not memory.night()[0].idle
    assert memory.night()[0].idle


def test_an_edit_during_the_night_is_for_the_next_one(memory: Memory) -> None:
    keeper = memory.keeper()
    planned = keeper.plan(lambda _: None)
    receipt = keeper.store.apply(ChangeSet("night", "reverie", memory.now, planned.steps, Kind.NIGHT, automatic=True))
    memory.note("meanwhile", "The API listens on port 8080")
    keeper.conclude(planned, receipt)
    memory.now += timedelta(days=1)
    assert not memory.night()[0].idle
    assert memory.night()[0].idle


def test_a_note_whose_time_is_over_wakes_the_night(memory: Memory) -> None:
    memory.note("freeze", "Nothing is released before the audit is done", valid_until="2026-11-18")
    memory.night()
    idle = [memory.night()[0].idle for _ in range(4)]  # 17, 18, 19, 20
    assert idle == [True, True, False, True]
    assert "freeze" not in memory.active()


def test_a_lost_index_costs_a_look_and_changes_nothing(memory: Memory) -> None:
    memory.night()
    before = memory.tree()
    for file in (memory.project.local / "cache").glob("index.sqlite*"):
        file.unlink()
    memory.night()
    assert memory.tree() == before
