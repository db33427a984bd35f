"""Every store under the contract: the folder store and its in-memory twin."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.records.store import Render, Store
from reverie.store.memory import MemoryStore
from tests.store.builders import Make, describe, folder_store


@pytest.fixture(params=["folder", "memory"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    def folder(render: Render | None) -> Store:
        return folder_store(tmp_path, render=render)

    def memory(render: Render | None) -> Store:
        return MemoryStore(render=render, describe=describe)

    return folder if request.param == "folder" else memory


@pytest.fixture
def store(make: Make) -> Store:
    return make(None)
