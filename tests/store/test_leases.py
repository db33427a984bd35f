"""A note that another process is just swapping in is waited for, not reported as one that cannot be read."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path

import pytest

from reverie.store.disk import Disk
from reverie.store.swap import Guard

pytestmark = pytest.mark.skipif(not hasattr(fcntl, "F_SETLEASE"), reason="leases are Linux's")


def test_a_reader_waits_until_the_note_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "note.md").write_bytes(b"as it is")
    folder = os.open(tmp_path, os.O_RDONLY)
    guard = Guard(folder, "note.md")
    assert guard.holds
    waits = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            guard.release()

    monkeypatch.setattr(time, "sleep", wait)
    try:
        assert Disk(tmp_path).read("note.md") == b"as it is"
        assert len(waits) == 3
    finally:
        guard.release()
        os.close(folder)
