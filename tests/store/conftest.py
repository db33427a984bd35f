"""Every store under the contract: the folder store and its in-memory twin."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.records.store import Render, Store
from reverie.store.memory import MemoryStore
from tests.store.builders import Make, describe, folder_store, rebase_index, render_index


@pytest.fixture(params=["folder", "memory"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    def folder(render: Render | None) -> Store:
        return folder_store(tmp_path, render=render)

    def memory(render: Render | None) -> Store:
        return MemoryStore(render=render, describe=describe)

    return folder if request.param == "folder" else memory


@pytest.fixture(params=["folder", "memory"])
def indexed(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """With an index that is made with every change, and can be told from what people wrote into it."""
    if request.param == "folder":
        return folder_store(tmp_path, render=render_index, rebase=rebase_index)
    return MemoryStore(render=render_index, describe=describe, rebase=rebase_index)


@pytest.fixture
def store(make: Make) -> Store:
    return make(None)
