"""Windows of time (`30d`) and how a moment is shown to a person. In files every time is UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_WINDOW = re.compile(r"(\d{1,5})\s*(min|h|d|w|m|y)", re.IGNORECASE)
_UNIT = {"min": 1 / 1440, "h": 1 / 24, "d": 1, "w": 7, "m": 30, "y": 365}


def window(text: str) -> timedelta:
    """`30d`, `12h`, `2w`, `6m`, `10y`. ValueError for anything else."""
    match = _WINDOW.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"'{text}' is not a length of time such as 30d, 12h, 2w or 10y")
    if not int(match[1]):
        raise ValueError(f"'{text}' is no time at all; give a length such as 30d, 12h, 2w or 10y")
    return timedelta(days=int(match[1]) * _UNIT[match[2].lower()])


def shown(at: datetime, now: datetime) -> str:
    """A moment in the reader's own zone, with the day in words when it is near."""
    try:
        there, here = at.astimezone(), now.astimezone()
    except OverflowError:  # the ends of the calendar
        return f"{at:%Y-%m-%d %H:%M}"
    days = (here.date() - there.date()).days
    day = {0: "today", 1: "yesterday"}.get(days, f"{there:%Y-%m-%d}")
    return f"{day} {there:%H:%M}"


def utc_day(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d}"
