"""The log of recalls stays bounded, and what still counts does not change by it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from reverie.promotion import judge, promote
from reverie.records.logs import LogRecord
from reverie.records.passages import Hit, Passage
from reverie.records.recalls import LOG
from reverie.remember import recalls
from reverie.remember.upkeep import of_notes, tidy
from tests.recall.builders import FACT, NOW, Memory
from tests.store.builders import folder_store

OLD = Passage("n1", "memory:ports.md", 3, 3, "The gateway listens on 8443", layer="note")


def long_ago(memory: Memory, days: int, times: int, passage: Passage = OLD, *, asked: bool = True) -> None:
    for n in range(times):
        at = NOW - timedelta(days=days, minutes=n)
        recalls.record(memory.store, [Hit(passage, 0.9)], f"question {n}", at=at, asked=asked)


def kinds(memory: Memory) -> list[str]:
    return [record.kind for record in memory.store.records(LOG) if isinstance(record, LogRecord)]


def test_old_months_become_one_line_a_note_and_use_is_not_forgotten() -> None:
    memory = Memory()
    memory.remember(FACT, "An old line")
    memory.ask(FACT)
    long_ago(memory, 300, 7)
    long_ago(memory, 299, 2, asked=False)
    long_ago(memory, 300, 5, memory.passage("An old line"))
    before, judged = of_notes(memory.store.records(LOG)), judge(memory.scene())
    assert tidy(memory.store, NOW, 180, 5000) == 1
    assert of_notes(memory.store.records(LOG)) == before == {"memory:ports.md": 7}
    assert judge(memory.scene()) == judged
    assert kinds(memory) == ["recalled", *["recall"] * 7]
    assert tidy(memory.store, NOW, 180, 5000) == 0


def test_recalls_that_still_count_are_left_as_they_are() -> None:
    memory = Memory()
    long_ago(memory, 150, 4)
    assert tidy(memory.store, NOW, 180, 5000) == 0
    assert tidy(memory.store, NOW, 999_999, 5000) == 0
    assert kinds(memory) == ["recall"] * 4


def test_in_the_end_not_even_the_counts_are_kept_and_they_are_bounded() -> None:
    memory = Memory()
    long_ago(memory, 800, 3)
    for n in range(20):
        long_ago(memory, 300, n + 1, Passage(f"n{n}", f"memory:note-{n:02}.md", 1, 1, "x", layer="note"))
    tidy(memory.store, NOW, 180, 5)
    assert sorted(of_notes(memory.store.records(LOG)).values()) == [16, 17, 18, 19, 20]


def test_a_cycle_keeps_the_log_short() -> None:
    memory = Memory()
    memory.remember(FACT)
    memory.ask(FACT)
    long_ago(memory, 300, 50)
    assert len(promote(memory.scene(), by="reverie").done) == 1
    assert kinds(memory) == ["recalled", *["recall"] * 7]


def test_on_disk_a_year_of_recalls_takes_no_more_room_than_half_a_year(tmp_path: Path) -> None:
    store = folder_store(tmp_path)
    for day in range(400):
        at = NOW - timedelta(days=399 - day)
        hits = [
            Hit(Passage(f"p{n}", "memory:2026-01-01.md", n, n, "words " * 20, layer="daily"), 0.9) for n in (1, 2, 3)
        ]
        recalls.record(store, hits, f"question {day}", at=at)
    folder = next(tmp_path.rglob("logs/recalls"))
    before = sum(file.stat().st_size for file in folder.iterdir())
    assert tidy(store, NOW, 180, 5000) >= 6
    after = sum(file.stat().st_size for file in folder.iterdir())
    assert after < before * 0.55
    assert len(list(folder.iterdir())) <= 8
