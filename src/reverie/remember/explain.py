"""Why a memory was not promoted, and the smallest change that would let it pass."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.records.recalls import Gates, Recalled, Weights
from reverie.remember.scoring import missed, parts

_FAR = 400  # recalls; more is no advice


@dataclass(frozen=True, slots=True)
class More:
    """So many more recalls, asked for now, `new` of them by questions not asked before, each answering as well as
    `score` says."""

    recalls: int
    new: int
    score: float

    def applied(self, known: Recalled, now: datetime) -> Recalled:
        return replace(
            known,
            count=known.count + self.recalls,
            total=known.total + self.recalls * self.score,
            intents=known.intents + self.new,
            freshest=(*known.freshest, (now, 1.0)),
        )

    def told(self, mean: float) -> str:
        said = f"{self.recalls} more recall{'s' * (self.recalls != 1)}"
        if self.new == self.recalls == 1:
            said += " by a question not asked before"
        elif self.new:
            said += f" by {_numbers(self.new)} more distinct question{'s' * (self.new != 1)}"
        return said if abs(self.score - mean) < 1e-9 else f"{said}, each answered with a score of {self.score:g}"


def passes(known: Recalled, now: datetime, gates: Gates, weights: Weights) -> bool:
    return not missed(parts(known, now, weights), known.count, known.intents, gates)


def changes(known: Recalled, now: datetime, gates: Gates, weights: Weights) -> tuple[str, ...]:
    """The smallest changes that would make it pass, each by itself; none if it passes."""
    if passes(known, now, gates, weights):
        return ()
    found = []
    more = fewest(known, now, gates, weights)
    if more:
        found.append(more.told(known.relevance))
    better = least_relevance(known, now, gates, weights)
    if better is not None:
        found.append(f"mean relevance ≥ {better:.2f}")
    if found:
        return tuple(found)
    return ("no number of recalls is enough for these gates: reverie status --deep says what is wrong with them",)


def fewest(known: Recalled, now: datetime, gates: Gates, weights: Weights) -> More | None:
    """The fewest recalls, and of those the fewest new questions: answered as well as so far, or if that can never be
    enough, answered fully."""
    for score in (known.relevance, 1.0):
        reachable = passes(More(_FAR, _FAR, score).applied(known, now), now, gates, weights)
        for recalls in range(1, _FAR + 1) if reachable else ():
            if not passes(More(recalls, recalls, score).applied(known, now), now, gates, weights):
                continue
            tries = (More(recalls, new, score) for new in range(recalls + 1))
            return next(more for more in tries if passes(more.applied(known, now), now, gates, weights))
        if known.relevance >= 1.0:
            break
    return None


def least_relevance(known: Recalled, now: datetime, gates: Gates, weights: Weights) -> float | None:
    """The mean relevance that would do with the recalls there are, to the next hundredth; None if none would."""
    if known.count < gates.recalls or known.intents < gates.questions:
        return None
    for hundredths in range(math.ceil(known.relevance * 100 - 1e-9), 101):
        mean = hundredths / 100
        if passes(replace(known, total=mean * known.count), now, gates, weights):
            return mean
    return None


def _numbers(count: int) -> str:
    return {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}.get(count, str(count))
