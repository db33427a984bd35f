"""Vectors: the nearest of many are found as if all were compared; lost ones are made anew; models never meet."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from reverie.lookup.fill import fill
from reverie.lookup.index import Index
from reverie.lookup.search import search
from reverie.lookup.vectors import VectorFile, unit
from tests.lookup.memory import Thesaurus, ids, note, put


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    opened = Index(tmp_path / "index")
    put(opened, note("a", "red car", "blue boat"), note("b", "green tea"))
    yield opened
    opened.close()


@pytest.mark.parametrize("dimensions", [384, 100])
def test_the_nearest_of_many_are_the_true_ones(tmp_path: Path, dimensions: int) -> None:
    random = np.random.default_rng(5)
    centres = random.normal(size=(300, dimensions))
    vectors = unit(np.repeat(centres, 100, axis=0) + random.normal(size=(30_000, dimensions)))
    file = VectorFile(tmp_path / "v.f32", dimensions)
    file.add(vectors[:25_000], 0)
    file.add(vectors[25_000:], 25_000)
    missed = 0
    for query in unit(centres[::10] + random.normal(size=(30, dimensions)) * 0.8):
        true = np.argsort(-(vectors @ query))[:10]
        missed += len(set(true.tolist()) - set(file.nearest(query, 30_000, 40)))
    assert missed <= 3  # of 300


def test_signs_that_are_lost_are_worked_out_again(tmp_path: Path) -> None:
    vectors = unit(np.random.default_rng(6).normal(size=(21_000, 64)))
    VectorFile(tmp_path / "v.f32", 64).add(vectors, 0)
    before = VectorFile(tmp_path / "v.f32", 64).nearest(vectors[7], 21_000, 5)
    (tmp_path / "v.signs").write_bytes(b"short")
    assert VectorFile(tmp_path / "v.f32", 64).nearest(vectors[7], 21_000, 5) == before
    assert before[0] == 7


def test_only_what_is_new_is_embedded(index: Index) -> None:
    model = Thesaurus()
    assert fill(index, model) == 3
    before = model.texts
    assert fill(index, model) == 0
    put(index, note("a", "red car", "blue boat", "white plane"))
    assert fill(index, model) == 1
    put(index, note("a", "red car", "blue ship", "white plane"))
    assert fill(index, model, most=5) == 1
    assert model.texts == before + 2
    assert ids(search(index, "vehicle", embed=model))[0] == "a/0"


def test_vectors_of_another_model_are_not_used_and_then_replaced(index: Index) -> None:
    fill(index, Thesaurus("one@1"))
    other = Thesaurus("other@1", common=0.3)
    assert "meaning" not in search(index, "car", embed=other)[0].parts
    assert fill(index, other) == 3
    assert search(index, "vehicle", embed=other)[0].parts["meaning"] > 0
    (making,) = (path for path in index._shelf._folder.iterdir() if path.is_dir())
    assert len(list(making.glob("*.f32"))) == 1


@pytest.mark.parametrize("harm", ["gone", "cut"])
def test_lost_vectors_leave_words_and_are_made_anew(index: Index, harm: str) -> None:
    model = Thesaurus()
    fill(index, model)
    index.close()
    (file,) = index._shelf._folder.glob("*/*.f32")
    file.unlink() if harm == "gone" else file.write_bytes(file.read_bytes()[:-100])
    again = Index(index._shelf._folder)
    hit = search(again, "tea", embed=model)[0]
    assert hit.passage.id == "b/0" and "meaning" not in hit.parts
    assert fill(again, model) == 3
    assert "lost" in again.report.vectors
    assert search(again, "tea", embed=model)[0].parts["meaning"] > 0
    again.close()


def test_a_vector_that_is_no_number_harms_nobody(index: Index) -> None:
    class Broken(Thesaurus):
        def embed(self, texts):  # type: ignore[no-untyped-def]
            rows = super().embed(texts)
            rows[0] = np.nan
            return rows

    model = Broken("broken@1")
    fill(index, model)
    assert all(0 <= hit.score <= 1 for hit in search(index, "red car", embed=model))


def test_rows_nobody_has_are_not_kept_for_ever(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reverie.lookup.fill._SPARE", 3)
    model = Thesaurus()
    for number in range(8):
        put(index, note("a", f"red car {number}", f"blue boat {number}"))
        fill(index, model)
    (file,) = index._shelf._folder.glob("*/*.f32")
    assert file.stat().st_size <= 12 * model.dimensions * 4
    assert ids(search(index, "vehicle 7", embed=model))[0] == "a/0"


def _fill(folder: Path, name: str) -> None:
    index = Index(folder)
    for number in range(12):
        index.put(*note(f"{name}{number}", f"{name} line {number}", "another line"))
        fill(index, Thesaurus())
    index.close()


def test_two_processes_fill_one_index(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    jobs = [context.Process(target=_fill, args=(tmp_path, name)) for name in ("ann", "bob")]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join(120)
    assert [job.exitcode for job in jobs] == [0, 0]
    index, model = Index(tmp_path), Thesaurus()
    fill(index, model)
    for name in ("ann", "bob"):
        for number in range(12):
            hit = search(index, f"{name} line {number}", 1, embed=model)[0]
            assert hit.passage.id == f"{name}{number}/0" and hit.parts["meaning"] > 0.9
    index.close()
