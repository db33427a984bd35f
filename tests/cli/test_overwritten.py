"""A save of another program that takes a remembered line away is told, with the way to get it back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell, repository


@pytest.fixture
def reverie(tmp_path: Path) -> Shell:
    return repository(tmp_path / "project")


def test_a_stale_save_is_told_until_the_line_is_back(reverie: Shell) -> None:
    reverie("remember", "the staging host is eu-2", "--topic", "staging")
    note = reverie.folder / ".agent" / "memory" / "staging.md"
    opened = note.read_bytes()
    change = reverie("remember", "deploys need the VPN", "--topic", "staging", "--json").json["change"]
    assert reverie("status", "--json").json["overwritten"] == []
    note.write_bytes(opened)
    (lost,) = reverie("status", "--json").json["overwritten"]
    assert (lost["change"], lost["path"]) == (change, ".agent/memory/staging.md")
    for told in (reverie("status").out, reverie("doctor").out, reverie("run", "--dry-run").talk):
        assert f"written by {change[:19]} on " in told
        assert f"reverie show {change[:19]} has the text" in told
        assert "Nothing is wrong with it." not in told
    assert "deploys need the VPN" in reverie("show", change[:19]).out
    reverie("remember", "deploys need the VPN", "--topic", "staging")
    assert reverie("doctor", "--json").json["overwritten"] == []
