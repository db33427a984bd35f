"""A rule's sentence stands in CLAUDE.md as it is: nothing in it may hide, break the page, or lose its name."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.layouts import learning
from reverie.review import sentence
from reverie.review.errors import BadSentence
from reverie.tools.sentence import proposed
from tests.review.builders import candidate


@pytest.mark.parametrize(
    ("given", "text", "note"),
    [
        ("Run the tests.", "Run the tests.", ""),
        ("  Run\r\nthe   tests. ", "Run the tests.", "its lines were joined"),
        ("Run\u2028the tests.", "Run the tests.", "its lines were joined"),
        ("Run\x07 the\u202e tests.\x1b[0m", "Run the tests.[0m", "control or invisible characters were removed"),
        ("Run\U000e0049\U000e0067 it.", "Run it.", "control or invisible characters were removed"),
        ("## Run the tests.", "Run the tests.", "the Markdown before it was removed"),
        ("- > Run the tests.", "Run the tests.", "the Markdown before it was removed"),
        ("#42 broke this; run the tests.", "#42 broke this; run the tests.", ""),
        ("می\u200cخواهم", "می\u200cخواهم", ""),
    ],
)
def test_what_looks_odd_is_mended_and_said(given: str, text: str, note: str) -> None:
    assert sentence.clean(given) == sentence.Sentence(text, (note,) if note else ())


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("", "the sentence is empty"),
        (" \n ", "the sentence is empty"),
        ("…", "the sentence is empty"),
        ("Run it. <!-- reverie:end -->", "HTML comment"),
        ("Run <!\u200b-- x", "HTML comment"),
        ("```sh\nrm -rf /\n```", "code fence"),
        ("<<<<<<< ours\nRun it.\n=======\nDo not.\n>>>>>>> theirs", "conflict markers"),
        ("Run it.\n---\nDo more.", "header"),
        ("Run it.\n\nAnd another thing.", "more than one paragraph"),
        ("Run it. " * 100, "the most an agent should carry"),
    ],
)
def test_what_could_break_or_hide_is_refused(given: str, reason: str) -> None:
    with pytest.raises(BadSentence, match=reason):
        sentence.clean(given)


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("When changing src/reverie/store/journal.py, run the torture tests first.", "journal-torture-tests-first"),
        ("Schema changes to shared columns require a backfill migration in the same PR.",
         "schema-shared-columns-require-backfill-migration"),
        ("Für Änderungen an `auth/jwt.py` gilt: Uhrzeit prüfen", "fur-anderungen-jwt-gilt-uhrzeit-prufen"),
        ("認証を直す", "rule"),
        ("Never do it again", "never-do-it-again"),
        ("Don't cache vectors by path", "dont-cache-vectors-path"),
    ],
)  # fmt: skip
def test_a_slug_has_the_telling_words(text: str, slug: str) -> None:
    assert sentence.slug(text) == slug


@given(st.text(max_size=300))
def test_any_sentence_has_a_name_that_fits(text: str) -> None:
    slug = sentence.slug(text)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug)
    assert len(slug.split("-")) <= sentence.SLUG_WORDS
    assert len(slug) <= 150
    assert sentence.slug(text) == slug


@given(st.text(max_size=200))
def test_cleaning_twice_changes_nothing(text: str) -> None:
    try:
        once = sentence.clean(text).text
    except BadSentence:
        return
    assert sentence.clean(once).text == once
    assert re.fullmatch(r"[0-9a-f]{8}", sentence.rule_id(once))


def test_an_id_comes_from_the_words_alone() -> None:
    assert sentence.rule_id("Run the tests.") == sentence.rule_id("Run  the\ntests.") == "ad48979b"
    assert sentence.rule_id("Run the tests.") != sentence.rule_id("Run the test.")


VENOM = [
    "```", "~~~~", "<!--", "-->", "--->", "<!---", "<!\u200b--", "`" * 5, "\x07", "\u202e", "\n\n", "\r", "\u2028",
    "# ", "- ", "1. ", "> ", "=======", "<<<<<<< x", "---", "...", "a", " ", "word " * 90, "`", "é", "e\u0301",
    "\ud800", "·", " · ",
]  # fmt: skip


@settings(deadline=None, max_examples=500)
@given(st.lists(st.sampled_from(VENOM) | st.text(max_size=3), max_size=12).map("".join))
def test_what_we_propose_ourselves_is_never_refused(words: str) -> None:
    text = proposed(words)
    assert text == "" or sentence.clean(text) == sentence.Sentence(text)
    assert proposed(f"Run {words}").startswith("Run")
    if text:
        one = replace(candidate(), rule=text)
        read, _ = learning.read_candidate(learning.candidate_address("x"), learning.candidate_text(one))
        assert sentence.clean(read.rule).notes == ()


def test_it_keeps_its_words_and_ends_where_it_must() -> None:
    assert proposed("Run the tests of `a.py`.") == "Run the tests of `a.py`."
    assert proposed("Fences (```x```) and <!-- notes -->.") == "Fences (`x`) and ‹! notes →."
    long = proposed("word " * 300)
    assert len(long) <= 600
    assert long.endswith("word…")
