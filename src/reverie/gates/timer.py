"""A schedule whose timer calls more often than it is due, because it goes by local time and the schedule by UTC."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from reverie.gates.verdict import Verdict, length, newest
from reverie.tools.cron import Cron, next_after

GRACE = timedelta(minutes=30)  # a first run may be so late; later ones are made up for whenever the timer calls


def ask(cron: Cron, runs: Sequence[datetime], now: datetime) -> Verdict:
    """`runs`: when it began before, whether or not it worked."""
    last = newest(runs, now)
    due = next_after(cron, last or now - GRACE, UTC)
    ago = f"the last time was {length(now - last)} ago" if last else "there was no time yet"
    return Verdict(due <= now, f"it is due {cron.text} in UTC, and {ago}", due)
