"""Many texts redacted together come out exactly as one by one, whatever stands next to each other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.tools.redact import Redactor

from .secrets_made import SHAPED
from .test_redact_whole import FRAGMENTS

KEY = b"a key that only this test knows."
PLAIN = Redactor(KEY)
# Patterns of one's own may look at where a text begins and ends, and across its lines.
OWN = Redactor(KEY, extra=[("first", r"\Aq\w+"), ("last", r"\w+z\Z"), ("lines", r"a\s+b"), ("line", r"(?m)^w.w$")])
EDGES = (
    "\n",
    "\0",
    "\n\0\n",
    "\r\n",
    " ",
    "\t",
    "q1",
    "1z",
    "a",
    "b",
    "wow",
    "key",
    "token",
    "-----",
    "sk-",
    "eyJ",
    "@",
)

piece = st.lists(st.sampled_from((*FRAGMENTS, *EDGES)) | st.text(max_size=6), max_size=6).map("".join)


@settings(max_examples=400, deadline=None)
@given(st.lists(piece, max_size=8))
def test_together_is_as_one_by_one(texts: list[str]) -> None:
    for redactor in (PLAIN, OWN):
        assert redactor.texts(texts) == [redactor.text(text) for text in texts]


@pytest.mark.parametrize("kind", SHAPED)
def test_a_secret_among_many_texts_is_found(kind: str) -> None:
    texts = ["Fix the cache", SHAPED[kind], "", f"use {SHAPED[kind]} here", "tidy up"]
    told = PLAIN.texts(texts)
    assert told == [PLAIN.text(text) for text in texts]
    assert SHAPED[kind] not in "".join(told)
    assert (told[0], told[2], told[4]) == (texts[0], texts[2], texts[4])


def test_a_text_is_not_read_into_the_next() -> None:
    key = SHAPED["github"]
    halves = [key[:20], key[20:]]
    assert PLAIN.texts(halves) == halves
    told = ["the password is", "correct7horse!battery", "<private>", "mine</private>"]
    assert PLAIN.texts(told) == told


def test_no_texts_are_no_texts() -> None:
    assert PLAIN.texts([]) == []
    assert PLAIN.texts([""]) == [""]
