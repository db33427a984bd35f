"""The explanation is true: with the change it names a memory passes, with a smaller one it does not."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from reverie.records.recalls import Gates, Recalled, Weights
from reverie.remember.explain import More, changes, fewest, least_relevance, passes
from reverie.remember.modes import MODES
from tests.recall.builders import CORE, NOW, recalled

W = Weights()
memories = st.builds(
    recalled,
    st.integers(1, 30).map(float),
    st.integers(1, 8),
    st.floats(0.05, 1.0),
    st.floats(0, 90),
)
gates = st.one_of(
    st.sampled_from([mode.gates for mode in MODES.values()]),
    st.builds(Gates, st.floats(0.3, 0.97), st.integers(1, 9), st.integers(1, 6)),
)


@given(memories, gates)
def test_the_recalls_it_names_are_enough_and_one_less_is_not(one: Recalled, wanted: Gates) -> None:
    if passes(one, NOW, wanted, W):
        assert changes(one, NOW, wanted, W) == ()
        return
    more = fewest(one, NOW, wanted, W)
    assert more is not None  # every gate below 1 can be reached
    assert passes(more.applied(one, NOW), NOW, wanted, W)
    for new in range(more.recalls):
        fewer = More(more.recalls - 1, new, more.score)
        assert fewer.recalls == 0 or not passes(fewer.applied(one, NOW), NOW, wanted, W)
    if more.new:
        assert not passes(replace(more, new=more.new - 1).applied(one, NOW), NOW, wanted, W)
    assert changes(one, NOW, wanted, W)


@given(memories, gates)
def test_the_relevance_it_names_is_enough_and_a_hundredth_less_is_not(one: Recalled, wanted: Gates) -> None:
    needed = None if passes(one, NOW, wanted, W) else least_relevance(one, NOW, wanted, W)
    if needed is None:
        return
    assert passes(replace(one, total=needed * one.count), NOW, wanted, W)
    assert not passes(replace(one, total=(needed - 0.01) * one.count), NOW, wanted, W)


def test_it_reads_like_advice() -> None:
    assert changes(recalled(1, 1, 0.9), NOW, CORE, W)[0] == "2 more recalls by two more distinct questions"
    told = changes(recalled(5, 3, 0.5), NOW, CORE, W)
    assert told[-1].startswith("mean relevance ≥ 0.") and " more recall" in told[0]


def test_what_the_answers_so_far_can_never_reach_needs_better_answers() -> None:
    told = changes(recalled(12, 6, 0.3), NOW, MODES["rem"].gates, W)
    assert "each answered with a score of 1" in told[0]
    assert told[1] == "mean relevance ≥ 0.58"


def test_gates_beyond_all_weights_are_said_to_be_so() -> None:
    assert "no number of recalls" in changes(recalled(3, 2, 0.9), NOW, CORE, Weights(0.1, 0.1, 0.1, 0.1))[0]
