"""The score of a memory: how often it was recalled, how well it answered, by how many questions, and how lately."""

from __future__ import annotations

import math
from datetime import datetime

from reverie.records.recalls import Gates, Parts, Recalled, Weights

FULL_RECALLS = 10  # from here on frequency is 1: ln(1 + 10) / ln 11
FULL_QUESTIONS = 5
_DIGITS = 9  # so that no gate is missed by the last bit of a sum
_DAY = 86_400.0


def frequency(count: float) -> float:
    return _unit(math.log1p(max(count, 0.0)) / math.log1p(FULL_RECALLS))


def diversity(questions: float) -> float:
    return _unit(questions / FULL_QUESTIONS)


def recency(freshest: tuple[tuple[datetime, float], ...], now: datetime, half_life: float) -> float:
    """Halved for each half-life since the newest recall; one that nobody asked for never counts as much as fresh."""
    return _unit(max((weight * _faded(now, at, half_life) for at, weight in freshest), default=0.0))


def _faded(now: datetime, at: datetime, half_life: float) -> float:
    days = max((now - at).total_seconds() / _DAY, 0.0)
    return float(2 ** (-days / half_life)) if half_life > 0 else float(days == 0)


def total(one: float, two: float, three: float, four: float, weights: Weights) -> Parts:
    """The four parts weighed and added."""
    score = weights.frequency * one + weights.relevance * two + weights.diversity * three + weights.recency * four
    return Parts(one, two, three, four, round(_unit(score), _DIGITS))


def parts(known: Recalled, now: datetime, weights: Weights) -> Parts:
    return total(
        frequency(known.count),
        _unit(known.relevance),
        diversity(known.intents),
        recency(known.freshest, now, weights.half_life),
        weights,
    )


def missed(found: Parts, count: float, questions: int, gates: Gates) -> tuple[str, ...]:
    """The gates that are not passed, in words."""
    told = []
    if found.score < gates.score:
        told.append(f"score {found.score:.3f}, needs {gates.score:.2f}")
    if count < gates.recalls:
        told.append(f"recalls {number(count)}, needs {gates.recalls}")
    if questions < gates.questions:
        told.append(f"distinct questions {questions}, needs {gates.questions}")
    return tuple(told)


def number(count: float) -> str:
    return f"{count:g}"


def _unit(value: float) -> float:
    return min(max(value, 0.0), 1.0)
