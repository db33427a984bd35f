"""Consolidation: contradictions and duplicates told apart on SICK, the note that an update replaces on HaluMem, our own
labelled notes, and the cost of finding what to compare; beside cosine with a threshold, which is how memories
are usually merged.

REVERIE_BENCH_SICK and REVERIE_BENCH_HALUMEM name the files (default: in `../shared/data/bench`). Everything is told for
the even and the odd half as well: the words and rules were developed on the even one.
"""

from __future__ import annotations

import csv
import json
import os
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.measure import local_model, middle, title
from reverie.records.engines import Embedder
from reverie.remember.judge import judge
from reverie.remember.subjects import Subjects
from reverie.remember.updates import change

DATA = Path(__file__).parents[2] / "shared" / "data" / "bench"
PAIRS = Path(__file__).parents[1] / "tests" / "remember" / "pairs.jsonl"
_LABELS = {"CONTRADICTION": "contradicts", "ENTAILMENT": "same", "NEUTRAL": "unrelated"}
_MERGED_FROM = (0.80, 0.85, 0.90, 0.95)  # cosines
SIZES = (1_000, 10_000, 100_000)


@dataclass(frozen=True)
class Pair:
    left: str
    right: str
    label: str
    half: str


@dataclass(frozen=True)
class Update:
    """A note that takes the place of another, and all notes that stood then, oldest first."""

    new: str
    old: str
    standing: tuple[str, ...]
    half: str


def main() -> None:
    embedder = local_model()
    sick = Path(os.environ.get("REVERIE_BENCH_SICK", DATA / "sick_train.tsv"))
    if sick.exists():
        sentences(list(_sick(sick)), embedder)
    else:
        title(f"consolidation: no sentence pairs at {sick}; set REVERIE_BENCH_SICK")
    halumem = Path(os.environ.get("REVERIE_BENCH_HALUMEM", DATA / "halumem_updates_dev.jsonl"))
    if halumem.exists():
        updates(list(_halumem(halumem)), embedder)
    else:
        title(f"consolidation: no updates at {halumem}; set REVERIE_BENCH_HALUMEM")
    notes()
    scale()


# Sentence pairs


def sentences(pairs: Sequence[Pair], embedder: Embedder | None) -> None:
    title(f"consolidation: SICK, {len(pairs)} pairs (contradicts / same = entailment / unrelated = neutral)")
    judged: list[str] = [judge(pair.left, pair.right).verdict for pair in pairs]
    print(f"  {'':36}{'contradicts P':>15}{'R':>7}{'same P':>9}{'R':>7}{'merges that join a contradiction':>36}")
    for half in ("", "even", "odd"):
        chosen = [n for n, pair in enumerate(pairs) if half in ("", pair.half)]
        found = Counter((pairs[n].label, judged[n]) for n in chosen)
        _line(f"reverie, words{', ' * bool(half)}{half}{' half' * bool(half)}", found)
    found = Counter((pair.label, verdict) for pair, verdict in zip(pairs, judged, strict=True))
    precision, recall = _rates(found, "contradicts")
    _verdict("contradiction precision", precision, 0.92)
    _verdict("contradiction recall", recall, 0.80)
    _verdict("merges that join no contradiction", 1 - _joined(found), 0.99)
    if embedder is not None:
        _by_cosine(pairs, embedder)


def _by_cosine(pairs: Sequence[Pair], embedder: Embedder) -> None:
    cosines = _cosines(embedder, [pair.left for pair in pairs], [pair.right for pair in pairs])
    for least in _MERGED_FROM:
        verdicts = ["same" if cosine >= least else "unrelated" for cosine in cosines]
        found = Counter(zip((pair.label for pair in pairs), verdicts, strict=True))
        _line(f"MiniLM, merged from a cosine of {least:.2f}", found)


def _line(name: str, found: Counter[tuple[str, str]]) -> None:
    contradicts, same = _rates(found, "contradicts"), _rates(found, "same")
    merges = sum(count for (_, verdict), count in found.items() if verdict == "same")
    told = f"{_joined(found):.2%} of {merges}"
    tells = any(verdict == "contradicts" for _, verdict in found)
    first = f"{contradicts[0]:15.3f}{contradicts[1]:7.3f}" if tells else f"{'-':>15}{'-':>7}"
    print(f"  {name:36}{first}{same[0]:9.3f}{same[1]:7.3f}{told:>36}")


def _rates(found: Counter[tuple[str, str]], kind: str) -> tuple[float, float]:
    hits = found[kind, kind]
    called = sum(count for (_, verdict), count in found.items() if verdict == kind)
    there = sum(count for (label, _), count in found.items() if label == kind)
    return hits / max(called, 1), hits / max(there, 1)


def _joined(found: Counter[tuple[str, str]]) -> float:
    merges = sum(count for (_, verdict), count in found.items() if verdict == "same")
    return found["contradicts", "same"] / max(merges, 1)


# Updates


def updates(cases: Sequence[Update], embedder: Embedder | None) -> None:
    notes_each = sum(len(case.standing) for case in cases) / max(len(cases), 1)
    title(f"consolidation: HaluMem, {len(cases)} updates, each among {notes_each:.0f} notes of the person")
    rows = [_measured(case) for case in cases]
    print(f"  {'':36}{'found first':>14}{'change seen':>14}{'seen where there is none':>28}")
    for half in ("", "even", "odd"):
        chosen = [row for row, case in zip(rows, cases, strict=True) if half in ("", case.half)]
        first, seen, wrong, others = (sum(column) for column in zip(*chosen, strict=True))
        told = f"{wrong / max(others, 1):.3f} of {others}"
        name = f"reverie, words{', ' * bool(half)}{half}{' half' * bool(half)}"
        print(f"  {name:36}{first / len(chosen):14.3f}{seen / len(chosen):14.3f}{told:>28}")
    if embedder is not None:
        for name, ranked in (("reverie, words and meaning", _with_meaning), ("MiniLM, nearest", _nearest)):
            hits = sum(ranked(case, embedder) == case.old for case in cases)
            print(f"  {name:36}{hits / len(cases):14.3f}")
    _verdict("superseded note found first", sum(row[0] for row in rows) / len(rows), 0.88)
    _verdict("change of value recognised", sum(row[1] for row in rows) / len(rows), 0.80)


def _measured(case: Update) -> tuple[int, int, int, int]:
    """Found first; change seen; seen in other notes under the same heading, which it does not change; how many those
    are."""
    near = Subjects((text, text) for text in case.standing).near(case.new, 1)
    heading = case.new.split()[0]
    others = [text for text in case.standing if text != case.old and text.split()[0] == heading]
    wrong = sum(change(text, case.new) is not None for text in others)
    first = bool(near) and near[0][0] == case.old
    return int(first), int(change(case.old, case.new) is not None), wrong, len(others)


def _with_meaning(case: Update, embedder: Embedder) -> str:
    cosines = _cosines(embedder, list(case.standing), [case.new] * len(case.standing))
    shelf = Subjects((text, text) for text in case.standing)
    return shelf.near(case.new, 1, dict(zip(case.standing, cosines, strict=True)))[0][0]


def _nearest(case: Update, embedder: Embedder) -> str:
    cosines = _cosines(embedder, list(case.standing), [case.new] * len(case.standing))
    return max(zip(cosines, case.standing, strict=True))[1]


# Our own notes, and how the cost grows


def notes() -> None:
    rows = [json.loads(line) for line in PAIRS.read_text("utf-8").splitlines()]
    title(f"consolidation: {len(rows)} labelled pairs of notes, written for the tests")
    found = Counter((str(row["label"]), str(judge(row["left"], row["right"]).verdict)) for row in rows)
    for kind in ("contradicts", "same"):
        precision, recall = _rates(found, kind)
        print(f"  {kind:36} precision {precision:.3f}, recall {recall:.3f}")


def scale() -> None:
    title("consolidation: finding what a new note must be compared with")
    chance = random.Random(6)
    for size in SIZES:
        shelf = Subjects((f"n{n}", _note(chance, n)) for n in range(size))
        asked = [_note(chance, chance.randrange(size)) for _ in range(50)]
        each = middle(_asking(shelf, asked), 3) / len(asked)
        print(f"  {f'among {size:,} notes':36} {each * 1000:8.2f} ms a note")


def _asking(shelf: Subjects, asked: Sequence[str]) -> Callable[[], None]:
    def run() -> None:
        for text in asked:
            shelf.near(text)

    return run


def _note(chance: random.Random, about: int) -> str:
    common = " ".join(f"word{int(chance.paretovariate(0.7)) % 5000}" for _ in range(12))
    return f"The service{about} of team{about % 90} listens on port {chance.randrange(9999)}. It {common}."


# Reading


def _sick(path: Path) -> Iterator[Pair]:
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            half = "odd" if int(row["pair_ID"]) % 2 else "even"
            yield Pair(row["sentence_A"], row["sentence_B"], _LABELS[row["entailment_judgment"]], half)


def _halumem(path: Path) -> Iterator[Update]:
    for n, line in enumerate(path.read_text("utf-8").splitlines()):
        yield from _updates_of(json.loads(line), "odd" if n % 2 else "even")


def _updates_of(person: dict[str, Any], half: str) -> Iterator[Update]:
    """The notes that stand are those the person began with and every update since, without what it replaced."""
    began = person.get("profile", {}).get("preferences", {})
    standing = [_told(point) for kind in began.values() for point in kind["init"]["memory_points"]]
    for event in person["event_list"]:
        before, after = (event[side]["memory_points"][0] for side in ("before_preference", "after_preference"))
        old, new = _told(before), _told(after)
        standing = _with(standing, old)
        if event["update_direction"] == "Modify" and old != new:
            yield Update(new, old, tuple(text for text in standing if text != new), half)
        standing.remove(old)
        if not after.get("deleted"):
            standing = _with([text for text in standing if text != new], new)


def _with(texts: Iterable[str], text: str) -> list[str]:
    known = list(dict.fromkeys(texts))
    return known if text in known else [*known, text]


def _told(point: dict[str, str]) -> str:
    return f"{point['type_description']}: {point['specific_item']}. {point['reason']}"


def _cosines(embedder: Embedder, left: list[str], right: list[str]) -> list[float]:
    texts = list(dict.fromkeys([*left, *right]))
    vector = dict(zip(texts, embedder.embed(texts), strict=True))
    return [float(vector[a] @ vector[b]) for a, b in zip(left, right, strict=True)]


def _verdict(what: str, value: float, least: float) -> None:
    print(f"  {what:36}{value:14.3f}   target ≥ {least:g}  {'ok' if value >= least else 'MISSED'}")
