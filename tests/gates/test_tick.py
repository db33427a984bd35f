"""One tick: what is due is done once, whoever else ticks, and what fails is written down."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime

from reverie.gates.tick import BUSY, Entry, Ticked, tick
from reverie.gates.verdict import Verdict
from reverie.records.errors import NotRemembered, StoreBusy

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)


class Work:
    """Something that is due until it was done."""

    def __init__(self, name: str = "work") -> None:
        self.name, self.done, self.asked = name, 0, 0
        self.notes: list[Ticked] = []

    def ask(self, _now: datetime) -> Verdict:
        self.asked += 1
        return Verdict(not self.done, "as often as needed")

    def run(self, _now: datetime) -> str:
        self.done += 1
        return "done"

    @property
    def entry(self) -> Entry:
        return Entry(self.name, self.ask, self.run)


@contextmanager
def alone() -> Iterator[None]:
    yield


def test_what_is_due_is_done_and_noted_and_the_rest_says_why_not() -> None:
    work, notes = Work(), list[Ticked]()
    closed = Entry("closed", lambda _now: Verdict(False, "it is Sunday"), work.run)
    first, second = tick([work.entry, closed], NOW, alone, notes.append)
    assert (first.outcome, first.failed, second.verdict.reason) == ("done", "", "it is Sunday")
    assert [note.name for note in notes] == ["work"]
    assert tick([work.entry], NOW, alone, notes.append)[0].outcome == ""
    assert work.done == 1 and len(notes) == 1


def test_who_waited_asks_again() -> None:
    work = Work()

    @contextmanager
    def after_another() -> Iterator[None]:
        work.done += 1
        yield

    found = tick([work.entry], NOW, after_another, work.notes.append)
    assert found[0].outcome == "" and not found[0].verdict.due and work.done == 1 and work.notes == []


def test_of_many_at_the_same_moment_one_does_it() -> None:
    work, lock = Work(), threading.Lock()

    @contextmanager
    def one_at_a_time() -> Iterator[None]:
        if not lock.acquire(blocking=False):
            raise StoreBusy(lock="dream", root="store", pid="1", age="1 s", waited="0 s")
        try:
            yield
        finally:
            lock.release()

    start = threading.Barrier(8)

    def go() -> None:
        start.wait()
        tick([work.entry], NOW, one_at_a_time, work.notes.append)

    crowd = [threading.Thread(target=go) for _ in range(8)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    assert work.done == 1 and len(work.notes) == 1


def test_one_that_is_kept_out_says_so_and_notes_nothing() -> None:
    def taken() -> AbstractContextManager[None]:
        raise StoreBusy(lock="dream", root="store", pid="1", age="1 s", waited="0 s")

    work = Work()
    found = tick([work.entry], NOW, taken, work.notes.append)
    assert found[0].verdict.reason.startswith(BUSY) and not found[0].failed and work.notes == []


def test_a_failure_is_noted_and_the_others_have_their_turn() -> None:
    def fail(_now: datetime) -> str:
        raise NotRemembered(why="the disk is full")

    work, notes = Work(), list[Ticked]()
    failing = Entry("failing", lambda _now: Verdict(True, "now"), fail)
    first, second = tick([failing, work.entry], NOW, alone, notes.append)
    assert "the disk is full" in first.failed and second.outcome == "done"
    assert [(note.name, bool(note.failed)) for note in notes] == [("failing", True), ("work", False)]
