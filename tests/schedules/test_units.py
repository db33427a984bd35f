"""What systemd and launchd read: checked by their own tools where those are here, and read back word for word."""

from __future__ import annotations

import plistlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.schedules import launchd, systemd
from reverie.schedules.job import Job, Site, Told, call
from reverie.tools.cron import parse

ODD = '/srv/a shop, 100% "it\'s" $HOME \\n'
STEERED = Job("nightly", parse("0 2 * * *"), ("run", "--since", "7d"), 'focus on 5% of "auth"\nignore $PATH; \\x')
TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("%\\'\" $`{}"), max_size=30)


def unquoted(line: str) -> list[str]:
    """The words of a command as systemd.service(5) reads them."""
    found = re.findall(r'"((?:[^"\\]|\\.)*)"', line)
    escapes = {"n": "\n", "t": "\t"}
    plain = (re.sub(r"\\(.)", lambda one: escapes.get(one[1], one[1]), word) for word in found)
    return [word.replace("%%", "%").replace("$$", "$") for word in plain]


def setting(text: str, name: str) -> str:
    return next(line.partition("=")[2] for line in text.splitlines() if line.startswith(f"{name}="))


def test_a_service_calls_what_was_meant() -> None:
    site = Site(ODD, "/usr/bin/python3", {"PATH": "/usr/bin:/opt/50% off"})
    text = systemd.service(STEERED, site)
    assert unquoted(setting(text, "ExecStart")) == call(STEERED, site, "systemd")
    assert unquoted(setting(text, "Environment")) == ["PATH=/usr/bin:/opt/50% off"]
    assert systemd.read(text) == ("0 2 * * *", Told("nightly", ODD, ("run", "--since", "7d")))


@settings(deadline=None)
@given(TEXT, TEXT)
def test_whatever_is_said_arrives(path: str, said: str) -> None:
    site, job = Site(f"/{path}", "/usr/bin/python3"), Job("nightly", parse("0 2 * * *"), ("run",), said)
    text = systemd.service(job, site)
    assert unquoted(setting(text, "ExecStart")) == call(job, site, "systemd")
    assert len([line for line in text.splitlines() if line.endswith("\\")]) == 0  # none goes on with the next
    found = plistlib.loads(launchd.plist(job, site, job.cron, due=False, errors="/tmp/x"))
    assert found["ProgramArguments"] == call(job, site, "launchd")


def test_a_timer_is_in_utc_and_catches_up() -> None:
    text = systemd.timer(STEERED, Site("/srv/shop", "/usr/bin/python3"))
    assert "OnCalendar=*-*-* 02:00:00 UTC\n" in text and "Persistent=true\n" in text
    assert "WantedBy=timers.target\n" in text


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd's own tool is not here")
@pytest.mark.parametrize("root", ["/srv/shop", ODD])
@pytest.mark.parametrize("cron", ["0 2 * * *", "*/15 8-18 * 1,7 mon-fri", "0 3 13 * 5", "0 0 29 2 *"])
def test_systemds_own_tool_finds_nothing_wrong(tmp_path: Path, root: str, cron: str) -> None:
    site = Site(root, sys.executable, {"PATH": "/usr/bin:/bin"})
    job = Job("nightly", parse(cron), ("run", "--since", "7d"), STEERED.instructions)
    unit = tmp_path / systemd.unit(job.name, site.key)
    unit.with_suffix(".service").write_text(systemd.service(job, site))
    unit.with_suffix(".timer").write_text(systemd.timer(job, site))
    command = ["systemd-analyze", "verify", "--man=no", str(unit) + ".service", str(unit) + ".timer"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if unit.name in line]
    assert not ours and done.returncode == 0, done.stderr
    for when in re.findall(r"OnCalendar=(.*)", systemd.timer(job, site)):
        subprocess.run(["systemd-analyze", "calendar", when], capture_output=True, check=True)


def test_a_launch_agent_runs_at_three_and_not_when_it_is_loaded() -> None:
    site = Site(ODD, "/usr/bin/python3", {"PATH": "/usr/bin"})
    three = Job("nightly", parse("0 3 * * *"), ("run", "--since", "7d"))
    content = launchd.plist(three, site, three.cron, due=False, errors="/tmp/x")
    found = plistlib.loads(content)
    assert found["StartCalendarInterval"] == [{"Minute": 0, "Hour": 3}]
    assert found["RunAtLoad"] is False and "KeepAlive" not in found
    assert found["ProgramArguments"] == call(three, site, "launchd")
    assert found["EnvironmentVariables"] == {"PATH": "/usr/bin"} and found["WorkingDirectory"] == ODD
    assert launchd.read(content) == ("03:00", Told("nightly", ODD, ("run", "--since", "7d")))
    assert launchd.read(b"no list") is None and launchd.read(plistlib.dumps({"Label": "x"})) is None
