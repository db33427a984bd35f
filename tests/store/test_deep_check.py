"""What `doctor` finds in the store: every damaged byte of the journal, lines of logs that are no records, an index that
is no index, entries that are gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell, repository


@pytest.fixture
def shop(tmp_path: Path) -> Shell:
    shell = repository(tmp_path / "shop")
    for day in ("mondays", "tuesdays", "fridays"):
        shell("remember", f"the release runs on {day}")
    return shell


def _entries(shop: Shell) -> list[Path]:
    return sorted((shop.folder / ".agent/local/journal").rglob("*.journal"))


def _faults(shop: Shell) -> dict[str, str]:
    return {item["what"]: item["reason"] for item in shop("doctor", "--json").json["store"]}


def test_a_whole_store_is_said_to_be_whole(shop: Shell) -> None:
    assert "journal, logs and index are whole" in shop("doctor").out
    assert _faults(shop) == {}


def test_every_garbled_journal_entry_is_told(shop: Shell) -> None:
    for path in _entries(shop):
        path.write_bytes(b"garbage")
    told = shop("doctor").out
    assert "Nothing is wrong with it." not in told
    assert "cannot be undone" in told
    assert len([what for what in _faults(shop) if what.startswith("journal/")]) >= 2  # the newest is set aside


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_one_flipped_bit_in_an_entry_is_told(shop: Shell, share: float) -> None:
    first = _entries(shop)[0]
    content = bytearray(first.read_bytes())
    content[int(len(content) * share)] ^= 0x10
    first.write_bytes(content)
    assert any(first.name in what for what in _faults(shop))


def test_an_entry_that_is_gone_is_told(shop: Shell) -> None:
    _entries(shop)[1].unlink()
    assert _faults(shop) == {"journal/000002": "this journal entry is missing; its change cannot be undone"}


def test_lines_of_logs_that_are_no_records_are_told_with_their_place(shop: Shell) -> None:
    log = next((shop.folder / ".agent/local/logs/events").glob("*.jsonl"))
    log.write_bytes(log.read_bytes() + b'{"id": "x"\n[]\n')
    (what, reason), *rest = _faults(shop).items()
    assert not rest
    assert what.endswith(log.name)
    assert reason.startswith("2 lines are no whole records")


def test_a_damaged_index_is_told_and_made_anew(shop: Shell) -> None:
    shop("status")
    index = shop.folder / ".agent/local/cache/index.sqlite"
    index.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    for path in index.parent.glob("index.sqlite-*"):
        path.unlink()
    assert "made anew" in _faults(shop)["cache/index.sqlite"]
    assert _faults(shop) == {}
