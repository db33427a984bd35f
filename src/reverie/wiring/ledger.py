"""What gates go by: when something last ran, from the logs, read past the store. It is opened only when something is
due; most ticks end before that, and cost next to nothing."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from reverie.gates.verdict import SKEW
from reverie.wiring.project import Project, local_disk

if TYPE_CHECKING:
    from reverie.gates.tick import Ticked
    from reverie.records.logs import LogRecord
    from reverie.store.folder import FolderStore

LOG = "ticks"
_LATELY = timedelta(days=7)  # most often the newest record is not older, and the others need not be read


class Ledger:
    def __init__(self, project: Project) -> None:
        self.project = project

    @cached_property
    def store(self) -> FolderStore:
        from reverie.wiring.memory import open_store

        return open_store(self.project)

    def close(self) -> None:
        """Let go of the store, if it was needed."""
        if "store" in self.__dict__:
            self.store.close()
            del self.store

    def runs(self, gate: str, now: datetime, log: str = "", kind: str = "") -> list[datetime]:
        """When a gate's work began lately: by itself, or by a command that writes this kind of record."""
        by_command = self._lately(log, kind, now) if log else []
        return [record.at for record in (*self._lately(LOG, "ran", now, gate), *by_command)]

    def last(self, gate: str, now: datetime) -> LogRecord | None:
        """The last time a gate opened, with its outcome or why it failed."""
        found = self._lately(LOG, "ran", now, gate)
        return found[-1] if found else None

    def seen(self, gate: str, now: datetime) -> LogRecord | None:
        """What a gate last saw."""
        found = self._lately(LOG, "seen", now, gate)
        return found[-1] if found else None

    def note_seen(self, gate: str, now: datetime, what: str) -> None:
        self._append("seen", now, gate=gate, what=what)

    def note_run(self, done: Ticked, now: datetime) -> None:
        self._append("ran", now, gate=done.name, outcome=done.outcome, failed=done.failed)

    def _append(self, kind: str, now: datetime, **facts: str) -> None:
        from reverie.records.logs import LogRecord

        told = {name: value for name, value in facts.items() if value}
        self.store.append(LOG, [LogRecord(kind, "reverie", now, told)], sync=True)

    def _lately(self, log: str, kind: str, now: datetime, gate: str = "") -> list[LogRecord]:
        for since in (now - _LATELY, None):
            records = self._records(log, since)
            fitting = [one for one in records if one.kind == kind and (not gate or one.facts.get("gate") == gate)]
            if any(one.at <= now + SKEW for one in fitting):
                return fitting
        return []

    def _records(self, log: str, since: datetime | None) -> list[LogRecord]:
        from reverie.records.logs import LogRecord
        from reverie.store.logs import Logs

        disk = local_disk(self.project)
        try:
            return [record for record in Logs(disk).records(log, since) if isinstance(record, LogRecord)]
        finally:
            disk.rest()
