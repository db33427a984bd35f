"""A whole night over a real history: cold, and when nothing is new, beside `git log --name-only` over the same range.

REVERIE_BENCH_REPO names a repository (a clone or bare, with its whole history); without it, this project's own is used.
"""

from __future__ import annotations

import os
import resource
import subprocess
from pathlib import Path

from bench.measure import PYTHON, best, row, scratch, title


def main() -> None:
    source = Path(os.environ.get("REVERIE_BENCH_REPO") or Path(__file__).parents[1])
    with scratch() as base:
        repo = base / "repo"
        subprocess.run(["git", "clone", "-q", "--no-checkout", "--no-local", str(source), str(repo)], check=True)
        count = subprocess.run(
            ["git", "rev-list", "--count", "HEAD"], cwd=repo, check=True, capture_output=True, text=True
        )
        title(f"reverie run --since 10y over {source.name}, {int(count.stdout):,} commits, without embeddings")
        words = ["git", "log", "--name-only", "--no-renames", "--since=10.years"]
        plain = best(lambda: _run(words, repo), 3)
        reverie = str(Path(PYTHON).with_name("reverie"))
        cold = best(lambda: _cold([reverie, "run", "--since", "10y"], repo), 2)
        row("cold", cold, "git log --name-only", plain, 6.0)
        row(
            "nothing new",
            best(lambda: _run([reverie, "run", "--since", "10y"], repo), 3),
            "git log --name-only",
            plain,
            1.5,
        )
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        verdict = "ok" if peak <= 500 else "MISSED"
        print(f"  {'peak memory of any process':44} {peak:10.0f} MB   target ≤ 500 MB  {verdict}")


def _cold(words: list[str], repo: Path) -> None:
    subprocess.run(["rm", "-rf", str(repo / ".agent")], check=True)
    _run(words, repo)


def _run(words: list[str], repo: Path) -> None:
    environment = {**os.environ, "REVERIE_MODELS_DIR": "/nonexistent", "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run(words, cwd=repo, check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
