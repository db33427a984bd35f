"""Where a quote stands: byte for byte, in a cited line."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from reverie.records.tasks import ItemKind
from reverie.tasks.grounds import find_quote, own_words, pasted_words, scope
from reverie.tasks.kind import Unfit
from tests.tasks.packets import item, packet

TEXT = st.text(alphabet="abcxyz éß.,⏎'\"<>`#-", min_size=1, max_size=80)


@given(TEXT, st.data())
def test_every_slice_that_says_something_is_found_as_it_stands(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    quote = text[start:end]
    try:
        found = find_quote(quote, [item("e1", text)])
    except Unfit:
        return
    assert found.text == quote.strip() and found.text in text


@given(TEXT, TEXT)
def test_what_is_found_is_always_a_slice_of_the_line(text: str, quote: str) -> None:
    assume(quote.strip())
    try:
        found = find_quote(quote, [item("e1", text, context="before abc xyz")])
    except Unfit:
        return
    assert found.text in text or found.text in "before abc xyz"
    assert "".join(found.text.replace("⏎", "").split()) == "".join(quote.replace("⏎", "").split())


@given(st.text(max_size=200))
def test_own_and_pasted_words_have_their_places(text: str) -> None:
    own = own_words(text)
    assert len(own) == len(text)
    assert all(char in (kept, char) and kept in (char, " ") for char, kept in zip(text, own, strict=True))
    assert len(pasted_words(text)) <= len(text)


def test_a_newline_may_be_told_as_one() -> None:
    line = item("e1", "use postgres⏎  not mocks")
    for quote in (
        "use postgres\nnot mocks",
        "use postgres ⏎ not mocks",
        "use postgres⏎not mocks",
        " postgres\n  not mocks ",
    ):
        assert "postgres⏎  not mocks" in find_quote(quote, [line]).text
    with pytest.raises(Unfit):
        find_quote("use postgres not mocks", [line])


def test_a_persons_own_words_come_first() -> None:
    lines = [item("e1", "use postgres here", ItemKind.AGENT), item("e2", "use postgres here")]
    assert find_quote("use postgres", lines).item.id == "e2"
    pasted = item("e3", "> use postgres here⏎what is that?")
    assert not find_quote("use postgres", [pasted]).own


def test_files_are_the_sessions() -> None:
    day = packet(item("e1", "x", files=("b/c.py",)), files=("src/a.py", "db/x.sql"))
    kept, dropped = scope(
        ["src/a.py", "src/", "src/*.py", "*.sql", "b/c.py", "../a", "/etc", "**", "lib/", ""], day.items, day
    )
    assert kept == ("src/a.py", "src/", "src/*.py", "*.sql", "b/c.py")
    assert dropped == ("../a", "/etc", "**", "lib/", "")
