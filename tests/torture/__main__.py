"""`make torture`: everything at length, and a table of what was tried and what was lost."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from functools import partial

from tests.torture import editors, kills, power
from tests.torture.editors import scratch

Row = tuple[str, int, str, int]


def main() -> int:
    base = scratch("torture")
    began = time.monotonic()
    faults: list[str] = []
    rows: list[Row] = []
    for what in ("apply", "undo"):
        for torn in (False, True):
            _crash(
                rows,
                faults,
                f"kill -9 during {what}{', torn writes' * torn}",
                partial(kills.run, base, what, torn=torn),
            )
        for name in ("a.md", "b.md", "c.md", "e.md", "MEMORY.md"):
            _crash(
                rows,
                faults,
                f"kill -9 during {what}, then {name} saved",
                partial(kills.run, base, what, edits=name),
            )
        _crash(rows, faults, f"power cut during {what}", partial(power.run, base, what, seeds=range(60)))
    for style in editors.STYLES:
        for pause, moves in ((0.003, False), (0.02, False), (0.02, True)):
            result = editors.run(base, style, applies=2500, pause=pause, moves=moves)
            label = f"editor saving by {style}, every {pause * 500:.0f} ms{', notes moving' * moves}"
            done = f"{result.applies - result.skipped} applied, {result.edits} edits"
            _row(rows, label, result.applies, done, len(result.lost))
            faults += result.lost
    shutil.rmtree(base, ignore_errors=True)
    print(f"\n{sum(row[1] for row in rows):,} tries in {time.monotonic() - began:.0f} s, {len(faults)} losses")
    for fault in faults[:20]:
        print(f"  {fault}")
    return 1 if faults else 0


def _crash(rows: list[Row], faults: list[str], label: str, run: Callable[[], kills.Result]) -> None:
    result = run()
    found = result.faults or []
    _row(rows, label, result.tried, f"{result.steps} write steps", len(found))
    faults += found


def _row(rows: list[Row], label: str, tried: int, covered: str, lost: int) -> None:
    rows.append((label, tried, covered, lost))
    print(f"  {label:52} {tried:6,} tries   {covered:32} {lost} lost", flush=True)


if __name__ == "__main__":
    sys.exit(main())
