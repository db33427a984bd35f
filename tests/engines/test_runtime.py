"""onnxruntime gives the vectors that numpy gives, only to who asks again, and is never missed where it is not there."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reverie.engines import runtime
from reverie.engines.minilm import MiniLM
from reverie.engines.tensors import Array, Tensors
from reverie.engines.wordpiece import WordPiece
from tests.engines import tiny

ASKED = "fix the auth bug!"


@pytest.fixture
def model(tmp_path: Path) -> MiniLM:
    return MiniLM(tiny.write(tmp_path, tiny.tensors()), often=True)


class Instant:
    """In the place of the runtime: what comes at once, or never."""

    def __init__(self, vector: Array | None = None) -> None:
        self._vector = vector

    def begin(self, _rows: Array) -> runtime.Answer:
        answer = runtime.Answer()
        answer.come([] if self._vector is None else [self._vector], None, "no" if self._vector is None else "")
        return answer


def _prepared(model: MiniLM) -> None:
    """What the second question begins is done."""
    model.begin(ASKED)
    model.begin(ASKED)
    for thread in threading.enumerate():
        if thread.name == "runtime":
            thread.join()


def test_its_vectors_are_those_of_the_slow_way_and_of_numpy(model: MiniLM, tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    _prepared(model)
    pieces = WordPiece.read(tmp_path / "vocab.txt", tiny.POSITIONS)
    for text in (ASKED, "", "readme", "the tokens . " * 9):
        wait = model.begin(text)
        assert wait is not None
        assert np.abs(wait() - tiny.naive(tiny.tensors(), pieces.ids(text))).max() < 1e-5
        assert np.abs(wait() - model.embed([text])[0]).max() < 1e-4


def test_several_can_be_under_way(model: MiniLM) -> None:
    pytest.importorskip("onnxruntime")
    _prepared(model)
    texts = [ASKED, "readme", "the auth tokens"]
    waits: Sequence[Callable[[], Array] | None] = [model.begin(text) for text in texts]
    for wait, vector in zip(waits, model.embed(texts), strict=True):
        assert wait is not None and np.abs(wait() - vector).max() < 1e-4


def test_it_is_made_ready_with_the_second_question_not_the_first(
    model: MiniLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Tensors] = []
    monkeypatch.setattr(runtime, "find_spec", lambda _: True)
    monkeypatch.setattr(runtime, "Runtime", made.append)
    assert model.begin(ASKED) is None and not made
    _prepared(model)
    assert len(made) == 1


@pytest.mark.parametrize("why", ["missing", "broken"])
def test_where_it_is_not_there_or_does_not_start_numpy_goes_on(
    model: MiniLM, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    def broken(_: Tensors) -> Any:
        raise RuntimeError("opset 20 is not known here")

    monkeypatch.setattr(runtime, "find_spec", lambda _: None if why == "missing" else True)
    monkeypatch.setattr(runtime, "Runtime", broken)
    _prepared(model)
    assert model.begin(ASKED) is None
    assert model.embed([ASKED]).shape == (1, tiny.HIDDEN)


def test_what_it_cannot_answer_numpy_answers(model: MiniLM) -> None:
    assert model._soon is not None
    model._soon.runtime = Instant()  # type: ignore[assignment]
    wait = model.begin(ASKED)
    assert wait is not None and np.array_equal(wait(), model.embed([ASKED])[0])


def test_who_asks_once_in_a_while_never_loads_it(tmp_path: Path) -> None:
    """A command that embeds once must not pay for it."""
    tiny.write(tmp_path, tiny.tensors())
    code = (
        "import sys; from pathlib import Path; from reverie.engines.minilm import MiniLM\n"
        "from reverie.engines.weights import Weights\n"
        f"folder = Path({str(tmp_path)!r}); files = Weights(folder / 'model.safetensors', folder / 'vocab.txt')\n"
        "seldom = MiniLM(files)\n"
        "for _ in range(3): assert seldom.begin('fix') is None; seldom.embed(['fix'])\n"
        "assert MiniLM(files, often=True).begin('fix') is None\n"
        "assert 'onnxruntime' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
