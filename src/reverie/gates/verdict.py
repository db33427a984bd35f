"""What a gate says, and what gates share: the newest of some moments on a clock that may have been set."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

SKEW = timedelta(minutes=10)  # a moment so little ahead is taken for now; one further ahead comes from a wrong clock


class Verdict(NamedTuple):
    """Due or not, and why. `next`: when it will be, as far as that can be told from the time alone. `looked`: that was
    told from files, so whoever asks next has to look at them too. `last`: the moment that the reason tells as so long
    ago. `counted`: the reason has a count that may have grown since."""

    due: bool
    reason: str
    next: datetime | None = None
    looked: bool = False
    last: datetime | None = None
    counted: bool = False


def newest(moments: Iterable[datetime], now: datetime) -> datetime | None:
    """The last time something happened. What a clock that ran ahead wrote down would close a gate for as long as it
    ran ahead, so it is passed over."""
    return max((min(at, now) for at in moments if at <= now + SKEW), default=None)


def length(span: timedelta) -> str:
    """A length of time in words: 5 min, 3 h, 2 days."""
    minutes = max(int(span.total_seconds() // 60), 0)
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 48 * 60 else f"{minutes // 1440} days"
