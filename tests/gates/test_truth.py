"""What is told of nights and gates holds at the moment it is told."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from reverie import diary, wiring
from reverie.doors.cli import quick
from reverie.gates.verdict import length
from reverie.records.logs import Json, LogRecord
from reverie.tools import trust
from reverie.wiring import gates
from reverie.wiring.ledger import LOG, Ledger
from tests.cli.shell import Shell, repository
from tests.gates.test_doors import write


@pytest.fixture
def shop(tmp_path: Path) -> Shell:
    shell = repository(tmp_path / "shop")
    shell("remember", "Deploys go out on Tuesdays.")
    for gate in ("dream", "upkeep"):
        write(shell, LogRecord("ran", "reverie", wiring.now(), {"gate": gate}), log=LOG)
    return shell


def night(shell: Shell, days: float = 0, **facts: Json) -> None:
    at = wiring.now() - timedelta(days=days)
    write(shell, LogRecord("night", "reverie", at, {"seconds": 1.0, **facts}), log="reports")


NEW: dict[str, Json] = {"a1": {"what": "new", "text": "One."}, "b2": {"what": "new", "text": "Two."}}


def test_a_night_that_found_only_insights_did_not_change_nothing(shop: Shell) -> None:
    night(shop, change="20261118-x", insights=NEW)
    told = shop("status").out
    assert "2 new insights" in told
    assert "changed nothing" not in told


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"change": "x", "noted": ["memory:a.md"]}, "1 new note"),
        ({"change": "x", "insights": {"a": {"what": "resolved", "text": "."}}}, "1 insight resolved"),
        ({"change": "x", "tidied": [{"kind": "prune"}, {"kind": "lead"}]}, "2 changes of memory"),
        ({"change": "x", "new": ["a"], "grown": ["b"]}, "1 new candidate, 1 candidate grew"),
        ({"change": "x"}, "tidied candidates and proposals"),
        ({"decided": ["graduate a"]}, "1 written decision carried out"),
        ({"skipped": ["a: b"]}, "1 change held back, changed nothing"),
        ({"listened": {"sessions": 3}}, "read 3 sessions, changed nothing"),
        ({}, "changed nothing"),
    ],
)
def test_everything_a_night_changed_is_counted(facts: dict[str, object], told: str) -> None:
    assert diary.did(facts) == told


def test_a_kept_answer_of_tick_tells_the_time_of_now(
    shop: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "began 0 min ago" in shop("tick").out
    kept = json.loads((shop.folder / trust.LOCAL / quick.FOLDER / quick.FILE).read_text())
    monkeypatch.chdir(shop.folder)
    monkeypatch.setattr(quick, "_mark", lambda _root: kept["mark"])
    for words in (["tick"], ["tick", "--json"]):
        capsys.readouterr()
        assert quick.answered(words, kept["at"] + 30 * 60 + 1)
        told = capsys.readouterr().out
        assert "began 30 min ago" in told
        assert "0 min ago;" not in told.replace("30 min", "")
        assert "0 of 5 sessions since; there was none yet (counted " in told


@pytest.mark.parametrize("minutes", [0, 1, 119, 120, 2879, 2880, 99_999])
def test_times_are_told_alike_kept_or_fresh(minutes: int) -> None:
    assert quick._length(minutes * 60) == length(timedelta(minutes=minutes))


def test_a_dream_of_long_ago_is_still_overdue(shop: Shell) -> None:
    night(shop, days=70)
    assert "overdue: the last dream was 70 days ago" in shop("status").out


def test_a_report_does_not_offer_to_take_back_what_was_taken_back(shop: Shell) -> None:
    change = next(wiring.open_store(wiring.find_project(shop.folder)).history()).id
    night(shop, change=change)
    assert "takes it back" in shop("report").out
    shop("undo")
    assert "taken back since" in shop("report").out


def test_a_report_of_a_night_that_only_carried_out_decisions_does_not_say_it_changed_nothing(shop: Shell) -> None:
    night(shop, decided=["graduate abc"])
    assert "changed nothing" not in shop("report").out


def test_the_gates_of_consolidation_are_a_day_and_five_sessions_and_can_be_set(shop: Shell) -> None:
    assert "consolidation after 24 h and 5 sessions" in shop("status").out
    assert "after 24 h and 5 sessions" in shop("run", "--dry-run").talk
    config = shop.folder / ".agent" / "config.yaml"
    config.write_text("dream:\n  consolidate_hours: 48\n  consolidate_sessions: 1\n")
    assert "consolidation after 2 days and 1 session:" in shop("status").out
    ledger, now = Ledger(wiring.find_project(shop.folder)), wiring.now()
    assert gates.ask_consolidation(ledger, now).reason.startswith("0 of 1 session since")
    write(shop, LogRecord("ran", "reverie", now - timedelta(hours=47), {"gate": "consolidation"}), log=LOG)
    asked = gates.ask_consolidation(ledger, now)
    assert "at least 2 days lie between two" in asked.reason
    assert asked.next == now + timedelta(hours=1)
    config.write_text("dream:\n  consolidate_hours: 0\n")
    assert "consolidate_hours: it must be between 1 and 1000000" in shop("status", code=1).talk
