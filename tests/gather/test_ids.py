"""Ids are content: the same everywhere, for ever."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reverie.tools.ids import content_id

parts = st.lists(st.text(st.characters(exclude_categories=())), max_size=4)


def test_the_algorithm_never_changes() -> None:
    assert content_id("git", "ann@example.com", "2026-01-01T12:00:00+00:00", "Fix it") == "db4d5c8c5f9b"
    assert content_id() == "e3b0c44298fc"


@given(parts, parts)
def test_different_parts_have_different_ids(left: list[str], right: list[str]) -> None:
    assert (content_id(*left) == content_id(*right)) == (left == right)
