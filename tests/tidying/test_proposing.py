"""What is not sure is laid before a person, once; and a second look over the same memory finds nothing more."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from reverie import earlier, wiring
from tests.tidying.memory import Memory, made


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return made(tmp_path / "repo")


def asked(memory: Memory) -> list[str]:
    return sorted(one.title for one in memory.proposals())


def test_what_only_seems_the_same_is_proposed_and_not_done(memory: Memory) -> None:
    memory.note("exports", "Avoid default exports in the web client")
    memory.note("modules", "Do not use default exports in the web client", created="2026-10-01")
    planned, _ = memory.night()
    assert not planned.tidied.done
    assert asked(memory) == ["Merge two notes"]
    assert "seems to say" in memory.proposals()[0].reason
    assert memory.active() == ["exports", "modules"]


def test_what_only_seems_to_contradict_is_proposed_and_not_done(memory: Memory) -> None:
    memory.note("settings", "Settings of the importer are read from `app.toml`")
    memory.note("files", "Settings of the importer are read from `app.yaml`", created="2026-10-01")
    planned, _ = memory.night()
    assert not planned.tidied.done
    assert asked(memory) == ["Which of two holds?"]


def test_what_only_seems_so_under_different_headings_is_not_even_proposed(memory: Memory) -> None:
    memory.note("staging", "Settings are read from `app.toml`", name="Staging server")
    memory.note("production", "Settings are read from `app.yaml`", name="Production server", created="2026-10-01")
    memory.night()
    assert not memory.proposals()


def test_a_second_look_proposes_nothing_more(memory: Memory) -> None:
    for n in range(30):
        memory.note(f"one-{n}", f"Settings of the module{n} are read from `a{n}.toml`", name=f"module{n} one")
        memory.note(f"two-{n}", f"Settings of the module{n} are read from `b{n}.yaml`", name=f"module{n} two")
    memory.night()
    first = memory.tree()
    assert len(memory.proposals()) == 20
    for _ in range(2):
        planned, receipt = memory.night(again=True)
        assert not planned.tidied.proposed
        assert receipt is None
        assert memory.tree() == first


def test_deciding_brings_up_what_was_held_back(memory: Memory) -> None:
    for n in range(23):
        memory.note(f"one-{n}", f"Settings of the module{n} are read from `a{n}.toml`", name=f"module{n} one")
        memory.note(f"two-{n}", f"Settings of the module{n} are read from `b{n}.yaml`", name=f"module{n} two")
    memory.night()
    assert memory.night()[0].idle, "twenty wait, and nothing is new"
    table = wiring.reorganizing.table(memory.project, wiring.open_store(memory.project))
    for paper in table.papers()[:2]:
        table.reject(paper, "both are right for their module", by="ada", at=memory.now)
    assert len(memory.night()[0].proposed) == 2
    assert memory.night()[0].idle


def test_what_would_retire_too_much_is_proposed_once(memory: Memory) -> None:
    for n in range(8):
        memory.note(f"old-{n}", f"The service{n} listens on port 80{n}0", name=f"service{n}")
        memory.note(f"new-{n}", f"The service{n} listens on port 90{n}0", name=f"service{n}", created="2026-10-05")
    planned, _ = memory.night()
    assert len(planned.tidied.done) == 3
    assert len(planned.tidied.proposed) == 5
    first = memory.tree()
    planned, _ = memory.night(again=True)
    assert planned.tidied.done == planned.tidied.proposed == ()
    assert memory.tree() == first


def test_what_was_undone_with_others_is_undone_by_itself(memory: Memory) -> None:
    memory.note("a", "Deploys go out from the main branch", "The proxy listens on port 8080")
    memory.note("b", "Deploys go out from the main branch.", created="2026-10-01")
    memory.day("2026-11-10", "The proxy now listens on port 9090")
    planned, _ = memory.night()
    assert [len(matter.about.splitlines()) for matter in planned.tidied.done] == [2]
    memory.undo()
    (memory.folder / "2026-11-10.md").unlink()
    planned, _ = memory.night()
    assert not planned.tidied.done
    assert memory.active() == ["a", "b"]
    assert asked(memory) == ["Merge two notes"]


def test_a_declined_group_is_declined_in_its_parts() -> None:
    whole = "merge a b\nmerge a c"
    assert set(earlier.parts_of([whole])) == {*earlier.parts_of(["merge a b", "merge a c"])}


def test_proposals_that_were_taken_back_with_a_night_stay_away_and_later_nights_are_quiet(memory: Memory) -> None:
    for n in range(5):
        memory.note(f"old-{n}", f"The service{n} listens on port 80{n}0", name=f"service{n}")
        memory.note(f"new-{n}", f"The service{n} listens on port 90{n}0", name=f"service{n}", created="2026-10-05")
    planned, _ = memory.night()
    assert (len(planned.tidied.done), len(planned.tidied.proposed)) == (3, 2)
    memory.undo()
    planned, receipt = memory.night()
    assert not planned.tidied.done and len(planned.proposed) == 3, "what was done is asked; what was asked is not"
    assert receipt is not None and not receipt.skipped
    assert memory.night()[0].idle
    tree = memory.tree()
    shutil.rmtree(memory.project.local / "cache")
    memory.night(again=True)
    assert memory.tree() == tree
