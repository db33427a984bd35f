"""A night is asked about what is new and about nothing else, and comes to what one comes to that is asked about all."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from reverie import surveying, wiring
from reverie.records.changes import ChangeSet, Kind
from reverie.records.documents import Listed
from reverie.records.tidying import Tidied, Tidy
from reverie.store.index import Index
from tests.tidying.hands import Hand, crowded, few_are_many
from tests.tidying.memory import Memory

__all__ = ["few_are_many"]


@pytest.fixture
def memory(tmp_path: Path, few_are_many: None) -> Memory:
    return crowded(tmp_path / "repo")


def asked(memory: Memory) -> list[Tidy]:
    """What a night is asked, one question after the other."""
    found: list[Tidy] = []
    keeper = memory.keeper()

    def think(ask: Tidy, tell: object) -> tuple[Tidied, Sequence[str]]:
        found.append(ask)
        return memory._think(ask, tell)

    keeper = memory.keeper(think)
    planned = keeper.plan(lambda _: None)
    steps = (*planned.steps, *planned.papers)
    done = keeper.store.apply(ChangeSet("night", "reverie", memory.now, steps, Kind.NIGHT)) if steps else None
    keeper.conclude(planned, done)
    return found


def shelf(memory: Memory) -> Path:
    return wiring.consolidation.scratch_of(memory.project) / "memory" / "statements.db"


def on_shelf(memory: Memory) -> dict[str, str]:
    with closing(sqlite3.connect(shelf(memory))) as db:
        return dict(db.execute("select address, digest from doc"))


def there(memory: Memory) -> dict[str, str]:
    store = wiring.open_store(memory.project)
    return {
        f"memory:{item.path}": item.digest
        for item in store.scan("memory")
        if isinstance(item, Listed) and item.what.kind in ("note", "daily") and item.what.state == "active"
    }


def test_only_what_came_changed_or_left_is_asked_about(memory: Memory) -> None:
    memory.note("zebra-a", "The census job counts the zebras at 04:10")
    memory.note("amber-a", "The amber service keeps its pearl in bucket seven")
    (memory.folder / "birch-a.md").unlink()
    (one,) = asked(memory)
    assert [address for address, _ in one.notes] == ["memory:amber-a.md", "memory:zebra-a.md"]
    assert one.left == ("memory:birch-a.md",)
    assert on_shelf(memory) == there(memory)


def test_the_memory_is_not_listed_for_one_note(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = Index.listed

    def some(self: Index, root: str, folder: str = "") -> Iterator[Listed]:
        assert root != "memory" or folder, "all of the memory was listed"
        return listed(self, root, folder)

    monkeypatch.setattr(Index, "listed", some)
    memory.note("zebra-a", "The census job counts the zebras at 04:10")
    memory.note("amber-c", "The amber service keeps its opal in bucket amber-0.", created="2026-10-01")
    planned, receipt = memory.night()
    assert planned.tidied.looked_at == 2
    assert receipt
    memory.night()
    assert memory.night()[0].idle
    pages = "".join(path.read_text() for path in [memory.folder / "MEMORY.md", *memory.folder.glob("index/**/*.md")])
    assert "zebra-a.md" in pages


def test_many_pages_that_a_night_made_are_no_news_of_notes(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surveying, "MANY", 1)
    memory.note("zebra-a", "The census job counts the zebras at 04:10")
    (one,) = asked(memory)
    assert one.since and len(one.notes) == 1


@pytest.mark.parametrize("mark", ["", "at work", "of another index"])
def test_a_shelf_that_stands_elsewhere_is_asked_about_everything(memory: Memory, mark: str) -> None:
    with closing(sqlite3.connect(shelf(memory))) as db, db:
        db.execute("update made set upto = ?", (mark,))
        db.execute("delete from doc where address = 'memory:amber-a.md'")
    memory.note("zebra-a", "The census job counts the zebras at 04:10")
    first, second = asked(memory)
    assert (first.since != "", second.since) == (True, "")
    assert len(second.notes) == len(there(memory))
    assert on_shelf(memory) == there(memory)


def test_a_shelf_that_is_lost_is_filled_again(memory: Memory) -> None:
    shelf(memory).unlink()
    memory.note("zebra-a", "The census job counts the zebras at 04:10")
    assert len(asked(memory)) == 2
    assert on_shelf(memory) == there(memory)


def test_a_note_that_is_being_written_is_not_missed(memory: Memory) -> None:
    path = memory.note("zebra-a", "The census job counts the zebras at 04:10")

    def think(ask: Tidy, tell: object) -> tuple[Tidied, Sequence[str]]:
        whole = path.read_text()
        path.unlink()
        try:
            return memory._think(ask, tell)
        finally:
            path.write_text(whole)

    keeper = memory.keeper(think)
    keeper.conclude(keeper.plan(lambda _: None), None)
    memory.note("yak-a", "The yak is shaved on Mondays")
    memory.night()
    assert on_shelf(memory).keys() >= {"memory:zebra-a.md", "memory:yak-a.md"}


@pytest.mark.parametrize("seed", range(8))
def test_asked_about_the_news_or_about_all_it_comes_to_the_same(tmp_path: Path, few_are_many: None, seed: int) -> None:
    """The same hands do the same to two memories; of one the shelf never stands where it is thought to stand."""
    memories = [crowded(tmp_path / name / "repo") for name in ("news", "all")]
    hands = [Hand(memory, seed) for memory in memories]
    for _ in range(5):
        for hand in hands:
            for _ in range(hand.chance.randint(1, 3)):
                hand.does_something()
        with closing(sqlite3.connect(shelf(memories[1]))) as db, db:
            db.execute("update made set upto = 'elsewhere'")
        trees = []
        for memory in memories:
            memory.night()
            trees.append(memory.tree())
        assert {name for name in {*trees[0], *trees[1]} if trees[0].get(name) != trees[1].get(name)} == set()
