"""The forward pass agrees with one written another way, and no text's vector depends on its company."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from reverie.engines import blas
from reverie.engines.errors import WeightsDamaged, WeightsMissing
from reverie.engines.minilm import MiniLM
from reverie.engines.wordpiece import WordPiece
from reverie.records.engines import Embedder
from tests.engines import tiny


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tiny")


@pytest.fixture(scope="module")
def model(folder: Path) -> MiniLM:
    return MiniLM(tiny.write(folder, tiny.tensors()), name="tiny")


def some_texts(count: int) -> list[str]:
    chance = random.Random(3)
    words = ["fix", "the", "auth", "bug", "tokens", "readme", "zebra", "!", "."]
    return [" ".join(chance.choices(words, k=chance.randrange(20))) for _ in range(count)]


def test_it_is_an_embedder(model: MiniLM) -> None:
    embedder: Embedder = model
    assert (embedder.name, embedder.dimensions) == ("tiny", tiny.HIDDEN)


def test_vectors_are_those_of_the_slow_way(model: MiniLM, folder: Path) -> None:
    texts = some_texts(40)
    pieces = WordPiece.read(folder / "vocab.txt", tiny.POSITIONS)
    slow = np.stack([tiny.naive(tiny.tensors(), pieces.ids(text)) for text in texts])
    assert np.abs(model.embed(texts) - slow).max() < 1e-4


def test_vectors_have_length_one(model: MiniLM) -> None:
    vectors = model.embed(some_texts(50))
    assert vectors.dtype == np.float32
    assert np.abs(np.linalg.norm(vectors, axis=1) - 1).max() < 1e-6


def test_a_texts_vector_does_not_depend_on_its_company(model: MiniLM) -> None:
    texts = some_texts(400)
    together = model.embed(texts)
    alone = np.concatenate([model.embed([text]) for text in texts[:60]])
    shuffled = random.Random(1).sample(range(len(texts)), len(texts))
    assert np.abs(together[:60] - alone).max() < 1e-6
    assert np.abs(together[shuffled] - model.embed([texts[number] for number in shuffled])).max() < 1e-6


def test_nothing_and_emptiness(model: MiniLM) -> None:
    assert model.embed([]).shape == (0, tiny.HIDDEN)
    assert np.array_equal(model.embed(["", " "])[0], model.embed(["", " "])[1])


def test_extreme_scores_do_not_overflow(tmp_path: Path) -> None:
    weights = tiny.tensors()
    for name in weights:
        if "query" in name or "key" in name:
            weights[name] *= 100
    assert np.isfinite(MiniLM(tiny.write(tmp_path, weights)).embed(["fix the auth bug", "readme"])).all()


def test_the_number_of_threads_is_given_back(model: MiniLM) -> None:
    if blas.KNOB is None:
        pytest.skip("numpy's BLAS cannot be told")
    before = blas.KNOB.get()
    model.embed(some_texts(200))
    assert blas.KNOB.get() == before


def test_a_blas_that_cannot_be_told_gives_the_same(model: MiniLM, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = some_texts(200)
    spread = model.embed(texts)
    monkeypatch.setattr(blas, "KNOB", None)
    assert blas.workers() == 1
    assert np.abs(model.embed(texts) - spread).max() < 1e-6


def test_a_failing_batch_is_heard() -> None:
    def job(number: int) -> None:
        if number == 3:
            raise ValueError("three")

    with pytest.raises(ValueError, match="three"):
        blas.spread(job, range(10))


def test_weights_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(WeightsMissing) as caught:
        MiniLM.open(tmp_path)
    assert caught.value.advice == "install it once with: reverie models install"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"short",
        b"\xff" * 64,
        (1 << 40).to_bytes(8, "little") + b"{}",
        (2).to_bytes(8, "little") + b"{}",
        (2).to_bytes(8, "little") + b"[]",
        (4).to_bytes(8, "little") + b"nope",
    ],
)
def test_damaged_weights_are_named(tmp_path: Path, content: bytes) -> None:
    weights = tiny.write(tmp_path, tiny.tensors())
    weights.model.write_bytes(content)
    with pytest.raises(WeightsDamaged, match=r"model\.safetensors cannot be read"):
        MiniLM(weights)


def test_a_cut_file_is_noticed_before_it_is_used(tmp_path: Path) -> None:
    weights = tiny.write(tmp_path, tiny.tensors())
    weights.model.write_bytes(weights.model.read_bytes()[:-100])
    with pytest.raises(WeightsDamaged, match="does not fit"):
        MiniLM(weights)
