"""No test touches the real home directory, the user's git settings, or the clock's zone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("unhurried", deadline=None)  # speed is no test's business, and a machine may be busy
settings.load_profile("unhurried")

MODELS = Path(__file__).parents[1] / ".venv" / "models"  # where `make` puts the embedding model


@pytest.fixture(autouse=True)
def _nowhere_near_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path_factory.mktemp("home")
    agents = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCLAW_STATE_DIR", "REVERIE_SOURCES", "REVERIE_ALL_PROJECTS")
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "REVERIE_MODEL", *agents):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("REVERIE_MODELS_DIR", os.environ.get("REVERIE_MODELS_DIR") or str(MODELS))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return home
