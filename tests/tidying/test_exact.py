"""Statements are said more exactly: by the evidence at hand, by the day they were written, and never in a way that
could not be taken back."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest

from reverie import wiring
from reverie.remember import reldates, sharpen
from tests.tidying.memory import Memory, made


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return made(tmp_path / "repo")


def kinds(memory: Memory) -> list[str]:
    return sorted(matter.kind for matter in memory.night()[0].tidied.done)


def body(memory: Memory, slug: str) -> str:
    return memory.text(slug).rpartition("---\n")[2].strip().removeprefix("- ")


def notes(memory: Memory) -> dict[str, bytes]:
    return {name: text for name, text in memory.tree().items() if name.startswith("memory/") and "MEMORY" not in name}


def test_a_vague_note_is_made_exact_by_a_day(memory: Memory) -> None:
    memory.day("2026-03-02", "Lunch was late", "The new database is PostgreSQL 16")
    memory.note("billing", "Billing was moved to the new database", created="2026-03-04")
    assert kinds(memory) == ["sharpen"]
    assert body(memory, "billing") == "Billing was moved to the new database (PostgreSQL 16; 2026-03-02.md:4)"
    assert sharpen.original(body(memory, "billing")) == "Billing was moved to the new database"
    cited = (memory.folder / "2026-03-02.md").read_text().splitlines()[3]
    assert "PostgreSQL 16" in cited, "the span that is cited says so"


def test_evidence_that_comes_after_the_note_was_settled_still_counts(memory: Memory) -> None:
    memory.note("billing", "Billing was moved to the new database", created="2026-03-04")
    assert kinds(memory) == []
    memory.day("2026-03-02", "The new database is PostgreSQL 16")
    assert kinds(memory) == ["sharpen"]
    assert "(PostgreSQL 16; 2026-03-02.md:3)" in memory.text("billing")


@pytest.mark.parametrize("later", [False, True])
def test_a_name_says_what_kind_of_thing_it_is(memory: Memory, later: bool) -> None:
    memory.note("billing", "Billing was moved to the new database", created="2026-03-04")
    if later:
        memory.night()
    memory.day("2026-03-02", "We migrated from MySQL 5.7 to PostgreSQL 16")
    assert kinds(memory) == ["sharpen"]
    assert "(PostgreSQL 16; 2026-03-02.md:3)" in memory.text("billing")


def test_the_mark_of_a_line_stays_at_its_end(memory: Memory) -> None:
    memory.day("2026-03-02", "The new database is PostgreSQL 16")
    said = "Billing was moved to the new database"
    memory.note("billing", f"{said} <!-- at: 2026-03-04 -->", "Ask Ada for access", created="2026-01-01")
    memory.night()
    assert f"- {said} (PostgreSQL 16; 2026-03-02.md:3) <!-- at: 2026-03-04 -->\n" in memory.text("billing")


@pytest.mark.parametrize(
    "days",
    [
        {},
        {"2026-03-05": "The new database is PostgreSQL 16"},
        {"2026-03-02": "The new database is PostgreSQL 16", "2026-03-03": "The new database is MariaDB 11"},
        {"2026-03-02": "Maybe the new database is PostgreSQL 16"},
        {"2026-03-02": "The new analytics database is ClickHouse"},
    ],
    ids=["nothing", "later", "two values", "a guess", "another one"],
)
def test_without_sure_evidence_a_note_stays_as_it_is(memory: Memory, days: dict[str, str]) -> None:
    before = memory.note("billing", "Billing was moved to the new database", created="2026-03-04").read_text()
    for day, text in days.items():
        memory.day(day, text)
    assert kinds(memory) == []
    assert memory.text("billing") == before


@pytest.mark.parametrize("mark", ["pinned", "static"])
def test_what_is_pinned_or_static_is_not_reworded(memory: Memory, mark: str) -> None:
    memory.day("2026-03-02", "The new database is PostgreSQL 16")
    header = {mark: "true"}
    kept = memory.note("billing", "Billing was moved to the new database", created="2026-03-04", **header).read_text()
    when = memory.note("demo", "The demo was yesterday", created="2026-03-05", **header).read_text()
    assert kinds(memory) == []
    assert (memory.text("billing"), memory.text("demo")) == (kept, when)


def test_relative_dates_are_written_out_from_the_day_of_the_line(memory: Memory) -> None:
    memory.note("demo", "The demo was moved yesterday", created="2026-03-05")
    memory.note("two", "Ada fixed it yesterday <!-- at: 2026-04-02 -->", "Bob left yesterday", created="2026-03-01")
    assert kinds(memory) == ["date", "date"]
    assert body(memory, "demo") == 'The demo was moved 2026-03-04 ("yesterday")'
    assert reldates.original(body(memory, "demo")) == "The demo was moved yesterday"
    assert '2026-04-01 ("yesterday") <!-- at: 2026-04-02 -->' in memory.text("two")
    assert "- Bob left yesterday\n" in memory.text("two"), "nobody knows when this line was written"


def test_a_note_that_was_added_to_does_not_say_when_its_line_was_written(memory: Memory) -> None:
    memory.note("demo", "The demo was moved yesterday", created="2026-03-05", updated="2026-03-09")
    assert kinds(memory) == []


def test_a_line_of_a_day_keeps_the_name_it_is_known_by(memory: Memory) -> None:
    memory.day("2026-03-05", "The release went out yesterday", "Nothing else")
    layout, store = wiring.place(memory.project).layout, wiring.open_store(memory.project)
    address = layout.day(date(2026, 3, 5))
    document = store.read(address)
    assert document
    before = [passage.id for passage in layout.passages(document)]
    assert kinds(memory) == ["date"]
    again = store.read(address)
    assert again
    assert [passage.id for passage in layout.passages(again)] == before
    assert '2026-03-04 ("yesterday")' in memory.text("2026-03-05")


def test_a_note_that_only_repeats_the_repository_is_marked_until_it_says_more(memory: Memory) -> None:
    path = memory.note("stack", "The project uses `django==5.1.0`")
    assert kinds(memory) == ["derivable"]
    assert "derivable: " in memory.text("stack")
    path.write_text(path.read_text() + "- We stay on it because of the admin pages\n")
    assert kinds(memory) == ["derivable"]
    assert "derivable" not in memory.text("stack")


def test_a_second_night_changes_nothing_and_undo_takes_it_all_back(memory: Memory) -> None:
    memory.day("2026-03-02", "The new database is PostgreSQL 16", "The import failed yesterday")
    memory.note("billing", "Billing was moved to the new database", created="2026-03-04")
    memory.note("stack", "The project uses `django==5.1.0`")
    before = notes(memory)
    assert kinds(memory) == ["date", "derivable", "sharpen"]
    tree = memory.tree()
    memory.night()
    shutil.rmtree(memory.project.local / "cache")
    memory.night(again=True)
    assert memory.tree() == tree
    memory.undo()
    assert notes(memory) == before
    memory.night()
    assert sorted(one.kinds[0] for one in memory.proposals()) == ["date", "derivable", "sharpen"]


def test_a_date_that_was_taken_back_stays_so_when_something_is_written_beside_it(memory: Memory) -> None:
    page = memory.day("2026-03-05", "The release went out yesterday")
    memory.night()
    memory.undo()
    page.write_text(page.read_text() + "- The cake was good\n")
    assert kinds(memory) == []
    assert "- The release went out yesterday\n" in memory.text("2026-03-05")


def test_the_words_of_another_agents_memory_stay_as_they_are(memory: Memory) -> None:
    memory.project.agent.mkdir(exist_ok=True)
    theirs = memory.project.root / "claude"
    theirs.mkdir()
    config = "memory:\n  root: claude\n  layout: claude-code\ndream:\n  consolidate: auto\n"
    (memory.project.agent / "config.yaml").write_text(config)
    (theirs / "db.md").write_text("---\nname: db\ncreated: 2026-03-02\n---\n\nThe new database is PostgreSQL 16\n")
    text = "---\nname: billing\ncreated: 2026-03-04\n---\n\nBilling was moved to the new database yesterday\n"
    (theirs / "billing.md").write_text(text)
    memory.project = wiring.find_project(memory.project.root)
    memory.night()
    assert (theirs / "billing.md").read_text() == text
    assert not memory.proposals()
