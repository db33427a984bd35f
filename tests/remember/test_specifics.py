"""What must not get lost when notes are joined."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.remember.specifics import keeps_all, lost, specifics


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("Ask Priya about it.", "Priya"),
        ("It listens on 8080.", "8080"),
        ("See docs/setup.md first.", "docs/setup.md"),
        ("Due 2026-03-04.", "2026-03-04"),
        ("Due March 4, 2026 at noon.", "March 4, 2026"),
        ("Run `make test -j2` twice.", "make test -j2"),
        ("It calls parse_rows() there.", "parse_rows"),
        ("Set REVERIE_HOME.", "REVERIE_HOME"),
        ("The class is noteFile.", "noteFile"),
        ("See https://example.org/a?b=1.", "https://example.org/a?b=1"),
        ('The mode is called "blue".', "blue"),
        ("Pass --dry-run to it.", "--dry-run"),
        ("Fixed in #123.", "#123"),
        ("It costs $30.", "$30"),
        ("Write to ada@example.org.", "ada@example.org"),
        ("Needs version v1.2.3-rc1.", "v1.2.3-rc1"),
        ("It runs in eu-west-1 now.", "eu-west-1"),
        ("詳細は設定画面を見る。", "詳細は設定画面を見る"),
    ],
)
def test_it_knows_what_is_specific(text: str, token: str) -> None:
    assert token in specifics(text)


def test_ordinary_words_are_not_specific() -> None:
    assert specifics("the tests are slow and the build is red") == ()


def test_it_names_what_a_merge_would_lose() -> None:
    originals = ["Ask Priya before a deploy.", "Deploys go to eu-west-1 at 14:00."]
    assert lost(originals, "Ask before a deploy to eu-west-1.") == ("Priya", "Deploys", "14:00")
    assert keeps_all(originals, "Deploys go to eu-west-1 at 14:00; ask Priya first.")


@pytest.mark.parametrize(
    ("original", "merged"), [("port 8080", "port 18080"), ("see a.py", "see a.pyc"), ("version 3.1", "version 3.12")]
)
def test_a_part_of_a_longer_token_does_not_keep_it(original: str, merged: str) -> None:
    assert not keeps_all([original], merged)


@pytest.mark.parametrize(
    ("original", "merged"),
    [
        ("The release is on March 4, 2026.", "The release: 2026-03-04."),
        ("The timeout is 30s.", "The timeout of 30 seconds holds."),
        ("Use tabs.", "Always use tabs."),
        ("Run `make test`.", "Run make test."),
    ],
)
def test_the_same_value_in_another_form_is_kept(original: str, merged: str) -> None:
    assert keeps_all([original], merged)


@given(st.lists(st.text(max_size=80), max_size=4))
def test_joining_without_change_loses_nothing(texts: list[str]) -> None:
    assert keeps_all(texts, "\n".join(texts))


def test_a_name_with_a_number_in_it_is_not_kept_by_the_number() -> None:
    assert "worker03" in lost(["Restart worker03 first."], "It took 3 tries.")
    assert keeps_all(["Due March 4, 2026."], "due 2026-03-04")
