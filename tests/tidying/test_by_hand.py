"""What other hands do to a memory between nights, and during one: no change is missed, no note is left without its line
or page, and what a night left is what one that knows nothing of the nights before would leave."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from reverie.records.changes import ChangeSet, Kind, Put, Receipt, Step
from reverie.records.documents import Address
from tests.tidying.hands import Hand, crowded, few_are_many
from tests.tidying.memory import Memory, made

__all__ = ["few_are_many"]

SAME_AS_AMBER = "The amber service keeps its pearl in bucket amber-0"


@pytest.fixture
def memory(tmp_path: Path, few_are_many: None) -> Memory:
    return crowded(tmp_path / "repo")


def in_the_end(memory: Memory) -> None:
    """Two nights more, and nothing is left to do even for one that looks at everything."""
    memory.night()
    memory.night()
    before = memory.tree()
    shutil.rmtree(memory.project.local / "cache")
    memory.night(again=True)
    after = memory.tree()
    assert {name for name in {*before, *after} if before.get(name) != after.get(name)} == set()


def page(memory: Memory, name: str) -> Path:
    return memory.folder / "index" / f"{name}.md"


def test_a_note_beside_one_that_merges_gets_its_line_on_its_page(memory: Memory) -> None:
    memory.note("topaz-z", "The census job counts the zebras at 04:10", created="2020-01-01")
    memory.note("amber-c", f"{SAME_AS_AMBER}.", created="2026-10-01")
    planned, _ = memory.night()
    assert planned.tidied.done
    in_the_end(memory)
    assert "topaz-z.md" in page(memory, "project/t").read_text()


@pytest.mark.parametrize("name", ["project", "project/t"])
@pytest.mark.parametrize("deed", [Path.unlink, lambda path: path.write_text("mine now\n")])
def test_a_page_that_somebody_took_or_changed_is_made_again(
    memory: Memory, name: str, deed: Callable[[Path], object]
) -> None:
    before = page(memory, name).read_bytes()
    deed(page(memory, name))
    in_the_end(memory)
    assert page(memory, name).read_bytes() == before


def test_an_index_that_somebody_took_is_made_again_though_no_note_is_new(memory: Memory) -> None:
    path = memory.folder / "amber-a.md"
    path.write_text(f"{path.read_text()}\nNothing in particular.\n")
    assert memory.night()[1] is None
    (memory.folder / "MEMORY.md").unlink()
    in_the_end(memory)
    assert (memory.folder / "MEMORY.md").exists()


def test_an_index_of_notes_that_are_all_gone_leads_nowhere_no_more(memory: Memory) -> None:
    for path in memory.folder.glob("*-*.md"):
        path.unlink()
    in_the_end(memory)
    assert "](" not in (memory.folder / "MEMORY.md").read_text()


def test_a_file_of_somebody_among_the_pages_is_left_alone(memory: Memory) -> None:
    page(memory, "reading").write_text("# What to read first\n")
    memory.note("topaz-z", "The census job counts the zebras at 04:10")
    in_the_end(memory)
    assert page(memory, "reading").read_text() == "# What to read first\n"


def test_allowing_a_memory_to_be_tidied_counts_from_the_next_night_on(tmp_path: Path) -> None:
    memory = made(tmp_path / "repo")
    memory.note("deploy", "Deploys go out from the main branch")
    own = memory.project
    memory.project = replace(own, settings=replace(own.settings, consolidate="propose"))
    memory.night()
    memory.night()
    assert not (memory.folder / "MEMORY.md").exists()
    memory.project = own
    memory.night()
    assert "deploy.md" in (memory.folder / "MEMORY.md").read_text()


def a_night(memory: Memory, meanwhile: Callable[[Receipt], None], *besides: Step) -> None:
    """A night with a merge in it, and something that happens before it is put on record."""
    memory.note("amber-c", f"{SAME_AS_AMBER}.", created="2026-10-01")
    keeper = memory.keeper()
    planned = keeper.plan(lambda _: None)
    assert planned.tidied.done
    steps = (*besides, *planned.steps)
    receipt = keeper.store.apply(ChangeSet("night", "reverie", memory.now, steps, Kind.NIGHT, automatic=True))
    meanwhile(receipt)
    keeper.conclude(planned, receipt)
    memory.now += timedelta(days=1)


def test_an_edit_of_what_the_night_just_wrote_is_for_the_next_one(memory: Memory) -> None:
    def edit(receipt: Receipt) -> None:
        written = [memory.folder / a.path for done in receipt.applied for a in done.addresses if "/" not in a.path]
        path = next(path for path in written if path.exists())
        path.write_text(f"{path.read_text()}- The heron queue is drained at 05:20\n")

    a_night(memory, edit)
    assert not memory.night()[0].idle


def test_what_the_night_noted_besides_is_thought_about_by_the_next_one(memory: Memory) -> None:
    text = (
        b"---\nname: asked\ntype: project\ncreated: 2026-11-01\n---\n\n- Port 4000 belongs to amber of the opal group\n"
    )
    a_night(memory, lambda _: None, Step("noted", (Put(Address("memory", "asked.md"), None, text),)))
    assert not memory.night()[0].idle


# Anything at all


@pytest.mark.parametrize("seed", range(5))
def test_whatever_hands_do_the_memory_ends_as_one_looked_at_afresh(memory: Memory, seed: int) -> None:
    hand = Hand(memory, seed)
    for _ in range(6):
        for _ in range(hand.chance.randint(0, 3)):
            hand.does_something()
        memory.night()
    memory.project = hand.own
    in_the_end(memory)
