"""Live the day, and tell it in docs/day.md (only a day of our own: real sessions are nobody else's to read)."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from pathlib import Path

from scripts.day.story import ROOT, Day, live
from scripts.day.tell import page


def main() -> None:
    real = os.environ.get("REVERIE_DAY_SESSIONS")
    with tempfile.TemporaryDirectory(prefix="reverie-day-") as folder:
        day = live(Path(folder).resolve(), Path(real) if real else None)
    _sum_up(day)
    if not real:
        (ROOT / "docs" / "day.md").write_text(page(day), encoding="utf-8")


def _sum_up(day: Day) -> None:
    ours = sorted(call["seconds"] for call in day.calls if "reverie-hook" in call["command"])
    print(f"{len(ours)} calls of our hooks, p50 {ours[len(ours) // 2] * 1000:.0f} ms, longest {ours[-1] * 1000:.0f} ms")
    spoke = any(call["talk"] for call in day.calls)
    print(f"exits {dict(Counter(call['exit'] for call in day.calls))}, words on stderr: {spoke}")
    print(dict(Counter(one["kind"] for one in day.log)))
    print(f"log of hooks: {day.hooks_log.strip() or 'empty'}")
    print(day.night)
    print(day.morning)
    print(f"not as it was: {day.changed or 'nothing'}")


if __name__ == "__main__":
    main()
