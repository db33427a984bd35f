"""When a schedule is due next: the five fields of cron, and the user's own zone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

_SPANS = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
_NAMES = {name: str(n) for n, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
_DAYS = {name: str(n) for n, name in enumerate("sun mon tue wed thu fri sat".split())}
_SHORT = {"@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0"}


@dataclass(frozen=True, slots=True)
class Cron:
    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    text: str  # its five fields, in numbers
    either: bool  # both a day of the month and of the week are named: one of them is enough, as cron has it


def parse(text: str) -> Cron:
    """ValueError, in words, if it is none."""
    fields = _SHORT.get(text.strip().lower(), text).lower().split()
    if len(fields) != len(_SPANS):
        raise ValueError(f"'{text}' is not a schedule of five fields such as 0 3 * * *")
    minutes, hours, days, months, weekdays = (_field(field, *span) for field, span in zip(fields, _SPANS, strict=True))
    either = not fields[2].startswith("*") and not fields[4].startswith("*")
    weekdays = frozenset(day % 7 for day in weekdays)
    return Cron(minutes, hours, days, months, weekdays, " ".join([*fields[:3], *_plain(fields, weekdays)]), either)


def _plain(fields: list[str], weekdays: frozenset[int]) -> list[str]:
    """Month and weekday as every cron takes them: not all know names in a list, or a seventh day."""
    month, week = _numbers(fields[3], _NAMES), _numbers(fields[4], _DAYS)
    return [month, week if week.startswith("*") or "7" not in week else ",".join(map(str, sorted(weekdays)))]


def _numbers(field: str, names: Mapping[str, str]) -> str:
    return re.sub(r"[a-z]+", lambda found: names[found[0]], field)


def _field(field: str, low: int, high: int) -> frozenset[int]:
    names = _NAMES if (low, high) == (1, 12) else _DAYS if (low, high) == (0, 7) else {}
    found: set[int] = set()
    for part in field.split(","):
        span, slash, step = part.partition("/")
        first, dash, last = span.partition("-")
        try:
            start = low if span == "*" else int(names.get(first, first))
            end = int(names.get(last, last)) if dash else high if span == "*" or slash else start
            every = int(step) if slash else 1
        except ValueError:
            raise ValueError(f"'{part}' is not a field of a schedule") from None
        if not low <= start <= end <= high or every < 1:
            raise ValueError(f"'{part}' is not between {low} and {high}")
        found.update(range(start, end + 1, every))
    return frozenset(found)


def next_after(cron: Cron, at: datetime, zone: tzinfo | None = None) -> datetime:
    """The first moment after `at`, in UTC; without a zone, in this machine's. What falls into an hour the clock leaves
    out is due when that is over; an hour that comes twice counts once for a fixed time, twice for one that recurs."""
    from cronsim import CronSim, CronSimError  # noqa: PLC0415

    try:
        moments = (moment.astimezone(UTC) for moment in CronSim(cron.text, at.astimezone(zone or HERE)))
        return next(moment for moment in moments if moment > at)
    except (CronSimError, StopIteration):
        raise ValueError("this schedule is never due") from None


class _Here(tzinfo):
    """This machine's zone with all its changes, as the system knows it."""

    def utcoffset(self, at: datetime | None) -> timedelta | None:
        return at.replace(tzinfo=None).astimezone().utcoffset() if at else None

    def dst(self, _at: datetime | None) -> timedelta | None:
        return None

    def tzname(self, at: datetime | None) -> str | None:
        return at.replace(tzinfo=None).astimezone().tzname() if at else None

    def fromutc(self, at: datetime) -> datetime:
        return datetime.fromtimestamp(at.replace(tzinfo=UTC).timestamp()).replace(tzinfo=self)  # noqa: DTZ006


HERE = _Here()
