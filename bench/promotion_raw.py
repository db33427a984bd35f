"""The seed as it stands: raw scores of a hybrid search, every wording a question of its own, no look at what a text is.
Formula and gates are the same."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bench.promotion_world import DAYS, Asked, Line, made
from reverie.records.recalls import Gates, Parts, Recalled, Weights
from reverie.remember.modes import Mode
from reverie.remember.scoring import missed, parts
from reverie.tools.cron import next_after, parse
from reverie.tools.tokens import tokens

if TYPE_CHECKING:
    from reverie.records.engines import Embedder

START = datetime(2026, 9, 1, tzinfo=UTC)
SHOWN = 6  # hits of a question


@dataclass
class Entry:
    """The recalls of a line, counted by hand."""

    count: int = 0
    total: float = 0.0
    questions: set[str] = field(default_factory=set)
    last: datetime = START

    def add(self, score: float, question: str, at: datetime) -> None:
        self.count, self.total, self.last = self.count + 1, self.total + score, at
        self.questions.add(question)

    def passes(self, now: datetime, gates: Gates) -> bool:
        questions, fresh = len(self.questions), ((self.last, 1.0),)
        known = Recalled("", "", 1, 1, "", self.count, self.total, questions, (), fresh, self.last)
        found: Parts = parts(known, now, Weights())
        return not missed(found, self.count, questions, gates)


def as_it_stands(seed: int, mode: Mode, embedder: Embedder | None) -> Counter[str]:
    """What is promoted, by kind: 0.7 cosine + 0.3 words, hits from 0.35 on counted."""
    lines, asked = made(seed)
    raw = _raw_scores(lines, asked, embedder)
    entries: dict[int, Entry] = {}
    done: set[int] = set()
    for day in range(DAYS):
        at = START + timedelta(days=day, hours=9)
        for number in (n for n, one in enumerate(asked) if one.day == day):
            _count(entries, raw(number, day), asked[number].query, at)
        due = next_after(parse(mode.cadence), at + timedelta(hours=1), UTC)
        done |= {n for n, entry in entries.items() if n not in done and entry.passes(due, mode.gates)}
    return Counter(lines[n].kind for n in done)


def _count(entries: dict[int, Entry], hits: Mapping[int, float], query: str, at: datetime) -> None:
    for line, score in hits.items():
        entries.setdefault(line, Entry()).add(score, query.strip().lower(), at)


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
