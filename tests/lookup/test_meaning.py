"""A question's vector is made while its words are looked up, and the answer is the same as if it had been there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from reverie.lookup import candidates
from reverie.lookup.fill import fill
from reverie.lookup.index import Index
from reverie.lookup.search import Filters, search, search_many
from tests.lookup.memory import Thesaurus, note, put


class Begun(Thesaurus):
    """Begins a question's vector, and says in which order things happen."""

    def __init__(self, order: list[str], problem: Exception | None = None, *, able: bool = True) -> None:
        super().__init__()
        self._order, self._problem, self._able = order, problem, able

    def begin(self, text: str) -> Callable[[], NDArray[np.float32]] | None:
        self._order.append("begun")

        def wait() -> NDArray[np.float32]:
            self._order.append("waited for")
            if self._problem is not None:
                raise self._problem
            vector: NDArray[np.float32] = self.embed([text])[0]
            return vector

        return wait if self._able else None


@pytest.fixture
def cars(tmp_path: Path) -> Index:
    index = Index(tmp_path)
    put(
        index,
        note("garage", "The car is in the garage.", "Tyres are in the cellar."),
        note("knee", "The doctor is in."),
    )
    fill(index, Thesaurus())
    return index


def test_words_are_looked_up_while_the_vector_is_made(cars: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    by_words = candidates._by_words

    def look(*asked: Any) -> dict[int, float]:
        order.append("words")
        return by_words(*asked)

    monkeypatch.setattr(candidates, "_by_words", look)
    begun = search(cars, "where is the auto?", embed=Begun(order))
    assert order[:3] == ["begun", "words", "waited for"] and order.count("waited for") == 1
    assert begun == search(cars, "where is the auto?", embed=Thesaurus())


def test_who_cannot_begin_or_is_asked_several_things_embeds_as_ever(cars: Index) -> None:
    order: list[str] = []
    assert search(cars, "the auto", embed=Begun(order, able=False)) == search(cars, "the auto", embed=Thesaurus())
    both = [("the auto", 3), ("the medic", 3)]
    assert search_many(cars, both, embed=Begun(order)) == search_many(cars, both, embed=Thesaurus())
    assert order == ["begun"]


def test_what_goes_wrong_with_a_vector_begun_is_heard(cars: Index) -> None:
    with pytest.raises(ValueError, match="no tokens"):
        search(cars, "the auto", embed=Begun([], ValueError("no tokens")))


def test_nothing_is_embedded_where_no_passage_may_answer(cars: Index) -> None:
    order: list[str] = []
    assert search(cars, "the auto", filters=Filters(layers=frozenset({"rule"})), embed=Begun(order)) == []
    assert order == []
