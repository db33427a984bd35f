"""Old months of a log are made shorter, and a crash at any step loses nothing and doubles nothing."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from reverie.records.logs import LogRecord
from reverie.records.store import Store
from reverie.store.disk import Disk
from reverie.store.logs import Logs
from tests.store.builders import at
from tests.torture.kills import counting

BEFORE = at()  # the middle of November: October and what was before is over


def told(records: Sequence[LogRecord]) -> list[LogRecord]:
    """Their number, as one record."""
    count = sum(n if isinstance(n := record.facts.get("n"), int) else 1 for record in records)
    newest = max(record.at for record in records)
    return [LogRecord("sum", "t", newest, {"n": count}, f"sum {newest:%Y-%m}")]


def records() -> list[LogRecord]:
    return [LogRecord("one", "t", at(-days), {"which": days}) for days in range(60)]


def total(found: Sequence[object]) -> int:
    kept = [record for record in found if isinstance(record, LogRecord)]
    return sum(n if isinstance(n := record.facts.get("n"), int) else 1 for record in kept)


def test_months_that_are_over_become_what_is_made_of_them(store: Store) -> None:
    store.append("recalls", [*records(), records()[59]])  # one came twice, and counts once
    assert store.condense("recalls", BEFORE, told) == 2
    found = [record for record in store.records("recalls") if isinstance(record, LogRecord)]
    assert sorted(record.kind for record in found) == ["one"] * 15 + ["sum"] * 2
    assert total(found) == 60
    assert store.condense("recalls", BEFORE, told) == 0


def test_a_month_of_which_nothing_is_kept_is_gone(tmp_path: Path) -> None:
    logs = Logs(Disk(tmp_path))
    logs.append("recalls", records())
    assert logs.condense("recalls", BEFORE, lambda _records: []) == 2
    assert [path.name for path in (tmp_path / "logs" / "recalls").iterdir()] == ["2026-11.jsonl"]
    assert logs.condense("nothing-here", BEFORE, told) == 0


class Crash(Exception):
    pass


@pytest.mark.parametrize("step", range(1, 12))
def test_after_a_crash_at_any_step_every_month_counts_once(tmp_path: Path, step: int) -> None:
    def strike(_operation: str, number: int) -> None:
        if number == step:
            raise Crash

    Logs(Disk(tmp_path)).append("recalls", records())
    with contextlib.suppress(Crash):
        Logs(counting(strike)(tmp_path)).condense("recalls", BEFORE, told)
    logs = Logs(Disk(tmp_path))
    assert total(list(logs.records("recalls"))) == 60
    logs.condense("recalls", BEFORE, told)
    assert total(list(logs.records("recalls"))) == 60
    names = sorted(path.name for path in (tmp_path / "logs" / "recalls").iterdir())
    assert names == ["2026-09.jsonl", "2026-10.jsonl", "2026-11.jsonl"]
