"""Timing, and a table that says what was measured beside what."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reverie.records.engines import Embedder


def best(run: Callable[[], None], times: int = 5) -> float:
    """The fastest of some tries, in seconds: the machine at its quietest."""
    return min(_once(run) for _ in range(times))


def middle(run: Callable[[], None], times: int = 9) -> float:
    return sorted(_once(run) for _ in range(times))[times // 2]


def _once(run: Callable[[], None]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def process(command: Sequence[str], cwd: Path, times: int = 9) -> float:
    """A whole process, start to end."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}

    def run() -> None:
        subprocess.run(command, cwd=cwd, env=environment, check=True, capture_output=True)

    run()
    return best(run, times)


def local_model() -> Embedder | None:
    """The local model, with its vectors kept between runs; None where it is not installed."""
    from reverie.engines.cache import CachedEmbedder
    from reverie.engines.errors import WeightsMissing
    from reverie.engines.minilm import MiniLM

    cache = Path(os.environ.get("REVERIE_BENCH_CACHE", "/var/tmp/reverie-bench-vectors"))
    try:
        return CachedEmbedder(MiniLM.open(Path(os.environ.get("REVERIE_MODELS_DIR", ""))), cache)
    except WeightsMissing:
        print("  no embedding model installed: words only (reverie models install)")
        return None


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder on the disk the project is on: a RAM disk would make every fsync free."""
    with tempfile.TemporaryDirectory(
        prefix="reverie-bench-", dir=os.environ.get("REVERIE_BENCH_DIR", "/var/tmp")
    ) as name:
        yield Path(name)


def row(what: str, ours: float, beside: str, theirs: float, target: float | None = None) -> None:
    ratio = ours / theirs
    verdict = "" if target is None else f"target ≤ {target:g}×  {'ok' if ratio <= target else 'MISSED'}"
    print(
        f"  {what:44} {ours * 1000:10.2f} ms   {beside:26} {theirs * 1000:10.2f} ms   {ratio:6.2f}×  {verdict}".rstrip()
    )


def absolute(what: str, ours: float, target: float) -> None:
    verdict = "ok" if ours <= target else "MISSED"
    print(f"  {what:44} {ours * 1000:10.2f} ms   target ≤ {target * 1000:g} ms  {verdict}")


def title(text: str) -> None:
    print(f"\n{text}", flush=True)


PYTHON = sys.executable
