"""Forgetting as a person meets it: out of memory and its index, kept in retired/, back only by a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell, repository
from tests.store.builders import tree

PORT = "The staging database is on port 5433"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return repository(tmp_path / "project")


def memory(shell: Shell, path: str = "") -> Path:
    return shell.folder / ".agent" / "memory" / path


def staging(shell: Shell) -> None:
    shell("remember", PORT, "--topic", "Staging")
    shell("remember", "Needs the VPN profile eu-2", "--topic", "Staging")


def test_a_whole_note_leaves_and_says_since_when(shell: Shell) -> None:
    staging(shell)
    done = shell("forget", "Staging", "--reason", "wrong from the start", "--json").json
    assert done["forgotten"] == [PORT, "Needs the VPN profile eu-2"]
    assert not memory(shell, "staging.md").exists()
    kept = memory(shell, "retired/staging.md").read_text()
    assert "\nforgotten: 20" in kept and "retired_because: wrong from the start" in kept and PORT in kept
    assert "staging" not in memory(shell, "MEMORY.md").read_text().lower()


def test_one_statement_leaves_its_note_and_the_hook_that_said_it(shell: Shell) -> None:
    staging(shell)
    shell("forget", ".agent/memory/staging.md:7")
    assert "5433" not in memory(shell, "staging.md").read_text() + memory(shell, "MEMORY.md").read_text()
    assert "eu-2" in memory(shell, "staging.md").read_text()
    kept = memory(shell, "retired/staging-forgotten.md").read_text()
    assert PORT in kept and "retired_from: staging" in kept


def test_a_search_hit_is_forgotten_by_its_id_and_found_only_on_request(shell: Shell) -> None:
    staging(shell)
    (hit,) = shell("search", "staging database port", "--limit", "1", "--json").json["hits"]
    shell("forget", hit["id"])
    again = shell("search", "staging database port", "--json").json["hits"]
    assert PORT not in [one["text"] for one in again]
    asked = shell("search", "staging database port", "--superseded", "--json").json["hits"]
    assert [one["state"] for one in asked if one["text"] == PORT] == ["retired"]


def test_a_line_of_a_day_can_be_forgotten(shell: Shell) -> None:
    done = shell("remember", PORT, "--json").json
    shell("remember", "lunch is at noon")
    shell("forget", done["path"])
    day = memory(shell, done["path"].rpartition("/")[2].partition(":")[0]).read_text()
    assert "5433" not in day and "lunch" in day
    assert len(list(memory(shell, "retired").glob("*.md"))) == 1


def test_a_dry_run_changes_nothing(shell: Shell) -> None:
    staging(shell)
    before = tree(memory(shell))
    assert "forgotten:" in shell("forget", "Staging", "--dry-run").out
    assert tree(memory(shell)) == before


def test_it_says_what_still_says_it(shell: Shell) -> None:
    staging(shell)
    shell.folder.joinpath("CLAUDE.md").write_text("# Mine\n\nthe staging database is on port 5433!\n")
    memory(shell, "other.md").write_text("# Other\n\n- the staging database\n  is on PORT 5433.\n")
    done = shell("forget", ".agent/memory/staging.md:7")
    assert "still in CLAUDE.md: reverie sync" in done.talk
    assert "also stand in .agent/memory/other.md:3" in done.talk


def test_a_line_somebody_wrote_into_the_index_goes_too_and_undo_brings_all_back(shell: Shell) -> None:
    staging(shell)
    index = memory(shell, "MEMORY.md")
    index.write_text("# Mine\n\n- see [staging](staging.md) first\n- keep me\n\n" + index.read_text())
    before = tree(memory(shell))
    shell("forget", "Staging")
    assert "staging" not in index.read_text().lower() and "keep me" in index.read_text()
    shell("undo")
    assert tree(memory(shell)) == before


def test_restore_takes_the_tombstone_back(shell: Shell) -> None:
    staging(shell)
    before = memory(shell, "staging.md").read_bytes()
    shell("forget", "Staging", "--reason", "by mistake")
    shell("note", "restore", "staging")
    assert memory(shell, "staging.md").read_bytes() == before
    assert not list(memory(shell, "retired").glob("*.md"))


def test_a_note_whose_header_cannot_be_changed_is_marked_all_the_same(shell: Shell) -> None:
    memory(shell).mkdir(parents=True)
    memory(shell, "odd.md").write_text("---\n{name: odd, type: project}\n---\n\nThe queue holds 500 jobs at most.\n")
    shell("note", "edit", "odd", "--hook", "x", code=1)
    shell("forget", "odd")
    kept = memory(shell, "retired/odd.md").read_text()
    assert "\nforgotten: 20" in kept and "{name: odd, type: project}" in kept and "500 jobs" in kept


def test_what_is_retired_already_is_marked(shell: Shell) -> None:
    staging(shell)
    shell("note", "retire", "Staging")
    shell("forget", "retired/staging")
    assert "\nforgotten: 20" in memory(shell, "retired/staging.md").read_text()


def test_nothing_of_that_name(shell: Shell) -> None:
    staging(shell)
    assert "no note" in shell("forget", "nowhere", code=1).talk
    assert "say what" in shell("forget", code=2).talk


def test_a_section_of_openclaws_page(shell: Shell) -> None:
    shell.folder.joinpath(".agent").mkdir()
    shell.folder.joinpath(".agent/config.yaml").write_text("memory:\n  layout: openclaw\n  root: ws\n")
    page = shell.folder / "ws" / "MEMORY.md"
    page.parent.joinpath("memory").mkdir(parents=True)
    page.write_text("# Memory\n\n## Staging\n\n- on port 5433\n\n## Lunch\n\n- at noon\n- in the yard\n")
    shell("forget", "Staging")
    assert page.read_text() == "# Memory\n\n## Lunch\n\n- at noon\n- in the yard\n"
    assert "forgotten: 20" in memory(shell, "retired/staging.md").read_text()
    shell("forget", "ws/MEMORY.md:5")
    assert page.read_text() == "# Memory\n\n## Lunch\n\n- in the yard\n"
