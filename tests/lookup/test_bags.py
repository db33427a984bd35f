"""A bag tells of each term how often it is there, whatever the numbers beside it look like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.lookup import bags, many

Coverages = Callable[[Sequence[bytes], float, Mapping[int, float]], list[float]]

# Numbers whose bytes repeat, so that one seems to stand across two others.
_NUMBERS = st.lists(st.sampled_from([1, 256, 257, 65536, 65537, 16777216, 16843009, 9]), max_size=30)


@given(_NUMBERS, st.sampled_from([1, 256, 257, 65537, 16777216, 16843009, 7]))
def test_a_term_is_found_only_where_it_stands(numbers: list[int], term: int) -> None:
    size = max(len(numbers), bags.SENTENCE)
    count, room = Counter(numbers)[term], bags.K1 * (1 - bags.B + bags.B * size / 40)
    expected = count / (count + room)
    assert abs(bags.coverage(bags.pack(numbers), 40, bags.weighted({term: 1.0})) - expected) < 1e-12


@pytest.mark.parametrize("coverages", [bags.coverages, many.coverages])
def test_a_line_is_not_more_about_a_word_for_having_few_others(coverages: Coverages) -> None:
    few, sentence, page = (bags.pack([1, *range(2, size + 1)]) for size in (4, bags.SENTENCE, 90))
    for usual in (6, 15, 60):
        covered = coverages([few, sentence, page], usual, {1: 1.0})
        assert covered[0] == covered[1] > covered[2]


@given(_NUMBERS, _NUMBERS)
def test_two_texts_together_are_one(one: list[int], other: list[int]) -> None:
    assert bags.pack(bags.unpacked(bags.pack(one)) + other) == bags.pack(one + other)


def test_more_than_can_be_counted_is_the_most() -> None:
    assert bags.length(bags.pack([5] * 1000)) == 255
