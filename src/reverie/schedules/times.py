"""A schedule in UTC for timers that think otherwise: cron and launchd go by the machine's zone, systemd has a language
of its own. Where local time moves against UTC, a timer is set to every local time it may fall on, and what it calls
asks whether it is due."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import product

from reverie.schedules.job import Unfit
from reverie.tools.cron import Cron

NONE = frozenset({timedelta()})
_DAY = 24 * 60
_AHEAD = 2 * 366  # days in which every offset of a zone is met
_WEEK = "Sun Mon Tue Wed Thu Fri Sat".split()
_MOST = 500  # entries of a property list


def offsets(zones: Iterable[tzinfo], now: datetime) -> frozenset[timedelta]:
    """How far these zones are from UTC, now and in the time to come."""
    days = [now.astimezone(UTC) + timedelta(days=n) for n in range(_AHEAD)]
    return frozenset(day.astimezone(zone).utcoffset() or timedelta() for zone in zones for day in days)


def local(cron: Cron, away: Collection[timedelta]) -> str:
    """Five fields in local time that miss no moment of a schedule in UTC. They may name more."""
    if frozenset(away) == NONE:
        return cron.text
    minutes, hours, other_day = set[int](), set[int](), False
    for hour, minute, offset in product(cron.hours, cron.minutes, away):
        days, at = divmod(hour * 60 + minute + round(offset.total_seconds() / 60), _DAY)
        other_day = other_day or days != 0
        hours.add(at // 60)
        minutes.add(at % 60)
    days_told = " ".join(cron.text.split()[2:])
    told = "* * *" if other_day else days_told
    return f"{_listed(minutes, 60)} {_listed(hours, 24)} {told}"


def _listed(numbers: Collection[int], of: int) -> str:
    return "*" if len(numbers) == of else ",".join(map(str, sorted(numbers)))


def calendar(cron: Cron) -> list[str]:
    """The same as systemd says it; two, if a day of the month or of the week is enough."""
    day, weekday = _two(cron.days, 31), ",".join(_WEEK[n] for n in sorted(cron.weekdays))
    any_week = len(cron.weekdays) == len(_WEEK)
    pairs = [(day, ""), ("*", weekday)] if cron.either else [(day, "" if any_week else weekday)]
    clock = f"{_two(cron.hours, 24)}:{_two(cron.minutes, 60)}:00 UTC"
    return [f"{week} *-{_two(cron.months, 12)}-{of_month} {clock}".strip() for of_month, week in pairs]


def _two(numbers: Collection[int], of: int) -> str:
    return "*" if len(numbers) == of else ",".join(f"{n:02}" for n in sorted(numbers))


def intervals(cron: Cron) -> list[dict[str, int]]:
    """The same as launchd says it; what is not named may be anything."""
    found = list(_intervals(cron))
    if len(found) > _MOST:
        raise Unfit(f"'{cron.text}' comes to {len(found)} entries; launchd takes a simpler schedule")
    return found


def _intervals(cron: Cron) -> Iterator[dict[str, int]]:
    days = {"Day": (cron.days, 31)}
    week = {"Weekday": (cron.weekdays, 7)}
    for named in [days, week] if cron.either else [days | week]:
        fields = {"Minute": (cron.minutes, 60), "Hour": (cron.hours, 24), **named, "Month": (cron.months, 12)}
        told = {name: sorted(numbers) for name, (numbers, of) in fields.items() if len(numbers) < of}
        yield from (dict(zip(told, one, strict=True)) for one in product(*told.values()))
