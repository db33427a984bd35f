"""Capture is dumb, quick and never in the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from reverie.doors.hooks import inbox
from tests.cli.shell import Shell
from tests.hooks.agent import HOOK, edit, ended, hook, hook_log, kept, project


@pytest.fixture
def shop(tmp_path: Path) -> Shell:
    return project(tmp_path / "shop")


def test_an_event_becomes_one_small_file_without_anybodys_words(shop: Shell) -> None:
    assert hook(shop.folder, "capture", edit("use-1")) == ""
    (found,) = kept(shop.folder)
    assert (found["session"], found["event"], found["tool"]) == ("s-1", "PostToolUse", "Edit")
    assert found["files"] == ["app.py"]
    assert "hunter2" not in json.dumps(found)


def test_the_same_event_is_kept_once_and_another_beside_it(shop: Shell) -> None:
    for use in ("use-1", "use-1", "use-2"):
        hook(shop.folder, "capture", edit(use))
    assert len(kept(shop.folder)) == 2


def test_an_agent_that_numbers_nothing_is_understood_too(shop: Shell) -> None:
    told = {"session_id": "g-1", "hook_event_name": "AfterTool", "tool_name": "replace"}
    for path in ("app.py", "b.py", "app.py"):
        hook(shop.folder, "capture", {**told, "tool_input": {"file_path": path}}, "--agent", "gemini")
    assert {tuple(found["files"]) for found in kept(shop.folder)} == {("app.py",), ("b.py",)}
    hook(shop.folder, "capture", {**told, "timestamp": "2026-11-16T08:00:00.001Z"}, "--agent", "gemini")
    assert {found["agent"] for found in kept(shop.folder)} == {"gemini"}


@pytest.mark.parametrize("given", [b"", b"{", b"[1]", b'"x"', b"\xff\xfe", b"null", b"[" * 100_000])
def test_what_cannot_be_understood_is_one_line_in_the_log(shop: Shell, given: bytes) -> None:
    assert hook(shop.folder, "capture", given) == ""
    assert kept(shop.folder) == []
    assert len(hook_log(shop.folder)) == 1


def test_an_agent_that_ended_before_it_said_anything_is_told_as_that(shop: Shell) -> None:
    hook(shop.folder, "capture", b"")
    (line,) = hook_log(shop.folder)
    assert "nothing came in" in line


def test_a_word_it_does_not_know_stops_no_agent(shop: Shell) -> None:
    done = subprocess.run([*HOOK, "of-a-later-version"], input=b"{}", cwd=shop.folder, capture_output=True, check=False)
    assert done.returncode == 1 and done.stderr.startswith(b"usage: ")  # 2 would keep it from stopping


def test_names_that_are_none_are_left_out(shop: Shell) -> None:
    strange = edit("../../x", session="a b; rm -rf", tool_name=["Edit"], tool_input={"file_path": "/etc/passwd"})
    hook(shop.folder, "capture", strange)
    (found,) = kept(shop.folder)
    assert (found["session"], found["tool"], found["files"]) == ("", "", [])
    inside = shop.folder / ".agent" / "local" / "inbox"
    assert [path.parent for path in inside.rglob("*.json")] == [inside]


def test_where_there_is_no_memory_nothing_is_left(tmp_path: Path) -> None:
    hook(tmp_path, "capture", edit("use-1"))
    hook(tmp_path, "capture", b"{")
    assert list(tmp_path.iterdir()) == []


def test_a_private_folder_that_leads_elsewhere_is_not_followed(tmp_path: Path) -> None:
    away = tmp_path / "away"
    away.mkdir()
    (tmp_path / "repo" / ".agent").mkdir(parents=True)
    (tmp_path / "repo" / ".agent" / "local").symlink_to(away)
    hook(tmp_path / "repo", "capture", edit("use-1"))
    assert list(away.iterdir()) == []


def test_a_full_disk_fails_nobody(shop: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    event = inbox.envelope(edit("use-1"), str(shop.folder), "claude-code", 0.0)
    with pytest.raises(OSError, match="No space"):
        inbox.put(event, str(shop.folder))
    assert list((shop.folder / ".agent" / "local" / "inbox").iterdir()) == []  # not even half a file
    event_file = json.dumps({"cwd": str(shop.folder), **edit("use-1")}).encode()
    limited = (
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); sys.argv = ['h', 'capture'];"
        f"runpy.run_module('{HOOK[-1]}', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", limited], input=event_file, cwd=shop.folder, check=False)
    assert done.returncode == 0
    assert kept(shop.folder) == []


def test_fifty_at_once_lose_nothing(shop: Shell) -> None:
    events = [json.dumps({"cwd": str(shop.folder), **edit(f"use-{n}")}).encode() for n in range(50)]
    running = [
        subprocess.Popen([*HOOK, "capture"], cwd=shop.folder, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in events
    ]
    for process, event in zip(running, events, strict=True):
        assert process.communicate(event, timeout=120)[1] == b""
        assert process.returncode == 0
    assert len(kept(shop.folder)) == 50
    assert hook_log(shop.folder) == []


def test_what_reverie_started_itself_is_not_captured(shop: Shell) -> None:
    hook(shop.folder, "capture", edit("use-1"), REVERIE_INSIDE="1")
    hook(shop.folder, "session-end", ended(), REVERIE_INSIDE="1")
    assert kept(shop.folder) == []


def test_the_way_to_the_inbox_needs_next_to_nothing() -> None:
    """What is loaded is what it costs."""
    program = "import sys, reverie.doors.hooks.entry, json; print(' '.join(sorted(sys.modules)))"
    clean = {**os.environ, "PYTHONPATH": ""}
    done = subprocess.run([sys.executable, "-c", program], env=clean, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    heavy = {"typing", "dataclasses", "pathlib", "subprocess", "datetime", "hashlib", "click", "orjson", "yaml"}
    bare = subprocess.run(
        [sys.executable, "-c", "import sys, json; print(' '.join(sys.modules))"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert loaded & heavy <= set(bare.stdout.split())
    assert {name for name in loaded if name.startswith("reverie")} == {
        "reverie", "reverie.doors", "reverie.doors.hooks", "reverie.doors.hooks.entry", "reverie.doors.hooks.inbox",
        "reverie.tools", "reverie.tools.nofollow", "reverie.tools.trust",
    }  # fmt: skip


def test_the_log_of_hooks_stays_short(shop: Shell) -> None:
    for n in range(3000):
        inbox.note(str(shop.folder), "x" * 290, float(n))
    sizes = [path.stat().st_size for path in (shop.folder / ".agent" / "local").glob("hooks.log*")]
    assert len(sizes) == 2
    assert max(sizes) < 300_000
