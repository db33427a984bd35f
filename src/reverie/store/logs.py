"""Logs: JSON lines, one file a month, appended whole. A line that was cut off is passed over and counted, and a record
that comes twice counts once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import orjson

from reverie.records.documents import Skipped
from reverie.records.logs import LogRecord
from reverie.store.disk import Disk

_ALL = 1 << 40


class Logs:
    """Logs below the folder `logs` of a disk."""

    folder = "logs"

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def append(self, log: str, records: Sequence[LogRecord], *, sync: bool = False) -> None:
        months: dict[str, list[bytes]] = {}
        for record in records:
            months.setdefault(f"{record.at.astimezone(UTC):%Y-%m}", []).append(to_line(record))
        if months:
            self._disk.make_folder(f"{self.folder}/{log}", 0o700)
        for month, lines in months.items():
            path = f"{self.folder}/{log}/{month}.jsonl"
            # A leading line break costs a blank line and saves us from gluing onto a line that was cut off.
            cut_off = self._disk.last_byte(path) not in (b"", b"\n")
            self._disk.append(path, b"".join([b"\n", *lines] if cut_off else lines), sync=sync)

    def records(self, log: str, since: datetime | None = None) -> Iterator[LogRecord | Skipped]:
        first = f"{since.astimezone(UTC):%Y-%m}" if since else ""
        seen: set[str] = set()
        for name in self._disk.names(f"{self.folder}/{log}"):
            if name.endswith(".jsonl") and name[:7] >= first:
                for record in self._file(f"{self.folder}/{log}/{name}"):
                    if isinstance(record, Skipped):
                        yield record
                    elif record.id not in seen and (since is None or record.at >= since):
                        seen.add(record.id)
                        yield record

    def _file(self, path: str) -> Iterator[LogRecord | Skipped]:
        raw = self._disk.read(path, limit=_ALL)
        if not isinstance(raw, bytes):
            if raw is not None:
                yield Skipped(path, raw.reason)
            return
        for number, line in enumerate(raw.split(b"\n"), 1):
            if line.strip():
                yield from_line(line, f"{path}:{number}")


def to_line(record: LogRecord) -> bytes:
    at = record.at.astimezone(UTC).isoformat()
    line: dict[str, Any] = {"id": record.id, "at": at, "kind": record.kind, "by": record.by, **record.facts}
    return orjson.dumps(line) + b"\n"


def from_line(line: bytes, where: str) -> LogRecord | Skipped:
    try:
        raw = orjson.loads(line)
        at = datetime.fromisoformat(raw.pop("at"))
        return LogRecord(raw.pop("kind"), raw.pop("by"), at, id=raw.pop("id"), facts=raw)
    except (ValueError, KeyError, TypeError, AttributeError):
        return Skipped(where, "this line is not a whole record")
