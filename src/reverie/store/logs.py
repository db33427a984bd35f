"""Logs: JSON lines, one file a month, appended whole. A line that was cut off is passed over and counted, and a record
that comes twice counts once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import orjson

from reverie.records.documents import Skipped
from reverie.records.errors import BadAddress
from reverie.records.logs import LogRecord
from reverie.records.store import Condense
from reverie.store.disk import Disk

_ALL = 1 << 40
_BESIDE = ".new"  # what a month becomes, until it is in its place
_NAME = re.compile(r"[a-z][a-z-]{0,60}")


class Logs:
    """Logs below the folder `logs` of a disk."""

    folder = "logs"

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def append(self, log: str, records: Sequence[LogRecord], *, sync: bool = False) -> None:
        months: dict[str, list[bytes]] = {}
        for record in records:
            months.setdefault(f"{record.at.astimezone(UTC):%Y-%m}", []).append(to_line(record))
        folder = self._of(log)
        if months:
            self._disk.make_folder(folder, 0o700)
        for month, lines in months.items():
            path = f"{folder}/{month}.jsonl"
            # A leading line break costs a blank line and saves us from gluing onto a line that was cut off.
            cut_off = self._disk.last_byte(path) not in (b"", b"\n")
            self._disk.append(path, b"".join([b"\n", *lines] if cut_off else lines), sync=sync)

    def records(self, log: str, since: datetime | None = None) -> Iterator[LogRecord | Skipped]:
        first = f"{since.astimezone(UTC):%Y-%m}" if since else ""
        seen: set[str] = set()
        folder = self._of(log)
        for name in self._disk.names(folder):
            if name.endswith(".jsonl") and name[:7] >= first:
                for record in self._file(f"{folder}/{name}"):
                    if isinstance(record, Skipped):
                        yield record
                    elif record.id not in seen and (since is None or record.at >= since):
                        seen.add(record.id)
                        yield record

    def check(self) -> Iterator[Skipped]:
        """Files with lines that are no records, each once, with how many there are."""
        for log in self._disk.names(self.folder):
            for name in self._disk.names(f"{self.folder}/{log}"):
                path = f"{self.folder}/{log}/{name}"
                wrong = (
                    [item for item in self._file(path) if isinstance(item, Skipped)] if name.endswith(".jsonl") else []
                )
                if len(wrong) == 1:
                    yield wrong[0]
                elif wrong:
                    yield Skipped(path, f"{len(wrong)} lines are no whole records, the first {wrong[0].what}")

    def condense(self, log: str, before: datetime, told: Condense) -> int:
        """How many months were made shorter. Each is there as it was or as it should be, whenever a crash comes: the
        new one is written beside it, swapped with it, and the old one removed."""
        folder = self._of(log)
        names = self._disk.names(folder)
        for name in names:
            if name.endswith(_BESIDE):
                self._disk.remove(f"{folder}/{name}")
        first = f"{before.astimezone(UTC):%Y-%m}"
        old = [f"{folder}/{name}" for name in names if name.endswith(".jsonl") and name[:7] < first]
        count = sum(self._shorten(path, told) for path in old)
        if count:
            self._disk.sync_folder(folder)
        return count

    def _shorten(self, path: str, told: Condense) -> bool:
        raw = self._disk.read(path, limit=_ALL)
        if not isinstance(raw, bytes):
            return False
        records = {record.id: record for record in self._file(path) if isinstance(record, LogRecord)}
        kept = b"".join(map(to_line, told(list(records.values()))))
        if kept == raw:
            return False
        if kept:
            self._disk.stage([(path + _BESIDE, kept, 0o600)])
            self._disk.exchange(path + _BESIDE, path)
            self._disk.sync_folder(path.rpartition("/")[0])  # before what it replaces is gone
            self._disk.remove(path + _BESIDE)
        else:
            self._disk.remove(path)
        return True

    def _of(self, log: str) -> str:
        if not _NAME.fullmatch(log):
            raise BadAddress(address=log, reason="a log's name has small letters and dashes only")
        return f"{self.folder}/{log}"

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
    line = {"id": record.id, "at": record.at.astimezone(UTC).isoformat(), "kind": record.kind, "by": record.by}
    return orjson.dumps({**line, "facts": dict(record.facts)}) + b"\n"


def from_line(line: bytes, where: str) -> LogRecord | Skipped:
    try:
        raw = orjson.loads(line)
        at = datetime.fromisoformat(raw["at"])
        at.astimezone(UTC)  # there are times no calendar can turn
        words = [raw["kind"], raw["by"], raw["id"]]
        facts = raw.get("facts", {})
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return Skipped(where, "this line is not a whole record")
    if not all(isinstance(word, str) for word in words) or not raw["id"] or not isinstance(facts, dict):
        return Skipped(where, "this line is not a record of ours")
    if at.tzinfo is None:
        return Skipped(where, "its time has no zone")
    return LogRecord(raw["kind"], raw["by"], at, facts, raw["id"])
