"""A memory of 100,000 small files, as somebody has it on the disk: making its indexes anew, and one question from a
shell, start to end. REVERIE_BENCH_NOTES says how many files."""

from __future__ import annotations

import os
import random
import resource
import statistics
import subprocess
import time
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

import reverie
from bench.measure import PYTHON, absolute, scratch, title
from bench.search_speed import _SOUNDS, WORDS, Clouds
from reverie.engines.minilm import NAME
from reverie.engines.weights import installed
from reverie.lookup.fill import fill
from reverie.lookup.index import Index

_TYPES = ("user", "feedback", "project", "reference")


class Named(Clouds):
    """Vectors for the passages under the local model's name: the question's comes from the model itself."""

    name = NAME


def main() -> None:
    count = int(os.environ.get("REVERIE_BENCH_NOTES", "100000"))
    title(f"search: {count:,} files of one passage, from a shell (load {os.getloadavg()[0]:.1f})")
    models = Path(os.environ.get("REVERIE_MODELS_DIR", ""))
    with scratch() as base:
        os.environ["HOME"] = str(base / "home")
        os.environ["REVERIE_MODELS_DIR"] = str(base / "none")
        query = _write(base / "memory", count)
        command = [PYTHON, "-m", "reverie", "search", query]
        _shell("reverie reindex", [PYTHON, "-m", "reverie", "reindex"], base / "memory", 1, 30.0)
        _shell("reverie search, words", command, base / "memory", 7, 0.35)
        _add(base / "memory")
        if installed(models) is None:
            return
        index = Index(base / "memory/.agent/local/cache/search")
        fill(index, Named(None))
        index.close()
        os.environ["REVERIE_MODELS_DIR"] = str(models)
        _shell("reverie search, words and meaning", command, base / "memory", 7, 0.9)


def _write(project: Path, count: int) -> str:
    """The files; gives a question about one of them."""
    rng = random.Random(11)
    vocabulary = ["".join(rng.choices(_SOUNDS, k=rng.randint(1, 4))) + "n" for _ in range(60_000)]
    weights = list(accumulate(1 / (n + 3) for n in range(len(vocabulary))))
    folder = project / ".agent" / "memory"
    folder.mkdir(parents=True)
    for number in range(count):
        words = rng.choices(vocabulary, cum_weights=weights, k=WORDS)
        header = f"name: {' '.join(words[:4])}\ndescription: {' '.join(words[4:12])}\ntype: {_TYPES[number % 4]}\n"
        (folder / f"note-{number:06d}.md").write_text(f"---\n{header}---\n\n{' '.join(words)}\n", "ascii")
    return " ".join(words[20:25])


def _add(project: Path) -> None:
    """A line more, on the disk and in MEMORY.md, as the library does it: the median of some."""
    with reverie.open(project) as memory:
        memory.remember("The first one opens the store.", topic="First of all")
        for what, topic, target in (("a line added to today's note", "", 0.01), ("a note added", "Topic {}", 0.1)):
            took = []
            for number in range(9):
                began = time.perf_counter()
                memory.remember(f"Bucket {number} is emptied on day {number}.", topic=topic.format(number))
                took.append(time.perf_counter() - began)
            absolute(what, statistics.median(took), target)


def _shell(name: str, command: Sequence[str], project: Path, times: int, target: float) -> None:
    """The fastest run, and the processor's time of the cheapest: it tells more where others use the machine."""
    walls, busy = [], []
    for _ in range(times):
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, cwd=project, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        walls.append(time.perf_counter() - began)
        busy.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    absolute(f"{name} (processor {min(busy):.2f} s)", min(walls), target)


if __name__ == "__main__":
    main()
