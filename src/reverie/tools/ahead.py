"""Parts worked on by a second process, one part ahead of whoever takes the results: while one is written, the next is
read. The pipe between them holds back whoever is faster, so that never more than two parts are in memory."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO, TypeVar

P = TypeVar("P")
R = TypeVar("R")

_FEWEST = 2  # parts


def ahead(parts: Sequence[P], work: Callable[[P], R]) -> Iterator[R]:
    """The work of each part, in their order. What the second process does not give is worked out here, and so is what
    goes wrong there: it goes wrong again, where it is heard."""
    given = 0
    if len(parts) >= _FEWEST and _can_fork():
        for result in _elsewhere(parts, work):
            given += 1
            yield result
    yield from map(work, parts[given:])


@contextmanager
def aside(work: Callable[[], None]) -> Iterator[None]:
    """`work` is done by a second process, and waited for at the end. It must be such that nothing is lost if it is not
    done: where there can be no second process it is not, and what goes wrong there is not heard."""
    child = _forked() if _can_fork() else None
    if child == 0:
        _do(work)
    try:
        yield
    except BaseException:
        if child:
            _end(child)
            child = None
        raise
    finally:
        if child:
            os.waitpid(child, 0)


def _forked() -> int | None:
    try:
        return os.fork()
    except OSError:  # no room for another process
        return None


def _do(work: Callable[[], None]) -> None:
    """In the second process, which leaves without closing anything the first one has open."""
    try:
        with suppress(Exception):
            work()
    finally:
        os._exit(0)


def _end(child: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _can_fork() -> bool:
    """With other threads running, a lock may be held for ever in the second process; elsewhere than on Linux, libraries
    may not stand it."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    return sys.platform == "linux" and threading.active_count() == 1 and cores > 1


def _elsewhere(parts: Sequence[P], work: Callable[[P], R]) -> Iterator[R]:
    reading, writing = os.pipe()
    child = _forked()
    if child is None:
        os.close(reading)
        os.close(writing)
        return
    if not child:
        _serve(reading, writing, parts, work)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        try:
            yield from _results(pipe)
        finally:
            _end(child)


def _results(pipe: BinaryIO) -> Iterator[R]:
    while True:
        try:
            yield pickle.load(pipe)  # our own child's, through a pipe nobody else has
        except (EOFError, pickle.UnpicklingError):  # it is done, or it was ended in the middle
            return


def _serve(reading: int, writing: int, parts: Sequence[P], work: Callable[[P], R]) -> None:
    """In the second process: gives what it can, and leaves without closing anything the first one has open."""
    try:
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            for part in parts:
                pickle.dump(work(part), pipe, pickle.HIGHEST_PROTOCOL)
                pipe.flush()
    finally:
        os._exit(0)
