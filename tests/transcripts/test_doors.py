"""The commands around transcripts, as a person meets them: real processes, in the cage, with a home of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.transcripts.nights import World

KEY = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vX7zB9dF1hJ3lN5"


def lately(*files: Path) -> None:
    """Move what was said to yesterday."""
    yesterday = f"{datetime.now(UTC) - timedelta(days=1):%Y-%m-%d}"
    for file in files:
        file.write_text(file.read_text().replace("2026-03-01", yesterday))


@pytest.fixture
def shell(world: World) -> Shell:
    lately(
        world.corrected("aaaa1111", "no, we use pnpm here, not npm"),
        world.corrected("bbbb2222", "stop using npm, use pnpm"),
    )
    return Shell(world.repo)


def test_a_night_listens_in_the_cage_and_show_joins_the_quotes(shell: Shell) -> None:
    done = shell("run")
    assert "sessions 2 new" in done.talk
    assert "Stop using npm, use pnpm (said in two sessions)" in done.out
    (waiting,) = shell("list", "--json").json
    shown = shell("show", waiting["id"])
    assert "“stop using npm, use pnpm”" in shown.out
    assert shell("show", waiting["id"], "--json").json["quotes"]
    assert "read 2 sessions" in shell("status").out
    assert "nothing new" in shell("run").talk


def test_what_was_heard_can_be_looked_at_also_if_it_made_no_candidate(world: World) -> None:
    lately(world.corrected("cccc3333", "no, not that one, the other one"))
    shell = Shell(world.repo)
    shell("transcripts", "heard", code=1)
    assert "1 new candidate" not in shell("run").talk
    told = shell("transcripts", "heard")
    assert "cccc3333  correction  “no, not that one, the other one”, refusing `npm install`" in told.out
    (one,) = shell("transcripts", "heard", "--kind", "correction", "--session", "cc", "--since", "7d", "--json").json
    assert one["said"] == "no, not that one, the other one" and one["line"] > 0
    shell("transcripts", "heard", "--kind", "decision", code=1)
    shell("transcripts", "heard", "--session", "dddd", code=1)


def test_why_joins_the_quotes_as_show_does(shell: Shell) -> None:
    shell("run")
    (waiting,) = shell("list", "--json").json
    said = "“stop using npm, use pnpm”"
    assert said in shell("why", waiting["id"]).out
    assert said in shell("why", waiting["id"], "--json").json["quotes"].values()
    shell("graduate", waiting["id"], "--rationale", "pnpm keeps the lock file that CI reads, see package.json.")
    shell("sync")
    lines = (shell.folder / "CLAUDE.md").read_text().splitlines()
    number = next(n for n, line in enumerate(lines, 1) if "use pnpm" in line)
    told = shell("why", f"CLAUDE.md:{number}").out
    assert said in told
    assert "graduated by" in told
    shell("run", "--again")
    for told in (shell("list", "--rules").out, shell("why", f"CLAUDE.md:{number}").out):
        assert "reminders on 1 day of the" in told  # two on one day are one
        assert "no session there since" in told
        assert "commits" not in told


def test_why_leads_from_a_note_to_the_session_in_which_it_was_asked_for(shell: Shell, world: World) -> None:
    lately(world.asked("cccc3333", "Remember that the staging database is on port 5433."))
    assert "noted     The staging database is on port 5433." in shell("run").talk
    file = ".agent/memory/staging-database-port-5433.md"
    lines = (world.repo / file).read_text().splitlines()
    place = f"{file}:{len(lines)}"
    told = shell("why", place).out
    assert "in session cccc3333, worded by the keyless tier" in told
    assert "“Remember that the staging database is on port 5433.”" in told
    assert shell("why", place, "--json").json["asked"]["source"].endswith("cccc3333.jsonl:3")
    assert "Nothing was merged into it" in shell("why", f"{file}:1").talk
    for log in (world.project.local / "logs" / "answers").iterdir():
        log.unlink()
    assert "not on this machine" in shell("why", place).out


def test_the_report_says_what_was_read_by_fate_kind_and_reason(shell: Shell, world: World) -> None:
    os.mkfifo(world.sessions / "pipe.jsonl")
    (world.sessions / "odd.jsonl").write_bytes((world.sessions / "aaaa1111.jsonl").read_bytes() + b"not json\n")
    listened = shell("run", "--json").json["listened"]
    assert listened["files"]["new"] == 3
    assert listened["events"]["correction"] >= 1
    assert listened["records"]["line that is not JSON"] == 1
    assert listened["skipped"]["not a regular file"] == 1


def test_sources_say_what_is_seen_and_why_something_is_left_out(shell: Shell, world: World, tmp_path: Path) -> None:
    lately(world.corrected("dddd4444", "no, use tabs, not spaces", cwd=tmp_path / "private"))
    told = shell("sources").out
    assert "Claude Code" in told
    assert "read      2 files" in told
    assert "1     session of another project" in told
    (claude,) = (source for source in shell("sources", "--json", "--all-projects").json if source["files"])
    assert (claude["files"], claude["left_out"]) == (3, {})
    elsewhere = shell("sources", CLAUDE_CONFIG_DIR=str(tmp_path / "empty"))
    assert "No session of this project" in elsewhere.talk
    assert "there is nothing at" in shell("sources", "--source", "/nowhere", code=1).talk
    assert "there is nothing at" in shell("sources", "--source", "", code=1).talk


def test_a_place_named_by_hand_without_a_transcript_is_not_passed_over(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada")
    told = shell("run", "--dry-run", "--source", str(tmp_path / "letter.txt")).talk
    assert "named place that holds none (1)" in told
    assert "named place that holds none" not in shell("run", "--dry-run").talk


def test_an_agent_that_lives_elsewhere_is_found_by_its_variable(shell: Shell, world: World, tmp_path: Path) -> None:
    (world.home / ".claude").rename(tmp_path / "claude")
    assert "sessions 2 new" in shell("run", CLAUDE_CONFIG_DIR=str(tmp_path / "claude")).talk


def test_grep_finds_newest_first_and_shows_no_secret(shell: Shell, world: World) -> None:
    talk = world.session("cccc3333").says(f"deploy with {KEY} to plum")
    lately(talk.answers("I deployed to plum.").write(world.sessions))
    found = shell("transcripts", "grep", "plum", "--json").json
    assert [hit["origin"] for hit in found] == ["agent", "user"]
    assert KEY not in json.dumps(found)
    assert "[REDACTED:" in found[1]["text"]
    assert len(shell("transcripts", "grep", "plum", "--origin", "user", "--json").json) == 1
    assert shell("transcripts", "grep", "plum", "--session", "aaaa", code=1).out == ""
    assert shell("transcripts", "grep", KEY, code=1).out == ""
    short = shell("transcripts", "grep", "plum", "--origin", "agent", "--context", "3", "--json").json
    assert short[0]["text"] == "to plum."


def test_grep_ends_a_pattern_that_would_never_end(shell: Shell, world: World) -> None:
    lately(world.session("cccc3333").says("x" * 60).write(world.sessions))
    told = shell("transcripts", "grep", "(x+x+)+y", code=1).talk
    assert "took more than 2 seconds" in told
    assert "cccc3333.jsonl:1" in told
    assert "cannot be searched for" in shell("transcripts", "grep", "(", code=1).talk


def test_scanning_tells_where_secrets_lie_and_never_what_they_are(shell: Shell, world: World, tmp_path: Path) -> None:
    place = tmp_path / "logs"
    place.mkdir()
    (place / "a.log").write_text(f"fine\nGITHUB_TOKEN={KEY}\nfine\n{KEY}\n")
    (place / "b.bin").write_bytes(b"\0\1" + KEY.encode())
    os.mkfifo(place / "pipe")
    done = shell("redact", "--scan", str(place), code=1)
    lines = done.out.splitlines()
    assert [line.split(": ")[0] for line in lines] == [f"{place}/a.log:2", f"{place}/a.log:4"]
    assert len({line.rpartition("(")[2] for line in lines}) == 1
    assert KEY not in done.out + done.talk
    assert "1 binary file" in done.talk
    report = shell("redact", "--scan", str(place), "--json", code=1).json
    assert [found["line"] for found in report["secrets"]] == [2, 4]
    assert shell("redact", "--scan", str(world.sessions), code=0).out == ""
    assert "there is nothing at" in shell("redact", "--scan", "/nowhere", code=4).talk


def test_a_secret_across_pieces_and_in_a_huge_line_is_found(shell: Shell, tmp_path: Path) -> None:
    filler = b"a " * (5 << 20)
    (tmp_path / "huge.txt").write_bytes(filler + KEY.encode() + b" " + filler + b"\n" + KEY.encode() + b"\n")
    found = shell("redact", "--scan", str(tmp_path / "huge.txt"), "--json", code=1).json["secrets"]
    assert [secret["line"] for secret in found] == [1, 2]


def test_text_in_a_pipe_comes_out_redacted(world: World) -> None:
    shell = Shell(world.repo)
    done = subprocess.run(
        [sys.executable, "-m", "reverie", "redact"],
        cwd=shell.folder,
        input=f"one\nTOKEN={KEY}\n\xff".encode("latin-1"),
        capture_output=True,
        check=True,
    )
    assert KEY.encode() not in done.stdout
    assert done.stdout.startswith(b"one\nTOKEN=[REDACTED:")
    assert done.stdout.endswith(b"\n\xff")


def test_looking_makes_nothing(shell: Shell, world: World) -> None:
    shell("sources")
    shell("transcripts", "grep", "pnpm")
    shell("redact", "--scan", str(world.sessions))
    assert not world.project.agent.exists()


def test_sources_name_what_could_not_be_read(shell: Shell, world: World) -> None:
    for n in range(5):
        os.mkfifo(world.sessions / f"pipe{n}.jsonl")
    told = shell("sources").out
    assert f"{world.sessions}/pipe0.jsonl" in told
    assert "and 2 more: --json names them all" in told
    (claude,) = (source for source in shell("sources", "--json").json if source["files"])
    assert [Path(one["file"]).name for one in claude["named"]] == [f"pipe{n}.jsonl" for n in range(5)]


def test_what_is_switched_off_is_not_read_and_says_where(shell: Shell, world: World) -> None:
    world.project.agent.mkdir()
    (world.project.agent / "config.yaml").write_text("transcripts:\n  off: true\n")
    where = f"transcripts.off in {world.project.agent / 'config.yaml'}"
    for words in (["sources"], ["sources", "--all-projects"], ["sources", "--source", str(world.sessions)]):
        done = shell(*words)
        assert where in done.talk
        assert "--all-projects" not in done.talk
        assert done.out == ""
    for words in (["transcripts", "grep", "pnpm"], ["run"]):
        failed = shell(*words, "--source", str(world.sessions), code=1)
        assert where in failed.talk
        assert failed.out == ""
    assert where in shell("transcripts", "grep", "pnpm", code=1).talk
