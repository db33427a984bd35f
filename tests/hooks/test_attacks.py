"""Hooks where everything is wrong: the disk is full, the settings are broken, fifty sessions end at once. They end with
0, lose nothing that was written, and leave one line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.hooks.agent import HOOK, edit, ended, hook, hook_log, kept, project, wait_until

WHAT = ("session-start", "recall", "capture", "session-end")
FULL = """
mount -t tmpfs -o size=512k tmpfs "$1" || exit 77
cp -r "$2/." "$1" && cd "$1" || exit 78
"$3" -m reverie.doors.hooks.entry capture < "$4/first"
head -c 999999 /dev/zero > fill 2>/dev/null
for what in session-start recall capture session-end; do
  "$3" -m reverie.doors.hooks.entry $what < "$4/second" > /dev/null || exit 1
done
rm fill
"$3" -m reverie.doors.hooks.entry capture < "$4/third" || exit 1
ls .agent/local/inbox
"""


@pytest.fixture
def shop(tmp_path: Path) -> Shell:
    return project(tmp_path / "shop")


@pytest.mark.skipif(
    not shutil.which("unshare") or subprocess.call(["unshare", "-rm", "true"], stderr=subprocess.DEVNULL) != 0,
    reason="no disk of one's own can be made here",
)
def test_on_a_full_disk_nothing_written_is_lost_and_nobody_fails(shop: Shell, tmp_path: Path) -> None:
    """A real disk of half a megabyte, filled to the last byte."""
    disk, events = tmp_path / "disk", tmp_path / "events"
    disk.mkdir()
    events.mkdir()
    for number, name in enumerate(("first", "second", "third")):
        (events / name).write_text(json.dumps({"cwd": str(disk), **edit(f"use-{number}")}))
    words = ["sh", "-c", FULL, "sh", str(disk), str(shop.folder), HOOK[0], str(events)]
    environment = {**os.environ, "REVERIE_HOOK_DREAM": "off"}
    done = subprocess.run(["unshare", "-rm", *words], capture_output=True, text=True, env=environment, check=False)
    if done.returncode == 77:
        pytest.skip("no disk of one's own can be mounted here")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    whole = [name for name in done.stdout.split() if name.endswith(".json")]
    assert [name.count("use-0") + name.count("use-2") for name in whole] == [1, 1]


@pytest.mark.parametrize("what", WHAT)
@pytest.mark.parametrize(
    "given", [b"", b"{", b"[]", b"\xff", b'{"cwd": 7}', b'{"cwd": "/nowhere"}', b'{"session_id": {}}']
)
def test_whatever_comes_in_every_hook_ends_well(shop: Shell, what: str, given: bytes) -> None:
    said = hook(shop.folder, what, given, REVERIE_HOOK_DREAM="off")
    assert said == "" or json.loads(said)["hookSpecificOutput"]
    assert len(hook_log(shop.folder)) <= 1


def test_broken_settings_are_one_line_that_says_so(shop: Shell) -> None:
    (shop.folder / ".agent/config.yaml").write_text("memory:\n  layout: [\nhooks:\n  recall: true\n")
    assert hook(shop.folder, "session-start", {"session_id": "s-1", "source": "startup"}) == ""
    (line,) = hook_log(shop.folder)
    assert "session-start: BadConfig" in line
    assert "config.yaml" in line


@pytest.mark.parametrize("what", WHAT)
def test_a_memory_that_cannot_be_written_fails_nobody(shop: Shell, what: str) -> None:
    """A file lies where a folder should."""
    shutil.rmtree(shop.folder / ".agent/local")
    (shop.folder / ".agent/local").write_text("not a folder")
    hook(shop.folder, what, {**ended(), "source": "startup", "prompt": "what about the staging deploys there?"})
    assert (shop.folder / ".agent/local").read_text() == "not a folder"


def test_twenty_sessions_that_end_at_once_are_all_told_and_one_dream_follows(shop: Shell) -> None:
    events = [json.dumps({"cwd": str(shop.folder), **ended(f"s-{n}")}).encode() for n in range(20)]
    running = [subprocess.Popen([*HOOK, "session-end"], cwd=shop.folder, stdin=subprocess.PIPE) for _ in events]
    for process, event in zip(running, events, strict=True):
        process.communicate(event, timeout=120)
        assert process.returncode == 0

    def log(kind: str) -> list[dict[str, object]]:
        return [one["facts"] for one in shop("log", "--json").json if one["kind"] == kind]

    wait_until(lambda: len(log("dream_after_session_end")) == 20, 170)
    assert len({facts["session"] for facts in log("session_end")}) == 20
    outcomes = [str(facts["title"]) for facts in log("dream_after_session_end")]
    assert sum(not outcome.startswith("not due") for outcome in outcomes) == 1
    assert kept(shop.folder) == []
    assert hook_log(shop.folder) == []
