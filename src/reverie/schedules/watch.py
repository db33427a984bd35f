"""Keeping time: when the gates are to be asked next. They know themselves what is due and what was missed, so all there
is to do is to ask at the right moment, and not to be led astray by a clock that is set or a machine that slept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Protocol

AGAIN = timedelta(minutes=10)  # what depends on more than the time is asked so often
SLICE = timedelta(seconds=30)  # no longer is the clock trusted to go on as it did: a machine that sleeps stops waiting
BUSY = timedelta(minutes=1)  # what was due and could not be done


class Clock(Protocol):
    def now(self) -> datetime: ...

    def wait(self, seconds: float) -> bool:
        """Whether it is time to stop, after at most so long."""
        ...


Ask = Callable[[datetime], Iterable[datetime | None]]
"""Ask every gate and do what is due; when each of them is due next, as far as that is known."""


def keep_time(ask: Ask, clock: Clock) -> None:
    """Until the clock says that it is time to stop."""
    while True:
        due = following(ask(clock.now()), clock.now())
        while (now := clock.now()) < due:
            if clock.wait(min(SLICE, due - now).total_seconds()):
                return
            due = min(due, clock.now() + AGAIN)  # a clock that was set back would let it wait for ever
        if clock.wait(0):
            return


def following(moments: Iterable[datetime | None], now: datetime) -> datetime:
    """A moment that is past was due and could not be done: another process is at it, which is to be left in peace."""
    told = (at if at > now else now + BUSY for at in moments if at)
    return min(min(told, default=now + AGAIN), now + AGAIN)
