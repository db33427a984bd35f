"""A day with an agent, from setting up to moving out, through the hooks as they were written into its settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripts.day.sessions import COUNT, DAY
from scripts.day.story import Day, live
from scripts.day.tell import page

ENDED = COUNT - 1  # one was killed


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Day:
    return live(tmp_path_factory.mktemp("day").resolve())


def test_a_day_has_twenty_sessions() -> None:
    assert len(DAY) == COUNT == 20


def test_no_hook_failed_or_spoke_out_of_turn(day: Day) -> None:
    ours = [call for call in day.calls if "reverie-hook" in call["command"]]
    assert len(ours) > 4 * ENDED - 20
    assert {(call["exit"], call["talk"]) for call in day.calls} == {(0, "")}
    told = day.hooks_log.splitlines()
    assert all("nothing came in" in line for line in told)  # of the session that was killed while it called a hook
    assert len(told) <= 1


def test_foreign_hooks_were_called_as_before(day: Day) -> None:
    events = [call["event"] for call in day.calls if "ring the bell" in call["command"]]
    assert events == ["Stop"] * ENDED


def test_what_followed_each_session_is_in_the_event_log_after_its_end(day: Day) -> None:
    told = [(one["kind"], one["facts"].get("session")) for one in day.log]
    ends = [session for kind, session in told if kind == "session_end"]
    assert len(ends) == len(set(ends)) == ENDED
    for session in ends:
        assert told.index(("session_end", session)) < told.index(("dream_after_session_end", session))


def test_one_dream_followed_and_the_others_were_not_due(day: Day) -> None:
    outcomes = [one["facts"]["title"] for one in day.log if one["kind"] == "dream_after_session_end"]
    assert len(outcomes) == ENDED
    assert sum(not outcome.startswith("not due:") for outcome in outcomes) == 1
    assert not any(outcome.startswith("failed") for outcome in outcomes)


def test_the_morning_knows_what_was_asked_to_be_remembered(day: Day) -> None:
    assert day.morning.startswith("<reverie-memory>")
    assert "VPN profile eu-2" in day.morning
    assert "Memory is a hint" in day.morning
    assert "· user · not verified" in day.morning


def test_the_night_saw_what_kept_happening(day: Day) -> None:
    assert "pnpm" in day.night


def test_the_home_is_as_it_was(day: Day) -> None:
    assert day.changed == []


def test_the_page_names_no_place_of_this_machine(day: Day) -> None:
    text = page(day)
    assert "/tmp" not in text
    assert str(Path.home()) not in text
    assert "/home/ada/" in text or "/opt/reverie/bin/reverie-hook" in text
