"""`reverie redact` as a person meets it: in a pipe, and looking through files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import Shell, repository
from tests.tools.secrets_made import SHAPED

KEY = SHAPED["github"]


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return repository(tmp_path / "project")


def _piped(shell: Shell, text: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "reverie", "redact"]
    return subprocess.run(command, cwd=shell.folder, input=text, capture_output=True, text=True, check=False)


def test_a_private_passage_in_a_pipe_is_taken_out(shell: Shell) -> None:
    done = _piped(shell, "a <private>\nmy diary\nmore</private> b\n")
    assert done.stdout.startswith("a [REDACTED:private:")
    assert done.stdout.endswith("] b\n")
    assert "diary" not in done.stdout


def test_a_pattern_that_could_take_for_ever_stops_the_command(shell: Shell) -> None:
    (shell.folder / ".agent").mkdir(exist_ok=True)
    (shell.folder / ".agent" / "config.yaml").write_text('redact:\n  patterns:\n    badge: "(a+)+$"\n')
    done = _piped(shell, "a" * 40 + "!\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert "redact.patterns: the pattern of 'badge' can take for ever" in done.stderr


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("name", ["notes.txt", "export.reg"])
def test_a_file_of_wide_characters_is_read(shell: Shell, tmp_path: Path, encoding: str, name: str) -> None:
    mark = "\ufeff" if encoding.endswith("be") else ""
    (tmp_path / name).write_bytes(f"{mark}é\r\nTOKEN={KEY}\r\n".encode(encoding))
    (found,) = shell("redact", "--scan", str(tmp_path / name), "--json", code=1).json["secrets"]
    assert (found["kind"], found["line"]) == ("github", 2)


def test_a_secret_in_the_name_of_a_file_is_not_shown(shell: Shell, tmp_path: Path) -> None:
    place = tmp_path / f"backup-{KEY}.log"
    place.write_text(f"TOKEN={KEY}\n")
    for flags in ((), ("--json",)):
        done = shell("redact", "--scan", str(place), *flags, code=1)
        assert KEY not in done.out + done.talk
        assert "backup-[REDACTED:github:" in done.out
    assert KEY not in shell("redact", "--scan", str(tmp_path / f"none-{KEY}"), code=4).talk


@pytest.mark.parametrize("empty", ["", "  "])
def test_an_empty_path_is_not_this_folder(shell: Shell, empty: str) -> None:
    (shell.folder / "a.log").write_text(f"TOKEN={KEY}\n")
    done = shell("redact", "--scan", empty, code=4)
    assert "there is nothing at" in done.talk
    assert done.out == ""


def _pipe(folder: Path, name: str) -> Path:
    folder.mkdir(exist_ok=True)
    os.mkfifo(folder / name)
    return folder / name


@pytest.mark.parametrize("kind", ["pipe", "device", "dangling"])
def test_a_named_path_that_cannot_be_read_is_no_clean_scan(shell: Shell, tmp_path: Path, kind: str) -> None:
    (tmp_path / "fine.log").write_text("nothing\n")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    place = {"pipe": _pipe(tmp_path / "logs", "pipe"), "device": Path("/dev/zero"), "dangling": tmp_path / "dangling"}
    named = str(place[kind])
    told = shell("redact", "--scan", str(tmp_path / "fine.log"), "--scan", named, code=4).talk
    assert f"Error: {named} (" in told
    done = shell("redact", "--scan", named, "--json", code=4)
    (unread,) = done.json["unread"]
    assert (unread["file"], unread["named"]) == (named, True)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("folder", [False, True])
def test_a_named_path_without_permission_is_no_clean_scan(shell: Shell, tmp_path: Path, folder: bool) -> None:
    place = tmp_path / "closed"
    place.mkdir() if folder else place.touch()
    place.chmod(0)
    assert f"{place} (permission denied) cannot be read" in shell("redact", "--scan", str(place), code=4).talk
    place.chmod(0o700)


def test_a_secret_that_was_found_counts_more_than_a_path_that_cannot_be_read(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text(f"TOKEN={KEY}\n")
    pipe = str(_pipe(tmp_path / "logs", "pipe"))
    assert f"not looked at: {pipe}" in shell("redact", "--scan", pipe, "--scan", str(tmp_path), code=1).talk


def test_what_below_a_folder_cannot_be_read_is_named(shell: Shell, tmp_path: Path) -> None:
    pipes = [str(_pipe(tmp_path / "logs", f"pipe{n}-{KEY}")) for n in range(7)]
    told = shell("redact", "--scan", str(tmp_path / "logs")).talk
    assert "left out: 7 not a regular file" in told
    assert told.count("not looked at: ") == 6
    assert "/pipe0-[REDACTED:" in told
    assert "not looked at: 2 more" in told
    unread = shell("redact", "--scan", str(tmp_path / "logs"), "--json").json["unread"]
    assert [one["named"] for one in unread] == [False] * len(pipes)


def test_a_secret_that_a_line_holds_twice_is_told_once(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "twice.txt").write_text(f"{KEY} and {KEY}\n{KEY}\n")
    found = shell("redact", "--scan", str(tmp_path / "twice.txt"), "--json", code=1).json["secrets"]
    assert [one["line"] for one in found] == [1, 2]
