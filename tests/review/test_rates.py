"""The intervals are exact: they agree with published values, with each other, and with plain counting."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.review import rates
from reverie.review.rates import Counts, beta_cdf, clopper_pearson, ordinary_rate, ratio_interval


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [
        (0, 10, 0.0, 0.30850),
        (1, 10, 0.00253, 0.44502),
        (3, 10, 0.06674, 0.65245),
        (10, 10, 0.69150, 1.0),
        (4, 20, 0.05733, 0.43661),
        (50, 100, 0.39832, 0.60168),
    ],
)
def test_a_share_has_the_bounds_of_the_tables(hits: int, total: int, low: float, high: float) -> None:
    assert clopper_pearson(hits, total, 0.025) == pytest.approx((low, high), abs=6e-6)


@pytest.mark.parametrize(
    ("x", "a", "b", "value"),
    [(0.3, 2, 5, 0.579825), (0.5, 7, 7, 0.5), (0.25, 1, 1, 0.25), (0.9, 2, 1, 0.81), (0.0, 2, 3, 0), (1.0, 2, 3, 1)],
)
def test_the_incomplete_beta_function(x: float, a: float, b: float, value: float) -> None:
    assert beta_cdf(x, a, b) == pytest.approx(value, abs=1e-12)


@given(st.integers(1, 60), st.integers(0, 60), st.floats(0.02, 0.98))
def test_it_is_the_binomial_tail(tries: int, least: int, share: float) -> None:
    least = min(least, tries)
    tail = math.fsum(math.comb(tries, k) * share**k * (1 - share) ** (tries - k) for k in range(least, tries + 1))
    assert rates._reaches(tries, share, least) == pytest.approx(tail, abs=1e-10)


def test_four_before_and_none_after_is_just_enough_when_nothing_was_picked() -> None:
    low, high = ratio_interval(Counts(0, 4, 0, 0, 30, 34))
    # none of four: the share is below 1 − 0.05^(1/4) = 0.5271, and 0.5271 / 0.4729 · 30/34 = 0.984
    assert low == 0
    assert high == pytest.approx(0.98360, abs=1e-5)


@pytest.mark.parametrize(
    ("window", "ratio"),
    [(4, 19 / 4), (5, (-5 + math.sqrt(25 + 4 * 10 * 19)) / 20)],  # 1 + 4r = 20; 1 + 5r + 10r² = 20
)
def test_a_window_noticed_from_three_on_needs_more(window: int, ratio: float) -> None:
    """With k after, of n in all, the chance of none is 1 / Σ C(n, a) rᵃ over the a that leave the window its three."""
    _, high = ratio_interval(Counts(0, window, 0, 0, 30, 30, floor=3))
    assert high == pytest.approx(ratio, rel=1e-9)


def test_what_only_just_was_noticed_tells_nothing() -> None:
    bare = Counts(0, 3, 0, 0, 30, 3000, floor=3)
    assert ratio_interval(bare) == (0.0, math.inf)
    assert ordinary_rate(bare) == pytest.approx(0, abs=1e-9)


counted = st.builds(
    Counts,
    st.integers(0, 40),
    st.integers(0, 20),
    st.integers(0, 40),
    st.integers(1, 400).map(float),
    st.integers(1, 60).map(float),
    st.integers(1, 400).map(float),
)


@given(counted)
def test_without_a_floor_both_ways_are_one(counts: Counts) -> None:
    if counts.before + counts.after:
        expected = ratio_interval(counts)
        assert rates._picked_interval(counts, rates.MISS) == pytest.approx(expected, rel=1e-6)


@given(counted, st.integers(1, 4))
def test_a_floor_lowers_the_ordinary_rate_and_raises_the_upper_bound(counts: Counts, floor: int) -> None:
    picked = replace(counts, floor=min(floor, counts.window))
    assert ordinary_rate(picked) <= ordinary_rate(counts) * (1 + 1e-9) + 1e-12
    low, high = ratio_interval(picked)
    assert low <= high
    assert high >= ratio_interval(counts)[1] * (1 - 1e-9)


def test_no_activity_no_knowledge() -> None:
    assert ratio_interval(Counts(0, 4, 0, 0, 30, 0)) == (0.0, math.inf)
    assert ratio_interval(Counts(0, 0, 0, 9, 30, 30)) == (0.0, math.inf)
    assert ordinary_rate(Counts(0, 0, 3, 0, 0, 30)) == 0.0


def test_large_counts_do_not_break_it() -> None:
    low, high = ratio_interval(Counts(3000, 60, 1500, 9000, 300, 9000, floor=3))
    assert 0.4 < low < 0.5 < high < 0.6
