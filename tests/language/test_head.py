"""How likely a message corrects the agent."""

from __future__ import annotations

from collections.abc import Sequence

from reverie.language.head import Moment, clip, features, learned, probabilities
from reverie.language.phrases import load
from reverie.records.engines import Exchange

REFUSED = Moment("no, I said use the stream reader", "Let me edit it", "You're right, sorry.", rejected=True)
TASK = Moment("please add a test for the importer", "All done.", "I'll add a test.")


def test_a_refusal_the_agent_gives_way_to_is_a_correction_and_a_task_is_not() -> None:
    refused, task = probabilities([REFUSED, TASK])
    assert refused > 0.5 > task


def test_every_message_is_shown_to_the_second_look() -> None:
    shown: list[Exchange] = []

    def sure(exchanges: Sequence[Exchange]) -> list[float]:
        shown.extend(exchanges)
        return [3.0 for _ in exchanges]

    high = probabilities([REFUSED, TASK], sure)
    low = probabilities([REFUSED, TASK], lambda some: [-3.0 for _ in some])
    assert [exchange.words for exchange in shown] == [REFUSED.words, TASK.words]
    assert all(a > b for a, b in zip(high, low, strict=True))


def test_without_anybody_to_ask_the_flags_decide() -> None:
    assert probabilities([REFUSED], lambda _: None) == probabilities([REFUSED])
    assert probabilities([]) == []


def test_a_look_that_is_no_number_counts_nothing() -> None:
    assert clip(float("nan")) == 0.0
    assert clip(float("inf")) == 3.0


def test_each_flag_has_a_weight() -> None:
    names = set(features(TASK, load()))
    assert set(learned()["flags"]) == names | {"base", "line"}
    assert set(learned()["looked"]) == names | {"base", "line", "look"}
