"""What one fence reports of itself: what it enforces on this system, and what it leaves open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

# Each can be left out by a test, which shows that the others do not lean on it.
LANDLOCK, SECCOMP, AUDIT = "landlock", "seccomp", "audit"
EVERY = frozenset({LANDLOCK, SECCOMP, AUDIT})


@dataclass(frozen=True, slots=True)
class Fence:
    """Sentences for a person: what the kernel refuses from here on, and what nobody refuses."""

    enforced: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


def together(fences: Iterable[Fence]) -> Fence:
    parts = list(fences)
    return Fence(
        tuple(line for part in parts for line in part.enforced),
        tuple(line for part in parts for line in part.open),
    )
