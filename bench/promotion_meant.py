"""What only the world knows: which questions want the same. So it can be told whether questions are counted as people
mean them, and which facts could be promoted at all: those asked about enough, and of these those that search answered
enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import TYPE_CHECKING

from bench.promotion_raw import START, Entry
from bench.promotion_world import Asked, World, made
from reverie.records.passages import Hit
from reverie.records.recalls import Counting
from reverie.remember.intents import Same, ask
from reverie.remember.modes import MODES, Mode
from reverie.remember.relevance import relevance
from reverie.tools.cron import next_after, parse

if TYPE_CHECKING:
    from reverie.records.engines import Embedder


class Answered:
    """The lines that pass by what search found, if questions are counted as they are meant."""

    def __init__(self, asked: Sequence[Asked]) -> None:
        self._wants = {one.query: str(one.want) for one in asked}
        self._entries: dict[str, Entry] = {}
        self.enough: dict[str, set[str]] = {name: set() for name in MODES}

    def add(self, query: str, hits: Sequence[Hit], at: datetime) -> None:
        for hit, share in zip(hits, relevance(query, [(one.passage.text, one.score) for one in hits]), strict=True):
            if share >= Counting().from_relevance:
                text = " ".join(hit.passage.text.split())
                self._entries.setdefault(text, Entry()).add(share, self._wants[query], at)

    def cycle(self, mode: Mode, now: datetime) -> None:
        self.enough[mode.name] |= {text for text, entry in self._entries.items() if entry.passes(now, mode.gates)}


def asked_enough(fact: str, asked: Sequence[Asked], mode: Mode) -> bool:
    """Whether it would pass, if it answered every question about it."""
    entry = Entry()
    for one in (one for one in asked if one.want[0] == fact):
        at = START + timedelta(days=one.day, hours=9)
        entry.add(1.0, str(one.want), at)
        if entry.passes(next_after(parse(mode.cadence), at, UTC), mode.gates):
            return True
    return False


def merging(seeds: Sequence[int], world: World, same: Same, embedder: Embedder | None) -> tuple[float, float]:
    """Of the pairs that want the same, the share that is taken for one; and of those that want different things."""
    found = {pair for seed in seeds for pair in _pairs(seed, world)}
    known = {query: ask(query, embedder) for one, other, _ in found for query in (one, other)}
    pairs, taken = Counter(alike for *_, alike in found), Counter[bool]()
    for one, other, alike in found:
        taken[alike] += same(known[one], known[other])
    return taken[True] / pairs[True], taken[False] / pairs[False]


def _pairs(seed: int, world: World) -> Iterator[tuple[str, str, bool]]:
    """Of the questions that were asked about a fact that lasts, in whichever words."""
    lines, asked = made(seed, world)
    lasting = {line.text for line in lines if line.kind == "durable"}
    about: dict[str, dict[str, int]] = {}
    for question in asked:
        if question.want[0] in lasting:
            about.setdefault(question.want[0], {})[question.query] = question.want[1]
    for queries in about.values():
        for (one, want), (other, wanted) in combinations(sorted(queries.items()), 2):
            yield one, other, want == wanted
