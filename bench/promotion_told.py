"""What a run of the simulation came to, and the lines that tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reverie.remember.modes import MODES, Mode


@dataclass
class Result:
    """What was promoted, by kind of line; and of the lasting facts that were not, what they missed. `unexplained`:
    those of which nothing can be said. Of the lasting facts, `asked` enough are those that would pass if every question
    were answered by its line; `answered` enough those that pass by what search really found, if questions are counted
    as people meant them; `reached` are those of the latter that were promoted."""

    durable: int
    promoted: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    unexplained: int = 0
    asked: int = 0
    answered: int = 0
    reached: int = 0

    @property
    def recall(self) -> float:
        return self.promoted["durable"] / self.durable

    @property
    def precision(self) -> float:
        return self.promoted["durable"] / (self.promoted.total() or 1)


def told(name: str, runs: Sequence[Mapping[str, Result]]) -> None:
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
    more += [_possible(results)] if any(result.asked for result in results) else []
    print(f"  {name:<38} {mode.name:<5} {told}; {'; '.join(more)}", flush=True)


def _possible(results: Sequence[Result]) -> str:
    durable, asked, answered, reached = (
        sum(getattr(result, name) for result in results) for name in ("durable", "asked", "answered", "reached")
    )
    told = f"asked enough {asked / durable:.2f}, answered enough {answered / durable:.2f}"
    return f"{told}, of these promoted {reached / (answered or 1):.2f}"
