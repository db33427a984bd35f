"""The same thing, written in different ways, has tokens in common; and no text breaks the tokeniser."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.tools.stems import stem
from reverie.tools.tokens import chunks, tokens


@pytest.mark.parametrize("name", ["parseJWTToken", "parse_jwt_token", "parse-jwt-token", "ParseJwtToken"])
def test_a_name_of_code_has_its_pieces_and_its_whole(name: str) -> None:
    assert tokens(name) == ["pars", "jwt", "token", "parse_jwt_token"]
    assert set(tokens("parse jwt token")) < set(tokens(name))


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("see src/auth/jwt.py:42", "src/auth/jwt.py"),
        (r"C:\repo\main.rs", "c:/repo/main.rs"),
        ("sqlite3.OperationalError", "sqlite3.operationalerror"),
        ("TypeError", "type_error"),
        ("ERR_MODULE_NOT_FOUND", "err_module_not_found"),
        ("written in C++.", "c++"),
        ("since v1.2.3", "v1.2.3"),
    ],
)
def test_paths_and_error_names_are_tokens_as_they_are(text: str, whole: str) -> None:
    assert whole in tokens(text)


def test_a_path_is_found_by_its_last_part() -> None:
    assert set(tokens("jwt.py")) <= set(tokens("src/auth/jwt.py"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Café Ångström", "cafe angstrom"),
        ("STRASSE", "Straße"),
        ("Łódź", "lodz"),
        ("connected connections connecting", "connect connect connect"),
        ("Emma's recipes", "Emma recipe"),
        ("ﬁle", "file"),
        ("ｆｕｌｌ", "full"),
        ("й", "и"),
    ],
)
def test_accents_forms_and_endings_do_not_matter(one: str, other: str) -> None:
    assert tokens(one) == tokens(other)


@pytest.mark.parametrize(
    ("text", "part"), [("我们在东京吃饭", "东京"), ("ラーメンが好き", "ラーメン"), ("한국어를", "한국어")]
)
def test_scripts_without_spaces_are_found_by_a_part(text: str, part: str) -> None:
    assert set(tokens(part)) <= set(tokens(text))
    assert any(len(token) == 2 for token in tokens(part))


def test_words_of_other_scripts_stay_whole() -> None:
    assert tokens("हिन्दी में") == ["हिन्दी", "में"]
    assert tokens("Привет, мир") == ["привет", "мир"]


def test_an_emoji_is_a_word() -> None:
    assert tokens("ship it 🚀!") == ["ship", "it", "🚀"]


def test_encoded_data_is_left_out() -> None:
    assert tokens("key " + "A1b2" * 300_000) == ["kei"]


PORTER = {
    "caresses": "caress", "ponies": "poni", "agreed": "agre", "feed": "feed", "plastered": "plaster", "sing": "sing",
    "conflated": "conflat", "hopping": "hop", "falling": "fall", "filing": "file", "happy": "happi", "sky": "sky",
    "relational": "relat", "vietnamization": "vietnam", "hopefulness": "hope", "electricity": "electr", "adoption":
    "adopt", "replacement": "replac", "probate": "probat", "rate": "rate", "controlling": "control", "roll": "roll",
    "is": "is", "naïve": "naïve", "utf8": "utf8",
}  # fmt: skip


@pytest.mark.parametrize(("word", "expected"), PORTER.items())
def test_stems_are_porters(word: str, expected: str) -> None:
    assert stem(word) == expected


@given(st.text(st.characters(), max_size=300))
def test_any_text_gives_clean_tokens(text: str) -> None:
    for token in tokens(text):
        assert token and not any(char.isspace() or char == "\0" for char in token)
        token.encode()


@given(st.text(max_size=60), st.text(max_size=60))
def test_tokens_of_lines_are_the_tokens_of_the_text(one: str, other: str) -> None:
    assert tokens(f"{one}\n{other}") == tokens(one) + tokens(other)


@given(st.text(max_size=80))
def test_case_of_plain_words_does_not_matter(text: str) -> None:
    words = " ".join(word for word in text.split() if word.isalpha() and word.isascii()).lower()
    assert tokens(words.capitalize()) == tokens(words)


@given(st.text(st.characters(max_codepoint=127)))
def test_a_plain_text_is_cut_as_it_is_beside_an_accent(text: str) -> None:
    assert [*chunks(text), "e"] == chunks(f"{text} \u00e9")
