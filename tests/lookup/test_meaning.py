"""A question's vector counts only where every passage has one to be compared with."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.lookup.fill import fill
from reverie.lookup.index import Index
from reverie.lookup.search import Filters, search
from tests.lookup.memory import Thesaurus, ids, note, put


@pytest.fixture
def cars(tmp_path: Path) -> Index:
    index = Index(tmp_path)
    put(
        index,
        note("garage", "The car is in the garage.", "Tyres are in the cellar."),
        note("knee", "The doctor is in."),
    )
    return index


def test_words_alone_decide_until_the_last_passage_is_embedded(cars: Index) -> None:
    model = Thesaurus()
    question = "where are the tyres of the auto?"
    by_words = search(cars, question)
    for _ in range(3):
        assert search(cars, question, embed=model) == by_words
        fill(cars, model, most=1)
    assert search(cars, question, embed=model)[0].parts["meaning"] > 0


def test_a_passage_that_comes_later_does_not_rank_below_those_with_a_vector(cars: Index) -> None:
    model = Thesaurus()
    fill(cars, model)
    put(cars, note("boat", "The auto ferry leaves at noon."))
    assert search(cars, "when does the auto ferry leave?", embed=model) == search(
        cars, "when does the auto ferry leave?"
    )
    assert ids(search(cars, "when does the auto ferry leave?", embed=model))[0] == "boat/0"
    fill(cars, model)
    assert "meaning" in search(cars, "when does the auto ferry leave?", embed=model)[0].parts


def test_nothing_is_embedded_where_no_passage_may_answer(cars: Index) -> None:
    model = Thesaurus()
    fill(cars, model)
    before = model.texts
    assert search(cars, "the auto", filters=Filters(layers=frozenset({"rule"})), embed=model) == []
    assert model.texts == before
