"""all-MiniLM-L6-v2 itself, where its weights are at hand (REVERIE_MODELS_DIR, or .venv/models of this project)."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from reverie.engines.minilm import MiniLM
from reverie.engines.weights import installed, verify

MODELS = Path(os.environ.get("REVERIE_MODELS_DIR") or Path(__file__).parents[2] / ".venv" / "models")

pytestmark = pytest.mark.skipif(installed(MODELS) is None, reason=f"no weights in {MODELS}")


@pytest.fixture(scope="module")
def model() -> MiniLM:
    return MiniLM.open(MODELS)


def test_the_files_are_the_pinned_ones() -> None:
    verify(MODELS)


def test_cosines_are_those_of_the_reference(model: MiniLM) -> None:
    """Computed with onnxruntime and `tokenizers` from the same weights."""
    auth, jwt, readme = model.embed(["fix auth bug", "JWT validation broken", "update readme"])
    assert [float(auth @ jwt), float(auth @ readme), float(jwt @ readme)] == pytest.approx(
        [0.2638, 0.1192, 0.0957], abs=1e-4
    )


def test_first_numbers_are_those_of_the_reference(model: MiniLM) -> None:
    expected = {
        "fix auth bug": [-0.074144, 0.048247, -0.007358, -0.035630],
        "": [-0.118838, 0.048299, -0.002548, -0.011011],
        "Café — naïve 中文 test_case #42 " * 40: [0.030195, 0.043156, 0.002110, -0.012323],
    }
    assert np.abs(model.embed(list(expected))[:, :4] - np.array(list(expected.values()))).max() < 1e-4


def test_every_vector_is_the_same_in_any_company(model: MiniLM) -> None:
    texts = [f"{verb} tests {'again ' * count}" for verb in ("fix", "add") for count in range(12)]
    together = model.embed(texts)
    alone = np.concatenate([model.embed([text]) for text in texts])
    assert np.abs(together - alone).max() < 1e-6
    assert np.array_equal(together, model.embed(texts))
