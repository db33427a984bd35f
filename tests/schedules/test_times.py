"""A schedule in UTC, said in local time, to systemd and to launchd: nothing is missed, and nothing is done twice."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.gates import timer
from reverie.schedules import times
from reverie.schedules.job import Unfit
from reverie.tools.cron import HERE, next_after, parse

NOW = datetime(2026, 11, 16, 8, 0, tzinfo=UTC)
ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Chatham", "Pacific/Kiritimati"]
CRONS = ["0 2 * * *", "30 23 * * 1", "15 0 1 * *", "0 5 13 * 5", "45 12 28 2 *"]


def test_on_a_machine_on_utc_a_schedule_stays_as_it_was_said() -> None:
    assert times.local(parse("0 2 * * *"), times.offsets([ZoneInfo("UTC")], NOW)) == "0 2 * * *"


def test_where_clocks_are_turned_both_hours_are_named() -> None:
    berlin = times.offsets([ZoneInfo("Europe/Berlin")], NOW)
    assert berlin == {timedelta(hours=1), timedelta(hours=2)}
    assert times.local(parse("0 2 * * *"), berlin) == "0 3,4 * * *"
    assert times.local(parse("0 2 * * sun"), berlin) == "0 3,4 * * 0"
    assert times.local(parse("30 23 * * sun"), berlin) == "30 0,1 * * *"  # it is Monday there: the gate knows the day
    assert times.local(parse("0 * * * *"), times.offsets([ZoneInfo("Asia/Kathmandu")], NOW)) == "45 * * * *"


def test_a_schedule_is_kept_as_every_cron_takes_it() -> None:
    for said, kept in (("0 2 * jan-mar Mon,FRI", "0 2 * 1-3 1,5"), ("@daily", "0 0 * * *"), ("0 2 * * 7", "0 2 * * 0"),
                       ("0 2 * * 5-7", "0 2 * * 0,5,6"), ("0 2 1 * */2", "0 2 1 * */2")):  # fmt: skip
        assert parse(said).text == kept
        assert next_after(parse(said), NOW, UTC) == next_after(parse(kept), NOW, UTC)


def fired(zone: str, cron: str, begin: datetime, days: int) -> list[datetime]:
    """When a line does its work: cron starts it by the clock on the wall, and it asks whether it is due."""
    schedule, away = parse(cron), times.offsets([ZoneInfo(zone)], begin)
    line, runs, at = parse(times.local(schedule, away)), list[datetime](), begin
    while (at := next_after(line, at, ZoneInfo(zone))) < begin + timedelta(days=days):
        if away == times.NONE or timer.ask(schedule, runs, at).due:
            runs.append(at)
    return runs


def expected(cron: str, begin: datetime, days: int) -> list[datetime]:
    found, at = list[datetime](), begin
    while (at := next_after(parse(cron), at, UTC)) < begin + timedelta(days=days):
        found.append(at)
    return found


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("cron", CRONS)
def test_a_year_of_lines_in_local_time_is_a_year_of_moments_in_utc(zone: str, cron: str) -> None:
    begin = datetime(2026, 1, 1, 12, tzinfo=UTC)
    late = [run - due for run, due in zip(fired(zone, cron, begin, 365), expected(cron, begin, 365), strict=True)]
    assert set(late) == {timedelta()}


def test_an_hour_that_comes_twice_may_make_it_an_hour_late_and_never_twice() -> None:
    """One o'clock comes twice in New York, and most crons start a line at the first of them only."""
    begin = datetime(2026, 10, 25, tzinfo=UTC)
    runs, due = (found("0 */6 * * *", begin, 14) for found in (partial(fired, "America/New_York"), expected))
    late = [run - at for run, at in zip(runs, due, strict=True)]
    assert [one for one in late if one] == [timedelta(hours=1)] and runs[late.index(timedelta(hours=1))].day == 1


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 59), st.integers(0, 23), st.sampled_from(ZONES), st.integers(0, 330))
def test_any_hour_in_any_zone(minute: int, hour: int, zone: str, day: int) -> None:
    begin = datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=day)
    runs, due = (found(f"{minute} {hour} * * *", begin, 40) for found in (partial(fired, zone), expected))
    late = [run - at for run, at in zip(runs, due, strict=True)]
    assert min(late) == timedelta() and max(late) <= timedelta(hours=1) and sum(map(bool, late)) <= 1


def test_what_a_sleeping_machine_missed_is_made_up_for_once() -> None:
    schedule = parse("0 2 * * *")
    runs = [datetime(2026, 11, 10, 2, tzinfo=UTC)]
    awake = datetime(2026, 11, 16, 3, tzinfo=UTC)
    assert timer.ask(schedule, runs, awake).due
    assert not timer.ask(schedule, [*runs, awake], awake + timedelta(hours=1)).due
    assert timer.ask(schedule, [*runs, awake], datetime(2026, 11, 17, 2, tzinfo=UTC)).due


def test_a_line_that_never_ran_waits_for_its_hour() -> None:
    schedule = parse("0 2 * * *")
    assert not timer.ask(schedule, [], datetime(2026, 11, 16, 1, tzinfo=UTC)).due
    assert not timer.ask(schedule, [], datetime(2026, 11, 16, 3, tzinfo=UTC)).due
    assert timer.ask(schedule, [], datetime(2026, 11, 16, 2, 0, 5, tzinfo=UTC)).due


@pytest.mark.parametrize(
    ("cron", "told"),
    [
        ("0 2 * * *", ["*-*-* 02:00:00 UTC"]),
        ("*/15 * * * *", ["*-*-* *:00,15,30,45:00 UTC"]),
        ("0 3 * * 0", ["Sun *-*-* 03:00:00 UTC"]),
        ("0 3 * * 7", ["Sun *-*-* 03:00:00 UTC"]),
        ("0 3 1 1,7 *", ["*-01,07-01 03:00:00 UTC"]),
        ("0 3 13 * 5", ["*-*-13 03:00:00 UTC", "Fri *-*-* 03:00:00 UTC"]),
    ],
)
def test_the_same_as_systemd_says_it(cron: str, told: list[str]) -> None:
    assert times.calendar(parse(cron)) == told


def test_the_same_as_launchd_says_it() -> None:
    assert times.intervals(parse("0 3 * * *")) == [{"Minute": 0, "Hour": 3}]
    assert times.intervals(parse("0 * * * *")) == [{"Minute": 0}]
    assert times.intervals(parse("* * * * *")) == [{}]
    friday = times.intervals(parse("0 3 13 * 5"))
    assert friday == [{"Minute": 0, "Hour": 3, "Day": 13}, {"Minute": 0, "Hour": 3, "Weekday": 5}]
    with pytest.raises(Unfit, match="simpler"):
        times.intervals(parse("*/2 */2 */2 * *"))


def test_the_machines_own_zone_knows_its_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        assert times.offsets([HERE], NOW) == {timedelta(hours=-5), timedelta(hours=-4)}
        spring = next_after(parse("30 2 * * *"), datetime(2026, 3, 8, 5, tzinfo=UTC))
        assert spring == datetime(2026, 3, 8, 7, tzinfo=UTC)  # there is no half past two: as soon as three has come
        first = next_after(parse("30 1 * * *"), datetime(2026, 11, 1, 4, tzinfo=UTC))
        second = next_after(parse("30 1 * * *"), first)
        assert [first.day, second.day] == [1, 2]  # half past one comes twice, and counts once
        hours = [datetime(2026, 11, 1, 4, tzinfo=UTC)]
        for _ in range(3):
            hours.append(next_after(parse("0 * * * *"), hours[-1]))
        assert [b - a for a, b in pairwise(hours)] == [timedelta(hours=1)] * 3
    finally:
        monkeypatch.setenv("TZ", "UTC")
        time.tzset()
