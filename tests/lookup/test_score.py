"""A score means the same whichever engine found the passage, with and without embeddings, and whichever model."""

from __future__ import annotations

import itertools
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from reverie.lookup import scale
from reverie.lookup.asking import telling
from reverie.lookup.fill import fill
from reverie.lookup.index import Index
from reverie.lookup.score import Match, Scale, Standing, even, explain, match_of, score, usual
from reverie.lookup.search import search
from reverie.tools.tokens import tokens
from tests.lookup.memory import Thesaurus, ids, note

_SHARE = st.floats(0, 1)
_MATCH = st.builds(Match, _SHARE, st.tuples(_SHARE, _SHARE), _SHARE)


def _alone(words: Match, expected: float) -> float:
    """The score by words alone, of a passage nothing else is known about."""
    return score(match_of(words, None, expected), Standing())


_STANDING = st.builds(
    Standing, st.booleans(), st.booleans(), st.none() | st.floats(0, 1e4), st.none() | st.floats(0, 1)
)


@given(_MATCH, st.none() | _MATCH, _SHARE, _STANDING)
def test_a_score_is_between_0_and_1_and_its_parts_say_why(
    words: Match, meaning: Match | None, expected: float, standing: Standing
) -> None:
    assert 0 <= score(match_of(words, meaning, expected), standing) <= 1
    parts = explain(words, meaning, expected, standing, even(0))
    assert ("meaning" in parts) == (meaning is not None)


@given(_MATCH, _SHARE, st.floats(0.01, 1))
def test_a_better_match_never_scores_less(match: Match, more: float, expected: float) -> None:
    better = match._replace(itself=max(match.itself, more))
    assert _alone(better, expected) >= _alone(match, expected)


@given(_SHARE, _SHARE, _SHARE)
def test_context_never_lifts_a_line_above_what_lifts_it(itself: float, near: float, whole: float) -> None:
    lifted = Match(itself, (near, 0.0), whole).in_context
    assert itself - 1e-9 <= lifted <= max(itself, near, whole) + 1e-9


def test_what_an_answer_usually_has_scores_the_same_with_and_without_meaning() -> None:
    for words in (1, 3, 9, 20):
        expected = usual([1 / words] * words)
        for part in (0.25, 0.5, 1.0):
            alone = _alone(Match(part * expected), expected)
            both = score(match_of(Match(part * expected), Match(part), expected), Standing())
            assert abs(alone - both) < 1e-6


def test_nothing_found_is_near_0_and_all_of_it_near_1() -> None:
    assert _alone(Match(0.0), 0.5) < 0.05
    assert _alone(Match(0.5), 0.5) > 0.95


def test_where_texts_are_long_more_has_to_be_found() -> None:
    assert even(0) == even(10) == even(60) < even(120) < even(480)
    assert score(0.6, Standing(), even(480)) < 0.3
    assert score(0.6, Standing(), even(20)) > 0.6


def test_what_long_texts_hold_by_chance_is_no_answer(tmp_path: Path) -> None:
    """The same line, by itself and inside of a long text, in memories of such."""
    filler = " ".join(f"matter{n}" for n in range(300))
    tops = []
    for name, more in (("short", ""), ("long", filler)):
        index = Index(tmp_path / name)
        index.put(*note("a", f"The train to Lyon leaves at six. {more}", f"Bread and cheese for lunch. {more}"))
        tops.append(search(index, "when does the bus to Lyon leave?")[0])
        index.close()
    short, long = tops
    assert short.passage.id == long.passage.id == "a/0"
    assert long.score < 0.3 < short.score


def test_a_question_of_many_words_expects_fewer_of_them_back() -> None:
    shares = [usual([1 / words] * words) for words in (1, 2, 5, 10, 40)]
    assert all(one >= other for one, other in itertools.pairwise(shares)) and shares[0] > 2 * shares[-1]


def test_a_models_own_numbers_do_not_matter() -> None:
    """A model whose vectors all have much in common gives cosines from 0.8 to 1 where another gives 0 to 1."""
    plain, crowded = scale.measure(Thesaurus()), scale.measure(Thesaurus(common=0.8))
    for cosine in (0.0, 0.1, 0.4, 0.9):
        assert abs(plain.meaning(cosine) - crowded.meaning(0.8 + 0.2 * cosine)) < 0.002


def test_a_model_that_tells_nothing_apart_has_no_say() -> None:
    assert Scale(0.9, 0.9).meaning(0.95) == 0.0


def test_hits_and_scores_are_the_same_for_two_models_that_see_the_same(tmp_path: Path) -> None:
    found = []
    for number, common in enumerate((0.0, 0.8)):
        index, model = Index(tmp_path / str(number)), Thesaurus(common=common)
        index.put(*note("a", "my car is red", "the doctor was kind", "tea and cake", "an old red bike"))
        fill(index, model)
        found.append(search(index, "which physician did I see about the vehicle?", embed=model))
        index.close()
    one, other = found
    assert ids(one) == ids(other)
    assert all(abs(a.score - b.score) < 0.01 for a, b in zip(one, other, strict=True))


def test_a_long_text_near_a_question_answers_it_less_surely_than_a_short_one() -> None:
    near = Scale(0.0, 1.0)
    assert near.meaning(0.8, 20) == near.meaning(0.8, 60) > near.meaning(0.8, 120) > near.meaning(0.8, 480)
    assert near.meaning(0.1, 5000) == 0.0


def test_a_text_of_a_few_words_near_a_question_answers_it_less_surely_than_a_sentence() -> None:
    near = Scale(0.0, 1.0)
    assert near.meaning(0.8) == near.meaning(0.8, 16) > near.meaning(0.8, 8) > near.meaning(0.8, 4)
    assert near.meaning(0.1, 1) == 0.0


def test_words_that_only_ask_tell_little_unless_there_are_no_others() -> None:
    assert telling(tokens("how many eggs do we have")).index(1.0) == 2
    assert set(telling(tokens("what is this"))) == {1.0}
    assert telling(tokens("whether billing is up")) == [0.1, 1.0, 0.1, 0.1]


def test_a_line_with_the_subject_comes_before_one_with_the_words_of_asking(tmp_path: Path) -> None:
    index = Index(tmp_path)
    index.put(*note("a", "How many did you have, and when was it?"))
    index.put(*note("b", "A dozen eggs in the refrigerator.", "Milk and butter."))
    assert ids(search(index, "How many eggs did you have in it?"))[0] == "b/0"
    index.close()
