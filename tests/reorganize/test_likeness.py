"""A threshold means as much with an embedder as without."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from reverie.reorganizing.likeness import (
    bag,
    by_meaning,
    by_words,
    calibrated,
    cosine,
    either,
    fitted,
    on_scale,
)
from reverie.reorganizing.pairs import ALIKE, APART
from reverie.tools.tokens import tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODELS = Path(os.environ.get("REVERIE_MODELS_DIR") or Path(__file__).parents[2] / ".venv" / "models")


class Words:
    """The space of words itself, as an embedder; `squeeze` brings all cosines nearer to one."""

    name, dimensions = "words", 4096

    def __init__(self, squeeze: float = 0.0) -> None:
        self._squeeze, self._places = squeeze, dict[str, int]()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        found = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for n, text in enumerate(texts):
            for word in tokens(text):
                found[n, 1 + self._places.setdefault(word, len(self._places))] += 1.0
        found *= (1 - self._squeeze) ** 0.5 / np.linalg.norm(found, axis=1, keepdims=True)
        found[:, 0] = self._squeeze**0.5
        return found


def test_the_cosine_of_words() -> None:
    assert cosine(bag("a b c"), bag("a b c")) == pytest.approx(1.0, abs=1e-5)
    assert cosine(bag("red tulips"), bag("blue harbour")) == 0.0


def test_only_what_is_alike_enough_is_met() -> None:
    texts = ["the tulips want water", "the tulips want water", "the harbour freezes over", "tulips freeze"]
    assert [(pair.one, pair.other) for pair in by_words(texts, 0.92)] == [(0, 1)]


def test_an_embedder_that_sees_words_needs_no_stretching() -> None:
    pytest.importorskip("numpy")
    assert calibrated(Words()) == pytest.approx(1.0, abs=0.11)


def test_an_embedder_that_finds_everything_alike_is_brought_to_the_same_scale() -> None:
    pytest.importorskip("numpy")
    stretch = calibrated(Words(squeeze=0.5))
    assert stretch == pytest.approx(2.0, abs=0.2)
    texts = [text for pair in ALIKE for text in pair]
    words = {(one, other) for one, other, _ in by_words(texts, 0.85)}
    meant = {(one, other) for one, other, _ in by_meaning(texts, 0.85, Words(squeeze=0.5))}
    assert words <= meant
    assert len(meant - words) <= 1


class Blind(Words):
    """An embedder to which no two texts mean the same, be they ever so alike, but for the labelled pairs."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        if set(texts) <= {text for pair in (*ALIKE, *APART) for text in pair}:
            return super().embed(texts)
        return np.eye(len(texts), self.dimensions, dtype=np.float32)


def test_what_words_find_is_found_with_a_model_too_and_what_it_finds_comes_on_top() -> None:
    pytest.importorskip("numpy")
    texts = ["the tulips want water daily", "the tulips want water", "the harbour freezes over", "the harbour freezes"]
    words = by_words(texts, 0.8)
    assert [(pair.one, pair.other) for pair in words] == [(0, 1), (2, 3)]
    assert either(texts, 0.8, None) == either(texts, 0.8, Blind()) == words
    both = either(texts, 0.8, Words(squeeze=0.5))
    assert {pair[:2] for pair in both} >= {pair[:2] for pair in words}
    assert all(pair.likeness >= cosine(bag(texts[pair.one]), bag(texts[pair.other])) for pair in both)


def test_copies_are_met_however_common_their_words_are() -> None:
    texts = [f"the tulips want water {n}" for n in range(70)] + ["tulips water", "tulips water"]
    assert (70, 71, 1.0) in by_words(texts, 0.92)


def test_the_same_text_is_the_same_in_every_space() -> None:
    assert on_scale(1.0, 3.0) == 1.0
    assert on_scale(-1.0, 3.0) == 0.0


def test_at_the_default_two_notes_of_the_labelled_pairs_are_nearly_always_the_same() -> None:
    told = [(cosine(bag(one), bag(other)), 1) for one, other in ALIKE]
    told += [(cosine(bag(one), bag(other)), 0) for one, other in APART]
    slope, limit = fitted(told)
    assert limit < 0.92
    assert slope > 0
    assert not [value for value, same in told if not same and value >= 0.92]


def test_with_the_real_model_no_labelled_pair_of_two_things_reaches_the_default() -> None:
    from reverie.engines.minilm import MiniLM
    from reverie.engines.weights import installed

    if installed(MODELS) is None:
        pytest.skip(f"no weights in {MODELS}")
    embed = MiniLM.open(MODELS)
    apart = [text for pair in APART for text in pair]
    alike = [text for pair in ALIKE for text in pair]
    labelled = {(2 * n, 2 * n + 1) for n in range(len(APART))}
    assert not {(one, other) for one, other, _ in by_meaning(apart, 0.92, embed)} & labelled
    assert len({(one, other) for one, other, _ in by_meaning(alike, 0.92, embed)}) >= 6
