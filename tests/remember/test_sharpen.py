"""Vague statements become exact by evidence at hand, and by nothing else."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.remember.sharpen import Evidence, Sharpened, is_vague, original, sharpen

ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "vague.jsonl").read_text().splitlines()
]
DAY = date(2026, 3, 4)
KNOWN = Evidence("The new database is PostgreSQL 16", date(2026, 3, 2), "2026-03-02.md:4")


def sharpened(row: dict[str, Any]) -> Sharpened | None:
    evidence = [Evidence(one["text"], date.fromisoformat(one["day"]), one["where"]) for one in row["evidence"]]
    return sharpen(row["text"], date.fromisoformat(row["day"]), evidence)


def answered(row: dict[str, Any]) -> bool:
    found = sharpened(row)
    return found is not None and [(f.value.strip("`"), f.where) for f in found.facts] == [(row["want"], row["cite"])]


def test_most_that_have_evidence_are_rewritten_with_the_span_that_says_so() -> None:
    rows = [row for row in ROWS if row["want"]]
    assert len(rows) >= 40
    assert sum(map(answered, rows)) / len(rows) >= 0.8


def test_what_is_rewritten_is_rewritten_rightly() -> None:
    assert not [row["text"] for row in ROWS if row["want"] and sharpened(row) and not answered(row)]


@pytest.mark.parametrize("kind", ["misleading", "none"])
def test_none_is_rewritten_without_evidence(kind: str) -> None:
    rows = [row for row in ROWS if row["kind"] == kind]
    assert len(rows) >= 10
    assert not [sharpened(row) for row in rows if sharpened(row)]


def test_the_words_stay_and_the_statement_is_not_vague_any_more() -> None:
    for row in ROWS:
        if found := sharpened(row):
            assert found.text.startswith(row["text"])
            assert original(found.text) == row["text"]
            assert not is_vague(found.text)


def test_the_fact_stands_behind_the_words_it_explains() -> None:
    found = sharpen("we moved to the new database", DAY, [KNOWN])
    assert found is not None
    assert found.text == "we moved to the new database (PostgreSQL 16; 2026-03-02.md:4)"


def test_words_further_ahead_are_named_again() -> None:
    found = sharpen("The new database is much faster", DAY, [KNOWN])
    assert found is not None
    assert found.text == "The new database is much faster (The new database: PostgreSQL 16; 2026-03-02.md:4)"


def test_what_was_made_exact_is_no_evidence_for_others() -> None:
    made = Evidence("we moved to the new database (PostgreSQL 16; 2026-03-02.md:4)", DAY, "other.md:3")
    assert sharpen("billing moved to the new database", DAY, [made]) is None


def test_without_a_date_nothing_is_known_of_what_was_known() -> None:
    assert sharpen("we moved to the new database", None, [KNOWN]) is None
    assert sharpen("we moved to the new database", DAY, [Evidence(KNOWN.text, None, KNOWN.where)]) is None


def test_the_order_of_the_evidence_does_not_matter() -> None:
    for row in ROWS:
        assert sharpened(row) == sharpened({**row, "evidence": row["evidence"][::-1]})


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_can_be_asked_about(text: str, told: str) -> None:
    found = sharpen(text, DAY, [Evidence(told, DAY, "x.md:1")])
    if found:
        assert original(found.text) == text.rstrip()
