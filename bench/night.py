"""A whole night over a real history: cold, and when nothing is new, beside `git log --name-only` over the same range;
and, where the local model is installed (REVERIE_MODELS_DIR), once with embeddings.

REVERIE_BENCH_REPO names a repository (a clone or bare, with its whole history); without it, this project's own is used.
"""

from __future__ import annotations

import compileall
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import reverie
from bench.measure import PYTHON, best, row, scratch, title

MODELS = os.environ.get("REVERIE_MODELS_DIR", "")
LIMIT = 500  # megabytes
LOG = ("git", "log", "--name-only", "--no-renames", "--since=10.years")
RUN = (str(Path(PYTHON).with_name("reverie")), "run", "--since", "10y")


def main() -> None:
    source = Path(os.environ.get("REVERIE_BENCH_REPO") or Path(__file__).parents[1])
    compileall.compile_dir(str(Path(reverie.__file__).parent), quiet=2)  # as an installed package is
    with scratch() as base:
        repo = base / "repo"
        subprocess.run(["git", "clone", "-q", "--no-checkout", "--no-local", str(source), str(repo)], check=True)
        count = subprocess.run(
            ["git", "rev-list", "--count", "HEAD"], cwd=repo, check=True, capture_output=True, text=True
        )
        title(f"reverie run --since 10y over {source.name}, {int(count.stdout):,} commits, without embeddings")
        _without_embeddings(repo)
        if MODELS and Path(MODELS).is_dir():
            title("the same with the local model")
            peaks: list[int] = []
            took = best(lambda: peaks.append(_cold(repo, MODELS)), 1)
            print(f"  {'cold':44} {took * 1000:10.2f} ms")
            _told(peaks)


def _without_embeddings(repo: Path) -> None:
    peaks: list[int] = []
    plain = best(lambda: _discard(_run(LOG, repo)), 3)
    cold = best(lambda: peaks.append(_cold(repo)), 3)
    row("cold", cold, "git log --name-only", plain, 6.0)
    row("nothing new", best(lambda: peaks.append(_run(RUN, repo)), 3), "git log --name-only", plain, 1.5)
    _told(peaks)


def _told(peaks: Sequence[int]) -> None:
    verdict = "ok" if max(peaks) <= LIMIT else "MISSED"
    print(f"  {'peak memory of any process':44} {max(peaks):10.0f} MB   target ≤ {LIMIT} MB  {verdict}", flush=True)


def _cold(repo: Path, models: str = "") -> int:
    subprocess.run(["rm", "-rf", str(repo / ".agent")], check=True)
    return _run(RUN, repo, models)


def _run(words: Sequence[str], repo: Path, models: str = "") -> int:
    """Run it, and say how many megabytes the largest of its processes had."""
    environment = {**os.environ, "REVERIE_MODELS_DIR": models or "/nonexistent"}
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(words, cwd=repo, env=environment, stdout=nowhere, stderr=nowhere)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, list(words))
    return used.ru_maxrss // 1024


def _discard(_: object) -> None:
    """What is timed gives nothing back."""
