"""What a filter lets pass is found, and what it does not is not even looked at."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path

import pytest

from reverie.lookup.fill import fill
from reverie.lookup.index import Index
from reverie.lookup.search import Filters, search
from tests.lookup.memory import NOON, Thesaurus, note

_WORDS = "deploy release friday make tea garden doctor auto vehicle water medic rust".split()
_LAYERS, _TYPES = ("note", "daily", "rule"), ("user", "project", "")


@pytest.fixture
def index(tmp_path: Path) -> Index:
    rng, index = random.Random(5), Index(tmp_path)
    index.put_many(
        note(
            f"{rng.choice(_WORDS)}-{n}",
            *(" ".join(rng.choices(_WORDS, k=rng.randint(2, 9))) for _ in range(rng.randint(1, 5))),
            layer=rng.choice(_LAYERS),
            type=rng.choice(_TYPES),
            at=NOON - timedelta(days=rng.randint(0, 400)),
        )
        for n in range(400)
    )
    return index


def statements(index: Index, query: str, filters: Filters) -> list[str]:
    seen: list[str] = []
    search(index, "tea")  # the file is open, and its counts are known
    index.guarded(lambda file: file.set_trace_callback(seen.append))
    assert search(index, query, 5, filters) == []
    index.guarded(lambda file: file.set_trace_callback(None))
    return seen


def test_where_no_kind_passes_nothing_is_read(index: Index) -> None:
    for nothing in (Filters(layers=frozenset({"insight"})), Filters(types=frozenset({"reference"}))):
        seen = statements(index, "deploy release friday", nothing)
        assert not [one for one in seen if "postings" in one or "FROM passages" in one]


def test_where_no_moment_passes_the_lists_are_read_once(index: Index) -> None:
    seen = statements(index, "deploy release friday", Filters(since=NOON + timedelta(days=1)))
    assert len([one for one in seen if "FROM postings" in one]) == 3  # as many as words
    plan = "EXPLAIN QUERY PLAN SELECT * FROM passages INDEXED BY of_kind WHERE kind = 1 AND at >= 0 LIMIT 9"
    assert "USING INDEX of_kind (kind=? AND at>?)" in str(index.guarded(lambda file: file.execute(plan).fetchall()))


@pytest.mark.parametrize("embed", [None, Thesaurus()], ids=["words", "meaning"])
@pytest.mark.parametrize(
    "filters",
    [
        Filters(frozenset({"rule"}), frozenset({"user"}), since=NOON - timedelta(days=100)),
        Filters(since=NOON - timedelta(days=9)),
        Filters(frozenset({"daily"}), frozenset({"project"}), since=NOON - timedelta(days=60)),
    ],
)
def test_few_are_found_as_if_everything_had_been_read(index: Index, filters: Filters, embed: Thesaurus | None) -> None:
    fill(index, Thesaurus())
    for query in ("deploy on friday", "medic", "who waters the garden", "tea"):
        every = search(index, query, 5000, embed=embed, now=NOON)
        passing = [
            hit
            for hit in every
            if (not filters.layers or hit.passage.layer in filters.layers)
            and (not filters.types or hit.passage.type in filters.types)
            and (filters.since is None or (hit.passage.at is not None and hit.passage.at >= filters.since))
        ]
        assert len(passing) < 60
        assert search(index, query, 60, filters, embed, now=NOON) == passing


def test_kinds_that_are_the_same_once_they_are_plain_are_one(tmp_path: Path) -> None:
    index = Index(tmp_path)
    index.put(*note("a", "tea", type="x\ud800"))
    index.put(*note("b", "tea", type="x?"))
    assert index.guarded(lambda file: file.execute("SELECT layer, type FROM kinds").fetchall()) == [("note", "x?")]
    assert len(search(index, "tea", filters=Filters(types=frozenset({"x?"})))) == 2
