"""Who wins when two notes contradict each other."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from reverie.remember.authority import Side, ruling

OLD, NEW = date(2026, 3, 1), date(2026, 3, 5)


@pytest.mark.parametrize(("above", "below"), [("user", "agent"), ("agent", "tool"), ("user", "tool")])
def test_a_person_beats_an_agent_beats_a_tool_whatever_the_date(above: str, below: str) -> None:
    assert ruling(Side(above, OLD), Side(below, NEW)).winner == "left"
    assert ruling(Side(below, NEW), Side(above, OLD)).winner == "right"


def test_of_the_same_origin_the_newer_holds() -> None:
    found = ruling(Side("user", OLD), Side("user", NEW))
    assert (found.winner, found.reason) == ("right", "the newer holds, of 2026-03-05")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (Side("user", OLD), Side("user", OLD)),
        (Side("user"), Side("user", NEW)),
        (Side("agent"), Side("agent")),
        (Side("somebody", NEW), Side("user", OLD)),
    ],
)
def test_where_it_is_not_clear_nobody_wins(left: Side, right: Side) -> None:
    assert ruling(left, right).winner == ""
    assert ruling(right, left).winner == ""


def test_hours_count_only_if_both_are_known() -> None:
    morning, evening = datetime(2026, 3, 1, 8, tzinfo=UTC), datetime(2026, 3, 1, 20, tzinfo=UTC)
    assert ruling(Side("user", morning), Side("user", evening)).winner == "right"
    assert ruling(Side("user", OLD), Side("user", evening)).winner == ""


def test_hours_are_compared_in_one_zone() -> None:
    here = datetime(2026, 3, 1, 10, tzinfo=timezone(timedelta(hours=9)))
    there = datetime(2026, 3, 1, 2, tzinfo=UTC)
    assert ruling(Side("agent", here), Side("agent", there)).winner == "right"
