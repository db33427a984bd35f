"""Spreads batches over the cores: one batch and one core each, instead of every core on each matrix product.

OpenBLAS by itself leaves all cores but one idle between products: one batch each was a quarter faster. Where it cannot
be told (Accelerate, MKL, Windows), batches run one after another and the library threads as it likes.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

import numpy as np

T = TypeVar("T")

_MOST_WORKERS = 8
_SPELLINGS = ("scipy_openblas_{}64_", "scipy_openblas_{}", "openblas_{}64_", "openblas_{}")
_busy = threading.Lock()  # the number of threads belongs to the process, so one at a time may set it


class Knob(NamedTuple):
    get: Callable[[], int]
    set: Callable[[int], object]


def _knob() -> Knob | None:
    """How to tell numpy's own OpenBLAS its number of threads; the same two functions threadpoolctl looks for."""
    try:
        library = ctypes.CDLL(np._core._multiarray_umath.__file__)  # type: ignore[attr-defined]
    except (AttributeError, OSError, TypeError):
        return None
    for spelling in _SPELLINGS:
        try:
            return Knob(library[spelling.format("get_num_threads")], library[spelling.format("set_num_threads")])
        except (AttributeError, OSError):
            continue
    return None


KNOB = _knob()  # at import, as the cage lets nothing be looked up once it is closed


def workers() -> int:
    """How many batches are worked on at once."""
    return min(_cores(), _MOST_WORKERS) if KNOB is not None else 1


def spread(job: Callable[[T], object], items: Sequence[T]) -> None:
    """Does the job for every item; the order is free, the first failure is raised."""
    with _one_thread_each():
        if len(items) < 2 or workers() < 2:
            for item in items:
                job(item)
            return
        with ThreadPoolExecutor(min(workers(), len(items)), "embed") as pool:
            try:
                for _ in pool.map(job, items):
                    pass
            except BaseException:  # an interrupt must not wait for what has not begun
                pool.shutdown(wait=False, cancel_futures=True)
                raise


@contextmanager
def _one_thread_each() -> Iterator[None]:
    if KNOB is None:
        yield
        return
    with _busy:
        before = KNOB.get()
        KNOB.set(1)
        try:
            yield
        finally:
            KNOB.set(before)


def _cores() -> int:
    """Those this process may use, which in a container can be fewer than there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
