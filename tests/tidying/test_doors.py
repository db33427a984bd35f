"""A night over the memory as a person meets it: doctor, run, verify, status, undo; in the real cage."""

from __future__ import annotations

import errno
import os
import random
import shutil
import sqlite3
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reverie import diary
from reverie.doors.cli.bug import is_no_room
from reverie.records.logs import LogRecord
from tests.cli.shell import Shell, repository

MEMORY = Path(".agent/memory")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    shell = repository(tmp_path / "shop")
    shell.git("commit", "-q", "--allow-empty", "-m", "feat: begin")
    shell("remember", "Deploys go out from the main branch", "--topic", "Deploy branch", "--type", "project")
    shell("remember", "Deploys go out from the main branch.", "--topic", "Where deploys come from", "--type", "project")
    shell("remember", "Tokens are parsed in `src/jwt.py`", "--topic", "Tokens", "--type", "project")
    return shell


def tree(shell: Shell) -> dict[str, bytes]:
    root = shell.folder / ".agent"
    files = (path for path in root.rglob("*") if path.is_file() and "local" not in path.parts)
    return {str(path.relative_to(root)): path.read_bytes() for path in files}


def test_a_map_then_a_night_then_nothing_then_back(shell: Shell) -> None:
    told = shell("doctor").out
    assert "1 duplicate" in told and "Next dream: merged, or put before you" in told
    before = tree(shell)
    dry = shell("run", "--dry-run").out
    assert "+merged_into: deploy-branch" in dry
    assert tree(shell) == before, "a dry run changes nothing"
    night = shell("run")
    assert "merged" in night.talk
    after = tree(shell)
    assert "nothing new" in shell("run").talk
    assert tree(shell) == after
    assert "1 merged" in shell("status").out
    entry = (shell.folder / ".agent" / "local" / "DREAMS.md").read_text()
    assert "Merged: `deploy-branch` says all that `where-deploys-come-from` says." in entry
    shell("undo")
    assert tree(shell) == before


def test_why_says_what_became_of_a_note_that_left(shell: Shell) -> None:
    shell("run")
    told = shell("why", "where-deploys-come-from")
    assert "merged into deploy-branch" in told.out
    assert "Nothing was merged into it" not in told.talk


def test_notes_that_lay_there_before_the_first_night_are_a_memory(tmp_path: Path) -> None:
    shell = repository(tmp_path / "found")
    (shell.folder / MEMORY).mkdir(parents=True)
    (shell.folder / MEMORY / "port.md").write_text("---\nname: port\n---\n\n- The proxy listens on port 8080\n")
    assert "orient    1 note" in shell("run").talk


def test_doctor_says_it_to_scripts_too_and_mends_what_is_safe(shell: Shell) -> None:
    index = shell.folder / MEMORY / "MEMORY.md"
    index.write_text("# Memory\n\n- [Gone](gone.md) — nothing\n")
    told = shell("doctor", "--json").json
    kinds = {trouble["kind"] for trouble in told["troubles"]}
    assert {"orphan", "broken link", "duplicate"} <= kinds
    assert "deploy-branch.md" in shell("doctor", "--fix", "--dry-run").out
    shell("doctor", "--fix")
    assert "(deploy-branch.md)" in index.read_text()
    assert "orphan" not in {trouble["kind"] for trouble in shell("doctor", "--json").json["troubles"]}
    assert "- [Gone](gone.md) — nothing\n" in index.read_text(), "what a person wrote stays"


def test_a_link_to_what_cannot_be_read_is_not_broken(shell: Shell) -> None:
    (shell.folder / MEMORY / "half.md").write_text('---\nname: "half\n---\n\n- Half a header\n')
    (shell.folder / MEMORY / "points.md").write_text("---\nname: points\n---\n\n- See [[half]] and [[nowhere]]\n")
    (shell.folder / MEMORY / "MEMORY.md").write_text("# Memory\n\n- [Half](half.md) — half\n")
    told = shell("doctor", "--json").json["troubles"]
    assert [trouble["about"] for trouble in told if trouble["kind"] == "broken link"] == ["[[nowhere]]"]
    assert [trouble for trouble in told if trouble["kind"] == "unreadable"]


def test_doctor_says_how_to_look_after_a_memory_that_is_there(tmp_path: Path) -> None:
    shell = repository(tmp_path / "theirs")
    assert "config.yaml" not in shell("doctor").talk
    for folder, setting in ((".claude/memory", "root: .claude/memory}"), (".", "{layout: openclaw}")):
        (shell.folder / folder).mkdir(parents=True, exist_ok=True)
        (shell.folder / folder / "MEMORY.md").write_text("# Memory\n\n- [Ports](ports.md) — 8080\n")
        (shell.folder / folder / "ports.md").write_text("---\nname: ports\n---\n\n- The shop listens on 8080\n")
        (shell.folder / "memory").mkdir(exist_ok=True)
        last = shell("doctor").talk.splitlines()[-1]
        assert last.endswith(setting)
        config = shell.folder / ".agent" / "config.yaml"
        config.parent.mkdir()
        config.write_text(last.partition("config.yaml: ")[2] + "\n")
        assert "Memory   1 note" in shell("doctor").out
        shutil.rmtree(config.parent)
        (shell.folder / folder / "MEMORY.md").unlink()


def test_doctor_promises_no_more_than_a_dream_does(shell: Shell) -> None:
    for name in ("deploy-branch", "where-deploys-come-from"):
        path = shell.folder / MEMORY / f"{name}.md"
        path.write_text(path.read_text().replace("---\n", "---\nstatic: true\n", 1))
    told = shell("doctor").out
    assert "1 fixed duplicate" in told
    assert "Next dream: merged" not in told
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    (shell.folder / MEMORY / "keys.md").write_text(f"---\nname: keys\n---\n\n- Deploys use {secret}\n")
    told = shell("doctor").out
    assert "the index lists it without the secret" in told
    shell("run")
    index = (shell.folder / MEMORY / "MEMORY.md").read_text()
    assert "(keys.md)" in index
    assert secret not in index


def test_a_memory_of_another_agent_is_no_empty_one(shell: Shell) -> None:
    notes = shell.folder / ".claude" / "memory"
    notes.mkdir(parents=True)
    (notes / "port.md").write_text("---\nname: port\n---\n\nThe proxy listens on port 8080.\n")
    (shell.folder / ".agent" / "config.yaml").write_text("memory: {layout: claude-code, root: .claude/memory}\n")
    (shell.folder / ".agent" / "format").unlink(missing_ok=True)
    assert "no memory yet" not in shell("run").talk
    assert "Memory       4 notes" in shell("status").out


@pytest.mark.parametrize(
    "problem",
    [
        OSError(errno.ENOSPC, "No space left on device"),
        sqlite3.OperationalError("database or disk is full"),
        RuntimeError("the dream ended by itself: OSError: [Errno 28] No space left on device"),
    ],
)
def test_a_full_disk_is_no_bug(problem: Exception) -> None:
    assert is_no_room(problem)
    wrapped = ValueError("the index could not be opened")
    wrapped.__cause__ = problem
    assert is_no_room(wrapped)
    assert not is_no_room(ValueError("something else"))


def test_verify_lists_and_changes_nothing(shell: Shell) -> None:
    (shell.folder / "src").mkdir()
    (shell.folder / "src" / "jwt.py").write_text("def parse(): ...\n")
    shell.git("add", "src")
    shell.git("commit", "-qm", "feat: tokens")
    before = tree(shell)
    assert [one["state"] for one in shell("verify", "--json").json] == ["holds"]
    shell.git("rm", "-q", "src/jwt.py")
    shell.git("commit", "-qm", "refactor: drop tokens")
    done = shell("verify")
    assert done.out.startswith("gone") and "tokens.md" in done.out
    assert tree(shell) == before
    shell("run")
    assert "(check: `src/jwt.py` is gone)" in (shell.folder / MEMORY / "MEMORY.md").read_text()


def test_switched_off_or_only_proposing(shell: Shell) -> None:
    config = shell.folder / ".agent" / "config.yaml"
    config.write_text("dream:\n  consolidate: off\n")
    before = tree(shell)
    shell("run")
    assert tree(shell) == before
    config.write_text("dream:\n  consolidate: propose\n")
    assert "unsure" in shell("run").talk
    assert len(list((shell.folder / ".agent" / "dream" / "proposals").glob("*.md"))) == 1
    assert (shell.folder / MEMORY / "where-deploys-come-from.md").exists()


def test_an_agent_that_writes_all_the_while_loses_nothing(shell: Shell) -> None:
    """Edits at random moments of several nights: each stands afterwards, in its file or where a merge took it."""
    dice, said, stop = random.Random(7), list[str](), threading.Event()
    notes = [shell.folder / MEMORY / name for name in ("deploy-branch.md", "where-deploys-come-from.md", "MEMORY.md")]

    def write() -> None:
        while not stop.is_set():
            path, line = dice.choice(notes), f"edit number {len(said)} of the agent"
            try:
                with path.open("r+") as file:  # only if it is there: a merged note is gone
                    file.seek(0, os.SEEK_END)
                    file.write(f"- {line}\n")
                said.append(line)
            except FileNotFoundError:
                pass
            time.sleep(dice.random() * 0.05)

    agent = threading.Thread(target=write)
    agent.start()
    try:
        for _ in range(3):
            shell("run", "--again")
    finally:
        stop.set()
        agent.join()
    held = b"\n".join(path.read_bytes() for path in (shell.folder / MEMORY).rglob("*.md")).decode()
    assert len(said) > 20
    assert [line for line in said if f"- {line}\n" not in held + "\n"] == []


# The heartbeat


def nights(*facts: dict[str, object], days: float = 1) -> list[LogRecord]:
    start = datetime(2026, 11, 1, tzinfo=UTC)
    return [LogRecord("night", "reverie", start + timedelta(days=days * n), one) for n, one in enumerate(facts)]  # type: ignore[arg-type]


def test_the_heartbeat_is_silent_while_all_is_well() -> None:
    found = nights({"change": "n-1"}, {}, {})
    assert diary.heartbeat(found, found[-1].at + timedelta(hours=5)) == ""
    assert "overdue: the last dream was 9 days ago" in diary.heartbeat(found, found[-1].at + timedelta(days=9))


def test_after_three_dreams_for_nothing_it_says_why() -> None:
    found = nights({}, {}, {"suppressed": {"x": "rejected"}})
    told = diary.heartbeat(found, found[-1].at)
    assert told == "the last 3 dreams changed nothing; the newest: what was seen had been decided before"
    decided: dict[str, object] = {"suppressed": {"x": "rejected"}}
    alike = nights(decided, decided, decided)
    told = diary.heartbeat(alike, alike[-1].at)
    assert told == "the last 3 dreams changed nothing: what was seen had been decided before"
