"""Steering, phases, the report and the briefing as a person and an agent meet them: real processes, a real cage."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reverie import wiring
from reverie.doors.hooks import after
from reverie.doors.hooks.start import SHARE, tokens, what_to_know
from reverie.records.briefing import LINES
from tests.cli.shell import Shell, repository
from tests.hooks.agent import hook
from tests.transcripts.sessions import Claude

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


@pytest.fixture
def shop(tmp_path: Path, _nowhere_near_home: Path) -> Shell:
    """A repository with fixes of two places, a note that speaks of a script that is gone, and two sessions."""
    shell = repository(tmp_path / "shop")
    for number in range(4):
        for name in ("scripts/ship.sh",) * (number == 0) + ("auth/jwt.py", "pay/card.py"):
            path = shell.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"{number}\n")
            shell.git("add", "--all")
            what = "tokens expire" if "auth" in name else "rounding is off"
            shell.git("commit", "-q", "-m", f"fix: {what}, part {number}")
    folder = _nowhere_near_home / ".claude" / "projects" / "shop"
    first = Claude("aaaa1111", str(shell.folder)).says("Make deploys ask before they ship, they surprise people.")
    first.uses("Edit", "e1", file_path=str(shell.folder / "auth/jwt.py")).returns("e1", "ok").runs("npm test", "t1")
    first.answers("Deploys ask before they ship now.\n\nRemaining tasks:\n- test the answer no").write(folder)
    return shell


def _second(shell: Shell, home: Path) -> None:
    talk = Claude("bbbb2222", str(shell.folder)).says("How do we ship these days, and from where?")
    talk.answers("With the script.").says(f"We dropped scripts/ship.sh, the token {TOKEN} went with it.")
    talk.answers("Understood, scripts/ship.sh is gone.").write(home / ".claude" / "projects" / "shop")


def test_a_night_that_ends_early_says_what_it_did_not_do(shop: Shell) -> None:
    told = shop("run", "--phase", "notice").talk
    assert "notice" in told
    assert "propose   not run: it would word patterns as candidates" in told
    assert "Ended after notice, as asked; no memory was changed." in told
    assert not shop("list").out
    assert shop("run", "--phase", "gate", "--json").json["not_run"][0] == "lock"
    shop("run", "--phase", "dreams", code=2)


def test_instructions_steer_a_run_and_the_report_keeps_them(shop: Shell) -> None:
    told = shop("run", "--instructions", " focus on rounding in pay/, ignore auth. Be brief ").talk
    assert "steering  understood: focus on “rounding in pay/”, ignore “auth”" in told
    assert "steering  not understood: “Be brief”" in told
    assert "steering  left out: " in told
    listed = shop("list").out
    assert "pay/card.py" in listed
    assert "auth/jwt.py" not in listed
    report = shop("report").out
    assert "understood: focus on “rounding in pay/”, ignore “auth”" in report
    assert shop("report", "--json").json["instructions"] == "focus on rounding in pay/, ignore auth. Be brief"
    assert "a dream was steered: focus on rounding" in shop("log").out


def test_the_hook_after_a_session_is_steered_by_the_environment(shop: Shell) -> None:
    project, name = wiring.find_project(shop.folder), "REVERIE_HOOK_DREAM"
    wanted = {f"{name}_INSTRUCTIONS": "  ignore auth ", f"{name}_LOOKBACK_DAYS": "30"}
    assert "1 new candidate" in after.follow(project, "s-1", wanted)
    assert shop("report", "--json").json["steering"][0] == "understood: ignore “auth”"
    assert "auth" not in shop("list").out
    long = {f"{name}_INSTRUCTIONS": "ignore auth. " * 400, f"{name}_MIN_INTERVAL_HOURS": "0"}
    assert "only the first 4,096 characters of the instructions were used" in after.follow(project, "s-2", long)


def test_instructions_that_are_too_long_are_cut_and_that_is_said(shop: Shell) -> None:
    for command in ("run", "reorganize"):
        told = shop(command, "--instructions", "ignore auth. " * 400).talk
        assert told.count("note: only the first 4,096 characters of the instructions were used") == 1


def test_the_report_is_there_again_by_day_change_or_number(shop: Shell) -> None:
    assert "No night is on record yet" in shop("report").talk
    assert shop("report", "--json").json is None
    shop("run")
    shop("run", "--again")
    nights = shop("report", "--last", "5", "--json").json
    assert len(nights) == 2
    for id in (nights[0]["id"][:8], nights[0]["change"], nights[0]["at"][:10]):
        assert shop("report", id).out.startswith("Night of ")
    assert "no night on record begins with 'zz'" in shop("report", "zz", code=1).talk
    shop("report", "zz", "--last", "2", code=2)


def test_the_night_lays_a_briefing_ready_and_the_morning_reads_it(shop: Shell) -> None:
    assert "No briefing yet" in shop("briefing").talk
    assert shop("briefing", "--json").json == {"made": None, "lines": []}
    shop("run", "--since", "10y")
    told = shop("briefing").out
    assert "“Make deploys ask before they ship, they surprise people” → Deploys ask before they ship now" in told
    assert "- test the answer no (session aaaa1111:" in told
    page = (shop.folder / ".agent/local/briefing.md").read_text()
    assert len(page.splitlines()) <= LINES
    shop("run", "--again", "--since", "10y")
    again = (shop.folder / ".agent/local/briefing.md").read_text()
    assert again.splitlines()[1:] == page.splitlines()[1:]
    assert shop.git("status", "--porcelain", "--", ".agent/local") == ""


def test_an_agent_is_told_it_within_the_budget(shop: Shell) -> None:
    shop("run", "--since", "10y")
    begin = {"session_id": "s-1", "hook_event_name": "SessionStart", "source": "startup"}
    told = json.loads(hook(shop.folder, "session-start", begin))["hookSpecificOutput"]["additionalContext"]
    assert "Briefing of " in told
    assert "Deploys ask before they ship now" in told


def test_a_long_briefing_leaves_room_for_the_index_and_repeats_no_rule(shop: Shell) -> None:
    shop("remember", "--topic", "staging", "staging deploys need the VPN profile eu-2")
    lines = [
        "# Briefing of 2026-11-16 02:00 UTC",
        "What people want:",
        "- Ask first. (rule, decided by ada on 2026-11-01)",
    ]
    lines += ["Where work stands, the newest first:", *(f"- point {n} " + "word " * 40 for n in range(60))]
    (shop.folder / ".agent/local/briefing.md").write_text("\n".join(lines) + "\n")
    told = what_to_know(str(shop.folder), "codex", 1_800_000_000.0)
    assert "staging" in told
    assert "more: reverie briefing shows all" in told
    assert "Ask first." not in told
    part = told.partition("Briefing of")[2].partition("Index of")[0]
    assert 0.4 * 2000 < tokens(part) < (SHARE + 0.05) * 2000
    assert tokens(told) <= 2000


def test_what_memory_doubts_is_looked_for_in_what_is_new(shop: Shell, _nowhere_near_home: Path) -> None:
    shop("remember", "--topic", "shipping", "Ship with `scripts/ship.sh` from the main branch.")
    shop.git("rm", "-q", "scripts/ship.sh")
    shop.git("commit", "-q", "-m", "chore: drop the old script")
    shop("run", "--since", "10y")
    _second(shop, _nowhere_near_home)
    told = shop("run", "--since", "10y").talk
    assert "looks for 1 doubted note" in told
    assert "looked for shipping" in told
    assert "We dropped scripts/ship.sh" in told
    assert "(session bbbb2222, line 3)" in told
    for shown in (shop("report").out, shop("verify").out, shop("briefing").out):
        assert "We dropped scripts/ship.sh" in shown
        assert TOKEN not in shown
    logs = "".join(path.read_text() for path in (shop.folder / ".agent/local").rglob("*.jsonl"))
    assert TOKEN not in logs


def test_forgetting_for_good_reaches_the_briefing_and_what_was_seen(shop: Shell) -> None:
    shop("run", "--since", "10y")
    shop("remember", "--topic", "ask", "Make deploys ask before they ship, they surprise people.")
    assert "surprise people" in (shop.folder / ".agent/local/briefing.md").read_text()
    shop("forget", "ask", "--purge", "--yes", "--reason", "it was said in confidence")
    held = [
        path
        for path in (shop.folder / ".agent").rglob("*")
        if path.is_file() and b"surprise people" in path.read_bytes()
    ]
    assert held == []
