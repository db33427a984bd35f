"""After a session: the inbox is taken in once, and a dream follows if one is due. Nobody waits for it."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from reverie import wiring
from reverie.doors.hooks import after, end
from reverie.gates.dream import APART, LOOKBACK, Terms
from reverie.wiring import gates
from tests.cli.shell import Shell
from tests.hooks.agent import edit, ended, hook, hook_log, kept, project, wait_until


@pytest.fixture
def shop(tmp_path: Path) -> Shell:
    return project(tmp_path / "shop")


def _log(shop: Shell, kind: str) -> list[dict[str, object]]:
    return [record["facts"] for record in shop("log", "--json").json if record["kind"] == kind]


def test_a_session_ends_and_a_dream_follows_and_the_next_one_is_too_soon(shop: Shell) -> None:
    hook(shop.folder, "capture", edit("use-1"))
    hook(shop.folder, "session-end", ended("s-1"))
    wait_until(lambda: len(_log(shop, "dream_after_session_end")) == 1)
    assert [facts["session"] for facts in _log(shop, "session_end")] == ["s-1"]
    assert kept(shop.folder) == []
    hook(shop.folder, "session-end", ended("s-2"), cwd="")
    wait_until(lambda: len(_log(shop, "dream_after_session_end")) == 2)
    first, second = (facts["title"] for facts in _log(shop, "dream_after_session_end"))
    assert not str(first).startswith(("not due", "failed"))
    assert str(second).startswith("not due: the last dream began")
    kinds = [record["kind"] for record in shop("log", "--json").json]
    assert kinds.index("session_end") < kinds.index("dream_after_session_end")
    assert hook_log(shop.folder) == []


def test_the_session_does_not_wait_for_the_dream(shop: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    class Started:
        """A process nobody may wait for: it has neither `wait` nor `communicate`."""

        def __init__(self, words: list[str], **options: object) -> None:
            started.append(options)

    monkeypatch.setattr("reverie.doors.hooks.end.subprocess.Popen", Started)
    end.begin_dream({"session_id": "s-1"}, str(shop.folder))
    (options,) = started
    assert options["start_new_session"] and {"stdin", "stdout", "stderr"} <= options.keys()


def test_it_can_be_switched_off(shop: Shell) -> None:
    hook(shop.folder, "session-end", ended(), REVERIE_HOOK_DREAM="off")
    time.sleep(1)
    assert len(kept(shop.folder)) == 1  # still captured; the next night takes it in
    shop("run")
    assert kept(shop.folder) == []
    assert len(_log(shop, "session_end")) == 1


def test_an_event_that_comes_again_counts_once(shop: Shell) -> None:
    for _ in range(2):
        hook(shop.folder, "capture", edit("use-1"))
        hook(shop.folder, "capture", {"session_id": "s-1", "hook_event_name": "PreCompact", "trigger": "auto"})
        shop("run")
    captured = (shop.folder / ".agent/local/logs/captured").glob("*.jsonl")
    lines = [json.loads(line) for path in captured for line in path.read_text().splitlines()]
    assert [line["facts"]["files"] for line in lines] == [["app.py"]]


def test_strangers_in_the_inbox_are_set_aside_and_stop_nobody(shop: Shell) -> None:
    hook(shop.folder, "capture", edit("use-1"))
    inbox = shop.folder / ".agent/local/inbox"
    (inbox / "half.json").write_text('{"key": "x", ')
    (inbox / "other.json").write_text('["no event"]')
    project = wiring.find_project(shop.folder)
    (inbox / "link.json").symlink_to("/etc/hostname")
    assert wiring.inbox.take_in(project, wiring.open_store(project)) == 1
    assert kept(shop.folder) == []
    assert sorted(path.name for path in (inbox.parent / "inbox-unread").iterdir()) == [
        "half.json",
        "link.json",
        "other.json",
    ]


def test_what_a_killed_hook_left_half_written_goes_when_nobody_can_be_at_it(shop: Shell) -> None:
    hook(shop.folder, "capture", edit("use-1"))
    inbox = shop.folder / ".agent/local/inbox"
    old, new = inbox / ".old.123", inbox / ".new.124"
    for path in (old, new):
        path.write_text('{"key"')
    hour_ago = time.time() - 2 * 3600
    os.utime(old, (hour_ago, hour_ago))
    project = wiring.find_project(shop.folder)
    assert wiring.inbox.take_in(project, wiring.open_store(project)) == 1
    assert [path.name for path in inbox.iterdir()] == [".new.124"]


def test_secrets_in_a_path_do_not_get_into_the_log(shop: Shell) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    hook(shop.folder, "capture", edit("use-1", tool_input={"file_path": f"keys/{token}.txt"}))
    project = wiring.find_project(shop.folder)
    wiring.inbox.take_in(project, wiring.open_store(project))
    logs = "".join(path.read_text() for path in (shop.folder / ".agent/local/logs").rglob("*.jsonl"))
    assert token not in logs
    assert "[REDACTED:" in logs


def test_the_environment_says_how_often_and_how_far_back() -> None:
    name = "REVERIE_HOOK_DREAM"
    assert after.terms({}) == Terms(APART, LOOKBACK)
    said = after.terms({f"{name}_MIN_INTERVAL_HOURS": "0", f"{name}_LOOKBACK_DAYS": "7"})
    assert (said.apart.total_seconds(), said.lookback.days) == (0, 7)
    assert after.terms({f"{name}_MIN_INTERVAL_HOURS": "often", f"{name}_LOOKBACK_DAYS": "-3"}) == Terms(APART, LOOKBACK)


def test_without_a_throttle_it_asks_only_whether_something_is_new(shop: Shell) -> None:
    project = wiring.find_project(shop.folder)
    free = {"REVERIE_HOOK_DREAM_MIN_INTERVAL_HOURS": "0", "REVERIE_HOOK_DREAM_INSTRUCTIONS": "  focus on auth  "}
    after.follow(project, "s-1", free)
    assert after.follow(project, "s-2", free).startswith("not due: nothing is new")
    assert _log(shop, "dream_after_session_end")[-1]["instructions"] == "focus on auth"


def test_a_dream_that_fails_in_a_way_nobody_foresaw_is_in_the_log_too(
    shop: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("what it says may quote anything")

    monkeypatch.setattr(gates, "tick", broken)
    assert after.follow(wiring.find_project(shop.folder), "s-1", {}) == "failed: ZeroDivisionError"
    assert _log(shop, "dream_after_session_end")[-1]["title"] == "failed: ZeroDivisionError"


def test_a_repository_cannot_put_its_own_program_in_our_place(shop: Shell) -> None:
    """The dream is begun in the project's folder, which may hold anything."""
    (shop.folder / "reverie").mkdir()
    (shop.folder / "reverie" / "__init__.py").write_text("raise SystemExit\n")
    hook(shop.folder, "session-end", ended("s-9"), PYTHONSAFEPATH="1")
    wait_until(lambda: bool((shop.folder / ".agent/local/logs/events").exists() and _events(shop.folder)))


def _events(folder: Path) -> list[str]:
    lines = "".join(path.read_text() for path in (folder / ".agent/local/logs/events").glob("*.jsonl"))
    return [line for line in lines.splitlines() if "dream_after_session_end" in line]
