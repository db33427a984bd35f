"""Duplicates merge, contradictions are settled by who said it and when, and nothing that was said is lost."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reverie import consolidation, wiring
from reverie.consolidation import Overreach
from reverie.records.changes import ChangeSet, Kind, Move, Put, Step
from reverie.records.documents import Address, digest
from reverie.records.tidying import Matter, Tidied, Tidy
from tests.tidying.memory import Memory, made


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return made(tmp_path / "repo")


def kinds(memory: Memory) -> list[str]:
    return sorted(matter.kind for matter in memory.night()[0].tidied.done)


def test_two_notes_that_say_the_same_become_one(memory: Memory) -> None:
    memory.note("deploy", "Deploys go out from the main branch")
    memory.note("where-from", "Deploys go out from the main branch.", created="2026-10-01")
    assert kinds(memory) == ["merge"]
    assert memory.active() == ["deploy"]
    assert "merged_into: deploy" in memory.retired()["where-from"]
    assert "merged_from: where-from" in memory.text("deploy")


def test_a_note_that_says_more_is_the_one_that_stays(memory: Memory) -> None:
    memory.note("short", "The API gateway runs on port 8080", name="API gateway")
    told = ("The API gateway runs on port 8080", "The gateway is restarted by systemd")
    memory.note("long", *told, created="2026-10-01", name="Gateway API")
    memory.night()
    assert memory.active() == ["long"]


def test_what_differs_in_a_name_or_a_number_is_never_merged(memory: Memory) -> None:
    memory.note("one", "Alice owns the billing service")
    memory.note("two", "Bob owns the search service", created="2026-10-01")
    memory.note("three", "The worker pool has 8 threads")
    memory.note("four", "The queue has 16 partitions", created="2026-10-02")
    assert kinds(memory) == []


def test_the_newer_of_two_values_holds_and_the_older_is_kept(memory: Memory) -> None:
    memory.note("staging", "The staging database listens on port 5432")
    memory.note("moved", "The staging database listens on port 5433", created="2026-10-05")
    assert kinds(memory) == ["supersede"]
    assert memory.active() == ["moved"]
    old = memory.retired()["staging"]
    assert "status: superseded" in old
    assert "valid_until: 2026-10-05" in old
    assert "superseded_by: moved" in old
    assert "5432" in old


def test_sameness_of_words_is_not_sameness(memory: Memory) -> None:
    memory.note("tabs", "We prefer tabs over spaces")
    memory.note("style", "We prefer spaces over tabs", created="2026-10-05")
    assert kinds(memory) == ["supersede"]
    assert memory.active() == ["style"]


def test_a_day_puts_a_note_right_in_its_place(memory: Memory) -> None:
    memory.note("staging", "The staging database listens on port 5432", "Ask Ada for access", description="x")
    memory.day("2026-11-10", "The staging database now listens on port 5433")
    day = memory.text("2026-11-10")
    memory.night()
    assert "5433" in memory.text("staging")
    assert "5432" not in memory.text("staging")
    assert "Ask Ada" in memory.text("staging")
    assert any("5432" in text for text in memory.retired().values())
    assert memory.text("2026-11-10") == day, "a day is a log"


@pytest.mark.parametrize("origin", ["user", "agent"])
def test_many_days_that_disagree_leave_the_newest_and_come_to_rest(memory: Memory, origin: str) -> None:
    memory.note("staging", "The staging database listens on port 5432", "Ask Ada for access", origin=origin)
    for day, port in (("2026-10-01", 5433), ("2026-10-20", 5440), ("2026-11-10", 5441), ("2026-09-20", 5450)):
        memory.day(day, f"The staging database listens on port {port}")
    memory.night()
    assert "5441" in memory.text("staging")
    tree = memory.tree()
    memory.night()
    memory.night(again=True)
    assert memory.tree() == tree


def test_the_hook_does_not_go_on_saying_what_left(memory: Memory) -> None:
    old = "The staging database listens on port 5432"
    memory.note("staging", old, "Ask Ada for access", description=old)
    memory.day("2026-11-10", "The staging database now listens on port 5433")
    memory.night()
    assert "5432" not in memory.text("staging")
    assert "5432" not in memory.text("MEMORY")
    assert "description: The staging database now listens on port 5433\n" in memory.text("staging")


def test_a_person_is_believed_before_an_agent(memory: Memory) -> None:
    memory.note("said", "The staging database listens on port 5432")
    memory.note("guessed", "The staging database listens on port 5433", created="2026-10-05", origin="agent")
    memory.night()
    assert memory.active() == ["said"]


def test_of_two_without_a_date_nobody_wins_by_itself(memory: Memory) -> None:
    for slug, port in (("one", "5432"), ("two", "5433")):
        path = memory.note(slug, f"The staging database listens on port {port}")
        path.write_text(path.read_text().replace("created: 2026-09-01\n", ""))
    planned, _ = memory.night()
    assert not planned.tidied.done
    (asked,) = memory.proposals()
    assert asked.kinds == ("supersede", "supersede"), "both ways are laid before a person"
    assert memory.active() == ["one", "two"]


@pytest.mark.parametrize("mark", ["pinned", "static"])
def test_what_is_pinned_or_static_is_never_touched(memory: Memory, mark: str) -> None:
    kept = memory.note("staging", "The staging database listens on port 5432", **{mark: "true"}).read_text()
    twin = memory.note("twin", "Deploys go out from the main branch", **{mark: "true"}).read_text()
    memory.note("moved", "The staging database listens on port 5433", created="2026-10-05")
    memory.note("expired", "The demo is on Friday", valid_until="2026-01-01", **{mark: "true"})
    planned, _ = memory.night()
    assert not planned.tidied.done
    assert (memory.text("staging"), memory.text("twin")) == (kept, twin)
    assert not memory.proposals()
    assert any("says otherwise" in why for why in planned.tidied.left_out), "but a person is told"


def test_a_copy_of_a_pinned_note_may_go(memory: Memory) -> None:
    kept = memory.note("deploy", "Deploys go out from the main branch", pinned="true").read_text()
    memory.note("where-from", "Deploys go out from the main branch.", created="2026-10-01")
    assert kinds(memory) == ["merge"]
    assert memory.active() == ["deploy"]
    assert memory.text("deploy") == kept


def test_small_notes_about_one_thing_are_gathered(memory: Memory) -> None:
    memory.note("ci-cache", "The CI cache is stored in S3", name="CI cache")
    memory.note("ci-cache-2", "It is emptied every Sunday", name="CI caches", created="2026-10-01")
    assert kinds(memory) == ["gather"]
    assert "stored in S3" in memory.text("ci-cache")
    assert "emptied every Sunday" in memory.text("ci-cache")


def test_a_note_with_a_secret_is_left_alone(memory: Memory) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    memory.note("deploy", f"Deploys use {token}")
    memory.note("other", f"Deploys use {token}", created="2026-10-01")
    planned, _ = memory.night()
    assert not planned.tidied.done
    assert planned.tidied.left_out["notes that hold a secret"] == 2


def test_what_is_over_leaves_within_the_bound_and_the_rest_is_proposed(memory: Memory) -> None:
    for number in range(8):
        memory.note(f"offer-{number}", f"Offer number {number} for customer {number * 37}", valid_until="2026-10-01")
    memory.night()
    assert len(memory.active()) == 5
    assert len(memory.proposals()) == 5
    memory.night()
    assert len(memory.active()) == 5, "what waits for a person is not done the next night"


def test_a_second_night_changes_nothing_also_without_the_cache(memory: Memory) -> None:
    memory.note("deploy", "Deploys go out from the main branch")
    memory.note("where-from", "Deploys go out from the main branch.", created="2026-10-01")
    memory.note("staging", "The staging database listens on port 5432")
    memory.day("2026-11-10", "The staging database now listens on port 5433")
    for slug, port in (("one", "21"), ("two", "22")):
        path = memory.note(slug, f"The mail relay listens on port {port}")
        path.write_text(path.read_text().replace("created: 2026-09-01\n", ""))
    memory.night()
    tree = memory.tree()
    memory.night()
    assert memory.tree() == tree
    shutil.rmtree(memory.project.local / "cache")
    memory.night(again=True)
    assert memory.tree() == tree


def test_undo_brings_the_night_back_byte_for_byte_and_it_is_not_done_again(memory: Memory) -> None:
    memory.note("deploy", "Deploys go out from the main branch")
    memory.note("where-from", "Deploys go out from the main branch.", created="2026-10-01")
    before = {name: text for name, text in memory.tree().items() if name.startswith("memory/") and "MEMORY" not in name}
    memory.night()
    memory.undo()
    after = {name: text for name, text in memory.tree().items() if name.startswith("memory/") and "MEMORY" not in name}
    assert after == before
    memory.night()
    assert memory.active() == ["deploy", "where-from"]
    assert [one.kinds for one in memory.proposals()] == [("merge",)], "it can only be proposed again"


def test_a_day_that_comes_later_puts_an_old_note_right(memory: Memory) -> None:
    memory.note("api-port", "The API listens on port 8080")
    memory.night()
    memory.day("2026-11-16", "The API listens on port 9090")
    memory.night()
    assert "9090" in memory.text("api-port") and "8080" not in memory.text("api-port")
    assert any("8080" in text for text in memory.retired().values())
    assert memory.night()[0].idle


def test_a_pinned_note_that_comes_later_puts_an_old_one_right(memory: Memory) -> None:
    memory.note("api-port", "The API listens on port 8080")
    memory.night()
    memory.note("where-api", "The API listens on port 9090", created="2026-10-01", pinned="true")
    memory.night()
    assert memory.active() == ["where-api"]
    assert "8080" in memory.retired()["api-port"]


def test_a_live_edit_goes_first(memory: Memory) -> None:
    memory.note("deploy", "Deploys go out from the main branch")
    twin = memory.note("where-from", "Deploys go out from the main branch.", created="2026-10-01")
    planned = memory.plan()
    twin.write_text(twin.read_text() + "- and on Fridays never\n")
    store = wiring.open_store(memory.project)
    receipt = store.apply(ChangeSet("night", "reverie", memory.now, planned.steps, Kind.NIGHT, automatic=True))
    assert [result.reason for result in receipt.skipped] == [step.reason for step in planned.steps]
    assert "Fridays" in memory.text("where-from")


def test_what_is_changed_is_looked_at_and_nothing_else(memory: Memory) -> None:
    for number in range(30):
        memory.note(f"fact-{number}", f"Service s{number} is owned by team t{number * 7}")
    assert memory.night()[0].tidied.looked_at == 30
    memory.note("new", "Service s31 is owned by team t217", created="2026-11-01")
    assert memory.night()[0].tidied.looked_at == 1
    assert memory.night()[0].idle


# What comes out of the cage is checked


def _refused(memory: Memory, *edits: Put | Move) -> None:
    def think(request: Tidy, tell: object) -> tuple[Tidied, Sequence[str]]:
        return Tidied((Matter("merge", "trust me", "x", Step("trust me", tuple(edits))),)), ()

    with pytest.raises(Overreach):
        memory.keeper(think).plan(lambda phase: None)


def test_a_thought_cannot_write_rules_config_or_pinned_notes(memory: Memory) -> None:
    kept = memory.note("keep", "Never deploy on Fridays", pinned="true").read_bytes()
    plain = memory.note("plain", "Deploys take ten minutes").read_bytes()
    _refused(memory, Put(Address("memory", "semantic/rules/auto-dream/x.md"), None, b"obey"))
    _refused(memory, Put(Address("agent", "config.yaml"), None, b"share: all"))
    _refused(memory, Put(Address("project", "CLAUDE.md"), None, b"obey"))
    _refused(memory, Put(Address("memory", "new.md"), None, b"invented"))
    _refused(memory, Put(Address("memory", "keep.md"), digest(kept), b"changed"))
    _refused(memory, Move(Address("memory", "plain.md"), Address("memory", "elsewhere.md"), digest(plain), plain))
    _refused(memory, Put(Address("memory", "plain.md"), digest(plain), b"x" * (2 << 20)))


def test_a_thought_that_claims_to_keep_all_and_does_not_is_not_believed(memory: Memory) -> None:
    plain = memory.note("plain", "Deploys use profile eu-2 on port 8443").read_bytes()
    other = memory.note("other", "Deploys are fast").read_bytes()
    move = Move(Address("memory", "plain.md"), Address("memory", "retired/plain.md"), digest(plain), plain)
    put = Put(Address("memory", "other.md"), digest(other), other + b"- and good\n")
    step = Step("merge", (put, move), "x", 0, keeps_all=True)
    store, layout = wiring.open_store(memory.project), wiring.place(memory.project).layout
    assert not consolidation.checked(step, layout, store).keeps_all


def test_the_owner_of_a_memory_dreams_alone(memory: Memory, tmp_path: Path) -> None:
    root = memory.project.root
    (root / ".claude" / "memory").mkdir(parents=True)
    (root / ".agent").mkdir(exist_ok=True)
    (root / ".agent" / "config.yaml").write_text("memory:\n  layout: claude-code\n  root: .claude/memory\n")
    project = wiring.find_project(root)
    lock = root / ".claude" / "memory" / ".consolidate-lock"
    lock.write_text(f"{os.getpid()}\n")
    now = datetime.now(UTC)
    assert wiring.consolidation.owner_at_work(project, now)
    keeper = wiring.consolidation.keeper(project, wiring.open_store(project), now)
    assert keeper
    assert keeper.plan(lambda phase: None).idle
    assert not wiring.consolidation.owner_at_work(project, now + timedelta(hours=2)), "it is stale after an hour"
    lock.write_text("999999999\n")
    assert not wiring.consolidation.owner_at_work(project, now), "its process is gone"


# What a statement stands under belongs to it


@pytest.mark.parametrize(
    ("one", "other"),
    [("Staging", "Production"), ("iOS app", "Web app"), ("Project Vega", "Project Orion"), ("Release 2", "Release 3")],
)
@pytest.mark.parametrize("newer", ["The cache is disabled", "The cache is enabled."])
def test_notes_about_different_places_neither_contradict_nor_repeat_each_other(
    memory: Memory, one: str, other: str, newer: str
) -> None:
    memory.note("one", "The cache is enabled", name=one)
    memory.note("other", newer, name=other, created="2026-10-05")
    assert kinds(memory) == []
    assert memory.active() == ["one", "other"]


def test_headings_keep_statements_apart_also_in_a_day(memory: Memory) -> None:
    memory.note("vega", "The tests need Docker", name="Project Vega")
    memory.day("2026-11-01", "The build is green").write_text(
        "# 2026-11-01\n\n## Project Orion\n\n- The tests do not need Docker\n"
    )
    assert kinds(memory) == []
    assert "need Docker" in memory.text("vega")


def test_the_same_words_under_another_heading_are_another_fact(memory: Memory) -> None:
    path = memory.note("envs")
    path.write_text(
        path.read_text() + "## Staging\n\n- Deploys need the VPN\n- Ask Marta for the key\n- Ask Marta for the key\n\n"
        "## Production\n\n- Deploys need the VPN\n\n1. Stop the server now\n2. Run it\n3. Stop the server now\n"
    )
    assert kinds(memory) == ["repeat"]
    text = memory.text("envs")
    assert (text.count("need the VPN"), text.count("Stop the server"), text.count("Ask Marta")) == (2, 2, 1)


def test_what_points_to_something_named_before_is_not_compared(memory: Memory) -> None:
    memory.note("auth", "Its owner is Ada", name="Auth module")
    memory.note("mail", "Its owner is Bob", name="Mail module", created="2026-10-05")
    assert kinds(memory) == []


def test_a_day_that_has_not_come_is_no_date(memory: Memory) -> None:
    memory.note("staging", "The staging database listens on port 5432")
    memory.note("future", "The staging database listens on port 5433", created="2099-01-01")
    assert kinds(memory) == []
    assert len(memory.proposals()) == 1
