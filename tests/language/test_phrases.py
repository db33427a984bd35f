"""Every row of the tables hears its example, leaves its counter-example alone, and would be missed."""

from __future__ import annotations

import pytest

from reverie.language.phrases import TABLES, Phrases, Row, load, without
from reverie.language.text import sentences

ROWS = load().rows


def means(phrases: Phrases, text: str) -> set[str]:
    return {heard.means for sentence in sentences(text) for heard in phrases.hear(sentence)}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.table}-{row.means}-{row.pattern[:30]}")
def test_a_row_hears_its_example_and_not_its_counter_example(row: Row) -> None:
    meant, silences = row.means.removeprefix("not_"), row.means.startswith("not_")
    if silences:
        assert meant not in means(load(), row.example)
        assert meant in means(load(), row.counter)
        assert meant in means(without(load(), row), row.example), "nobody would miss this row"
    else:
        assert meant in means(load(), row.example)
        by = {heard.row for sentence in sentences(row.counter) for heard in load().hear(sentence)}
        assert row not in by
        assert meant not in means(without(load(), row), row.example), "nobody would miss this row"


def test_the_tables_stay_small() -> None:
    files = list(TABLES.glob("*.toml"))
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= 600
    assert {path.stem for path in files} >= {"en", "de", "es", "fr", "zh"}


def test_what_it_costs_grows_with_the_length() -> None:
    """Counted in steps of the matcher, so that a busy machine does not matter."""

    def steps(times: int) -> int:
        phrases = without(load(), Row("", "", "", "", ""))
        for sentence in sentences("remember that always use and not note " * times + "."):
            phrases.hear(sentence)
        return phrases.tried

    few, many = steps(10), steps(1000)
    assert many < 20 * few  # a sentence is read only so far


@pytest.mark.parametrize("text", ["remember " * 4000, "a, " * 6000, "[[" * 9000, "." * 20000, '"' * 9999, "⏎" * 20000])
def test_hostile_text_is_read_within_bounds(text: str) -> None:
    phrases = without(load(), Row("", "", "", "", ""))
    for sentence in sentences(text):
        phrases.hear(sentence)
    assert phrases.tried < 50 * len(text)
