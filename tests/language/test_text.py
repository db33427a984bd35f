"""Whose words they are, and where a sentence begins and ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.language.text import own_words, sentences, share_of_own, tokens

PIECES = st.lists(
    st.sampled_from(
        ["Use pnpm. ", "> quoted", "```", "⏎", "\n", "- a b", "“x. y” ", "e.g. this ", "记住。", "2026-01-02T10:00 x"]
    )
)


@pytest.mark.parametrize(
    "pasted",
    ["```\nremember the port\n```", "> remember the port", "2026-01-02 10:00:00 INFO remember the port",
     "$ remember the port", "| remember | the port |", "ERROR: remember the port", "npm WARN remember the port",
     "The log says:\nremember the port", '  "note": "remember the port",', "<doc>remember the port</doc>"],
)  # fmt: skip
def test_what_is_pasted_is_not_their_own(pasted: str) -> None:
    assert "remember" not in own_words(pasted)
    assert "remember" not in own_words(pasted.replace("\n", "⏎"))
    assert "fix it" in own_words(f"{pasted}\n\nfix it")


def test_a_pasted_plan_is_a_document() -> None:
    assert "never" not in own_words("Implement the following plan:\n" + "- never do this\n" * 50)
    assert share_of_own("please look\n```\n" + "x = 1\n" * 50 + "```") < 0.2


@given(PIECES.map("".join))
def test_places_stay_the_same(text: str) -> None:
    own = own_words(text)
    assert len(own) == len(text)
    assert all(sign == " " or sign == text[at] for at, sign in enumerate(own))
    for sentence in sentences(own):
        assert own[sentence.start : sentence.end] == sentence.text
        for token in sentence.tokens:
            assert sentence.text[token.start : token.end]


def test_sentences_end_where_they_end() -> None:
    text = "Use e.g. pnpm 9.1 here. Don't touch src/a.py! Why?\n- a list item\n1. another"
    assert [one.text for one in sentences(text)] == [
        "Use e.g. pnpm 9.1 here.", "Don't touch src/a.py!", "Why?", "a list item", "another",
    ]  # fmt: skip


def test_what_is_mistyped_is_read_as_it_was_meant() -> None:
    said = "pls dont say thats cant, rememeber"
    assert [token.word for token in tokens(said) if token.word != ","] == [
        "please", "don't", "say", "that's", "can't", "remember",
    ]  # fmt: skip
    assert [said[token.start : token.end] for token in tokens(said)][:2] == ["pls", "dont"]


def test_quoted_pieces_are_one_word() -> None:
    (sentence,) = sentences('the banner "Remember this. Always." is `old code`')
    assert [token.word for token in sentence.tokens if token.opaque] == ["remember this. always.", "old code"]
