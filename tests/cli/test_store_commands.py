"""Remember a line, see who changed what and why, take it back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import Shell, repository
from tests.store.builders import tree


@pytest.fixture
def reverie(tmp_path: Path) -> Shell:
    return repository(tmp_path / "project")


def memory(reverie: Shell) -> dict[str, bytes]:
    return tree(reverie.folder / ".agent" / "memory")


def test_remember_history_undo(reverie: Shell) -> None:
    said = reverie("remember", "staging deploys need the VPN profile eu-2")
    assert ".agent/memory/" in said.out
    (text,) = memory(reverie).values()
    assert text.endswith(b"- staging deploys need the VPN profile eu-2\n")
    (entry,) = reverie("history", "--json").json
    assert (entry["by"], entry["undone"]) == ("ada@example.org", False)
    assert "VPN profile" in reverie("show", entry["id"][:-3]).out
    reverie("undo")
    assert memory(reverie) == {}
    assert "(taken back)" in reverie("history").out
    assert [r["kind"] for r in reverie("log", "--json").json] == ["apply", "undo"]


def test_lines_of_one_day_share_a_note(reverie: Shell) -> None:
    reverie("remember", "one")
    reverie("remember", "two\nand more")
    (text,) = memory(reverie).values()
    assert text.splitlines()[2:] == [b"- one", b"- two", b"  and more"]
    reverie("undo")
    (text,) = memory(reverie).values()
    assert text.splitlines()[2:] == [b"- one"]


def test_a_dry_run_prints_a_diff_and_changes_nothing(reverie: Shell) -> None:
    assert "+- one" in reverie("remember", "--dry-run", "one").out
    assert not (reverie.folder / ".agent" / "memory").exists()


def test_undo_names_what_was_changed_since(reverie: Shell) -> None:
    reverie("remember", "one")
    first = reverie("history", "--json").json[0]["id"]
    reverie("remember", "two")
    second = reverie("history", "--json").json[0]["id"]
    failed = reverie("undo", first, code=1)
    assert second in failed.talk
    assert f"hint: reverie undo --to {first}" in failed.talk
    reverie("undo", "--to", first)
    assert memory(reverie) == {}


def test_status_tells_what_is_there_and_what_was_left_out(reverie: Shell) -> None:
    assert "No memory" in reverie("status").talk
    reverie("remember", "one")
    folder = reverie.folder / ".agent" / "memory"
    (folder / "deploy.md").write_text("---\nname: deploy\npinned: true\n---\n# Deploy\n")
    (folder / "broken.md").write_bytes(b"\xff\xfe")
    facts = reverie("status", "--json").json
    assert (facts["notes"], facts["pinned"], facts["daily_notes"]) == (1, 1, 1)
    assert [item["what"] for item in facts["left_out"]] == [".agent/memory/broken.md"]
    assert "broken.md" in reverie("status").out
    assert "2 documents" not in reverie("reindex").out
    assert "left out: .agent/memory/broken.md" in reverie("reindex").talk


def test_a_quiet_command_leaves_git_clean(reverie: Shell) -> None:
    for words in (["status"], ["history"], ["log"], ["reindex"]):
        reverie(*words)
    assert reverie.git("status", "--porcelain") == ""


def test_local_is_private_and_out_of_git(reverie: Shell) -> None:
    reverie("remember", "one")
    assert "local" not in reverie.git("status", "--porcelain", "-uall")
    assert (reverie.folder / ".agent" / "local").stat().st_mode & 0o777 == 0o700


def test_exit_codes(reverie: Shell, tmp_path: Path) -> None:
    assert "hint: reverie history" in reverie("undo", "nope", code=1).talk
    assert "hint: reverie undo --help" in reverie("undo", "--bogus", code=2).talk
    assert reverie("nonsense", code=2).talk.startswith("Error: ")
    assert "empty" in reverie("remember", "  ", code=2).talk
    nowhere = tmp_path / "nowhere"
    nowhere.mkdir()
    assert "git init" in Shell(nowhere)("status", code=1).talk


def test_a_bug_leaves_a_report_and_says_so(reverie: Shell) -> None:
    code = (
        "import sys; from reverie import wiring; from reverie.doors.cli import main\n"
        "def broken(*_): raise ZeroDivisionError('oops')\n"
        "wiring.find_project = broken\n"
        "sys.argv = ['reverie', 'status']; main.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=reverie.folder, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    report = Path(done.stderr.rpartition("file ")[2].strip())
    assert "ZeroDivisionError" in report.read_text()
    report.unlink()


def test_interrupted_is_130(reverie: Shell) -> None:
    code = (
        "import os, signal, sys; from reverie import wiring; from reverie.doors.cli import main\n"
        "wiring.find_project = lambda *_: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.argv = ['reverie', 'status']; main.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=reverie.folder, capture_output=True, text=True, check=False)
    assert done.returncode == 130
    assert signal.SIGINT


def test_a_closed_pipe_is_no_error(reverie: Shell) -> None:
    for n in range(3):
        reverie("remember", f"line {n}")
    done = subprocess.run(
        f"{sys.executable} -m reverie history --json | head -c 1",
        shell=True,
        cwd=reverie.folder,
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""


@pytest.mark.parametrize("words", [["--help"], ["status"]])
def test_light_commands_import_nothing_heavy(reverie: Shell, words: list[str]) -> None:
    reverie("remember", "one")
    code = (
        f"import sys; sys.argv = ['reverie', *{words!r}]\nfrom reverie.doors.cli import main\n"
        "try: main.main()\nexcept SystemExit: pass\n"
        "heavy = {'numpy', 'sklearn', 'scipy', 'starlette', 'uvicorn', 'jinja2', 'anthropic', 'openai', 'mcp'}\n"
        "sys.stderr.write(' '.join(sorted(heavy & set(sys.modules))))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=reverie.folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_a_hostile_line_is_only_text(reverie: Shell) -> None:
    reverie("remember", "../../etc/passwd $(touch owned) `id` \x1b[31m")
    assert not (reverie.folder / "owned").exists()
    shown = reverie("show", reverie("history", "--json").json[0]["id"])
    assert "\x1b" not in shown.out
    assert os.listdir(reverie.folder / ".agent" / "memory")
