"""How it speaks: to people by name, in paths one can type, and so that no text from a memory can steer the terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.cli.shell import Shell, repository
from tests.store.builders import tree


@pytest.fixture
def reverie(tmp_path: Path) -> Shell:
    return repository(tmp_path / "project")


def raw(shell: Shell, *words: str | bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
    given = {**os.environ, **environment}
    return subprocess.run(
        [sys.executable, "-m", "reverie", *words], cwd=shell.folder, env=given, capture_output=True, check=False
    )


def piped(shell: Shell, words: str) -> subprocess.CompletedProcess[bytes]:
    line = f"set -o pipefail; {sys.executable} -m reverie {words}"
    return subprocess.run(["bash", "-c", line], cwd=shell.folder, capture_output=True, check=False)


def test_lines_remembered_at_the_same_moment_are_all_kept(reverie: Shell) -> None:
    texts = [f"line {n}" for n in range(12)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda text: reverie("remember", text), texts))
    (note,) = tree(reverie.folder / ".agent" / "memory").values()
    assert sorted(note.decode().splitlines()[2:]) == sorted(f"- {text}" for text in texts)


def test_a_line_that_cannot_be_written_is_a_failure(reverie: Shell) -> None:
    reverie("remember", "one")
    code = (
        "import sys; from reverie.doors.cli import main, remember\n"
        "from reverie.layouts import lines; from reverie.records.changes import Put, Step\n"
        "remember.PAUSE = 0\n"
        "lines.steps = lambda pages, reason: (Step('r', (Put(pages[0].address, None, b'x'),)),)\n"
        "sys.argv = ['reverie', 'remember', 'two']; main.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=reverie.folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "the line was not written: .agent/memory/" in done.stderr


def test_json_stays_json_whatever_a_text_holds(reverie: Shell) -> None:
    text = "a\x7fb \x9b31m \u202e \x1b[31m é \U0001f600"
    reverie("remember", text)
    for words in (["history"], ["log"], ["status"]):
        done = reverie(*words, "--json")
        assert not {"\x7f", "\x9b", "\u202e", "\x1b"} & set(done.out)
        plain = raw(reverie, *words, "--json", PYTHONIOENCODING="ascii")
        assert json.loads(plain.stdout.decode("ascii")) == done.json
    assert reverie("history", "--json").json[0]["title"] == f"remember: {text}"


def test_a_text_cannot_forge_a_line_or_colour_one(reverie: Shell) -> None:
    reverie.git("config", "user.email", "x\n\x1b[31mError: forged")
    reverie("remember", "one")
    (reverie.folder / ".agent" / "memory" / "a\nUndo  rm -rf ~\x1b[2J.md").write_text("x")
    for words in (["status"], ["history"], ["log"]):
        shown = reverie(*words, code=0)
        assert "\x1b" not in shown.out + shown.talk
        assert not any(line.startswith(("Error", "Undo  rm")) for line in shown.out.splitlines())
    failed = reverie("undo", "\x1b[31m\nhint: rm -rf ~", code=1).talk
    assert "\x1b" not in failed
    assert "\nhint: rm" not in failed


def test_what_is_not_text_is_refused_not_a_bug(reverie: Shell) -> None:
    done = raw(reverie, "remember", b"bad\xff")
    assert done.returncode == 2
    assert b"not UTF-8" in done.stderr
    reverie.git("config", "user.email", os.fsdecode(b"ad\xe9@x"))
    assert raw(reverie, "remember", "one").returncode == 0
    assert raw(reverie, "status", PYTHONIOENCODING="ascii").returncode == 0


@pytest.mark.parametrize("words", ["history", "history --json", "--help", "status"])
def test_a_reader_who_leaves_is_no_failure(reverie: Shell, words: str) -> None:
    for n in range(3):
        reverie("remember", f"line {n}")
    done = piped(reverie, f"{words} | true")
    assert (done.returncode, done.stderr) == (0, b"")


def test_output_that_cannot_be_written_is_said(reverie: Shell) -> None:
    reverie("remember", "one")
    done = piped(reverie, "history > /dev/full")
    assert done.returncode == 1
    assert b"Error: the output could not be written" in done.stderr
    assert piped(reverie, "history >&-").returncode == 0


def test_history_takes_a_limit_of_one_or_more(reverie: Shell) -> None:
    for n in range(3):
        reverie("remember", f"line {n}")
    assert len(reverie("history", "--limit", "1", "--json").json) == 1
    assert "older ones" in reverie("history", "--limit", "2").talk
    for limit in ("0", "-1"):
        reverie("history", "--limit", limit, code=2)


def test_undo_says_what_it_could_not_take_back_and_how_to(reverie: Shell) -> None:
    reverie("remember", "one")
    first = reverie("history", "--json").json[0]["id"]
    (note,) = (reverie.folder / ".agent" / "memory").glob("*.md")
    note.write_text("mine now\n")
    for words in (["undo"], ["undo", "--to", first]):
        failed = reverie(*words, code=1).talk
        assert f"1 of 1 files of {first} were changed since: .agent/memory/{note.name} by hand" in failed
        assert "hint: what was written by hand stays" in failed
    assert note.read_text() == "mine now\n"


def test_an_undo_is_called_after_what_it_took_back(reverie: Shell) -> None:
    reverie("remember", "one")
    first = reverie("history", "--json").json[0]["id"]
    (note,) = (reverie.folder / ".agent" / "memory").glob("*.md")
    note.write_text("mine now\n")
    reverie("remember", "two", "--topic", "Elsewhere")
    other = reverie("history", "--json").json[0]["id"]
    assert "by hand" in reverie("undo", "--to", first, code=1).talk
    undone, *_ = reverie("history", "--json").json
    assert undone["title"] == f"undo {other}"
    assert note.read_text() == "mine now\n"


def test_undo_takes_no_empty_id_and_knows_an_undo(reverie: Shell) -> None:
    reverie("remember", "one")
    for words in (["undo", ""], ["undo", "--to", ""], ["undo", "a", "--to", "b"]):
        reverie(*words, code=2)
    assert reverie("history", "--json").json[0]["undone"] is False
    reverie("undo")
    undo = reverie("history", "--json").json[0]["id"]
    assert "taken back already" not in raw(reverie, "undo", "--to", undo).stderr.decode()


def test_a_dry_run_in_json_is_json(reverie: Shell) -> None:
    told = reverie("remember", "one", "--dry-run", "--json").json
    assert told["applied"] is False
    assert "+- one" in told["diff"]
    assert any(line.startswith("+++ .agent/memory/") for line in told["diff"])


def test_a_bare_call_says_what_there_is(reverie: Shell) -> None:
    told = reverie()
    assert "graduate" in told.out
    assert told.talk == ""


def test_the_morning_after(dreamt: Shell) -> None:
    dreamt("remember", "staging deploys need the VPN profile eu-2")
    told = dreamt("status").out.splitlines()
    assert told[0].startswith("Last dream   ")
    assert told[0].endswith("new candidates")
    assert told[1] == "Memory       0 notes, 1 daily note, 0 rules"
    assert told[2].startswith("Waiting      ")
    change = dreamt("history", "--json").json[0]["id"]
    assert ", by you: remember: staging" in told[3]
    assert told[4].startswith(f"Undo         reverie undo {change[:19]}  ")
    dreamt("undo")
    assert "by reverie: night" in dreamt("status").out


def test_status_does_not_read_the_whole_journal(reverie: Shell) -> None:
    for n in range(3):
        reverie("remember", f"line {n}")
    oldest = min((reverie.folder / ".agent" / "local" / "journal").rglob("*.journal"))
    oldest.write_bytes(b"rotten")
    assert "journal" not in reverie("status").out
    assert f"left out: .agent/local/journal/000/{oldest.name}" in reverie("reindex").talk


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_memory_that_cannot_be_written_can_be_read(reverie: Shell) -> None:
    reverie("remember", "one")
    folders = [reverie.folder / ".agent", *(reverie.folder / ".agent").rglob("*")]
    for path in folders:
        path.chmod(0o500 if path.is_dir() else 0o400)
    try:
        assert "1 daily note" in reverie("status").out
        reverie("list")
        reverie("history")
        assert "/.agent cannot be written" in reverie("remember", "two", code=1).talk
        for path in folders:
            path.chmod(0o700 if path.is_dir() else 0o600)
        (reverie.folder / ".agent" / "memory").chmod(0o500)
        assert "/.agent/memory cannot be written" in reverie("remember", "two", code=1).talk
    finally:
        for path in folders:
            path.chmod(0o700 if path.is_dir() else 0o600)
