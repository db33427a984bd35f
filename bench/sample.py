"""A table over real transcripts: sessions, what became of their records, the events, and some corrections to judge.

REVERIE_BENCH_TRANSCRIPTS names the folder. What people said is shown here and kept nowhere.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.measure import title
from bench.transcripts import SAMPLE
from reverie.gather.transcripts.checkpoints import Checkpoints
from reverie.gather.transcripts.listen import Ears, Told, listen
from reverie.gather.transcripts.sources import Wanted
from reverie.records.events import Event
from reverie.thinking.opinion import SecondOpinion
from reverie.tools.redact import Redactor

SHOWN = 20
SEED = 4


def main() -> None:
    if not SAMPLE.is_dir():
        print(f"no transcripts at {SAMPLE}; name a folder in REVERIE_BENCH_TRANSCRIPTS")
        return
    wanted = Wanted(Path("/nonexistent"), extra=(SAMPLE,))
    checkpoints = Checkpoints(Path("/nonexistent"))
    models = os.environ.get("REVERIE_MODELS_DIR", "")
    ears = Ears(wanted, "user", datetime.now(UTC), opinion=SecondOpinion(models) if models else None)
    told = listen(ears, checkpoints, Redactor(b"k" * 32).text)
    tables(told)
    corrections([event for event in told.events if event.kind == "correction"])


def tables(told: Told) -> None:
    figures = told.figures()
    title(f"{figures['sessions']} sessions, {figures['bytes'] / 1e6:,.1f} MB in {SAMPLE}")
    _table("records", figures["records"].items())
    _table("files", [*figures["files"].items(), *((f"left out: {k}", n) for k, n in figures["skipped"].items())])
    _table("events", figures["events"].items())


def corrections(found: Sequence[Event]) -> None:
    some = random.Random(SEED).sample(found, min(SHOWN, len(found)))
    title(f"{len(some)} corrections of {len(found)}, picked at random")
    for event in sorted(some, key=lambda event: event.at):
        print(f"  {event.at:%Y-%m-%d} {event.session[:8]}  {event.summary}")


def _table(what: str, rows: Iterable[tuple[str, int]]) -> None:
    print(f"  {what}")
    for name, count in rows:
        print(f"    {count:8,}  {name}")
