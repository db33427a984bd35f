"""A sample project, built once and copied for every story."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from scripts import demo

from reverie.tools.trust import take_over
from tests.cli.shell import Shell, repository


@pytest.fixture(scope="session")
def _sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample") / "shop"
    folder.mkdir()
    demo.build(folder, datetime.now(UTC).replace(minute=0, second=0, microsecond=0))
    demo.git(folder, "add", "--all")
    demo.git(folder, "commit", "-q", "-m", "docs: tell agents how we work")
    return folder


@pytest.fixture
def shop(_sample: Path, tmp_path: Path) -> Shell:
    """A month of a small shop, in which a few things keep happening. Ada sits at the keyboard."""
    shutil.copytree(_sample, tmp_path / "shop")
    return repository(tmp_path / "shop")


@pytest.fixture(scope="session")
def _dreamt(_sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dreamt") / "shop"
    shutil.copytree(_sample, folder)
    nobody = {"HOME": str(folder.parent), "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "TZ": "UTC"}
    repository(folder)("run", code=0, **nobody)
    return folder


@pytest.fixture
def dreamt(_dreamt: Path, tmp_path: Path) -> Shell:
    """The same, after its first dream."""
    shutil.copytree(_dreamt, tmp_path / "shop")
    take_over(str(tmp_path / "shop"))  # this test has a home of its own
    return Shell(tmp_path / "shop")
