"""A question finds its answer in another form of its words: what somebody did say, in what he said."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.lookup.index import Index
from reverie.lookup.search import search
from reverie.remember.relevance import with_own_words
from reverie.tools.forms import other_forms
from reverie.tools.stems import stem
from tests.lookup.memory import ids, note

NOTES = {
    "doctor": "About the knee the doctor said that it needs rest.",
    "bike": "Bought a red bike from the shop at the corner.",
    "ledger": "The ledger writes to a database on the second host.",
    "owner": "Ines is the owner of the ledger service.",
    "noise": "The doctor called back about the appointment.",
    "other": "The red door at the corner was painted again.",
    "more": "The ledger service was slow on the first host.",
}


@pytest.fixture
def index(tmp_path: Path) -> Index:
    made = Index(tmp_path)
    for name, text in NOTES.items():
        made.put(*note(name, text))
    return made


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what did the doctor say?", "doctor"),
        ("which red thing did we buy at the corner", "bike"),
        ("which db has the ledger", "ledger"),
        ("who owns the ledger service", "owner"),
    ],
)
def test_a_question_finds_another_form_of_its_words(index: Index, question: str, answer: str) -> None:
    hits = search(index, question)
    assert ids(hits)[0] == f"{answer}/0"
    assert hits[0].score > hits[1].score + 0.1


def test_the_word_itself_comes_before_another_form_of_it(tmp_path: Path) -> None:
    index = Index(tmp_path)
    index.put(*note("a", "Somebody said it about the boat, years ago."))
    index.put(*note("b", "People say it about the boat, these years."))
    assert ids(search(index, "what do they say about the boat"))[0] == "b/0"


def test_of_a_verb_the_past_is_looked_for_and_not_the_present() -> None:
    assert stem("bought") in other_forms(stem("buy"))
    assert other_forms(stem("bought")) == ()
    assert stem("database") in other_forms("db") and "db" in other_forms(stem("database"))


def test_no_form_is_the_word_itself() -> None:
    for word in map(stem, ("buy", "lie", "lay", "config", "auth", "own", "child", "leave")):
        assert word not in other_forms(word) and other_forms(word)


def test_another_form_of_a_word_is_a_word_of_ones_own() -> None:
    texts = ["A red bike, bought at the corner", "A bike stood at the corner", "The bike has a red bell"]
    assert with_own_words("who did buy the bike", texts) == [True, False, False]
