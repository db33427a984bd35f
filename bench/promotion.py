"""Promotion over sixty days (`bench/promotion_world.py`): how many of the facts that hold for long were promoted, and
how much else, for each mode; beside it the seed as it stands (`bench/promotion_raw.py`). Then the same in other worlds:
other words, more small talk, more junk, other rates."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from bench.measure import local_model
from bench.promotion_meant import Answered, asked_enough, merging
from bench.promotion_raw import SHOWN, START, as_it_stands
from bench.promotion_told import Result, told
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

SEEDS = tuple(range(40, 52))  # not looked at when anything was settled
OTHER_SEEDS = (67,)


def main() -> None:
    print("promotion: 60 days of notes and questions, facts that last and junk")
    embedder = local_model()
    durable = sum(line.kind == "durable" for line in made(1)[0])
    told(
        "the seed as it stands",
        [{m: Result(durable, as_it_stands(seed, MODES[m], embedder)) for m in MODES} for seed in SEEDS],
    )
    household, *others = OTHERS
    for world, seeds in ((USUAL, SEEDS), (household, SEEDS), *((other, OTHER_SEEDS) for other in others)):
        for model in (None, embedder)[: 1 + (embedder is not None)]:
            name = f"{world.name}, {'with meaning' if model else 'words only'}"
            if len(seeds) > 1:
                one, two = merging(seeds, world, _same(model), model)
                print(f"  {name:<38} taken for one: {one:.2f} of questions that are, {two:.3f} of those that are two")
            told(name, [calibrated(seed, model, world) for seed in seeds])


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
    same, answered, due = _same(embedder), Answered(asked), dict.fromkeys(MODES, START)
    with tempfile.TemporaryDirectory() as folder:
        index = Index(Path(folder))
        for day in range(DAYS):
            at = START + timedelta(days=day)
            _remember(list(stores.values()), index, embedder, [line.text for line in lines if line.day == day], at)
            today = [one for one in asked if one.day == day]
            last = _ask(list(stores.values()), index, embedder, today, at, clean, answered)
            for name, mode in MODES.items():
                due[name] = next_after(parse(mode.cadence), last, UTC)
                answered.cycle(mode, due[name])
                scene = _scene(stores[name], mode, due[name], clean, same)
                outcome = promote(scene, by="reverie", mode=name, automatic=True)
                done[name] |= {_plain(one.text) for one in outcome.done}
        index.close()
    # What was not promoted is explained as of the last cycle: hours before it, it may still have passed.
    scenes = {name: _scene(stores[name], mode, due[name], clean, same) for name, mode in MODES.items()}
    results = {name: _result(scenes[name], facts, Counter(map(kinds.__getitem__, found)), facts - found)
               for name, found in done.items()}  # fmt: skip
    for name, result in results.items():
        enough = answered.enough[name] & facts
        result.asked = sum(asked_enough(fact, asked, MODES[name]) for fact in facts)
        result.answered, result.reached = len(enough), len(enough & done[name])
    return results


def _same(embedder: Embedder | None) -> Same:
    return by_meaning(lambda: limit_of(embedder), embedder.name) if embedder else by_words


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
    answered: Answered,
) -> datetime:
    """When the last question of the day was asked."""
    at = day + timedelta(hours=9)
    for one in asked:
        at += timedelta(minutes=1)
        hits = search(index, one.query, SHOWN, embed=embedder, now=at)
        answered.add(one.query, hits, at)
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
