"""`reverie schedule` as a person meets it, on a machine of the test's own; and the line done as cron would do it."""

from __future__ import annotations

import json
import os
import plistlib
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reverie import wiring
from reverie.schedules import crontab, workflow
from reverie.wiring import firing
from tests.cli.shell import Shell, repository
from tests.schedules.conftest import Machine
from tests.schedules.test_crontab import vixie

THEIRS = b'# mine\nMAILTO=""\n5 5 * * * echo "50\\% off"\n'


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return repository(tmp_path / 'it\'s 100% a "shop"')


def bare(machine: Machine, name: str) -> subprocess.CompletedProcess[str]:
    """A line of the crontab, as cron does it: no environment but its own and the person's home."""
    line = next(line for line in machine.crontab.read_text().split("\n") if f" # reverie:{name}@" in line)
    command = vixie(line.split(None, 5)[5])
    return subprocess.run(as_cron(command), capture_output=True, text=True, check=False, cwd="/")


def as_cron(command: str) -> list[str]:
    return ["env", "-i", f"HOME={os.environ['HOME']}", "/bin/sh", "-c", command]


def always(at: datetime) -> Callable[[], datetime]:
    return lambda: at


def logged(shell: Shell) -> list[dict[str, object]]:
    lines = [path.read_text() for path in (shell.folder / ".agent/local/logs/schedules").glob("*.jsonl")]
    return [json.loads(line)["facts"] for text in lines for line in text.splitlines()]


def test_a_line_is_put_in_works_and_is_taken_out_without_a_trace(shell: Shell, machine: Machine) -> None:
    machine.crontab.write_bytes(THEIRS)
    shown = shell("schedule", "cron-install", "--dry-run")
    assert machine.crontab.read_bytes() == THEIRS and shown.out.startswith("0 2 * * * ")
    shell("schedule", "cron-install")
    assert machine.crontab.read_text() == shown.out + THEIRS.decode()
    assert "(as it was)" in shell("schedule", "cron-install").out
    assert shell("schedule", "status", "--json").json["schedules"][0]["last"] is None

    done = bare(machine, "nightly")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    (record,) = logged(shell)
    assert record["code"] == 0 and record["words"] == ["run", "--since", "7d"] and record["timer"] == "cron"
    assert isinstance(record["result"], dict) and record["result"]["dry_run"] is False
    assert not shell.git("status", "--short")
    (found,) = shell("schedule", "status", "--json").json["schedules"]
    assert found["last"]["worked"] and found["schedule"] == "0 2 * * *" and found["next"].endswith("T02:00:00+00:00")
    assert "worked today" in shell("schedule", "status").out

    assert "- 0 2 * * *" in shell("schedule", "cron-uninstall").out
    assert machine.crontab.read_bytes() == THEIRS
    assert "Nothing of this repository" in shell("schedule", "cron-uninstall").talk


def test_steered_with_everything_a_line_must_not_hold(shell: Shell, machine: Machine) -> None:
    said = 'focus on 100% "auth" and it\'s `x` $HOME \\\\ \\% end'
    shell("schedule", "cron-install", "--instructions", f"  {said} \n")
    assert bare(machine, "nightly").returncode == 0
    assert logged(shell)[0]["words"] == ["run", "--since", "7d", "--instructions", said]


def test_instructions_that_fit_on_no_line_lie_beside(shell: Shell, machine: Machine) -> None:
    said = "focus on auth\nignore docs\n" + "x" * 3000
    shell("schedule", "cron-install", "--name", "steered", "--instructions", said)
    assert "--instructions-beside" in machine.crontab.read_text()
    beside = shell.folder / ".agent/local/schedules/steered.txt"
    assert beside.read_text() == said
    assert bare(machine, "steered").returncode == 0
    assert logged(shell)[0]["words"][-1] == said  # type: ignore[index]
    beside.unlink()
    assert "its instructions are gone" in bare(machine, "steered").stderr
    shell("schedule", "cron-uninstall")
    assert not machine.crontab.exists() and not beside.parent.exists()
    told = shell("schedule", "cron-install", "--instructions", "x" * 4097, "--dry-run").talk
    assert "only the first 4,096 characters" in told


def test_several_lines_in_two_repositories(shell: Shell, machine: Machine, tmp_path: Path) -> None:
    other = repository(tmp_path / "other")
    shell("schedule", "cron-install")
    shell("schedule", "cron-install", "--name", "weekly", "--schedule", "0 3 * * 0", "--since", "30d")
    other("schedule", "cron-install")
    theirs = [
        one for one in crontab.entries(machine.crontab.read_bytes()) if one.told and one.told.root.endswith("other")
    ]
    assert [one["name"] for one in shell("schedule", "status", "--json").json["schedules"]] == ["weekly", "nightly"]
    shell("schedule", "cron-uninstall", "--name", "nightly")
    assert [one["name"] for one in shell("schedule", "status", "--json").json["schedules"]] == ["weekly"]
    shell("schedule", "cron-uninstall")
    assert crontab.entries(machine.crontab.read_bytes()) == theirs
    other("schedule", "cron-uninstall")
    assert not machine.crontab.exists()


def test_many_at_the_same_moment_lose_nothing(shell: Shell, machine: Machine) -> None:
    machine.crontab.write_bytes(THEIRS.rstrip(b"\n"))
    names = [f"n{n}" for n in range(6)]
    crowd = [
        subprocess.Popen(
            [sys.executable, "-m", "reverie", "schedule", "cron-install", "--name", name],
            cwd=shell.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for name in names
    ]  # fmt: skip
    assert [one.wait(120) for one in crowd] == [0] * len(names)
    text = machine.crontab.read_bytes()
    assert sorted(one.name for one in crontab.entries(text)) == names and text.endswith(b"\n" + THEIRS.rstrip(b"\n"))
    shell("schedule", "cron-uninstall")
    assert machine.crontab.read_bytes() == THEIRS.rstrip(b"\n")


def test_on_a_machine_in_another_zone_the_hour_is_still_utc(shell: Shell, machine: Machine) -> None:
    shell("schedule", "cron-install", TZ="Asia/Kathmandu")
    (found,) = crontab.entries(machine.crontab.read_bytes())
    assert found.fields.endswith("* * *") and {"7", "45"} <= set(found.fields.replace(" ", ",").split(","))
    assert found.told and found.told.due == "0 2 * * *"
    (told,) = shell("schedule", "status", "--json").json["schedules"]
    assert told["schedule"] == "0 2 * * *"
    now = datetime.now(UTC)
    done = bare(machine, "nightly")
    if now.hour != 2 and (now.hour, now.minute) < (23, 55):
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "") and not logged(shell)  # cron would mail it
        asked = ["schedule", "fire", "nightly", "--in", str(shell.folder), "--due", "0 2 * * *", "--", "run"]
        assert "nightly is not due." in shell(*asked).talk


def test_a_failure_is_kept_told_and_shown(shell: Shell, machine: Machine) -> None:
    shell("schedule", "cron-install")
    (shell.folder / ".agent").mkdir(exist_ok=True)
    (shell.folder / ".agent" / "config.yaml").write_text("dream:\n  window_days: soon\n")
    shell("schedule", "cron-install", "--name", "later", code=1)
    (shell.folder / ".agent" / "config.yaml").unlink()
    broken = ["schedule", "fire", "nightly", "--by", "cron", "--in", str(shell.folder), "--", "run", "--since", "soon"]
    failed = shell(*broken, code=1)
    assert "nightly did not work: " in failed.talk and "'soon'" in failed.talk
    (found,) = shell("schedule", "status", "--json").json["schedules"]
    assert found["last"]["worked"] is False and "soon" in found["last"]["error"]
    assert "failed today" in shell("schedule", "status").out


def test_a_secret_in_instructions_is_not_logged(shell: Shell, machine: Machine) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    shell("schedule", "cron-install", "--instructions", f"ignore {token}")
    assert bare(machine, "nightly").returncode == 0
    files = [path for path in (shell.folder / ".agent").rglob("*") if path.is_file()]
    assert files and not any(token.encode() in path.read_bytes() for path in files)


def test_a_repository_that_is_gone_and_words_that_are_not_for_a_timer(shell: Shell, tmp_path: Path) -> None:
    gone = ["schedule", "fire", "nightly", "--in", str(tmp_path / "gone"), "--", "run"]
    assert "gone is no repository any more" in shell(*gone, code=1).talk
    forget = ["schedule", "fire", "nightly", "--in", str(shell.folder), "--", "forget", "everything"]
    assert "can only run or tick" in shell(*forget, code=2).talk


@pytest.mark.parametrize("bad", ["often", "61 * * * *", "0 0 30 2 *", "* * * *"])
def test_a_schedule_that_is_none(shell: Shell, machine: Machine, bad: str) -> None:
    shell("schedule", "cron-install", "--schedule", bad, code=2)
    shell("schedule", "cron-install", "--tick", "--schedule", "0 2 * * *", code=2)
    assert not machine.crontab.exists()


def test_a_crontab_that_refuses_or_is_not_there(shell: Shell, machine: Machine, tmp_path: Path) -> None:
    program = machine.folder / "bin" / "crontab"
    program.write_text('#!/bin/sh\necho "you (ada) are not allowed to use this program" >&2\nexit 1\n')
    assert "are not allowed" in shell("schedule", "cron-install", code=1).talk
    shell("schedule", "status")
    nowhere = tmp_path / "nowhere"
    nowhere.mkdir()
    assert "no crontab program" in shell("schedule", "cron-install", code=1, PATH=str(nowhere)).talk
    assert shell("schedule", "cron-install", "--print", PATH=str(nowhere)).out.startswith("0 2 * * * PATH=/usr/local")
    assert "Nothing of this repository" in shell("schedule", "cron-uninstall", PATH=str(nowhere)).talk


def test_a_crontab_without_a_last_line_end_in_a_cron_that_insists_on_it(shell: Shell, machine: Machine) -> None:
    machine.crontab.write_bytes(THEIRS.rstrip(b"\n"))
    program = machine.folder / "bin" / "crontab"
    insists = '-) cat > "$FAKE/new"; [ -z "$(tail -c1 "$FAKE/new")" ] || exit 1; mv "$FAKE/new" "$FAKE/crontab" ;;'
    program.write_text(re.sub(r"  -\) .*;;", lambda _: f"  {insists}", program.read_text()))
    shell("schedule", "cron-install")
    assert machine.crontab.read_bytes().endswith(b"\n" + THEIRS)


def test_in_busybox_a_percent_sign_is_a_letter_like_any_other(shell: Shell, machine: Machine) -> None:
    program = machine.folder / "bin" / "crontab"
    program.rename(program.with_name("busybox"))
    program.symlink_to("busybox")
    shell("schedule", "cron-install")
    text = machine.crontab.read_text()
    assert "100% a" in text and "\\%" not in text
    command = text.splitlines()[0].split(None, 5)[5]
    assert subprocess.run(as_cron(command), check=False).returncode == 0
    assert logged(shell)[0]["code"] == 0


def test_links_of_a_strangers_repository_are_not_followed(shell: Shell, machine: Machine, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("precious")
    local = shell.folder / ".agent" / "local"
    (local / "schedules").mkdir(parents=True)
    (local / "schedules" / "nightly.txt").symlink_to(mine)
    told = shell("schedule", "cron-install", "--instructions", "focus on auth\nignore docs", code=1).talk
    assert "nightly.txt is a link" in told and mine.read_text() == "precious"
    (local / "schedules" / "nightly.txt").unlink()
    (local / "schedules").rmdir()
    (local / "schedules").symlink_to(tmp_path)
    shell("schedule", "cron-install", "--instructions", "focus on auth\nignore docs", code=1)
    assert not (tmp_path / "nightly.txt").exists()
    (local / "schedules").unlink()
    (shell.folder / ".github").symlink_to(tmp_path)
    assert "not Reverie's" in shell("schedule", "github-action", code=1).talk
    assert not (tmp_path / "workflows").exists()


def test_status_passes_over_what_it_cannot_read_and_says_what_was_missed(shell: Shell, machine: Machine) -> None:
    path = Path(shell("schedule", "launchd", "--json").json["files"][0]["path"])
    path.write_bytes(b"<plist>")
    path.with_name(path.name.replace("nightly", "other")).mkdir()
    shell("schedule", "cron-install")
    project = wiring.find_project(shell.folder)
    then = always(wiring.now() - timedelta(days=3))
    firing.fire(project, "nightly", "cron", ["run"], then, run=lambda *_: (0, "{}", ""))
    (found,) = shell("schedule", "status", "--json").json["schedules"]
    assert found["kind"] == "cron" and found["missed"] and found["last"]["worked"]
    assert "missed 20" in shell("schedule", "status").out


def test_a_year_of_results_is_kept(shell: Shell) -> None:
    project = wiring.find_project(shell.folder)
    for months in (30, 14, 11, 0):
        clock = always(wiring.now() - timedelta(days=30 * months))
        firing.fire(project, "nightly", "cron", ["run"], clock, run=lambda *_: (0, "x" * 50_000, ""))
    kept = sorted((project.local / "logs" / "schedules").glob("*.jsonl"))
    assert len(kept) == 2 and all(path.stat().st_size < 20_000 for path in kept)


def test_uninstall_names_the_schedules_that_are_still_there(shell: Shell, machine: Machine) -> None:
    assert "schedule" not in shell("uninstall").talk
    commands = {
        "cron-install": "cron-uninstall",
        "systemd": "systemd --remove",
        "launchd": "launchd --remove",
        "github-action": "github-action --remove",
    }
    for command in commands:
        shell("schedule", command)
    shell("schedule", "cron-install", "--name", "weekly")
    told = shell("uninstall").talk
    assert all(told.count(f"to take it out: reverie schedule {remedy}\n") == 1 for remedy in commands.values())
    named = shell("uninstall", "--json").json["schedules"]
    assert named == [f"reverie schedule {remedy}" for remedy in commands.values()]
    for remedy in named:
        shell(*remedy.split()[1:])
    assert shell("uninstall", "--json").json["schedules"] == []


def test_status_says_which_times_are_not_in_utc(shell: Shell) -> None:
    shell("schedule", "cron-install")
    assert "such as 03:00" not in shell("schedule", "status").talk
    shell("schedule", "launchd")
    assert "in UTC, a time such as 03:00 in that of this machine;" in shell("schedule", "status").talk


def test_a_place_that_cannot_be_written(shell: Shell) -> None:
    (Path.home() / ".config").write_text("no folder")
    assert "was not changed: " in shell("schedule", "systemd", code=1).talk


def test_systemd_is_written_started_and_taken_out(shell: Shell, machine: Machine) -> None:
    before = tree(Path.home())
    done = shell("schedule", "systemd", "--instructions", "focus on 100%", "--json").json
    assert [one["changed"] for one in done["files"]] == [True, True] and done["files"][1]["left_to_do"] is None
    timer = Path(done["files"][1]["path"])
    assert timer.is_relative_to(Path.home() / ".config/systemd/user") and "02:00:00 UTC" in timer.read_text()
    assert machine.told == ["systemctl --user daemon-reload", f"systemctl --user enable --now {timer.name}"]
    assert shell("schedule", "systemd", "--instructions", "focus on 100%").out.count("as it was") == 2
    (found,) = shell("schedule", "status", "--json").json["schedules"]
    assert (found["kind"], found["on"]) == ("systemd", False)  # our systemctl makes no links
    (timer.parent / "timers.target.wants").mkdir()
    (timer.parent / "timers.target.wants" / timer.name).symlink_to(timer)
    assert shell("schedule", "status", "--json").json["schedules"][0]["on"] is True
    assert shell("schedule", "systemd", "--remove").out.count("- ") == 2
    assert f"systemctl --user disable --now {timer.name}" in machine.told
    assert [one for one in tree(Path.home()) if "systemd" in one] == [one for one in before if "systemd" in one]
    refused = shell("schedule", "systemd", FAKE_CODE="1")
    assert "not started; type: systemctl --user daemon-reload && systemctl --user enable --now" in refused.talk


def test_launchd_runs_at_three_in_the_time_of_the_mac_or_in_utc_if_asked(shell: Shell, machine: Machine) -> None:
    path = Path(shell("schedule", "launchd", "--json").json["files"][0]["path"])
    assert path.parent == Path.home() / "Library" / "LaunchAgents"
    found = plistlib.loads(path.read_bytes())
    assert found["StartCalendarInterval"] == [{"Minute": 0, "Hour": 3}] and found["RunAtLoad"] is False
    assert "--due" not in found["ProgramArguments"]
    assert machine.told == [f"launchctl bootstrap gui/{os.getuid()} {path}"]
    shell("schedule", "launchd", "--schedule", "0 2 * * *", TZ="Europe/Berlin")
    found = plistlib.loads(path.read_bytes())
    assert {one["Hour"] for one in found["StartCalendarInterval"]} >= {3, 4} and "--due" in found["ProgramArguments"]
    (told,) = shell("schedule", "status", "--json").json["schedules"]
    assert (told["kind"], told["schedule"]) == ("launchd", "0 2 * * *")
    shell("schedule", "launchd", "--at", "25:00", code=2)
    shell("schedule", "launchd", "--at", "04:00", "--schedule", "0 2 * * *", code=2)
    shell("schedule", "launchd", "--remove")
    assert not path.exists() and machine.told[-1] == f"launchctl bootout gui/{os.getuid()}/{path.stem}"


def test_the_workflow_is_written_and_a_persons_changes_are_kept(shell: Shell) -> None:
    path = shell.folder / workflow.PATH
    assert "on:" in shell("schedule", "github-action", "--print").out and not path.exists()
    shell("schedule", "github-action")
    assert "as it was" in shell("schedule", "github-action").out
    shell("schedule", "github-action", "--schedule", "30 4 * * 1-5")
    assert shell("schedule", "status", "--json").json["schedules"][0]["schedule"] == "30 4 * * 1-5"
    path.write_text(path.read_text().replace("timeout-minutes: 30", "timeout-minutes: 60"))
    assert "was changed since" in shell("schedule", "github-action", code=1).talk
    assert "was changed since" in shell("schedule", "github-action", "--remove", code=1).talk
    shell("schedule", "github-action", "--force")
    shell("schedule", "github-action", "--remove")
    assert not (shell.folder / ".github").exists()


def test_a_mode_without_a_ticker_says_how_to_get_one(shell: Shell, machine: Machine) -> None:
    nowhere = machine.folder / "nowhere"
    nowhere.mkdir()
    assert "reverie daemon does" in shell("mode", "core", PATH=str(nowhere)).talk
    said = shell("mode", "core").talk
    assert "reverie schedule" in said and "--tick" in said
    shell("schedule", "cron-install", "--tick", TZ="Europe/Berlin")
    (found,) = crontab.entries(machine.crontab.read_bytes())
    assert found.fields == "0 * * * *" and found.told and found.told.words == ("tick",) and not found.told.due
    assert "--tick" not in shell("mode", "rem").talk
    assert shell("mode", "deep", "--json").json["tickers"] == ["cron"]
    assert bare(machine, "tick").returncode == 0
    assert isinstance(logged(shell)[0]["result"], dict)


@pytest.mark.parametrize("answer", ["y", "n"])
def test_a_mode_offers_a_ticker_to_a_person_at_a_terminal(shell: Shell, machine: Machine, answer: str) -> None:
    (machine.folder / "bin" / "launchctl").unlink()
    theirs, ours = os.openpty()
    command = [sys.executable, "-m", "reverie", "mode", "core"]
    person = subprocess.Popen(command, cwd=shell.folder, stdin=ours, stdout=ours, stderr=ours, close_fds=True)
    os.close(ours)
    os.write(theirs, f"{answer}\n".encode())
    assert person.wait(60) == 0
    said = os.read(theirs, 10_000).decode()
    os.close(theirs)
    assert "Ask every hour (reverie schedule cron-install --tick)?" in said
    assert machine.crontab.exists() == (answer == "y")


def tree(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*"))


def test_two_at_the_same_minute_take_turns(shell: Shell, machine: Machine) -> None:
    for name in ("daily", "weekly"):
        shell("schedule", "cron-install", "--name", name)
    lines = [vixie(line.split(None, 5)[5]) for line in machine.crontab.read_text().splitlines()]
    crowd = [subprocess.Popen(as_cron(line), stderr=subprocess.PIPE) for line in lines]
    assert [one.wait(120) for one in crowd] == [0, 0], [one.stderr and one.stderr.read() for one in crowd]
    assert [one["code"] for one in logged(shell)] == [0, 0]
    for one in crowd:
        assert one.stderr
        one.stderr.close()
