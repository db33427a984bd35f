"""The daemon: on a clock of the test's own, where a year takes milliseconds; then as a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen
from zoneinfo import ZoneInfo

import pytest

from reverie import wiring
from reverie.gates import promotion
from reverie.gates.promotion import Cadence
from reverie.gates.tick import Ticked
from reverie.records.errors import ReverieError, StoreBusy
from reverie.records.logs import LogRecord
from reverie.schedules.watch import AGAIN, BUSY, SLICE, keep_time
from reverie.wiring import installed, timekeeping
from reverie.wiring.ledger import LOG
from tests.cli.shell import Shell, repository

BERLIN = ZoneInfo("Europe/Berlin")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Hands:
    """A clock that goes on only when somebody waits. `jumps`: at a moment, it is set to another."""

    def __init__(self, at: datetime, until: datetime, jumps: Iterable[tuple[datetime, datetime]] = ()) -> None:
        self.at, self.until, self.jumps, self.waits = at, until, list(jumps), list[float]()

    def now(self) -> datetime:
        return self.at

    def wait(self, seconds: float) -> bool:
        self.waits.append(seconds)
        self.at += timedelta(seconds=seconds)
        if self.jumps and self.at >= self.jumps[0][0]:
            self.at = self.jumps.pop(0)[1]
        return self.at >= self.until and not self.jumps


def promotions(clock: Hands, cron: str, zone: ZoneInfo | None = None) -> tuple[list[datetime], list[datetime]]:
    """When promotion ran, and when it was asked for."""
    runs, asked, first = list[datetime](), list[datetime](), clock.at

    def ask(now: datetime) -> list[datetime | None]:
        asked.append(now)
        verdict = promotion.ask(Cadence("core", cron, "", zone, runs, first), now)
        if verdict.due:
            runs.append(now)
            return []
        return [verdict.next]

    keep_time(ask, clock)
    return runs, asked


def test_a_month_across_the_end_of_summer_time_is_a_month_of_mornings_at_three() -> None:
    begin = datetime(2026, 10, 10, 12, tzinfo=UTC)
    runs, _ = promotions(Hands(begin, begin + 30 * DAY), "0 3 * * *", BERLIN)
    assert [f"{run.astimezone(BERLIN):%H:%M:%S}" for run in runs] == ["03:00:00"] * 30
    assert len({run.astimezone(BERLIN).date() for run in runs}) == 30


@pytest.mark.parametrize("begin", [datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 10, 24, 12, tzinfo=UTC)])
def test_an_hour_left_out_or_twice_there_does_it_once(begin: datetime) -> None:
    runs, _ = promotions(Hands(begin, begin + 3 * DAY), "30 2 * * *", BERLIN)
    assert len(runs) == 3 and len({run.astimezone(BERLIN).date() for run in runs}) == 3


def test_a_week_asleep_is_caught_up_on_once_and_at_once() -> None:
    begin = datetime(2026, 11, 1, 12, tzinfo=UTC)
    asleep, awake = begin + 2 * DAY, begin + 9 * DAY + 5 * HOUR
    runs, asked = promotions(Hands(begin, begin + 12 * DAY, [(asleep, awake)]), "0 3 * * *")
    assert [run for run in runs if asleep < run < awake + HOUR] == [
        run for run in runs if awake <= run <= awake + SLICE
    ]
    assert len([run for run in runs if awake <= run <= awake + HOUR]) == 1  # and no stampede of seven
    assert len(asked) < 12 * DAY / AGAIN + 20


def test_a_clock_set_back_a_year_runs_nothing_twice_and_stops_nothing() -> None:
    begin = datetime(2026, 11, 1, 12, tzinfo=UTC)
    back = begin - 365 * DAY
    clock = Hands(begin, back + 3 * DAY, [(begin + 2 * DAY, back)])
    runs, _ = promotions(clock, "0 3 * * *")
    assert [run for run in runs if run > begin] == [
        datetime(2026, 11, 2, 3, tzinfo=UTC),
        datetime(2026, 11, 3, 3, tzinfo=UTC),
    ]
    assert clock.at >= back + 3 * DAY  # it went on asking


def test_a_clock_set_on_and_back_again_does_it_once() -> None:
    begin = datetime(2026, 11, 1, 12, tzinfo=UTC)
    wrong = [(begin + HOUR, begin + HOUR + 40 * DAY), (begin + 2 * HOUR + 40 * DAY, begin + 3 * HOUR)]
    runs, _ = promotions(Hands(begin, begin + 2 * DAY, wrong), "0 3 * * *")
    assert len([run for run in runs if run > begin + 30 * DAY]) == 1
    assert [run for run in runs if run < begin + 30 * DAY] == [datetime(2026, 11, d, 3, tzinfo=UTC) for d in (2, 3)]


def test_what_another_process_is_at_is_left_in_peace() -> None:
    begin, asked = datetime(2026, 11, 1, 12, tzinfo=UTC), list[datetime]()

    def ask(now: datetime) -> list[datetime | None]:
        asked.append(now)
        return [begin - HOUR, None]  # it was due an hour ago

    clock = Hands(begin, begin + HOUR)
    keep_time(ask, clock)
    assert len(asked) == HOUR / BUSY and max(clock.waits) <= SLICE.total_seconds()


# The gates of a real memory


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    found = repository(tmp_path / "shop")
    found("remember", "Deploys go out on Tuesdays")
    return found


def told() -> tuple[list[Ticked], list[str], Callable[[list[Ticked], ReverieError | None], None]]:
    done, problems = list[Ticked](), list[str]()

    def tell(some: list[Ticked], problem: ReverieError | None) -> None:
        done.extend(one for one in some if one.outcome or one.failed)
        problems.extend([problem.message] if problem else [])

    return done, problems, tell


def write(shell: Shell, *records: LogRecord) -> None:
    store = wiring.open_store(wiring.find_project(shell.folder))
    store.append(LOG, records)
    store.close()


def test_a_real_memory_is_promoted_when_it_is_due_also_if_it_was_asleep(shell: Shell) -> None:
    shell("mode", "core")
    begin = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0) - 10 * DAY
    write(shell, *(LogRecord("ran", "reverie", begin + n * 6 * HOUR, {"gate": "dream"}) for n in range(40)))
    done, problems, tell = told()
    clock = Hands(begin, begin + 6 * DAY, [(begin + 2 * DAY, begin + 5 * DAY)])
    timekeeping.watch(shell.folder, clock, tell)
    assert [one.name for one in done].count("promotion") == 4 and not problems  # two nights, one made up for, one more
    assert installed.daemon_at_work(wiring.find_project(shell.folder)) == 0


def test_settings_that_cannot_be_read_are_told_and_it_goes_on(shell: Shell) -> None:
    config = shell.folder / ".agent" / "config.yaml"
    begin = datetime.now(UTC)
    write(shell, *(LogRecord("ran", "reverie", begin, {"gate": gate}) for gate in ("dream", "consolidation")))
    _, problems, tell = told()

    class Edited(Hands):
        """Somebody writes nonsense into the file, and mends it half an hour later."""

        def wait(self, seconds: float) -> bool:
            wrong = begin + HOUR / 4 < self.at < begin + HOUR * 3 / 4
            config.write_text(f"dreaming:\n  mode: {'lucid' if wrong else 'core'}\n")
            return super().wait(seconds)

    clock = Edited(begin, begin + 2 * HOUR)
    timekeeping.watch(shell.folder, clock, tell)
    assert 1 <= len(problems) <= HOUR / 2 / AGAIN + 1 and "dreaming.mode" in problems[0]
    assert clock.at >= begin + 2 * HOUR


def test_there_is_one_for_a_store(shell: Shell) -> None:
    project = wiring.find_project(shell.folder)
    with timekeeping._only_one(project):
        assert installed.daemon_at_work(project) == os.getpid()
        assert installed.tickers(project) == ["daemon"]
        with pytest.raises(StoreBusy, match="another daemon"):
            timekeeping.watch(shell.folder, Hands(wiring.now(), wiring.now()), lambda *_: None)
    assert installed.daemon_at_work(project) == 0


def begun(shell: Shell) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "reverie", "daemon"]
    daemon = subprocess.Popen(command, cwd=shell.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert daemon.stderr and "Keeping time" in daemon.stderr.readline()
    deadline = time.monotonic() + 120
    while not installed.daemon_at_work(wiring.find_project(shell.folder)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return daemon


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly_and_a_second_one_is_refused(shell: Shell, by: signal.Signals) -> None:
    write(shell, *(LogRecord("ran", "reverie", wiring.now(), {"gate": g}) for g in ("dream", "consolidation")))
    daemon = begun(shell)
    try:
        refused = shell("daemon", code=1)
        assert f"another daemon is at work on store: process {daemon.pid}" in refused.talk
        assert "Keeping time" not in refused.talk
        assert f"at work, process {daemon.pid}" in shell("schedule", "status").out
        assert f"to take it out: kill {daemon.pid}" in shell("uninstall").talk
        daemon.send_signal(by)
        assert daemon.wait(20) == 0
    finally:
        daemon.kill()
        _, said = daemon.communicate()
    assert "Traceback" not in said
    shell("tick")


SLOW = """
import os, sys, time
from reverie.wiring import gates
def slow(ledger, terms, now):
    print("dreaming", file=sys.stderr, flush=True)
    time.sleep(60)
gates._dream = slow
from reverie.doors.cli import daemon, main
daemon.GRACE = 1
sys.argv = ["reverie", "daemon"]
main.main()
"""


def test_what_takes_too_long_to_end_is_left_for_the_next_time(shell: Shell) -> None:
    daemon = subprocess.Popen([sys.executable, "-c", SLOW], cwd=shell.folder, stderr=subprocess.PIPE, text=True)
    assert daemon.stderr
    try:
        assert any("dreaming" in line for line in iter(daemon.stderr.readline, ""))
        daemon.terminate()
        assert daemon.wait(20) == 0
        assert "Stopped in the middle" in daemon.stderr.read()
    finally:
        daemon.kill()
        daemon.communicate()
    assert next(one for one in shell("tick", "--json").json["gates"] if one["name"] == "dream")["outcome"]


def test_serve_keeps_time_beside_what_it_serves(shell: Shell) -> None:
    write(shell, *(LogRecord("ran", "reverie", wiring.now(), {"gate": g}) for g in ("dream", "consolidation")))
    command = [sys.executable, "-m", "reverie", "serve", "--port", "0"]
    served = subprocess.Popen(command, cwd=shell.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert served.stderr
    try:
        said = served.stderr.readline() + served.stderr.readline()
        assert "Keeping time" in said and "MCP at http://127.0.0.1:" in said
        address = said.partition("MCP at ")[2].split()[0]
        with pytest.raises(HTTPError, match="401"):
            urlopen(address, timeout=60)
        assert f"another daemon is at work on store: process {served.pid}" in shell("daemon", code=1).talk
        served.terminate()
        assert served.wait(20) in (0, -signal.SIGTERM)
    finally:
        served.kill()
        _, rest = served.communicate()
    assert "Traceback" not in rest
    assert installed.daemon_at_work(wiring.find_project(shell.folder)) == 0
