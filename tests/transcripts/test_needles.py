"""Sifting changes nothing but the time: what a pattern cannot match without is read off the pattern itself."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.gather.transcripts import failure_forms, lasting
from reverie.gather.transcripts.corrections import CUES
from reverie.gather.transcripts.countercues import AGAINST, REPLY
from reverie.gather.transcripts.lasting_abroad import ABROAD
from reverie.gather.transcripts.needles import Forms, Sifted, beginnings, small
from reverie.gather.transcripts.tongues import TONGUES
from tests.transcripts.labelled import examples

TOLD = [cue.form for cue in (*CUES, *AGAINST, *REPLY, *TONGUES)]
TOLD += [lasting.HINTS, lasting.SURE, lasting.KEPT, lasting.NOT, lasting.PRODUCT, lasting.EITHER, ABROAD]
FAILED = [form for _, form in (*failure_forms.HARNESS, *failure_forms.SHAPES, *failure_forms.KIND)]
FAILED += [
    *failure_forms.MISSING,
    *failure_forms.MODULE,
    failure_forms.NAMED,
    failure_forms.CODES,
    failure_forms.EXIT,
    failure_forms.DENIED,
]


@cache
def sieves(form: re.Pattern[str]) -> tuple[Sifted[re.Pattern[str]], Forms]:
    return Sifted([form], lambda one: one), Forms(form)


def sifted(form: re.Pattern[str], text: str) -> bool:
    """Whether both ways let a text pass to this pattern."""
    by_words, by_text = sieves(form)
    words = small(text) if form.flags & re.IGNORECASE else text
    return by_words.among(beginnings(words)) == [form] and form.pattern in by_text.that_may_match(text)


@pytest.mark.parametrize(
    ("form", "fits", "passes", "leaves"),
    [
        (r"\bno need (?:to|for)\b", "There is no need to", "No needles for us", "nothing was said"),
        (r"(?:^|\n)\W{0,3}(?:(?:ok|so)[\s,]+){0,2}(?:wait|stop)\b", "ok, wait", "I will wait", "go on"),
        (r"\bforg[eo]t\w*", "you forgot it", "do not forge it", "you left it out"),
        (r"\b(?:undo|revert) (?:it|that)\b", "please undo that", "undoing", "keep that"),
    ],
)
def test_only_a_text_that_holds_the_words_is_searched(form: str, fits: str, passes: str, leaves: str) -> None:
    rows = Sifted([re.compile(form)], lambda one: one)
    assert re.search(form, fits)
    assert rows.among(beginnings(fits))
    assert rows.among(beginnings(passes))
    assert not rows.among(beginnings(leaves))


@pytest.mark.parametrize("form", [r"alway", r"\w+ing\b", r"a?b*", r"(?i:stop) it", r"[^x]stop", r".top", r"st(?=op)"])
def test_where_nothing_sure_can_be_said_it_is_searched(form: str) -> None:
    assert Sifted([re.compile(form)], lambda one: one).among({"some", "thin"})


@pytest.mark.parametrize("text", ["\u017ftop it", "\u212aeep it", "\u0130nstead of it", "STOP IT"])
def test_letters_with_odd_twins_are_the_same_letters(text: str) -> None:
    form = re.compile(r"\b(?:stop|keep|instead of) it\b", re.IGNORECASE)
    assert form.search(text)
    assert sifted(form, text)


def test_every_text_of_the_labelled_set_is_judged_as_without_sifting() -> None:
    for moment, *_ in examples():
        words = moment.words.lower()
        assert [form for form in TOLD if form.search(words) and not sifted(form, words)] == []


@pytest.mark.parametrize("form", [*TOLD, *FAILED], ids=lambda form: form.pattern[:30])
@settings(max_examples=10)
@given(data=st.data())
def test_whatever_matches_passes_the_sieve(form: re.Pattern[str], data: st.DataObject) -> None:
    text = data.draw(st.from_regex(form))
    if form.search(text):
        assert sifted(form, text)
