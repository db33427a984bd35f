"""promote, promote-explain, mode and status --deep, as a person meets them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reverie import wiring
from reverie.layouts.files import AGENT
from reverie.records.passages import Hit
from reverie.remember import recalls
from reverie.tools import cron
from reverie.tools.onesetting import Unclear, changed
from tests.cli.shell import Shell, repository
from tests.recall.builders import FACT, QUESTIONS

COFFEE = "Coffee was cold today"


def recall(shell: Shell, text: str, questions: tuple[str, ...]) -> None:
    project = wiring.find_project(shell.folder)
    store = wiring.open_store(project)
    layout = wiring.place(project).layout
    days = [item.address for item in store.scan(layout.roots[-1]) if layout.kind_of(item.address) == "daily"]  # type: ignore[union-attr]
    documents = [document for day in days if (document := store.read(day))]
    passage = next(p for document in documents for p in layout.passages(document) if p.text == text)
    for n, query in enumerate(questions):
        recalls.record(store, [Hit(passage, 0.95)], query, at=wiring.now() - timedelta(minutes=n))
    store.close()


@pytest.fixture
def shop(tmp_path: Path) -> Shell:
    shell = repository(tmp_path / "shop")
    shell("remember", FACT)
    shell("remember", COFFEE)
    recall(shell, FACT, QUESTIONS)
    recall(shell, COFFEE, ("coffee",))
    return shell


def test_preview_changes_nothing_and_shows_parts_and_gates(shop: Shell) -> None:
    before = shop("history").out
    done = shop("promote")
    assert FACT in done.out and "passes" in done.out and "recalls 1, needs 3" in done.out
    assert "1 of 2 pass the gates of core" in done.talk
    assert shop("history").out == before
    first, second = shop("promote", "--json").json["candidates"]
    assert first["passes"] and set(first["parts"]) == {"frequency", "relevance", "diversity", "recency"}
    assert second["missed"] and second["would_pass_with"]
    assert len(shop("promote", "--limit", "1", "--json").json["candidates"]) == 1


def test_apply_writes_once_and_undo_takes_it_back(shop: Shell) -> None:
    assert len(shop("promote", "--apply", "--json").json["promoted"]) == 1
    memory = shop.folder / ".agent" / "memory"
    assert "deploys-go-out" in (memory / "MEMORY.md").read_text()
    assert shop("promote", "--apply", "--json").json == {"change": None, "promoted": [], "considered": 2, "skipped": []}
    assert FACT not in shop("promote").out
    assert "promoted on" in shop("promote", "--include-promoted").out
    shop("undo")
    assert not list(memory.glob("deploys*"))
    assert shop("promote", "--apply", "--json").json["promoted"] == []


def test_explain_says_why_not_and_what_would_change_it(shop: Shell) -> None:
    told = shop("promote-explain", "coffee").out
    assert "Missed     recalls 1, needs 3" in told and "Would pass with 2 more recalls by one more" in told
    assert "It passes all gates" in shop("promote-explain", "Deploys go out").out
    assert "nothing that was recalled" in shop("promote-explain", "zebra", code=1).talk
    id = shop("promote", "--json").json["candidates"][1]["id"]
    assert shop("promote-explain", id[:6], "--json").json["would_pass_with"]


def test_what_was_shown_and_never_was_the_answer_is_explained_too(shop: Shell) -> None:
    shop("remember", "The canteen has soup on Mondays")
    project = wiring.find_project(shop.folder)
    store = wiring.open_store(project)
    found = [p for item in store.scan("memory") if (d := store.read(item.address)) for p in AGENT.passages(d)]  # type: ignore[union-attr]
    soup, sure = (next(p for p in found if p.text.startswith(text)) for text in ("The canteen", FACT))
    for _ in range(2):
        recalls.record(store, [Hit(sure, 0.9), Hit(soup, 0.3)], "what is for lunch", at=wiring.now())
    store.close()
    told = shop("promote-explain", "canteen").out
    assert "Missed     shown 2 times, never as the answer: relevance 0.00 at most, counts from 0.40" in told
    assert "Would pass with 3 more recalls by two more distinct questions" in told
    assert "no agent was ever shown it" in shop("promote-explain", "zebra", code=1).talk


def test_the_mode_is_switched_and_comments_stay(shop: Shell) -> None:
    config = shop.folder / ".agent" / "config.yaml"
    config.write_text("# ours\ndream:\n  window_days: 7  # a week\n\ndreaming:\n  # how often\n  limit: 3\n")
    assert shop("mode").out == "off\n"
    shop("mode", "rem")
    assert config.read_text() == (
        "# ours\ndream:\n  window_days: 7  # a week\n\ndreaming:\n  mode: rem\n  # how often\n  limit: 3\n"
    )
    assert "rem: every 6 hours" in shop("mode").out
    assert "as it was" in shop("mode", "rem").out
    shop("mode", "off")
    assert "  mode: off\n" in config.read_text()
    shop("undo")
    assert "  mode: rem\n" in config.read_text()


def test_status_deep_says_it_all(shop: Shell) -> None:
    told = shop("status", "--deep", "--json").json["promotion"]
    assert told["mode"] == "off" and "reverie mode core" in told["heartbeat"]
    shop("mode", "rem")
    shop("promote", "--apply")
    told = shop("status", "--deep", "--json").json["promotion"]
    assert (told["short_term"], told["long_term"], told["promoted_today"], told["waiting"]) == (1, 1, 1, 1)
    assert told["last_cycle"]["promoted"] == 1 and told["heartbeat"] == "alive"
    text = shop("status", "--deep", TZ="America/New_York").out
    assert "Mode         rem, every 6 hours" in text and ("EST" in text or "EDT" in text)
    assert "cannot be met at its own counts" in text and "the smallest change" in text


def test_a_cycle_that_did_not_run_is_overdue(shop: Shell) -> None:
    from reverie.doors.cli.status_deep import heartbeat
    from reverie.records.logs import LogRecord
    from reverie.settings import Settings
    from reverie.terms import arrangement

    now = datetime(2026, 11, 15, 12, tzinfo=UTC)
    last = LogRecord("cycle", "ada", now - timedelta(days=3))
    assert heartbeat(arrangement(Settings(dreaming_mode="core")), last, now).startswith("overdue")


def test_openclaws_own_dreaming_keeps_ours_out(tmp_path: Path) -> None:
    shell = repository(tmp_path / "claw")
    (shell.folder / "memory").mkdir()
    (shell.folder / ".agent").mkdir()
    (shell.folder / ".agent" / "config.yaml").write_text("memory:\n  layout: openclaw\ndreaming:\n  mode: core\n")
    shell("remember", FACT)
    recall(shell, FACT, QUESTIONS)
    dreaming = {"plugins": {"entries": {"memory-core": {"config": {"dreaming": {"mode": "core"}}}}}}
    state = tmp_path / "state"
    state.mkdir()
    (state / "openclaw.json").write_text(json.dumps(dreaming))
    refused = shell("promote", "--apply", code=1, OPENCLAW_STATE_DIR=str(state))
    assert "OpenClaw's own dreaming is on" in refused.talk
    assert "does not promote as well" in shell("status", "--deep", OPENCLAW_STATE_DIR=str(state)).out
    assert not (shell.folder / "MEMORY.md").exists()
    shell("promote", "--apply")
    assert "## Promoted From Short-Term Memory" in (shell.folder / "MEMORY.md").read_text()
    file = json.loads((shell.folder / "memory" / ".dreams" / "short-term-recall.json").read_text())
    assert next(iter(file["entries"].values()))["recallCount"] == len(QUESTIONS)


def test_one_setting_is_changed_or_nothing_is() -> None:
    assert changed("", "dreaming", "mode", "core") == "dreaming:\n  mode: core\n"
    assert changed("dreaming:\r\n  mode: 'x' # y\r\n", "dreaming", "mode", "rem") == "dreaming:\r\n  mode: rem # y\r\n"
    with pytest.raises(Unclear):
        changed("dreaming: {mode: core}\n", "dreaming", "mode", "rem")


@pytest.mark.parametrize("bad", ["", "1 2 3 4", "61 * * * *", "* * 0 * *", "*/0 * * * *", "a * * * *"])
def test_a_schedule_that_is_none(bad: str) -> None:
    with pytest.raises(ValueError, match="'"):
        cron.parse(bad)


def test_settings_of_dreaming_are_checked(shop: Shell) -> None:
    config = shop.folder / ".agent" / "config.yaml"
    for text, says in (
        ("min_score: 2", "a number from 0 to 1"), ("frequency: often", "five fields"), ("timezone: Mars", "no zone"),
        ("mode: lucid", "off, core, rem, deep"),
    ):  # fmt: skip
        config.write_text(f"dreaming:\n  {text}\n")
        assert says in shop("promote", code=1).talk
    config.write_text("dreaming:\n  min_score: 0.97\n  weights:\n    frequency: 0.5\n")
    assert "score ≥ 0.97" in shop("promote").talk
