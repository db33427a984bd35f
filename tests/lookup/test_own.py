"""A question about oneself is answered by what one told of oneself."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.lookup.index import Index
from reverie.lookup.own import is_about_oneself, own_words
from reverie.lookup.search import search
from reverie.records.passages import Passage


@pytest.mark.parametrize(
    "question",
    [
        "Which bike did I buy last spring?",
        "What is my sister's name?",
        "Remind me of the restaurant in Lisbon",
        "How many books have I read this year?",
        "Where was it that I parked the van?",
    ],
)
def test_asked_about_oneself(question: str) -> None:
    assert is_about_oneself(question)


@pytest.mark.parametrize(
    "question",
    ["How do I run the tests?", "Where can I find the config?", "Should I use tabs?", "deploy process", "ICE trains"],
)
def test_asked_how_things_are_done(question: str) -> None:
    assert not is_about_oneself(question)


def test_who_tells_of_himself_says_so() -> None:
    told = own_words("By the way, I planted tomatoes in my garden last weekend.")
    advice = own_words("Tomatoes like sun. Water them in the morning, and let me know how it goes! " * 4)
    assert told == 1.0
    assert advice < 0.8
    assert own_words("The API listens on port 8080, see mining.md") == 0.0
    assert own_words("") == 0.0


def test_what_one_told_comes_before_the_advice_one_got(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    advice = "Planting tomatoes: for a garden activity, tomatoes need sun, and planting tomatoes deep helps the garden."
    told = "By the way, I planted tomatoes in my garden last weekend."
    passages = [Passage(str(n), "day", n + 1, n + 1, text) for n, text in enumerate((advice, told))]
    index.put_many([("day", "1", passages)])
    asked, how = "When was it that I planted tomatoes in my garden?", "planting tomatoes garden"
    assert [hit.passage.text for hit in search(index, asked)] == [told, advice]
    assert search(index, how)[0].passage.text == advice
    assert search(index, asked)[0].parts["own"] > 0 > search(index, asked)[1].parts["own"]
    assert "own" not in search(index, how)[0].parts
    index.close()
