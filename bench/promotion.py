"""Promotion over sixty days (`bench/promotion_world.py`): how many of the facts that hold for long were promoted, and
how much else, for each mode. Beside it the seed as it stands: raw scores of a hybrid search, every wording a question
of its own, no look at what the text is. Formula and gates are the same."""

from __future__ import annotations

import math
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from bench.promotion_world import DAYS, Asked, Line, made
from reverie.layouts.files import AGENT
from reverie.layouts.lines import steps, written
from reverie.lookup.index import Index
from reverie.lookup.search import search
from reverie.promotion import explained, judge, promote
from reverie.records.changes import ChangeSet
from reverie.records.notes import Line as Remembered
from reverie.records.recalls import Gates, Judged, Parts, Recalled, Weights
from reverie.remember import recalls
from reverie.remember.intents import Same, by_meaning, by_words, limit_of
from reverie.remember.modes import MODES, Mode
from reverie.remember.scoring import missed, parts
from reverie.shortlist import Scene, Terms
from reverie.store.memory import MemoryStore
from reverie.tools.cron import next_after, parse
from reverie.tools.redact import Redactor
from reverie.tools.tokens import tokens

if TYPE_CHECKING:
    from reverie.records.engines import Embedder

START = datetime(2026, 9, 1, tzinfo=UTC)
SHOWN = 6  # hits of a question
SEEDS = (1, 2, 3)


@dataclass
class Result:
    """What was promoted, by kind of line, and what of the lasting facts was not and has no explanation."""

    promoted: Counter[str] = field(default_factory=Counter)
    durable: int = 0
    unexplained: int = 0

    @property
    def recall(self) -> float:
        return self.promoted["durable"] / self.durable

    @property
    def precision(self) -> float:
        return self.promoted["durable"] / (self.promoted.total() or 1)


def main() -> None:
    print("promotion: 60 days of notes and questions, facts that last and junk")
    embedder = _embedder()
    _table("the seed as it stands", [{m: as_it_stands(seed, MODES[m], embedder) for m in MODES} for seed in SEEDS])
    _table("calibrated, words only", [calibrated(seed, None) for seed in SEEDS])
    if embedder is not None:
        _table("calibrated, words and meaning", [calibrated(seed, embedder) for seed in SEEDS])


def _table(name: str, runs: Sequence[Mapping[str, Result]]) -> None:
    for mode in MODES.values():
        _print(name, mode, [run[mode.name] for run in runs])


def _print(name: str, mode: Mode, results: Sequence[Result]) -> None:
    recall = min(result.recall for result in results)
    precision = min(result.precision for result in results)
    total = sum((result.promoted for result in results), Counter[str]())
    wrong = {kind: count for kind, count in sorted(total.items()) if kind != "durable"}
    durable, all_durable = total["durable"], sum(result.durable for result in results)
    told = (
        f"{durable} of {all_durable} promoted, worst of {len(results)}: recall {recall:.2f}, precision {precision:.2f}"
    )
    unexplained = sum(result.unexplained for result in results)
    print(f"  {name:<30} {mode.name:<5} {told}; unexplained {unexplained}" + (f"; wrongly {wrong}" if wrong else ""))


def _embedder() -> Embedder | None:
    from reverie.engines.cache import CachedEmbedder
    from reverie.engines.errors import WeightsMissing
    from reverie.engines.minilm import MiniLM

    cache = Path(os.environ.get("REVERIE_BENCH_CACHE", "/var/tmp/reverie-bench-vectors"))
    try:
        return CachedEmbedder(MiniLM.open(Path(os.environ.get("REVERIE_MODELS_DIR", ""))), cache)
    except WeightsMissing:
        print("  no embedding model installed: words only (reverie models install)")
        return None


# Reverie, the way it runs


def calibrated(seed: int, embedder: Embedder | None) -> dict[str, Result]:
    """Notes are remembered, questions asked of the index, hits recorded, cycles run when they are due; each mode in a
    memory of its own. Nothing can newly pass without a new recall, so a cycle without one is left out."""
    lines, asked = made(seed)
    kinds = {" ".join(line.text.split()): line.kind for line in lines}
    stores = {name: MemoryStore(describe=AGENT.describe) for name in MODES}
    clean = Redactor(bytes(32)).text
    results = {name: Result(durable=sum(line.kind == "durable" for line in lines)) for name in MODES}
    same = by_meaning(lambda: limit_of(embedder), embedder.name) if embedder else by_words
    with tempfile.TemporaryDirectory() as folder:
        index = Index(Path(folder))
        for day in range(DAYS):
            at = START + timedelta(days=day)
            _remember(list(stores.values()), index, embedder, [line.text for line in lines if line.day == day], at)
            _ask(list(stores.values()), index, embedder, [one for one in asked if one.day == day], at, clean)
            for name, mode in MODES.items():
                due = next(_cycles(mode, at))
                outcome = promote(_scene(stores[name], mode, due, clean, same), by="reverie", mode=name, automatic=True)
                results[name].promoted.update(kinds[" ".join(one.text.split())] for one in outcome.done)
        index.close()
    for name, mode in MODES.items():
        last = _scene(stores[name], mode, START + timedelta(days=DAYS), clean, same)
        results[name].unexplained = _unexplained([explained(last, one) for one in judge(last)])
    return results


def _scene(store: MemoryStore, mode: Mode, at: datetime, clean: Callable[[str], str], same: Same) -> Scene:
    return Scene(store, AGENT, Terms(mode.gates), at, clean, same)


def _cycles(mode: Mode, day: datetime) -> Iterator[datetime]:
    """When the mode is due in the 24 hours after a day."""
    begin, end = day + timedelta(days=1), day + timedelta(days=2)
    due = next_after(parse(mode.cadence), begin - timedelta(seconds=1), UTC)
    while due < end:
        yield due
        due = next_after(parse(mode.cadence), due, UTC)


def _remember(
    stores: Sequence[MemoryStore], index: Index, embedder: Embedder | None, texts: Sequence[str], at: datetime
) -> None:
    for store in stores:
        pages = written([Remembered(text, at) for text in texts], AGENT, store.read)
        store.apply(ChangeSet("remember", "ada", at, steps(pages, "remember")))
    for page in pages:
        document = stores[0].read(page.address)
        assert document is not None
        index.put(str(page.address), document.digest, AGENT.passages(document))
    if embedder is not None:
        from reverie.lookup.fill import fill

        fill(index, embedder)


def _ask(
    stores: Sequence[MemoryStore],
    index: Index,
    embedder: Embedder | None,
    asked: Sequence[Asked],
    day: datetime,
    clean: Callable[[str], str],
) -> None:
    for n, one in enumerate(asked):
        at = day + timedelta(hours=9, minutes=n)
        hits = search(index, one.query, SHOWN, embed=embedder, now=at)
        for store in stores:
            recalls.record(store, hits, one.query, at=at, embed=embedder, clean=clean)


def _unexplained(judged: Sequence[Judged]) -> int:
    return sum(not one.passes and not one.refused and not (one.missed and one.changes) for one in judged)


# The seed: raw scores


@dataclass
class Entry:
    count: int = 0
    total: float = 0.0
    queries: set[str] = field(default_factory=set)
    last: datetime = START


def as_it_stands(seed: int, mode: Mode, embedder: Embedder | None) -> Result:
    """0.7 cosine + 0.3 words, hits from 0.35 on counted, each wording a question of its own."""
    lines, asked = made(seed)
    raw = _raw_scores(lines, asked, embedder)
    entries: dict[int, Entry] = {}
    done: set[int] = set()
    for day in range(DAYS):
        at = START + timedelta(days=day, hours=9)
        for number in (n for n, one in enumerate(asked) if one.day == day):
            _count(entries, raw(number, day), asked[number].query, at)
        for due in _cycles(mode, START + timedelta(days=day)):
            done |= {n for n, entry in entries.items() if n not in done and _passes(entry, due, mode.gates)}
    kinds = Counter(lines[n].kind for n in done)
    durable = sum(line.kind == "durable" for line in lines)
    return Result(kinds, durable, durable - kinds["durable"])


def _count(entries: dict[int, Entry], hits: Mapping[int, float], query: str, at: datetime) -> None:
    for line, score in hits.items():
        entry = entries.setdefault(line, Entry())
        entry.count, entry.total, entry.last = entry.count + 1, entry.total + score, at
        entry.queries.add(query.strip().lower())


def _passes(entry: Entry, now: datetime, gates: Gates) -> bool:
    fresh = ((entry.last, 1.0),)
    queries = len(entry.queries)
    known = Recalled("", "", 1, 1, "", entry.count, entry.total, queries, (), fresh, entry.last)
    found: Parts = parts(known, now, Weights())
    return not missed(found, entry.count, queries, gates)


def _raw_scores(
    lines: Sequence[Line], asked: Sequence[Asked], embedder: Embedder | None
) -> Callable[[int, int], Mapping[int, float]]:
    words = [set(tokens(line.text)) for line in lines]
    rare = Counter(word for found in words for word in found)
    cosines = None
    if embedder is not None:
        cosines = embedder.embed([one.query for one in asked]) @ embedder.embed([line.text for line in lines]).T

    def hits(number: int, day: int) -> Mapping[int, float]:
        query = set(tokens(asked[number].query))
        weight = {word: math.log(len(lines) / rare[word]) if rare[word] else 0.0 for word in query}
        whole = sum(weight.values()) or 1.0
        found: dict[int, float] = {}
        for n, line in enumerate(lines):
            if line.day <= day:
                by_word = sum(weight[word] for word in query & words[n]) / whole
                found[n] = by_word if cosines is None else 0.7 * float(cosines[number, n]) + 0.3 * by_word
        best = sorted(found, key=lambda n: -found[n])[:SHOWN]
        return {n: found[n] for n in best if found[n] >= 0.35}

    return hits
