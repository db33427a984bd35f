"""Every gate of "what runs when": due or not, why, and when next. Clocks are set, put forward and back, and jump."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.gates import consolidation, dream, promotion, upkeep
from reverie.gates.consolidation import Consolidations, Session
from reverie.gates.dream import Dreams
from reverie.gates.promotion import Cadence
from reverie.gates.verdict import SKEW, length, newest
from reverie.remember.modes import MODES

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def cadence(mode: str, *runs: datetime, zone: ZoneInfo | None = None, **more: object) -> Cadence:
    known = MODES[mode]
    return Cadence(mode, known.cadence, known.told, zone or ZoneInfo("UTC"), runs, **more)  # type: ignore[arg-type]


# Promotion


@pytest.mark.parametrize(
    ("mode", "last", "due", "following"),
    [
        ("core", NOW.replace(hour=3, minute=1), False, NOW.replace(day=16, hour=3)),
        ("core", NOW - DAY, True, None),
        ("rem", NOW.replace(hour=6, minute=5), True, None),
        ("rem", NOW + timedelta(seconds=1), False, NOW.replace(hour=18)),
        ("deep", NOW.replace(hour=0, minute=5), True, None),
        ("deep", NOW, False, NOW.replace(day=16, hour=0)),
    ],
)
def test_a_mode_runs_at_its_cadence(mode: str, last: datetime, due: bool, following: datetime | None) -> None:
    verdict = promotion.ask(cadence(mode, last), NOW)
    assert verdict.due is due
    assert MODES[mode].told in verdict.reason
    if following:
        assert verdict.next == following


def test_after_a_long_sleep_it_runs_once() -> None:
    slept = cadence("rem", NOW - 9 * DAY)
    assert promotion.ask(slept, NOW).due and "9 days ago" in promotion.ask(slept, NOW).reason
    assert not promotion.ask(cadence("rem", NOW - 9 * DAY, NOW), NOW + HOUR).due


def test_one_that_was_just_switched_on_waits_for_its_hour() -> None:
    fresh = promotion.ask(cadence("core"), NOW)
    assert not fresh.due and fresh.next == NOW.replace(day=16, hour=3)
    assert not promotion.ask(cadence("core", since=NOW), NOW + HOUR).due
    assert promotion.ask(cadence("core", since=NOW), NOW.replace(day=16, hour=3)).due


def test_off_and_openclaws_own_dreaming_say_why() -> None:
    assert "off" in promotion.ask(Cadence(), NOW).reason
    other = promotion.ask(cadence("core", NOW - 9 * DAY, other="rem"), NOW)
    assert not other.due and "OpenClaw's own dreaming is on (rem)" in other.reason


def runs_over(mode: str, begin: datetime, days: int, zone: ZoneInfo, every: timedelta) -> list[datetime]:
    """When it ran, ticking all the time."""
    runs: list[datetime] = [begin]
    at = begin
    while at < begin + timedelta(days=days):
        at += every
        if promotion.ask(cadence(mode, *runs, zone=zone), at).due:
            runs.append(at)
    return runs[1:]


@pytest.mark.parametrize("begin", [datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 10, 24, 12, tzinfo=UTC)])
def test_summer_time_comes_and_goes_and_three_oclock_stays_three_oclock(begin: datetime) -> None:
    runs = runs_over("core", begin, 3, BERLIN, timedelta(minutes=10))
    assert [run.astimezone(BERLIN).strftime("%H:%M") for run in runs] == ["03:00", "03:00", "03:00"]
    assert len({run.astimezone(BERLIN).date() for run in runs}) == 3


@pytest.mark.parametrize(
    ("begin", "cron", "told"),
    [
        (datetime(2026, 3, 28, 12, tzinfo=UTC), "30 2 * * *", ["03:00", "02:30"]),  # there is no half past two that day
        (datetime(2026, 10, 24, 12, tzinfo=UTC), "30 2 * * *", ["02:30", "02:30"]),  # there are two: it runs once
    ],
)
def test_an_hour_that_is_left_out_or_comes_twice(begin: datetime, cron: str, told: list[str]) -> None:
    runs, at = [begin], begin
    while at < begin + 2 * DAY:
        at += timedelta(minutes=10)
        if promotion.ask(Cadence("core", cron, "daily", BERLIN, runs), at).due:
            runs.append(at)
    assert [run.astimezone(BERLIN).strftime("%H:%M") for run in runs[1:]] == told


def test_six_hours_in_a_day_of_twenty_five() -> None:
    runs = runs_over("rem", datetime(2026, 10, 24, 22, 30, tzinfo=UTC), 1, BERLIN, timedelta(minutes=5))
    assert [run.astimezone(BERLIN).strftime("%H:%M") for run in runs] == ["06:00", "12:00", "18:00"]


def test_a_clock_that_ran_ahead_does_not_close_the_gate_for_a_year() -> None:
    ahead = NOW + 365 * DAY
    assert promotion.ask(cadence("core", NOW - 2 * DAY, ahead), NOW).due
    assert not promotion.ask(cadence("core", ahead, NOW), NOW + HOUR).due
    assert not promotion.ask(cadence("core", NOW + SKEW / 2), NOW).due  # a little ahead is now


def test_a_clock_set_back_does_not_run_it_again_and_again() -> None:
    runs, at = [NOW - 2 * DAY], NOW
    for _ in range(10):
        if promotion.ask(cadence("core", *runs), at).due:
            runs.append(at)
        at -= timedelta(minutes=1)
    assert len(runs) == 2


@given(
    st.sampled_from(sorted(MODES)),
    st.lists(st.integers(-100_000, 100_000), max_size=6),
    st.integers(0, 50_000),
    st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Pacific/Apia", "Asia/Kathmandu"]),
)
def test_who_ran_just_now_is_never_due_and_the_next_run_is_ahead(
    mode: str, ago: list[int], minutes: int, zone: str
) -> None:
    now = NOW + timedelta(minutes=minutes)
    before = [now - timedelta(minutes=some) for some in ago]
    verdict = promotion.ask(cadence(mode, *before, now, zone=ZoneInfo(zone)), now)
    assert not verdict.due and verdict.next is not None and verdict.next > now
    past = [at for at in before if at <= now]
    assert promotion.ask(cadence(mode, *past, now, zone=ZoneInfo(zone)), verdict.next).due


# The dream that follows a session


def test_at_most_one_dream_in_six_hours_and_only_if_something_is_new() -> None:
    def never() -> bool:
        raise AssertionError("files are looked at only if the time has come")

    soon = dream.ask(Dreams(never, [NOW - 5 * HOUR]), NOW)
    assert not soon.due and soon.next == NOW + HOUR and "5 h ago" in soon.reason
    assert not dream.ask(Dreams(lambda: False, [NOW - 7 * HOUR]), NOW).due
    assert "nothing is new" in dream.ask(Dreams(lambda: False), NOW).reason
    assert dream.ask(Dreams(lambda: True, [NOW - 6 * HOUR]), NOW).due
    assert dream.ask(Dreams(lambda: True), NOW).due
    assert dream.LOOKBACK == DAY


def test_a_dream_dated_next_year_counts_for_nothing() -> None:
    assert dream.ask(Dreams(lambda: True, [NOW + 365 * DAY]), NOW).due


# Consolidation


def sessions(*ages: timedelta) -> list[Session]:
    return [Session(f"s{n}", NOW - age) for n, age in enumerate(ages)]


FIVE = sessions(*(timedelta(hours=n) for n in (1, 2, 3, 4, 5)))


@pytest.mark.parametrize(
    ("starts", "held", "current", "due", "says"),
    [
        ([NOW - 23 * HOUR], FIVE, "", False, "23 h ago"),
        ([NOW - 24 * HOUR], FIVE, "", True, "5 sessions"),
        ([NOW - 24 * HOUR], FIVE[1:], "", False, "4 of 5"),
        ([NOW - 24 * HOUR], FIVE, "s2", False, "4 of 5"),
        ([NOW - 24 * HOUR], [*FIVE[1:], Session("old", NOW - 2 * DAY)], "", False, "4 of 5"),
        ([NOW - 24 * HOUR], [*FIVE, Session("at work", NOW - timedelta(minutes=9))], "", False, "active 9 min ago"),
        ([NOW - 24 * HOUR], [*FIVE, Session("at work", NOW - timedelta(minutes=9))], "at work", True, "5 sessions"),
        ([NOW - 24 * HOUR], [*FIVE, Session("done", NOW - timedelta(minutes=10))], "", True, "6 sessions"),
        ([], FIVE, "", True, "none yet"),
        ([], [], "", False, "0 of 5"),
        ([NOW + 300 * DAY], FIVE, "", True, "none yet"),
        ([NOW - 24 * HOUR], [*FIVE, Session("s1", NOW - 6 * HOUR)], "", True, "5 sessions"),
    ],
)
def test_consolidation(starts: list[datetime], held: list[Session], current: str, due: bool, says: str) -> None:
    verdict = consolidation.ask(Consolidations(lambda: held, starts, current), NOW)
    assert verdict.due is due and says in verdict.reason


def test_consolidation_looks_at_sessions_only_when_it_rested() -> None:
    def never() -> list[Session]:
        raise AssertionError("not asked yet")

    assert consolidation.ask(Consolidations(never, [NOW - HOUR]), NOW).next == NOW + 23 * HOUR


# Upkeep, and what they share


def test_upkeep_is_done_once_a_month() -> None:
    assert upkeep.ask([], NOW).due
    assert upkeep.ask([NOW - 20 * DAY], NOW).due
    done = upkeep.ask([NOW - DAY], NOW)
    assert not done.due and done.next == datetime(2026, 12, 1, tzinfo=UTC)
    december = datetime(2026, 12, 31, 23, tzinfo=UTC)
    assert upkeep.ask([december], december).next == datetime(2027, 1, 1, tzinfo=UTC)


def test_the_newest_moment_on_a_clock_that_may_be_wrong() -> None:
    assert newest([], NOW) is None
    assert newest([NOW + DAY], NOW) is None
    assert newest([NOW + SKEW, NOW - DAY], NOW) == NOW
    assert [length(timedelta(minutes=m)) for m in (0, 119, 120, 2879, 2880)] == [
        "0 min", "119 min", "2 h", "47 h", "2 days",
    ]  # fmt: skip
