"""Transcripts: a cold reading of half a gigabyte beside parsing every line, and a warm one of ten thousand files.

REVERIE_BENCH_TRANSCRIPTS names a folder with real transcripts; it is replicated, with other ids and dates in each copy,
until the corpus is large enough. Every method runs in one process of its own, over files in the page cache; the methods
take turns, and the fastest run of each counts: the machine at its quietest.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

from bench.measure import PYTHON, scratch, title
from reverie.engines.weights import installed

SAMPLE = Path(os.environ.get("REVERIE_BENCH_TRANSCRIPTS") or "/work/shared/data/transcripts")
SIZE = 500 << 20
FILES = 10_000
RATIO, WARM, MEMORY = 1.3, 0.2, 300
TIMES = 5
LITERAL = "Request interrupted"
_IDS = re.compile(
    rb'"(uuid|parentUuid|sessionId|leafUuid|messageId|id|tool_use_id|call_id|requestId|toolCallId|turn_id)":"'
)
_HOUR = re.compile(rb'("timestamp":"20\d\d-\d\d-\d\dT)\d\d')


def main() -> None:
    if not SAMPLE.is_dir():
        print(f"no transcripts at {SAMPLE}; name a folder in REVERIE_BENCH_TRANSCRIPTS")
        return
    with scratch() as base:
        cold(base)
        warm(base)


def cold(base: Path) -> None:
    folder = base / "corpus"
    size, count = _replicate(folder)
    title(f"a cold night's gathering of {size / 1e6:,.0f} MB in {count:,} files, one process each, best of {TIMES}")
    ways = ("cold", "read", "orjson")
    runs = [_timed(mode, folder, 1) for _ in range(TIMES) for mode in ways]
    ours, read, every = (min(runs[n::3]) for n in range(3))
    ratio = every.seconds / ours.seconds
    verdict = f"as fast as orjson   target ≥ {RATIO}×  {'ok' if ratio >= RATIO else 'MISSED'}"
    _row("reverie: find, parse, judge, redact, write", size, ours.seconds, f"{ratio:5.2f}× {verdict}")
    _row("  of which to know who said what", size, read.seconds, f"{every.seconds / read.seconds:5.2f}×")
    if installed(Path(os.environ.get("REVERIE_MODELS_DIR") or "/nonexistent")):
        second = _timed("second", folder, 2)
        _row("the same, corrections looked at twice", size, second.seconds, f"{every.seconds / second.seconds:5.2f}×")
    _row("orjson, every line", size, every.seconds)
    _row("json, every line", size, _timed("json", folder, 1).seconds)
    print(f"  processor time of the first three: {_busy(runs)}")
    print(f"  where the first goes, in seconds of the processor: {_stages(folder)}")
    _replicate(base / "alone", 1)  # what is said in every copy is judged once; here nothing is said twice
    alone = [_timed(mode, base / "alone", 1) for _ in range(TIMES) for mode in ways]
    print(f"  the same for a single copy of the sample: {_busy(alone)}")
    paths = [str(path) for path in folder.rglob("*.jsonl")]
    for words in (
        ["rg", "-c", "--no-messages", "-j1", LITERAL, str(folder)],
        ["grep", "-rcF", LITERAL, str(folder)],
        ["cat", *paths],
    ):
        if program := shutil.which(words[0], path=f"{Path(PYTHON).parent}{os.pathsep}{os.environ.get('PATH', '')}"):
            seconds = min(_run([program, *words[1:]]) for _ in range(3))
            _row(f"{words[0]}, one literal" if words[0] != "cat" else "cat", size, seconds)
        else:
            print(f"  {words[0]}: not installed here")
    verdict = "ok" if ours.peak <= MEMORY else "MISSED"
    print(f"  {'peak memory':44} {ours.peak:8.0f} MB   target ≤ {MEMORY} MB  {verdict}")


def warm(base: Path) -> None:
    folder = base / "many"
    _many(folder)
    _timed("remember", folder, 1)
    seconds = _timed("warm", folder).seconds
    verdict = "ok" if seconds <= WARM else "MISSED"
    title(f"nothing new in {FILES:,} files")
    told = f"{seconds * 1000:8.0f} ms   target ≤ {WARM * 1000:.0f} ms  {verdict}"
    print(f"  {'reverie: load checkpoints, find, read':44} {told}")


def _busy(runs: list[Run]) -> str:
    ours, read, every = (min(run.busy for run in runs[n::3]) for n in range(3))
    return f"{ours:.2f}, {read:.2f} and {every:.2f} s: {every / ours:.2f}× and {every / read:.2f}×"


def _stages(folder: Path) -> str:
    words = [PYTHON, "-m", "bench.transcript_runs", "stages", str(folder)]
    done = subprocess.run(words, capture_output=True, check=True, text=True, cwd=Path(__file__).parents[1])
    return done.stdout.splitlines()[0]


def _row(what: str, size: int, seconds: float, beside: str = "") -> None:
    print(f"  {what:44} {size / 1e6 / seconds:8.0f} MB/s {seconds:8.2f} s   {beside}".rstrip(), flush=True)


def _replicate(folder: Path, enough: int = SIZE) -> tuple[int, int]:
    size, copy = 0, 0
    names = [path for path in sorted(SAMPLE.rglob("*.jsonl")) if path.parent != SAMPLE]
    while size < enough:
        for path in names:
            data = _varied(path.read_bytes(), copy)
            target = folder / str(copy) / path.relative_to(SAMPLE)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            size += len(data)
        copy += 1
    return size, copy * len(names)


def _varied(data: bytes, copy: int) -> bytes:
    """The same session under other ids and at another hour, so that nothing is known from its twin."""
    return _HOUR.sub(rb"\g<1>%02d" % (copy % 24), _IDS.sub(rb'"\1":"' + b"%02d" % copy, data))


def _many(folder: Path) -> None:
    source = next(path for path in sorted(SAMPLE.rglob("claude-code/**/*.jsonl")) if path.stat().st_size > 20_000)
    lines = source.read_bytes().splitlines(keepends=True)[:12]
    for number in range(FILES):
        path = folder / "projects" / f"p{number % 40}" / f"{number}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_varied(b"".join(lines), number % 90))


class Run(NamedTuple):
    """One process: seconds on the clock, seconds of the processor, megabytes at most."""

    seconds: float
    busy: float
    peak: float


def _timed(mode: str, folder: Path, times: int = TIMES) -> Run:
    """The fastest of some runs, each in a process of its own."""
    found = []
    for _ in range(times):
        words = [PYTHON, "-m", "bench.transcript_runs", mode, str(folder)]
        done = subprocess.run(words, capture_output=True, check=True, text=True, cwd=Path(__file__).parents[1])
        found.append(Run(*map(float, done.stdout.split())))
    return min(found)


def _run(words: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(words, stdout=subprocess.DEVNULL, check=False)
    return time.perf_counter() - began
