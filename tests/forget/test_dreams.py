"""No later dream brings back what was forgotten: not by recalls, not by a session, not by consolidation; also when only
case, punctuation or line breaks differ."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from reverie import asked, promotion, wiring
from reverie.layouts.returning import WHY
from reverie.records.changes import Put, Step
from reverie.records.documents import Address
from reverie.records.passages import Hit
from reverie.records.recalls import Judged
from reverie.records.tidying import Matter, Tidied, Tidy
from reverie.remember import recalls
from tests.forget.world import forget, purge, the
from tests.recall.builders import QUESTIONS
from tests.tidying.memory import Memory, made
from tests.transcripts.nights import World, repository

PORT = "The staging database listens on port 5433"
OTHERWISE = "the STAGING database — listens on port 5433!"
GONE = [False, True]


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return made(tmp_path / "repo")


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return World(tmp_path / "home", repository(tmp_path / "shop"))


def out(memory: Memory, what: str, purged: bool) -> None:
    purge(memory.project, what) if purged else forget(memory.project, what)


# Promotion


def recalled(memory: Memory, text: str) -> Judged:
    store = wiring.open_store(memory.project)
    layout = wiring.place(memory.project).layout
    day = store.read(Address("memory", "2026-11-15.md"))
    assert day
    hit = Hit(next(p for p in layout.passages(day) if p.text == text), 0.95)
    for hours, question in enumerate(QUESTIONS, 1):
        recalls.record(store, [hit], question, at=memory.now - timedelta(hours=hours))
    (found,) = promotion.judge(wiring.promotion.scene(memory.project, store, memory.now))
    return found


def test_what_was_not_forgotten_is_promoted(memory: Memory) -> None:
    memory.day("2026-11-15", OTHERWISE)
    assert recalled(memory, OTHERWISE).passes


@pytest.mark.parametrize("purged", GONE)
def test_promotion_refuses_what_was_forgotten(memory: Memory, purged: bool) -> None:
    memory.note("staging", PORT)
    out(memory, "staging", purged)
    memory.day("2026-11-15", OTHERWISE)
    assert recalled(memory, OTHERWISE).refused == "a person wanted it forgotten"


def test_a_restored_note_is_forgotten_no_longer(memory: Memory) -> None:
    memory.note("staging", PORT)
    forget(memory.project, "staging")
    store = wiring.open_store(memory.project)
    assert wiring.forgetting.tombstones(memory.project, store).holds(OTHERWISE)
    assert wiring.forgetting.tombstones(memory.project, store).holds(f"By the way: x. {OTHERWISE} And so on.")
    memory.undo()
    assert not wiring.forgetting.tombstones(memory.project, wiring.open_store(memory.project)).holds(OTHERWISE)


# Sessions


def test_a_session_does_not_bring_it_back(world: World) -> None:
    world.asked("aaaa1111", "Remember that the staging database is on port 5433.")
    world.dream()
    forget(world.project, "staging-database-port-5433")
    shutil.rmtree(world.project.local / "logs" / asked.LOG)
    world.asked("bbbb2222", "Remember that the STAGING database is on port 5433!")
    report = world.dream(days=1)
    assert report.thought.left_out["facts a person wanted forgotten"] == 1  # said in two sessions, it is one lesson
    assert world.notes() == []


def test_nor_what_was_purged(world: World) -> None:
    world.asked("aaaa1111", "Remember that the staging database is on port 5433.")
    world.dream()
    purge(world.project, "staging-database-port-5433")
    world.asked("bbbb2222", "Remember that the STAGING database is on port 5433!")
    report = world.dream(days=1)
    assert report.thought.left_out["facts a person wanted forgotten"] == 1
    assert world.notes() == []
    assert "facts a person wanted forgotten" not in world.dream(days=2).thought.left_out


# Consolidation


def test_a_day_that_says_otherwise_puts_a_note_right(memory: Memory) -> None:
    memory.note("staging", "The staging database listens on port 5432", "Lunch is at noon")
    memory.day("2026-10-05", OTHERWISE)
    memory.night()
    assert "5433" in memory.text("staging")


@pytest.mark.parametrize("purged", GONE)
def test_but_not_with_what_was_forgotten(memory: Memory, purged: bool) -> None:
    memory.note("staging", "The staging database listens on port 5432", "Lunch is at noon")
    memory.note("wrong", PORT)
    out(memory, "wrong", purged)
    memory.day("2026-10-05", OTHERWISE)
    planned, _ = memory.night()
    assert not planned.tidied.done and "5432" in memory.text("staging")


def test_whatever_comes_out_of_the_cage_is_held_against_it(memory: Memory) -> None:
    memory.note("staging", "Needs the VPN profile eu-2")
    memory.note("wrong", PORT)
    forget(memory.project, "wrong")
    document = the(memory.project, "staging").document

    def think(request: Tidy, tell: object) -> tuple[Tidied, tuple[str, ...]]:
        put = Put(document.address, document.digest, document.content + f"- {OTHERWISE}\n".encode())
        return Tidied((Matter("sharpen", "because", "about", Step("because", (put,))),)), ()

    planned = memory.keeper(think).plan(lambda phase: None)
    assert planned.steps == () and planned.tidied.left_out[WHY] == 1
