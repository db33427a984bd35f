"""Modes of dreaming: how often, and which gates. Off unless a person says otherwise. Every value may be set anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from reverie.records.recalls import Gates, Weights
from reverie.remember.scoring import FULL_QUESTIONS, FULL_RECALLS, diversity, frequency, total


@dataclass(frozen=True, slots=True)
class Mode:
    """`cadence` is a cron expression; `told` the same in words."""

    name: str
    cadence: str
    told: str
    gates: Gates


CORE = Mode("core", "0 3 * * *", "daily at 3 AM", Gates(0.75, 3, 2))
REM = Mode("rem", "0 */6 * * *", "every 6 hours", Gates(0.85, 4, 3))
DEEP = Mode("deep", "0 */12 * * *", "every 12 hours", Gates(0.80, 3, 3))
MODES = {mode.name: mode for mode in (CORE, REM, DEEP)}
NAMES = ("off", *MODES)


def chosen(
    name: str,
    *,
    cadence: str = "",
    score: float | None = None,
    recalls: int | None = None,
    questions: int | None = None,
) -> Mode | None:
    """A mode with what was set anew. None: off."""
    mode = MODES.get(name)
    if mode is None:
        return None
    gates = Gates(
        mode.gates.score if score is None else score,
        mode.gates.recalls if recalls is None else recalls,
        mode.gates.questions if questions is None else questions,
    )
    changed = cadence and cadence != mode.cadence
    return replace(mode, gates=gates, cadence=cadence or mode.cadence, told=f"at {cadence}" if changed else mode.told)


def needed_relevance(gates: Gates, weights: Weights, recalls: float, questions: int) -> float:
    """The mean relevance a memory with these counts needs, recalled just now. More than 1 cannot be had."""
    rest = total(frequency(recalls), 0.0, diversity(questions), 1.0, weights).score
    if weights.relevance <= 0:
        return 0.0 if rest >= gates.score else 2.0
    return max((gates.score - rest) / weights.relevance, 0.0)


def check(mode: Mode, weights: Weights) -> tuple[str, ...]:
    """What is wrong with the gates of a mode: nothing, or that they cannot be met together, and the smallest change
    that would make it possible."""
    gates = mode.gates
    if needed_relevance(gates, weights, gates.recalls, gates.questions) <= 1:
        return ()
    best = total(frequency(gates.recalls), 1.0, diversity(gates.questions), 1.0, weights).score
    if total(1.0, 1.0, 1.0, 1.0, weights).score < gates.score:
        top = total(1.0, 1.0, 1.0, 1.0, weights).score
        return (
            f"no memory can ever reach a score of {gates.score:g}: the weights add up to {top:g}",
            f"the smallest change: min_score {_down(top):g}",
        )
    recalls, questions = next(_enough(gates, weights))
    relevance = needed_relevance(gates, weights, recalls, questions)
    counts = f"{gates.recalls} recalls by {gates.questions} questions score {best:.3f} at most"
    return (
        f"{mode.name} cannot be met at its own counts: {counts}, and min_score is {gates.score:g}",
        f"so a memory passes from {recalls} recalls by {questions} questions on, at mean relevance {relevance:.2f}",
        f"the smallest change to make it possible: min_score {_down(best):g}",
    )


def _enough(gates: Gates, weights: Weights) -> Iterator[tuple[int, int]]:
    """Counts that can pass, the smallest first: fewest recalls, then fewest questions."""
    for recalls in range(gates.recalls, max(gates.recalls, FULL_RECALLS) + 1):
        for questions in range(gates.questions, max(gates.questions, FULL_QUESTIONS) + 1):
            if questions <= recalls and needed_relevance(gates, weights, recalls, questions) <= 1:
                yield recalls, questions


def _down(score: float) -> float:
    """Cut to two places, so that it can be reached."""
    return int(score * 100 + 1e-9) / 100
