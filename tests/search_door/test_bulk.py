"""The first search after many notes were written at once is no worse with the model than without it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from reverie import wiring
from reverie.engines.errors import WeightsMissing
from reverie.engines.minilm import MiniLM
from reverie.finding.library import AT_ONCE, Library, embedded
from reverie.lookup.search import Filters
from reverie.wiring.engines import models_folder
from tests.cli.shell import repository

NOW = datetime(2026, 11, 18, 8, tzinfo=UTC)
PLACES = ("harbour", "orchard", "quarry", "station", "library", "brewery", "glacier", "airfield", "vineyard", "mill")
KEEPERS = ("Ada", "Bruno", "Chiara", "Dmitri", "Edda", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kira", "Luca")
THINGS = ("gate", "roof")
LINES = [f"{keeper} repairs the {thing} of the {place}." for keeper in KEEPERS for place in PLACES for thing in THINGS]
QUESTIONS = [(f"who repairs the {thing} of the {place}? {keeper}?", 10) for keeper, place, thing in (
    ("Ada", "harbour", "gate"), ("Farid", "mill", "roof"), ("Kira", "glacier", "gate"), ("Luca", "mill", "roof")
)]  # fmt: skip


class Counting:
    """The model, and how many texts it embedded."""

    def __init__(self, model: MiniLM) -> None:
        self._model, self.name, self.dimensions, self.texts = model, model.name, model.dimensions, 0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.texts += len(texts)
        return self._model.embed(texts)


@pytest.fixture
def model() -> Counting:
    try:
        return Counting(MiniLM.open(models_folder()))
    except WeightsMissing:
        pytest.skip("the model is not installed")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    shell = repository(tmp_path / "shop")
    notes = shell.folder / ".agent" / "memory"
    notes.mkdir(parents=True)
    for number, line in enumerate(LINES):
        (notes / f"n{number:03}.md").write_text(f"---\nname: n{number:03}\n---\n\n{line}\n")
    project = wiring.find_project(shell.folder)
    library = wiring.search.library(project, wiring.open_store(project))
    library.catch_up(NOW)
    return library


def test_words_rank_until_all_is_embedded_a_bounded_number_at_a_time(library: Library, model: Counting) -> None:
    assert library.size() == len(LINES) and AT_ONCE < len(LINES) <= 2 * AT_ONCE
    by_words = library.search(QUESTIONS, Filters(), NOW)
    scale = 24  # texts the model is measured with, once
    assert embedded(library, model) is model
    assert model.texts == AT_ONCE + scale
    assert library.search(QUESTIONS, Filters(), NOW, model) == by_words
    assert model.texts == AT_ONCE + scale  # the questions are not embedded for nothing
    (note,) = library.notes
    assert note.startswith(f"found by words alone: {len(LINES) - AT_ONCE} passages have no vector yet")
    library.notes.clear()
    assert embedded(library, model) is model
    assert (model.texts, library.notes) == (len(LINES) + scale, [])
    complete = library.search(QUESTIONS, Filters(), NOW, model)
    assert all("meaning" in hit.parts for hits in complete for hit in hits)
    assert [hits[0].passage.text for hits in complete] == [hits[0].passage.text for hits in by_words]
