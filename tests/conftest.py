"""No test touches the real home directory, the user's git settings, or the clock's zone."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from reverie.tools.agent_env import without_agent

settings.register_profile("unhurried", deadline=None)  # speed is no test's business, and a machine may be busy
settings.load_profile("unhurried")

MODELS = Path(__file__).parents[1] / ".venv" / "models"  # where `make` puts the embedding model


@pytest.fixture(scope="session", autouse=True)
def _no_real_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """For what is made once for several tests."""
    patch = pytest.MonkeyPatch()
    patch.setenv("HOME", str(tmp_path_factory.mktemp("shared-home")))
    yield
    patch.undo()


@pytest.fixture(autouse=True)
def _nowhere_near_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path_factory.mktemp("home")
    agents = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCLAW_STATE_DIR", "REVERIE_SOURCES", "REVERIE_ALL_PROJECTS")
    for name in [name for name in os.environ if without_agent({name: "1"}) == {}]:  # an agent may run the tests
        monkeypatch.delenv(name)
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "REVERIE_MODEL", *agents):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("REVERIE_MODELS_DIR", os.environ.get("REVERIE_MODELS_DIR") or str(MODELS))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return home


@pytest.fixture(scope="session", autouse=True)
def _interrupts_arrive() -> Iterator[None]:
    """`nohup make test &` hands SIGINT down ignored, to us and to every process that a test starts."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
