"""What a second process reads ahead is what would have been read here, whatever becomes of that process."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from reverie.tools.ahead import ahead, aside

_HERE = os.getpid()
_PARTS = [[n, n + 1] for n in range(6)]


def _doubled(part: list[int]) -> list[int]:
    return [2 * number for number in part]


def _children() -> str:
    return Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text("ascii")


def test_every_part_comes_in_its_order() -> None:
    assert list(ahead(_PARTS, _doubled)) == [_doubled(part) for part in _PARTS]
    assert list(ahead([], _doubled)) == [] and list(ahead(_PARTS[:1], _doubled)) == [[0, 2]]


@pytest.mark.skipif(sys.platform != "linux", reason="forks on Linux alone")
def test_it_is_read_in_another_process_that_is_gone_afterwards() -> None:
    before = _children()
    readers = set(ahead(_PARTS, lambda _: os.getpid()))
    assert len(readers) == 1 and _HERE not in readers
    assert _children() == before


def test_a_process_that_is_ended_in_the_middle_loses_nothing() -> None:
    def work(part: list[int]) -> list[int]:
        if part[0] == 3 and os.getpid() != _HERE:
            os.kill(os.getpid(), signal.SIGKILL)
        return _doubled(part)

    assert list(ahead(_PARTS, work)) == [_doubled(part) for part in _PARTS]


def test_what_cannot_be_handed_over_is_worked_out_here() -> None:
    def lock(_: int) -> object:
        return threading.Lock()

    assert len(list(ahead([1, 2, 3], lock))) == 3


def test_what_goes_wrong_there_is_heard_here() -> None:
    def work(part: list[int]) -> list[int]:
        if part[0] == 4:
            raise ValueError("unreadable")
        return _doubled(part)

    with pytest.raises(ValueError, match="unreadable"):
        list(ahead(_PARTS, work))


@pytest.mark.skipif(sys.platform != "linux", reason="forks on Linux alone")
def test_who_stops_taking_leaves_no_process_behind() -> None:
    before = _children()
    results = ahead([["x" * 1_000_000]] * 9, lambda part: part)
    next(results)
    assert _children() != before
    results.close()  # type: ignore[attr-defined]
    assert _children() == before


def test_beside_other_threads_nothing_is_forked() -> None:
    leave = threading.Event()
    other = threading.Thread(target=leave.wait)
    other.start()
    try:
        assert set(ahead(_PARTS, lambda _: os.getpid())) == {os.getpid()}
    finally:
        leave.set()
        other.join()


@pytest.mark.skipif(sys.platform != "linux", reason="forks on Linux alone")
def test_work_aside_is_done_by_another_process_and_waited_for(tmp_path: Path) -> None:
    before, go, done = _children(), tmp_path / "go", tmp_path / "done"

    def work() -> None:
        while not go.exists():
            time.sleep(0.001)
        done.write_text(str(os.getpid()))

    with aside(work):
        go.touch()
    assert int(done.read_text()) != os.getpid()
    assert _children() == before


def test_work_aside_that_goes_wrong_is_not_heard() -> None:
    def work() -> None:
        raise ValueError("unreadable")

    with aside(work):
        done = True
    assert done


def test_what_goes_wrong_meanwhile_ends_the_work_aside() -> None:
    before = _children()
    with pytest.raises(ValueError, match="meanwhile"), aside(lambda: time.sleep(60)):
        raise ValueError("meanwhile")
    assert _children() == before


def test_beside_other_threads_nothing_is_done_aside(tmp_path: Path) -> None:
    leave = threading.Event()
    other = threading.Thread(target=leave.wait)
    other.start()
    try:
        with aside((tmp_path / "done").touch):
            pass
        assert not (tmp_path / "done").exists()
    finally:
        leave.set()
        other.join()
