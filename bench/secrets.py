"""Secrets: how many are found, what is taken for one, and how fast, beside a plain `detect-secrets`.

Recall is over a generated corpus (`secrets_corpus`). A secret counts as found by us only if every character of it would
be gone; `detect-secrets` only has to report, so for it any part will do.
Ordinary transcripts are read from `REVERIE_BENCH_TRANSCRIPTS` (default `../shared/data/transcripts`).
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from reverie.tools.redact import Redactor

from . import secrets_corpus, secrets_kinds
from .measure import title
from .secrets_corpus import Case

SEED, ROUNDS = 2026, 4
Finder = Callable[[str], list[tuple[int, int]]]
TRANSCRIPTS = Path(__file__).parents[2] / "shared" / "data" / "transcripts"


class Score(NamedTuple):
    """Of so many secrets of each kind, so many were found."""

    total: Counter[str]
    found: Counter[str]

    def recall(self, kind: str | None = None) -> float:
        return self.found[kind] / self.total[kind] if kind else self.found.total() / self.total.total()


def main() -> None:
    redactor = Redactor(b"any key will do for measuring")
    finders: dict[str, Finder] = {"reverie": lambda text: [(hit.start, hit.end) for hit in redactor.find(text)]}
    if find_spec("detect_secrets"):
        finders["detect-secrets"] = _detect_secrets()
    cases = list(secrets_corpus.secrets(SEED, ROUNDS))
    title(f"Secrets: recall on {sum(len(case.spans) for case in cases):,} made-up secrets (seed {SEED})")
    scores = {name: _score(finder, cases, whole=name == "reverie") for name, finder in finders.items()}
    _recall_table(scores)
    _look_alikes(finders)
    _kinds(redactor)
    ordinary(redactor)
    if "detect-secrets" not in finders:
        print("  detect-secrets is not installed, so nothing stands beside: run `make bench`, which installs it")


def _score(finder: Finder, cases: Iterable[Case], *, whole: bool) -> Score:
    score = Score(Counter(), Counter())
    for case in cases:
        covered = {n for span in finder(case.text) for n in range(*span)}
        for start, end in case.spans:
            score.total[case.kind] += 1
            secret = set(range(start, end))
            score.found[case.kind] += secret <= covered if whole else bool(secret & covered)
    return score


def _recall_table(scores: dict[str, Score]) -> None:
    print(f"  {'kind':20}" + "".join(f"{name:>16}" for name in scores))
    for kind in scores["reverie"].total:
        print(f"  {kind:20}" + "".join(f"{score.recall(kind):16.3f}" for score in scores.values()))
    verdict = "ok" if scores["reverie"].recall() >= 0.98 else "MISSED"
    print(f"  {'all':20}" + "".join(f"{s.recall():16.4f}" for s in scores.values()) + f"   target ≥ 0.98  {verdict}")


def _look_alikes(finders: dict[str, Finder]) -> None:
    cases = list(secrets_corpus.look_alikes(SEED, ROUNDS))
    title(f"Secrets: {len(cases):,} look-alikes, of which taken for a secret")
    for name, finder in finders.items():
        wrong = Counter(case.kind for case in cases if finder(case.text))
        print(f"  {name:20}{wrong.total():16}   {', '.join(f'{kind} {n}' for kind, n in wrong.most_common())}")


def _kinds(redactor: Redactor) -> None:
    """Recall on the formats of `secrets_kinds`, which were written down before the rules were."""
    for name, target, missed in (
        ("by form", 0.90, secrets_kinds.miss_kinds(redactor.text, SEED, ROUNDS)),
        ("by name", 0.92, secrets_kinds.miss_names(redactor.text, SEED, ROUNDS)),
        ("special places", 0.0, secrets_kinds.miss_special_forms(redactor.text, SEED, ROUNDS)),
        ("encoded", 0.0, secrets_kinds.miss_wrapped(redactor.text, SEED)),
    ):
        tried = missed.pop("")
        recall = 1 - missed.total() / tried
        title(f"Secrets of vendors' formats, {name}: {tried:,} texts")
        print(f"  recall {recall:.4f}   target ≥ {target:.2f}  {'ok' if recall >= target else 'MISSED'}")
        print(f"  most missed: {', '.join(f'{kind} {n}' for kind, n in missed.most_common(8)) or 'none'}")
    taken = [line for line in secrets_kinds.make_look_alikes(random.Random(SEED)) if redactor.find(line)]
    print(f"  look-alikes taken for a secret: {len(taken)}")


def ordinary(redactor: Redactor) -> None:
    files = sorted(Path(os.environ.get("REVERIE_BENCH_TRANSCRIPTS", TRANSCRIPTS)).rglob("*.jsonl"))
    title("Secrets: ordinary transcripts")
    if not files:
        print("  none here: set REVERIE_BENCH_TRANSCRIPTS to a folder of *.jsonl files")
        return
    contents = [path.read_bytes() for path in files]
    size = sum(map(len, contents)) / 1e6
    seconds = min(_seconds(redactor, contents) for _ in range(3))
    print(f"  speed               {size / seconds:10.0f} MB/s   one process, {size:.0f} MB in {len(files)} files")
    hits = [(path, data, hit) for path, data in zip(files, contents, strict=True) for hit in redactor.find(data)]
    for path, data, hit in hits[:50]:
        line = data.count(b"\n", 0, hit.start) + 1
        print(f"  {hit.kind:20}{path.name}:{line}   judge by reading")
    allowed = size / 10
    verdict = "ok" if len(hits) <= allowed else "read them"
    print(f"  hits                {len(hits):10}        target ≤ {allowed:.0f} that are none (1 in 10 MB)  {verdict}")


def _seconds(redactor: Redactor, contents: list[bytes]) -> float:
    began = time.process_time()
    for data in contents:
        redactor.find(data)
    return time.process_time() - began


def _detect_secrets() -> Finder:
    """All of its plugins, as it comes; what it reports is looked up in the line it reports it for."""
    scan_line = import_module("detect_secrets.core.scan").scan_line
    default_settings = import_module("detect_secrets.settings").default_settings

    def find(text: str) -> list[tuple[int, int]]:
        with default_settings():
            values = {secret.secret_value for line in text.split("\n") for secret in scan_line(line)}
        return [(text.index(value), text.index(value) + len(value)) for value in values if value and value in text]

    return find


if __name__ == "__main__":
    main()
