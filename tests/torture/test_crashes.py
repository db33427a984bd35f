"""The short, seeded version of `make torture`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.torture import kills, power


@pytest.mark.parametrize("what", ["apply", "undo"])
@pytest.mark.parametrize("torn", [False, True])
def test_killed_at_every_write_step(tmp_path: Path, what: str, torn: bool) -> None:
    result = kills.run(tmp_path / "t", what, torn=torn)
    assert result.faults == []
    assert result.steps >= 4


@pytest.mark.parametrize("what", ["apply", "undo"])
def test_power_cut_at_every_point(tmp_path: Path, what: str) -> None:
    result = power.run(tmp_path / "t", what, seeds=range(4))
    assert result.faults == []
    assert result.steps > 30
