"""Which questions are one."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.engines.errors import WeightsMissing
from reverie.engines.minilm import MiniLM
from reverie.remember.asking import asking
from reverie.remember.intents import Same, ask, by_meaning, by_words, distinct, likeness, limit_of
from reverie.remember.wordings import Wording, apart, exchanged, shared, wording
from tests.lookup.memory import Thesaurus
from tests.recall.asked import OTHER, SAME, Pairs


def worded(query: str) -> Wording:
    return wording(ask(query).words)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Where is the deploy key kept?", "where do we keep the deploy key", True),
        ("billing service port", "which port does the billing service use", True),
        ("DEPLOY  steps ", "deploy steps", True),
        ("who may deploy to production", "how do I deploy to production", False),
        ("port of billing", "timeout of billing", False),
        ("デプロイの手順", "デプロイの手順は?", True),
    ],
)
def test_a_paraphrase_is_the_same_question_by_its_words(one: str, other: str, same: bool) -> None:
    assert by_words(ask(one), ask(other)) is same
    assert distinct([ask(one), ask(other)]) == (1 if same else 2)


def test_and_by_its_meaning_where_there_is_an_embedder() -> None:
    model = Thesaurus()
    one, other = ask("my physician", model), ask("the doctor of me", model)
    assert not by_words(one, other)
    assert by_meaning(lambda: 0.6, model.name)(one, ask("my doctor", model))
    assert not by_meaning(lambda: 0.6, model.name)(one, ask("the red car", model))
    assert not by_meaning(lambda: 0.6, "another model")(one, other)
    assert 0 < limit_of(model) <= 1


def test_one_word_exchanged_for_another_speaks_against_two_questions_being_one() -> None:
    """Vectors hardly tell open from close; two wordings differ in more than a word, or one is a mere phrase."""
    opens, closes, hours = (worded(told) for told in ("when does it open", "when does it close", "opening hours"))
    garage = worded("when does the garage open"), worded("when does the garage close")
    assert likeness(*garage, 0.9) < 0.9 == likeness(garage[0], worded("garage opening hours"), 0.9)
    assert likeness(opens, closes, 0.9) == likeness(opens, hours, 0.9) == 0.9  # nothing is the same


def test_what_and_when_need_more_to_be_one_than_what_and_what() -> None:
    painted, when = worded("what did Mia paint"), worded("when did Mia paint")
    assert likeness(painted, when, 0.9) < likeness(painted, worded("pictures Mia painted"), 0.9) == 0.9


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("who owns billing", "who"), ("owner of the billing service", "who"), ("do you know who owns it", "who"),
        ("on which day does it go out", "when"), ("invoicing release day", "when"), ("wann kommt das Paket", "when"),
        ("which file defines UserSession", "where"), ("数据库的备份在哪里", "where"), ("где ключ", "where"),
        ("what is the reason for it", "why"), ("how do I get in", "how"), ("steps to get in", "how"),
        ("how many are there", "how many"), ("wie viele sind da", "how many"), ("how often is it cleaned", "how often"),
        ("how long is it kept", "how long"), ("what is it made of", "what"), ("may I delete it", "whether"),
        ("billing port", ""), ("what day-to-day work is there", "when"), ("", ""),
    ],
)  # fmt: skip
def test_a_question_says_what_it_asks_for(query: str, kind: str) -> None:
    assert asking(query).kind == kind


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("who deploys billing", "when is billing deployed"), ("E4012 meaning", "E4013 meaning"),
        ("owner of a.py", "owner of b.py"), ("how often is it cleaned", "how long is it cleaned"),
        ("wer hat den Schlüssel", "wo ist der Schlüssel"), ("default of MAX_AGE", "default of MAX_SIZE"),
    ],
)  # fmt: skip
def test_other_things_asked_for_and_other_names_are_other_questions_whatever_the_vectors_say(
    one: str, other: str
) -> None:
    assert apart(worded(one), worded(other))
    everything = by_meaning(lambda: -1.0, "m")
    assert not everything(replace(ask(one), meaning="0", model="m"), replace(ask(other), meaning="0", model="m"))


@pytest.mark.parametrize(
    ("one", "other"),
    [("parseJWTToken result", "result of parse jwt token"), ("e2e tests", "end-to-end tests"), ("a.py", "src/a.py")],
)
def test_a_name_may_be_written_in_other_ways(one: str, other: str) -> None:
    assert not apart(worded(one), worded(other))


def test_a_long_name_is_one_word_of_a_question() -> None:
    one, other = "what does read_session_token_from_cookie return", "what does read_session_token_from_cookie raise"
    assert shared(worded(one), worded(other)) == pytest.approx(1 / 3)


def test_vectors_are_not_asked_about_scripts_they_were_not_measured_with() -> None:
    one, other = (replace(ask(told), meaning="0", model="m") for told in ("数据库的备份", "数据库的密码"))
    assert not by_meaning(lambda: -1.0, "m")(one, other)


@given(st.text(max_size=60), st.text(max_size=60))
def test_whatever_is_asked_a_question_is_itself_and_likeness_has_no_direction(one: str, other: str) -> None:
    left, right = ask(one), ask(other)
    assert by_words(left, left) and by_words(left, right) is by_words(right, left)
    assert exchanged(worded(one), worded(other)) is exchanged(worded(other), worded(one))


# Pairs that nothing was fitted to


def merged(pairs: dict[str, Pairs], same: Same, model: MiniLM | None = None) -> list[tuple[str, str]]:
    return [pair for found in pairs.values() for pair in found if same(*(ask(told, model) for told in pair))]


def test_by_words_what_is_repeated_is_one_and_what_is_other_is_not() -> None:
    assert set(SAME["repeated"]) <= set(merged(SAME, by_words))
    assert len(merged(SAME, by_words)) >= 19
    assert merged(OTHER, by_words) == []


def test_by_meaning_most_paraphrases_are_one_and_most_others_are_not() -> None:
    model = real_model()
    same = by_meaning(lambda: limit_of(model), model.name)
    assert set(SAME["repeated"]) <= set(merged(SAME, same, model))
    assert len(merged(SAME, same, model)) >= 24  # of 28
    assert len(merged(OTHER, same, model)) <= 6  # of 32


def test_the_model_tells_paraphrases_from_other_questions_about_the_matter() -> None:
    """On questions it was not measured with."""
    model = real_model()
    same = by_meaning(lambda: limit_of(model), model.name)
    twice = [
        ("how do I water the orchids", "watering instructions for my orchids"),
        ("which bank holds our mortgage", "name of the bank we have the mortgage with"),
        ("who maintains the mailing list", "maintainer of our mailing list"),
    ]
    other = [
        ("how do I water the orchids", "when were the orchids repotted"),
        ("which bank holds our mortgage", "interest rate of the mortgage"),
        ("who maintains the mailing list", "how do I subscribe to the mailing list"),
    ]
    assert [same(ask(one, model), ask(two, model)) for one, two in twice] == [True] * 3
    assert [same(ask(one, model), ask(two, model)) for one, two in other] == [False] * 3


def real_model() -> MiniLM:
    try:
        return MiniLM.open(Path(os.environ["REVERIE_MODELS_DIR"]))
    except WeightsMissing:
        pytest.skip("the embedding model is not installed")


def test_a_question_is_kept_by_openclaws_hash_and_without_its_words() -> None:
    found = ask("  What is the Deploy key? ")
    assert found.hash == "3cac6d60441d"
    assert found.hash == ask("what is the deploy key?").hash
