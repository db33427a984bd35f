"""The second look agrees with one written another way, whatever else is looked at, and knows a correction."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from reverie.engines.errors import WeightsDamaged, WeightsMissing
from reverie.engines.second_look import SecondLook
from reverie.engines.weights import installed
from reverie.engines.wordpiece import WordPiece
from reverie.gather.transcripts.second import reconsidered
from reverie.records.engines import Exchange, Opinion
from tests.conftest import MODELS
from tests.engines import tiny
from tests.transcripts.labelled import examples

FACTS, RANK = 3, 2
REFERENCE = {"that is not the file I was talking about": 3.75, "now write the changelog and commit": -2.44}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tiny")


def learned(made: tiny.Tensors) -> dict[str, NDArray[np.float32]]:
    """Something small for matrices of the first layer, a vector for each voice, and a last step."""
    chance = np.random.default_rng(5)

    def some(*shape: int) -> NDArray[np.float32]:
        return chance.normal(0, 0.2, shape).astype(np.float32)

    found = {"voices": some(3, tiny.HIDDEN), "weight": some(tiny.HIDDEN + FACTS), "bias": some()}
    for name, matrix in made.items():
        if "layer.0" in name and name.endswith("dense.weight"):
            found |= {f"{name}/out": some(matrix.shape[0], RANK), f"{name}/in": some(RANK, matrix.shape[1])}
    return found


@pytest.fixture(scope="module")
def look(folder: Path) -> SecondLook:
    made = tiny.tensors()
    np.savez(folder / "learned.npz", **learned(made))  # type: ignore[arg-type]
    return SecondLook(tiny.write(folder, made), folder / "learned.npz")


def some_exchanges(count: int) -> list[Exchange]:
    chance = random.Random(3)

    def text() -> str:
        return " ".join(chance.choices(["fix", "the", "auth", "bug", "!", "."], k=chance.randrange(5)))

    return [Exchange(text(), text(), text(), (chance.random(), 1.0, 0.0)) for _ in range(count)]


def slowly(folder: Path, exchange: Exchange) -> float:
    made = tiny.tensors()
    known = learned(made)
    for name in list(made):
        if f"{name}/out" in known:
            made[name] = made[name] + known[f"{name}/out"] @ known[f"{name}/in"]
    pieces = WordPiece.read(folder / "vocab.txt")
    first, *_, last = pieces.ids("")
    rows = [[*pieces.ids(text)[1:-1], last] for text in exchange[:3]]
    voices = [0] * (len(rows[0]) + 1) + [1] * len(rows[1]) + [2] * len(rows[2])
    tokens = tiny.naive_tokens(made, [first, *rows[0], *rows[1], *rows[2]], known["voices"][voices], layers=1)
    mean = tokens[np.array(voices) == 1].mean(axis=0)
    return float(np.concatenate([mean, exchange.facts]) @ known["weight"] + known["bias"])


def test_what_it_finds_is_what_the_slow_way_finds(look: SecondLook, folder: Path) -> None:
    asked: Opinion = look
    exchanges = some_exchanges(40)
    assert asked(exchanges) == pytest.approx([slowly(folder, one) for one in exchanges], abs=0.02)


def test_what_it_finds_does_not_depend_on_company(look: SecondLook) -> None:
    exchanges = some_exchanges(60)
    assert look(exchanges) == [look([one])[0] for one in exchanges]
    assert look([]) == []


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 nothing", b"\x93NUMPY"])
def test_what_was_learned_is_damaged(folder: Path, content: bytes) -> None:
    (folder / "bad.npz").write_bytes(content)
    with pytest.raises(WeightsDamaged):
        SecondLook(tiny.write(folder, tiny.tensors()), folder / "bad.npz")


@pytest.mark.parametrize("gone", ["voices", "weight", "bias", "encoder.layer.0.output.dense.weight/in"])
def test_something_of_what_was_learned_is_missing(folder: Path, gone: str) -> None:
    known = learned(tiny.tensors())
    del known[gone]
    np.savez(folder / "less.npz", **known)  # type: ignore[arg-type]
    with pytest.raises(WeightsDamaged, match="missing"):
        SecondLook(tiny.write(folder, tiny.tensors()), folder / "less.npz")


def test_there_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(WeightsMissing):
        SecondLook.open(tmp_path)


@pytest.fixture(scope="module")
def real() -> SecondLook:
    if installed(MODELS) is None:
        pytest.skip(f"no weights in {MODELS}")
    return SecondLook.open(MODELS)


def test_the_tuned_model_finds_what_it_found_when_it_was_tuned(real: SecondLook) -> None:
    """Computed where it was tuned, with another library."""
    facts = (-2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.05, 1.0, 0.0, 0.0)
    words = ["that is not the file I was talking about", "now write the changelog and commit"]
    found = real([Exchange("I edited the parser.", one, "Understood.", facts) for one in words])
    assert found == pytest.approx([REFERENCE[one] for one in words], abs=0.03)


def test_on_the_labelled_set_few_are_false_and_most_are_found(real: SecondLook) -> None:
    labelled = examples()
    told = [verdict.holds for verdict in reconsidered([example.moment for example in labelled], real)]
    hits = sum(one and example.correction for one, example in zip(told, labelled, strict=True))
    assert hits / sum(told) >= 0.97
    assert hits / sum(example.correction for example in labelled) >= 0.91
