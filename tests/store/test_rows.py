"""Many new files are read by a second process; what is listed then is what one process would have listed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from reverie.records.documents import LARGEST, Address, Described, Listed, Skipped
from reverie.store import rows
from reverie.store.index import Index
from reverie.store.roots import Root, Roots

_HERE = os.getpid()


def _memory(base: Path) -> Path:
    memory = base / "memory"
    (memory / "deep").mkdir(parents=True)
    for number in range(23):
        (memory / f"n{number}.md").write_text(f"note {number}")
    (memory / "deep" / "one.md").write_text("below")
    with (memory / "n7.md").open("wb") as file:
        file.truncate(LARGEST + 1)
    return memory


def _listed(memory: Path, describe: rows.Describe) -> tuple[list[Listed], list[Skipped]]:
    index = Index(None, Roots([Root("memory", memory)]), describe)
    index.refresh(full=True)
    found = list(index.listed("memory")), index.left_out()
    index.close()
    return found


def _described(address: Address, content: bytes) -> Described:
    if content == b"note 9":
        raise RecursionError
    return Described("note", f"{address.name} {len(content)}")


def test_the_listing_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = _memory(tmp_path)
    alone = _listed(memory, _described)
    monkeypatch.setattr(rows, "_AT_ONCE", 4)
    assert _listed(memory, _described) == alone
    assert len(alone[0]) == 22  # one is too large, one cannot be understood
    assert [one.what for one in alone[1]] == ["memory:n7.md", "memory:n9.md"]


@pytest.mark.skipif(sys.platform != "linux" or len(os.sched_getaffinity(0)) < 2, reason="a second process, on Linux")
def test_a_second_process_reads_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def here(address: Address, _content: bytes) -> Described:
        return Described("note", "here" if os.getpid() == _HERE else "elsewhere")

    memory = _memory(tmp_path)
    monkeypatch.setattr(rows, "_AT_ONCE", 4)
    listed, _ = _listed(memory, here)
    titles = {one.address.path: one.what.title for one in listed}
    assert titles["n3.md"] == "elsewhere"
    assert titles["deep/one.md"] == "here"  # it is not worth it for one
