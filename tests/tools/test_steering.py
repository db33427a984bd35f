"""Instructions without a model: what is understood, what is not, and what they change."""

from __future__ import annotations

import pytest

from reverie.tools.steering import LONGEST, compared, steering, was_cut, wish


def test_instructions_are_stripped_and_have_a_limit() -> None:
    assert wish("  focus on x \n") == "focus on x"
    assert wish(None) == ""
    assert wish(" " + "a" * LONGEST + " ") == "a" * LONGEST
    assert wish("a" * (LONGEST + 1)) == "a" * LONGEST
    assert was_cut("a" * (LONGEST + 1)) == "only the first 4,096 characters of the instructions were used"
    assert was_cut(" " + "a" * LONGEST + " ") == was_cut(None) == ""


def test_phrases_are_told_apart() -> None:
    found = steering("focus on the deploys and the database. Ignore notes about marketing, but prioritize auth")
    assert [phrase.said for phrase in found.focus] == ["deploys", "database", "auth"]
    assert [phrase.said for phrase in found.ignore] == ["marketing"]
    assert not found.unclear


@pytest.mark.parametrize(
    ("said", "understood"),
    [
        ("Please concentrate on flaky tests tonight", "focus on “flaky tests”"),
        ("don't ignore the parser", "focus on “parser”"),
        ("Focus on API errors, not on styling", "focus on “API errors”, ignore “styling”"),
        ("focus on error-handling but not tests", "focus on “error-handling”, ignore “tests”"),
        ("ignore everything except the parser", "only “parser”"),
        ("only auth and payments", "only “auth” and “payments”"),
        ("skip *.md; look into src/auth/", "focus on “src/auth/”, ignore “*.md”"),
    ],
)
def test_ways_to_say_it(said: str, understood: str) -> None:
    assert steering(said).told() == (f"understood: {understood}",)


@pytest.mark.parametrize("said", ["be kind", "do not focus on docs", "ignore", "Schreibe kürzer"])
def test_what_is_not_understood_is_said_to_be_so(said: str) -> None:
    assert not steering(said)
    assert steering(said).told() == (f"not understood: “{said}”",)


def test_what_is_understood_counts_beside_what_is_not() -> None:
    found = steering("Write in French. Focus on deploys!")
    assert found.told() == ("understood: focus on “deploys”", "not understood: “Write in French”")


def test_another_wish_behind_a_comma_is_nothing_to_look_for() -> None:
    assert steering("Ignore auth, and be brief").told() == ("understood: ignore “auth”", "not understood: “be brief”")


def test_words_meet_by_their_stems_and_places_by_their_path() -> None:
    found = steering("focus on failing deploys and src/auth; ignore error_handling")
    assert found.focused("the deploy failed again") == "failing deploys"
    assert found.focused("fixes in src/auth/jwt.py") == "src/auth"
    assert not found.focused("src/author.py, a deploy")  # a word is missing, and the place is another
    assert found.ignored("Error handling in the client") == "error_handling"


def test_only_leaves_out_the_rest() -> None:
    found = steering("only the parser")
    assert not found.ignored("parser: keep spans")
    assert found.ignored("lexer: keep spans") == "what is not in focus"


def test_what_steering_changed_is_told() -> None:
    plain = [("a", "A"), ("b", "B"), ("c", "C")]
    assert compared(plain, plain) == ()
    assert compared(plain, [("c", "C"), ("a", "A"), ("d", "D")]) == ("left out: B", "comes in: D", "from 3 to 1: C")
