"""A home and a repository for every story."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.transcripts.nights import World, repository


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return World(tmp_path / "home", repository(tmp_path / "shop"))
