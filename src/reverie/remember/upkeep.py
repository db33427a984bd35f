"""The log of recalls kept bounded: months that no longer count for promotion become one line a note."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from reverie.records.documents import Skipped
from reverie.records.logs import Json, LogRecord
from reverie.records.recalls import LOG
from reverie.records.store import Store
from reverie.tools.ids import content_id

FORGOTTEN = 730  # days after which not even the counts are kept
_COUNTED = "recalled"  # a record that stands for many


def of_notes(records: Iterable[LogRecord | Skipped]) -> Counter[str]:
    """How often lines of each long-term note were shown to an agent who asked, by address; for ever."""
    found: Counter[str] = Counter()
    for record in records:
        if not isinstance(record, LogRecord) or record.facts.get("layer") != "note":
            continue
        count = record.facts.get("recalls") if record.kind == _COUNTED else int(bool(record.facts.get("asked")))
        if isinstance(count, int) and record.kind in ("recall", _COUNTED):
            found[str(record.facts.get("address", ""))] += count
    return +found


def tidy(store: Store, now: datetime, days: int, most: int) -> int:
    """Keep the log bounded: of months whose recalls no longer count (after `days`), only how often each note was of
    use, of `most` notes at most, and in the end not even that. How many months were made shorter."""
    forgotten = now - timedelta(days=FORGOTTEN)

    def condensed(records: Sequence[LogRecord]) -> list[LogRecord]:
        newest = max((record.at for record in records), default=forgotten)
        counts = of_notes(records).most_common(most) if newest >= forgotten else []
        return [_counted(address, count, newest) for address, count in sorted(counts)]

    return store.condense(LOG, now - timedelta(days=min(days, FORGOTTEN)), condensed)


def _counted(address: str, count: int, at: datetime) -> LogRecord:
    facts: dict[str, Json] = {"address": address, "layer": "note", "recalls": count}
    return LogRecord(_COUNTED, "reverie", at, facts, content_id(_COUNTED, address, at.isoformat()))
