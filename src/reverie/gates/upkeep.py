"""Upkeep of what lies in `local/`: once a month, because logs are kept by months."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from reverie.gates.verdict import Verdict, newest


def ask(runs: Sequence[datetime], now: datetime) -> Verdict:
    last = newest(runs, now)
    here = now.astimezone(UTC)
    month = here.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    if last and last >= month:
        following = month.replace(year=month.year + month.month // 12, month=month.month % 12 + 1)
        return Verdict(False, "done this month", following)
    return Verdict(True, "the first time this month")
