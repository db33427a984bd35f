"""The formula and the gates, to the number; the modes as they are given, and what is said when they cannot be met."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.records.recalls import Gates, Weights
from reverie.remember.modes import CORE, DEEP, MODES, REM, check, chosen, needed_relevance
from reverie.remember.relevance import relevance, shares
from reverie.remember.scoring import missed, parts
from tests.recall.builders import NOW, recalled


def test_the_score_is_the_four_parts_weighed() -> None:
    found = parts(recalled(4, 3, 0.8, age=14), NOW, Weights())
    assert found.frequency == pytest.approx(math.log(5) / math.log(11))
    assert found.relevance == pytest.approx(0.8)
    assert found.diversity == pytest.approx(0.6)
    assert found.recency == pytest.approx(0.5)
    expected = 0.35 * math.log(5) / math.log(11) + 0.35 * 0.8 + 0.15 * 0.6 + 0.15 * 0.5
    assert found.score == pytest.approx(expected)


def test_each_part_ends_at_one() -> None:
    found = parts(recalled(500, 40, 1.0, age=-3), NOW, Weights())
    assert (found.frequency, found.relevance, found.diversity, found.recency, found.score) == (1, 1, 1, 1, 1)
    assert parts(recalled(10, 5, 1.0), NOW, Weights()).score == 1.0


def test_weights_and_half_life_can_be_set() -> None:
    only_recency = Weights(0, 0, 0, 1, half_life=7)
    assert parts(recalled(9, 5, 1.0, age=7), NOW, only_recency).score == pytest.approx(0.5)


def test_modes_are_as_given() -> None:
    told = {name: (mode.gates.score, mode.gates.recalls, mode.gates.questions) for name, mode in MODES.items()}
    assert told == {"core": (0.75, 3, 2), "rem": (0.85, 4, 3), "deep": (0.80, 3, 3)}
    assert [mode.cadence for mode in MODES.values()] == ["0 3 * * *", "0 */6 * * *", "0 */12 * * *"]
    assert chosen("off") is None
    changed = chosen("rem", cadence="5 4 * * *", score=0.5, questions=1)
    assert changed is not None and changed.gates == Gates(0.5, 4, 1) and changed.cadence == "5 4 * * *"


@pytest.mark.parametrize(
    ("count", "questions", "mean", "gate"),
    [(2, 2, 1.0, "recalls 2"), (6, 1, 1.0, "distinct questions 1"), (6, 4, 0.2, "score")],
)
def test_all_gates_must_be_passed_at_once(count: float, questions: int, mean: float, gate: str) -> None:
    one = recalled(count, questions, mean)
    gates = replace(CORE.gates, score=0.3) if gate != "score" else CORE.gates
    told = missed(parts(one, NOW, Weights()), one.count, one.intents, gates)
    assert len(told) == 1 and told[0].startswith(gate)
    good = recalled(6, 4, 0.9)
    assert missed(parts(good, NOW, Weights()), good.count, good.intents, CORE.gates) == ()


def test_a_mode_that_cannot_be_met_at_its_own_counts_says_so_and_the_smallest_change() -> None:
    assert check(CORE, Weights()) == ()
    for mode, best in ((REM, "0.82"), (DEEP, "0.79")):
        told = check(mode, Weights())
        assert f"{mode.name} cannot be met at its own counts" in told[0]
        assert told[-1].endswith(f"min_score {best}")
        mended = chosen(mode.name, score=float(best))
        assert mended is not None and check(mended, Weights()) == ()
        almost = chosen(mode.name, score=float(best) + 0.01)
        assert almost is not None and check(almost, Weights()) != ()


def test_gates_no_memory_can_ever_pass() -> None:
    told = check(CORE, Weights(0.1, 0.1, 0.1, 0.1))
    assert "no memory can ever reach" in told[0] and "min_score 0.4" in told[1]


def test_the_trap_needs_more_than_one() -> None:
    assert needed_relevance(REM.gates, Weights(), 4, 3) > 1
    assert needed_relevance(DEEP.gates, Weights(), 3, 3) > 1
    assert needed_relevance(REM.gates, Weights(), 8, 5) < 0.8


def test_relevance_is_how_far_a_hit_stands_out() -> None:
    assert shares([0.95])[0] > 0.99
    assert shares([0.03])[0] < 0.2  # alone, and still no answer
    assert shares([0.4, 0.2, 0.2])[0] > 0.9  # of a model whose scores are low
    assert max(shares([0.6] * 6)) < 0.2
    assert shares([0.7, 0.7]) == pytest.approx([0.5, 0.5], abs=0.01)


def test_where_the_rest_lie_far_apart_a_lead_says_less() -> None:
    close, wide = shares([0.6, 0.4, 0.38])[0], shares([0.6, 0.4, 0.01])[0]
    assert close > 0.95 and wide < 0.8


def test_a_hit_without_a_word_of_its_own_is_less_surely_the_answer() -> None:
    """All are about the garage, and one leads by being short; another holds what was asked for besides."""
    others = [("Ida looked into the garage", 0.6), ("the garage was painted", 0.6), ("coffee in the garage", 0.6)]
    by_score = shares([0.66, 0.6, 0.6, 0.6])[0]
    swept = relevance("how do I get into the garage", [("Swept the garage", 0.66), *others])[0]
    assert swept < 0.5 < by_score
    assert relevance("where is the garage key", [("The garage key hangs at Paul's", 0.66), *others])[0] == by_score
    assert relevance("garage", [("Swept the garage", 0.8)]) == shares([0.8])
    assert relevance("garage", []) == []


@given(st.lists(st.floats(0, 1), max_size=12))
def test_shares_are_a_part_of_one_and_keep_the_order(scores: list[float]) -> None:
    found = shares(scores)
    assert all(0 <= share <= 1 for share in found) and sum(found) <= 1 + 1e-4
    ranked = sorted(range(len(scores)), key=lambda n: scores[n])
    assert all(found[a] <= found[b] + 1e-9 for a, b in pairwise(ranked))


def test_what_nobody_asked_for_counts_less() -> None:
    one = recalled(3, 2, 0.9)
    stale = replace(one, freshest=((NOW, 0.25), (NOW - timedelta(days=28), 1.0)))
    assert parts(stale, NOW, Weights()).recency == pytest.approx(0.25)
