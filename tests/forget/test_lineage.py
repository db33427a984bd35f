"""How a note came to be: every change that touched it or what became part of it, and every sentence that ever left can
be reached."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.forget.world import forget
from tests.tidying.memory import Memory, made

MAIN = "Deploys go out from the main branch"
OLD, NEW = "The staging database listens on port 5432", "The staging database listens on port 5433"


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return made(tmp_path / "repo")


def shell(memory: Memory) -> Shell:
    return Shell(memory.project.root)


def merged_twice(memory: Memory) -> None:
    """Three notes become one, over two nights."""
    memory.note("third", MAIN, name="Deploys")
    memory.note("second", f"{MAIN}.", "Releases are cut by hand", created="2026-10-01", name="Deploys")
    memory.night()
    told = (MAIN, "Releases are cut by hand", "Nobody deploys on Fridays")
    memory.note("first", *told, created="2026-10-02", name="Deploys")
    memory.night()
    assert memory.active() == ["first"] and sorted(memory.retired()) == ["second", "third"]


def test_history_of_a_note_follows_merges_and_moves(memory: Memory) -> None:
    merged_twice(memory)
    memory.note("lunch", "Lunch is at noon")
    sh = shell(memory)
    sh("note", "edit", "lunch", "--hook", "when lunch is")
    sh("note", "retire", "first")
    sh("note", "restore", "first")
    told = sh("history", "--note", "first", "--json").json
    assert [one["title"] for one in told] == ["restore the note Deploys", "retire the note Deploys", "night", "night"]
    assert any("`third`" in reason for reason in told[-1]["reasons"])
    shown = sh("history", "--note", "first").out
    assert "└ `first` says all that `second` says" in shown and "lunch" not in shown
    assert len(sh("history", "--note", "first", "--limit", "1", "--json").json) == 1
    assert "no note" in sh("history", "--note", "nowhere", code=1).talk


def test_history_of_one_that_was_merged_away(memory: Memory) -> None:
    merged_twice(memory)
    told = shell(memory)("history", "--note", "second", "--json").json
    assert len(told) == 2


def test_why_leads_from_a_note_to_all_that_was_merged_into_it(memory: Memory) -> None:
    merged_twice(memory)
    story = shell(memory)("why", "first", "--json").json
    (second,) = story["came_from"]
    assert second["how"] == "merged into first" and second["when"] and "Releases are cut by hand" in second["text"]
    (third,) = second["came_from"]
    assert third["path"].endswith("retired/third.md") and MAIN in third["text"]
    told = shell(memory)("why", "first").out
    assert "retired/third.md" in told and f"> - {MAIN}" in told


def test_why_leads_to_what_a_note_replaced_with_the_reason(memory: Memory) -> None:
    memory.note("staging", OLD, "Lunch is at noon")
    memory.day("2026-10-05", NEW)
    memory.night()
    sh = shell(memory)
    for what in ("staging", ".agent/memory/staging.md:1"):
        (left,) = sh("why", what, "--json").json["came_from"]
        assert OLD in left["text"] and left["when"] == "2026-10-05" and "5433" in left["because"]


def test_why_of_something_that_is_no_note(memory: Memory) -> None:
    memory.note("staging", OLD)
    assert "nowhere" in shell(memory)("why", "nowhere", code=1).talk


def test_every_sentence_that_ever_left_can_be_reached(memory: Memory) -> None:
    merged_twice(memory)
    memory.note("staging", OLD, "Lunch is at noon")
    memory.day("2026-10-05", NEW)
    memory.night()
    forget(memory.project, ".agent/memory/first.md:10")
    sh = shell(memory)
    listed = [one["slug"] for one in sh("note", "list", "--state", "retired", "--json").json]
    reached = sh("why", "first").out + sh("why", "staging").out
    texts = "".join(sh("note", "show", slug).out for slug in listed)
    for sentence in (MAIN, "Releases are cut by hand", OLD, "Nobody deploys on Fridays"):
        assert sentence in texts and sentence in reached + memory.text("first"), sentence
