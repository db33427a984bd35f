"""A home and a repository for every story."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.transcripts.nights import World, repository


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCLAW_STATE_DIR", "REVERIE_SOURCES", "REVERIE_ALL_PROJECTS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return World(tmp_path / "home", repository(tmp_path / "shop"))
