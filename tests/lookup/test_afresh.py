"""An index filled many documents at a time is the index that one by one would have made, byte for byte."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

from reverie.lookup import afresh, index
from reverie.lookup.index import Index
from reverie.records.passages import Passage
from tests.lookup.memory import note

_TABLES = ("documents", "groups", "passages", "kinds", "contents", "terms", "postings", "facts")
_TEXTS = (
    "",
    "tea",
    "tea " * 300,
    "Green tea at four, in src/tea/pot.py",
    "parseTeaLeaf fails",
    "日本語のお茶",
    "naïve",
)
_WORDS = ["tea", "cup", "pot", "leaf", "milk", "parse_leaf", "kettle/on.sh", "sugar"]


def some_documents(count: int) -> list[tuple[str, str, list[Passage]]]:
    chance = random.Random(5)
    return [_document(number, chance) for number in range(count)]


def _document(number: int, chance: random.Random) -> tuple[str, str, list[Passage]]:
    address = f"memory:part-{number % 3}/note-{number}.md"
    passages = [
        Passage(
            f"{number}/{n}", address, n + 1, n + 1,
            chance.choice(_TEXTS) if chance.random() < 0.5 else " ".join(chance.choices(_WORDS, k=20)),
            title=chance.choice(_WORDS), group=chance.choice([address, f"part {n}"]), place=chance.randrange(4),
            type=chance.choice(["user", "project"]),
        )
        for n in range(chance.choice([0, 1, 1, 3, 7]))
    ]  # fmt: skip
    return address, str(number), passages


def filled(folder: Path, documents: list[tuple[str, str, list[Passage]]]) -> tuple[int, dict[str, list[Any]]]:
    made = Index(folder)
    count = made.put_many(documents)
    tables = made.guarded(
        lambda file: {name: file.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in _TABLES}
    )
    made.close()
    return count, tables


@pytest.fixture
def one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    def make(documents: list[tuple[str, str, list[Passage]]]) -> tuple[int, dict[str, list[Any]]]:
        with monkeypatch.context() as patch:
            patch.setattr(index, "_MANY", len(documents) + 1)
            return filled(tmp_path / "one by one", documents)

    return make


@pytest.fixture
def together(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many documents were put many at a time."""
    counted: list[int] = []
    monkeypatch.setattr(index, "_MANY", 1)
    monkeypatch.setattr(index, "_AT_ONCE", 50)
    put_all = afresh.Afresh.put_all

    def count(self: afresh.Afresh, documents: Any) -> int:
        counted.append(len(documents))
        return put_all(self, documents)

    monkeypatch.setattr(afresh.Afresh, "put_all", count)
    return counted


def test_the_tables_are_the_same(tmp_path: Path, together: list[int], one_by_one: Any) -> None:
    documents = some_documents(230)
    assert filled(tmp_path / "together", documents) == one_by_one(documents)
    assert together == [50, 50, 50, 50, 30]


def test_a_document_that_comes_twice_is_what_it_was_last(tmp_path: Path, together: list[int], one_by_one: Any) -> None:
    documents = some_documents(60)
    address, _, _ = documents[7]
    documents += [(address, "later", documents[8][2]), documents[9]]
    found = filled(tmp_path / "together", documents)
    assert found == one_by_one(documents)
    assert sum(together) == 62


def test_the_same_when_postings_are_written_more_than_once(
    tmp_path: Path, together: list[int], one_by_one: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(afresh, "_MANY", 500)
    monkeypatch.setattr(afresh, "_AT_ONCE", 100)
    documents = some_documents(230)
    assert filled(tmp_path / "together", documents) == one_by_one(documents)
    assert together


def test_what_is_there_already_is_not_filled_over(tmp_path: Path, together: list[int]) -> None:
    made = Index(tmp_path)
    made.put_many([note("tea", "Green tea at four.")])
    made.put_many(some_documents(20))
    assert together == [1] and len(made.stamps()) == 21


def test_without_numpy_it_goes_one_by_one(tmp_path: Path, together: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "reverie.lookup.afresh", None)
    made = Index(tmp_path)
    made.put_many(some_documents(20))
    assert not together and len(made.stamps()) == 20
