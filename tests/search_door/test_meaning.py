"""Search by meaning through the same door: vectors are made a few at a time, and words do without."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from reverie import wiring
from reverie.engines.errors import EndpointUnreachable
from reverie.finding import library as libraries
from reverie.finding.library import Library, embedded
from reverie.lookup.search import Filters
from tests.cli.shell import Shell, repository
from tests.lookup.memory import Thesaurus

NOW = datetime(2026, 11, 15, 9, tzinfo=UTC)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("REVERIE_MODELS_DIR", str(tmp_path / "no models"))
    shell = repository(tmp_path / "project")
    for text in ("the car is red", "the physician is kind", "a lighthouse", "the boat is blue"):
        shell("remember", text)
    return shell


def opened(shell: Shell) -> Library:
    project = wiring.find_project(shell.folder)
    library = wiring.search.library(project, wiring.open_store(project))
    library.catch_up(NOW)
    return library


def test_what_means_the_same_is_found(shell: Shell) -> None:
    library, embedder = opened(shell), Thesaurus()
    assert embedded(library, embedder) is embedder
    hits = library.search([("vehicle", 3), ("doctor", 3)], Filters(), NOW, embedder)
    assert [found[0].passage.text for found in hits] == ["the car is red", "the physician is kind"]
    assert library.notes == []
    made = embedder.texts
    assert embedded(library, embedder) is embedder and embedder.texts == made


def test_many_wait_their_turn_and_that_is_said(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    library, embedder = opened(shell), Thesaurus()
    library.embed(embedder, most=3)
    assert library.notes == ["found by words alone: 1 passage has no vector yet; reverie reindex embeds all that wait"]
    library.notes.clear()
    library.embed(embedder, most=libraries.AT_ONCE)
    assert library.notes == []


class Away:
    name, dimensions = "away@1", 8

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        raise EndpointUnreachable(url="example.org", reason="it does not answer")


def test_words_do_when_the_embedder_is_away(shell: Shell) -> None:
    library = opened(shell)
    assert embedded(library, Away()) is None
    assert library.notes[0].startswith("found by words alone: ")
    assert library.search([("lighthouse", 3)], Filters(), NOW)[0][0].passage.text == "a lighthouse"


def test_words_do_when_it_goes_away_meanwhile(shell: Shell) -> None:
    library, away = opened(shell), Away()
    embedded(library, Thesaurus(away.name))
    assert library.search([("lighthouse", 3)], Filters(), NOW, away)[0][0].passage.text == "a lighthouse"
    assert library.notes == ["found by words alone: no answer from example.org: it does not answer"]
