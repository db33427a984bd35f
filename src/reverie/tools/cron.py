"""When a schedule is due next: the five fields of cron, and the user's own zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

_SPANS = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
_NAMES = {name: str(n) for n, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
_DAYS = {name: str(n) for n, name in enumerate("sun mon tue wed thu fri sat".split())}
_SHORT = {"@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0"}
_FAR = 4 * 366 + 1  # days: the 29th of February comes within them


@dataclass(frozen=True, slots=True)
class Cron:
    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    either: bool  # both a day of the month and of the week are named: one of them is enough, as cron has it

    def on(self, day: datetime) -> bool:
        of_month, of_week = day.day in self.days, day.isoweekday() % 7 in self.weekdays
        return day.month in self.months and (of_month or of_week if self.either else of_month and of_week)


def parse(text: str) -> Cron:
    """ValueError, in words, if it is none."""
    fields = _SHORT.get(text.strip().lower(), text).lower().split()
    if len(fields) != len(_SPANS):
        raise ValueError(f"'{text}' is not a schedule of five fields such as 0 3 * * *")
    minutes, hours, days, months, weekdays = (_field(field, *span) for field, span in zip(fields, _SPANS, strict=True))
    either = not fields[2].startswith("*") and not fields[4].startswith("*")
    return Cron(minutes, hours, days, months, frozenset(day % 7 for day in weekdays), either)


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
    """The first moment after `at`, in UTC. An hour the clock leaves out in spring is made up for when it is over."""
    here = at.astimezone(zone)
    midnight = here.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    for days in range(_FAR):
        day = midnight + timedelta(days=days)
        if not cron.on(day):
            continue
        moments = (
            day.replace(hour=hour, minute=minute) for hour in sorted(cron.hours) for minute in sorted(cron.minutes)
        )
        for moment in moments:
            told = (moment.replace(tzinfo=zone) if zone else moment.astimezone()).astimezone(UTC)
            if told > at:
                return told
    raise ValueError("this schedule is never due")
