"""What a night costs a memory: when nothing is new, and when ten notes are, among a thousand, ten thousand and a
hundred thousand. Beside it, reading every note once."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.measure import scratch, title
from reverie import consolidation, wiring
from reverie.tools.garbage import seldom

SIZES = tuple(int(size) for size in os.environ.get("REVERIE_BENCH_NOTES", "1000,10000,100000").split(","))
NEW = 10
SERVICES = "billing search auth gateway mailer worker indexer exporter scheduler notifier".split()
START = datetime(2026, 1, 1, 3, 0, tzinfo=UTC)


def main() -> None:
    seldom()  # as the command line has it
    title(f"one night over a memory, and over {NEW} new notes in it")
    print(f"  {'notes':>8} {'first night':>13} {'nothing new':>13} {f'{NEW} new':>13} {'reading all':>13}")
    for size in SIZES:
        with scratch() as base:
            _one(base / "repo", size)


def _one(root: Path, size: int) -> None:
    folder = root / ".agent" / "memory"
    folder.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    dice = random.Random(size)
    for number in range(size):
        _write(folder, number, dice)
    project = wiring.find_project(root)
    first = _timed(lambda: _night(project, 0))
    _night(project, 1)
    quiet = min(_timed(lambda: _night(project, 2)) for _ in range(3))
    for number in range(size, size + NEW):
        _write(folder, number, dice)
    fresh = _timed(lambda: _night(project, 3))
    reading = _timed(lambda: [path.read_bytes() for path in folder.glob("*.md")])
    verdict = "" if size > 1000 else "   target < 1 s " + ("ok" if quiet < 1 else "MISSED")
    print(f"  {size:8,} {first:11.2f} s {quiet:11.2f} s {fresh:11.2f} s {reading:11.2f} s{verdict}", flush=True)


def _write(folder: Path, number: int, dice: random.Random) -> None:
    service = f"{dice.choice(SERVICES)}-{number}"
    text = f"The {service} service is owned by team t{number} and needs flag --f{dice.randrange(10**6)}"
    top = f"---\nname: {service}\ntype: project\ncreated: 2025-{1 + number % 12:02}-{1 + number % 28:02}\n---\n\n"
    (folder / f"note-{number}.md").write_text(f"{top}- {text}\n")


def _night(project: wiring.Project, day: int) -> None:
    """The whole of it, with the cage, as `reverie tick` does it."""
    at = START + timedelta(days=day)
    store = wiring.open_store(project, clock=lambda: at)
    keeper = wiring.consolidation.keeper(project, store, at)
    assert keeper
    consolidation.consolidate(keeper, lambda _phase: None)
    store.close()


def _timed(run: Callable[[], object]) -> float:
    start = time.monotonic()
    run()
    return time.monotonic() - start
