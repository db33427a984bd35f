"""The day itself: settle in, set up, work, sleep, wake up, move out. What happened is returned, not printed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scripts.day import home as homes
from scripts.day import sessions
from scripts.day.agent import Program
from scripts.demo import build, git

ROOT = Path(__file__).parents[2]
KILLED, TOGETHER = 7, (11, 12)  # which sessions
OURS = ("shop/.agent", ".claude/projects")  # the memory; and the agent's own account of its sessions
PATIENCE = 180  # seconds to wait for what goes on by itself


@dataclass
class Day:
    """What came of it."""

    added: str = ""
    night: str = ""
    log: list[dict[str, Any]] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)
    morning: str = ""
    hooks_log: str = ""
    changed: list[str] = field(default_factory=list)  # files of the home that are not as they were


class Place:
    """A home with a project in it. Everything below is done with that home, and with no other."""

    def __init__(self, folder: Path) -> None:
        self.home, self.project = folder / "ada", folder / "ada" / "shop"
        self._scratch = folder
        self.ledger = folder / "calls.jsonl"
        gone = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "CLAUDE_CONFIG_DIR", "REVERIE_SOURCES")
        kept = {name: value for name, value in os.environ.items() if name not in gone}
        self.env = {**kept, "HOME": str(self.home), "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"}

    def reverie(self, *words: str, talk: bool = False) -> str:
        """What it says; with its talk, as on a screen."""
        command = [sys.executable, "-P", "-m", "reverie", *words]
        done = subprocess.run(
            command, cwd=self.project, env=self.env, text=True, check=False, timeout=600, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if talk else subprocess.PIPE,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"reverie {words[0]}: {done.stdout}{done.stderr or ''}")
        return done.stdout

    def begin(self, session: str, records: list[sessions.Record]) -> subprocess.Popen[str]:
        source = self._scratch / f"{session}.json"
        source.write_text(json.dumps({"session": session, "records": records}), encoding="utf-8")
        words = [sys.executable, "-P", "-m", "scripts.day.agent", str(self.project), str(source), str(self.ledger)]
        return subprocess.Popen(words, cwd=self._scratch, env=self.env, stdout=subprocess.PIPE, text=True)

    def log(self) -> list[dict[str, Any]]:
        return list(json.loads(self.reverie("log", "--json")))


def live(folder: Path, own_sessions: Path | None = None) -> Day:
    """The whole day in this folder."""
    place, day = Place(folder), Day()
    homes.settle(place.home)
    place.project.mkdir()
    now = datetime.now(UTC)
    build(place.project, now)
    git(place.project, "config", "user.email", "ada@example.org")
    before = homes.picture(place.home, OURS)
    day.added = place.reverie("init", "--user", "--yes", "--agent", "claude-code")
    held = sessions.real(own_sessions, place.project, now) if own_sessions else sessions.own(place.project, now)
    ended = _work(place, list(held))
    _wait(place, ended)
    day.night = place.reverie("run", talk=True)
    day.log = place.log()
    day.morning = _wake(place)
    day.calls = [json.loads(line) for line in place.ledger.read_text(encoding="utf-8").splitlines()]
    hooks_log = place.project / ".agent/local/hooks.log"
    day.hooks_log = hooks_log.read_text(encoding="utf-8") if hooks_log.exists() else ""
    place.reverie("uninstall", "--user")
    after = homes.picture(place.home, OURS)
    day.changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    return day


def _work(place: Place, held: list[tuple[str, list[sessions.Record]]]) -> list[str]:
    """Every session in turn; two at the same time, one killed. Returns those that came to their end."""
    ended, open_still = [], []
    for number, (session, records) in enumerate(held, 1):
        running = place.begin(session, records)
        if number == KILLED:
            _kill(running, place, session)
            continue
        ended.append(session)
        open_still.append(running)
        if number != TOGETHER[0]:
            for one in open_still:
                one.communicate(timeout=PATIENCE * 2)
                assert one.returncode == 0
            open_still.clear()
    return ended


def _kill(running: subprocess.Popen[str], place: Place, session: str) -> None:
    """In the middle of its work, half a line into the next record."""
    assert running.stdout is not None
    running.stdout.readline()
    running.stdout.readline()
    running.kill()
    running.communicate()
    (transcript,) = (place.home / ".claude/projects").rglob(f"{session}.jsonl")
    with transcript.open("a", encoding="utf-8") as file:
        file.write('{"parentUuid": "00000007-0002", "type": "assist')


def _wait(place: Place, ended: list[str]) -> None:
    """Until the event log tells what followed every session that ended. Nobody at the keyboard has to."""
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        told = {one["facts"].get("session") for one in place.log() if one["kind"] == "dream_after_session_end"}
        if told.issuperset(ended):
            return
        time.sleep(1)
    raise TimeoutError("what follows a session did not follow")


def _wake(place: Place) -> str:
    """What the first session of the next morning is told."""
    words = [sys.executable, "-P", "-c", _MORNING, str(place.project), str(place.ledger)]
    done = subprocess.run(words, cwd=place.home, env=place.env, text=True, capture_output=True, check=True)
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return "\n".join(one["hookSpecificOutput"]["additionalContext"] for one in told)


_MORNING = f"""
import sys
from pathlib import Path
from {Program.__module__} import Program
project, ledger = map(Path, sys.argv[1:3])
program = Program(project, "99999999-da11-4000-8000-000000000000", ledger)
for said in program.tell("SessionStart", "startup", source="startup"):
    print(said)
"""
