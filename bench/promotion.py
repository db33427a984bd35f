"""Promotion over sixty days (`bench/promotion_world.py`): how many of the facts that hold for long were promoted, and
how much else, for each mode; beside it the seed as it stands (`bench/promotion_raw.py`). Then the same in other worlds:
other words, more small talk, more junk, other rates."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from bench.measure import local_model
from bench.promotion_raw import SHOWN, START, as_it_stands
from bench.promotion_world import DAYS, OTHERS, USUAL, Asked, World, made
from reverie.layouts.files import AGENT
from reverie.layouts.lines import steps, written
from reverie.lookup.index import Index
from reverie.lookup.search import search
from reverie.promotion import explained, judge, overlooked, promote
from reverie.records.changes import ChangeSet
from reverie.records.notes import Line as Remembered
from reverie.records.recalls import Judged, Terms
from reverie.remember import recalls
from reverie.remember.intents import Same, by_meaning, by_words, limit_of
from reverie.remember.modes import MODES, Mode
from reverie.shortlist import Scene
from reverie.store.memory import MemoryStore
from reverie.tools.cron import next_after, parse
from reverie.tools.redact import Redactor

if TYPE_CHECKING:
    from reverie.records.engines import Embedder

SEEDS = (1, 2, 3)
OTHER_SEEDS = (4,)


@dataclass
class Result:
    """What was promoted, by kind of line; and of the lasting facts that were not, what they missed. `unexplained`:
    those of which nothing can be said."""

    durable: int
    promoted: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    unexplained: int = 0

    @property
    def recall(self) -> float:
        return self.promoted["durable"] / self.durable

    @property
    def precision(self) -> float:
        return self.promoted["durable"] / (self.promoted.total() or 1)


def main() -> None:
    print("promotion: 60 days of notes and questions, facts that last and junk")
    embedder = local_model()
    durable = sum(line.kind == "durable" for line in made(1)[0])
    _table(
        "the seed as it stands",
        [{m: Result(durable, as_it_stands(seed, MODES[m], embedder)) for m in MODES} for seed in SEEDS],
    )
    for world, seeds in ((USUAL, SEEDS), *((other, OTHER_SEEDS) for other in OTHERS)):
        _table(f"{world.name}, words only", [calibrated(seed, None, world) for seed in seeds])
        if embedder is not None:
            _table(f"{world.name}, with meaning", [calibrated(seed, embedder, world) for seed in seeds])


def _table(name: str, runs: Sequence[Mapping[str, Result]]) -> None:
    for mode in MODES.values():
        _print(name, mode, [run[mode.name] for run in runs])


def _print(name: str, mode: Mode, results: Sequence[Result]) -> None:
    total = sum((result.promoted for result in results), Counter[str]())
    missed = sum((result.missed for result in results), Counter[str]())
    pooled = Result(sum(result.durable for result in results), total)
    worst = min(result.recall for result in results), min(result.precision for result in results)
    wrong = {kind: count for kind, count in sorted(total.items()) if kind != "durable"}
    told = f"recall {pooled.recall:.2f} precision {pooled.precision:.2f} (worst {worst[0]:.2f} {worst[1]:.2f})"
    more = [f"wrongly {wrong}"] * bool(wrong) + [f"missed {dict(missed.most_common())}"] * bool(missed)
    unexplained = sum(result.unexplained for result in results)
    more += [f"unexplained {unexplained}"] if missed or unexplained else []
    print(f"  {name:<38} {mode.name:<5} {told}; {'; '.join(more)}", flush=True)


# Reverie, the way it runs


def calibrated(seed: int, embedder: Embedder | None, world: World = USUAL) -> dict[str, Result]:
    """Notes are remembered, questions asked of the index, hits recorded, cycles run when they are due; each mode in a
    memory of its own. Nothing can newly pass without a new recall, so a cycle without one is left out."""
    lines, asked = made(seed, world)
    kinds = {_plain(line.text): line.kind for line in lines}
    facts = {text for text, kind in kinds.items() if kind == "durable"}
    stores = {name: MemoryStore(describe=AGENT.describe) for name in MODES}
    clean = Redactor(bytes(32)).text
    done: dict[str, set[str]] = {name: set() for name in MODES}
    same = by_meaning(lambda: limit_of(embedder), embedder.name) if embedder else by_words
    with tempfile.TemporaryDirectory() as folder:
        index = Index(Path(folder))
        for day in range(DAYS):
            at = START + timedelta(days=day)
            _remember(list(stores.values()), index, embedder, [line.text for line in lines if line.day == day], at)
            last = _ask(list(stores.values()), index, embedder, [one for one in asked if one.day == day], at, clean)
            for name, mode in MODES.items():
                due = next_after(parse(mode.cadence), last, UTC)
                outcome = promote(_scene(stores[name], mode, due, clean, same), by="reverie", mode=name, automatic=True)
                done[name] |= {_plain(one.text) for one in outcome.done}
        index.close()
    end = START + timedelta(days=DAYS)
    scenes = {name: _scene(stores[name], mode, end, clean, same) for name, mode in MODES.items()}
    return {name: _result(scenes[name], facts, Counter(map(kinds.__getitem__, found)), facts - found)
            for name, found in done.items()}  # fmt: skip


def _plain(text: str) -> str:
    return " ".join(text.split())


def _scene(store: MemoryStore, mode: Mode, at: datetime, clean: Callable[[str], str], same: Same) -> Scene:
    return Scene(store, AGENT, Terms(mode.gates), at, clean, same)


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
) -> datetime:
    """When the last question of the day was asked."""
    at = day + timedelta(hours=9)
    for one in asked:
        at += timedelta(minutes=1)
        hits = search(index, one.query, SHOWN, embed=embedder, now=at)
        for store in stores:
            recalls.record(store, hits, one.query, at=at, embed=embedder, clean=clean)
    return at


def _result(scene: Scene, facts: set[str], promoted: Counter[str], missing: set[str]) -> Result:
    """What the lasting facts that were not promoted missed, in the words a person would be given."""
    told = {_plain(one.recalled.text): explained(scene, one) for one in (*overlooked(scene), *judge(scene))}
    result = Result(len(facts), promoted)
    for fact in missing:
        why = _why(told.get(fact))
        result.missed[why or "?"] += 1
        result.unexplained += not why
    return result


def _why(one: Judged | None) -> str:
    """In a word; empty if there is no explanation, or no advice with it."""
    if one is None:
        return "never shown"
    if one.refused:
        return one.refused
    return one.missed[0].split(" ")[0] if one.missed and one.changes else ""
