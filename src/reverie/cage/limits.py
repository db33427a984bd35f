"""What a caged run may use: the ceilings, how the child puts them on itself, and how they are called when reached."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from reverie.cage.fence import Fence

GIB = 1 << 30
MIB = 1 << 20
NICENESS = 10


@dataclass(frozen=True, slots=True)
class Limits:
    """Ceilings of one run. `wall` is kept by the parent, the others by the kernel, for each process on its own."""

    wall: float = 1800.0  # seconds, from start to answer
    cpu: int = 1200  # seconds of one process
    memory: int = 4 * GIB  # of address space: the weights of a model are mapped, and count
    file_size: int = 512 * MIB
    files: int = 256  # open at once
    output: int = 256 * MIB
    threads: int = 4  # that numpy's own kernels may use


def close(limits: Limits) -> Fence:
    """Lower this process's limits for good, and its priority."""
    _step_aside()
    kept = [text for number, ceiling, text in _ceilings(limits) if _lower(number, ceiling)]
    missing = [text for _, _, text in _ceilings(limits) if text not in kept]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    enforced = (f"ceilings for each process: {', '.join(kept)}",) if kept else ()
    left = ["scratch may fill the disk and git may be started many times over, until the time is up"]
    if missing:
        left.append(f"this system has no ceiling for: {', '.join(missing)}")
    return Fence(enforced, tuple(left))


def _ceilings(limits: Limits) -> Iterator[tuple[int, int, str]]:
    if sys.platform != "darwin":  # which takes RLIMIT_AS and does not keep it
        yield resource.RLIMIT_AS, limits.memory, memory_words(limits)
    yield resource.RLIMIT_CPU, limits.cpu, cpu_words(limits)
    yield resource.RLIMIT_FSIZE, limits.file_size, file_words(limits)
    yield resource.RLIMIT_NOFILE, limits.files, f"{limits.files} open files"


def _lower(number: int, ceiling: int) -> bool:
    _, hard = resource.getrlimit(number)
    spare = 1 if number == resource.RLIMIT_CPU else 0  # at the soft limit it is told why, at the hard one killed
    new = ceiling if hard == resource.RLIM_INFINITY else min(ceiling, hard)
    top = new + spare if hard == resource.RLIM_INFINITY else min(new + spare, hard)
    try:
        resource.setrlimit(number, (new, top))
    except (OSError, ValueError):
        return False
    return True


def _step_aside() -> None:
    """Whoever works at this machine goes first."""
    with suppress(OSError):
        os.nice(NICENESS)


def memory_words(limits: Limits) -> str:
    return f"{limits.memory / GIB:.2g} GiB of memory"


def cpu_words(limits: Limits) -> str:
    return f"{limits.cpu} s of CPU"


def file_words(limits: Limits) -> str:
    return f"{limits.file_size / MIB:.4g} MiB in one file"
