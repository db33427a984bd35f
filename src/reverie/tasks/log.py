"""The answer log: what was answered to which task, accepted or refused, once and for good. It is a log and no cache:
whoever deletes the cache, changes the model or rewords a prompt gets the same answers from it.

An answer is found by the kind of its task and the hash of the packet. Of several that were accepted the first stands.
A task that was refused twice is settled, too. Only `reopen` makes a task open again; what was accepted before stands
until something better is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from reverie.records.documents import Skipped
from reverie.records.logs import Json, LogRecord
from reverie.records.tasks import Examined

LOG = "answers"
ACCEPTED, REFUSED, REOPENED, TROUBLE = "accepted", "refused", "reopened", "trouble"
ATTEMPTS = 2  # answers a task may have before it is left
SHOWN = 2_000  # characters of a refused answer that are kept
Key = tuple[str, str]  # kind of task, hash of the packet


class Records(Protocol):
    """The part of a store that is needed here."""

    def append(self, log: str, records: Sequence[LogRecord], *, sync: bool = False) -> None: ...

    def records(self, log: str, since: datetime | None = None) -> Iterator[LogRecord | Skipped]: ...


@dataclass(frozen=True, slots=True)
class Try:
    """A refused answer, with as much of it as is kept."""

    examined: Examined
    answer: str


@dataclass(slots=True)
class _Entry:
    accepted: Examined | None = None
    before: Examined | None = None  # accepted before the task was opened again
    refused: list[Try] = field(default_factory=list)

    def take(self, one: Examined, answer: str) -> None:
        if one.accepted is not None:
            self.accepted = self.accepted or one
        elif not self.accepted and len(self.refused) < ATTEMPTS:
            self.refused.append(Try(one, answer))

    def reopen(self) -> None:
        self.before, self.accepted, self.refused = self.accepted or self.before, None, []


class AnswerLog:
    def __init__(self, store: Records) -> None:
        self._store = store
        self._entries: dict[Key, _Entry] | None = None
        self.unreadable: list[Skipped] = []
        self._trouble: LogRecord | None = None

    def settled(self, key: Key) -> Examined | None:
        """What became of a task that needs no answer any more; None while it is open."""
        entry = self._all().get(key)
        if entry is None:
            return None
        if entry.accepted:
            return entry.accepted
        if len(entry.refused) >= ATTEMPTS:
            return entry.before or entry.refused[-1].examined
        return None

    def refused(self, key: Key) -> tuple[Try, ...]:
        """The answers to a task that were refused since it was opened."""
        entry = self._all().get(key)
        return tuple(entry.refused) if entry else ()

    def standing(self, key: Key) -> Examined | None:
        """What was accepted for a task, be it open again or not."""
        entry = self._all().get(key)
        return (entry.accepted or entry.before) if entry else None

    def accepted(self) -> list[Examined]:
        """Every answer that stands, in the order of their coming."""
        found = [entry.accepted or entry.before for entry in self._all().values()]
        return [one for one in found if one]

    def known(self) -> list[Key]:
        """Every task that anything is known of."""
        return list(self._all())

    def find(self, task: str) -> Examined | None:
        """What became of a task, by its id, if it is settled."""
        for key in self._all():
            one = self.settled(key)
            if one and one.task == task:
                return one
        return None

    def add(self, one: Examined, answer: str = "") -> None:
        """Write down what became of an answer, safe from a power cut when this returns. `answer`: a refused one."""
        key = (one.kind, one.packet)
        attempt = len(self.refused(key)) + 1
        self._store.append(LOG, [_record(one, attempt, answer[:SHOWN])], sync=True)
        self._all().setdefault(key, _Entry()).take(one, answer[:SHOWN])

    def reopen(self, keys: Iterable[Key], *, by: str, at: datetime) -> None:
        """Ask again, though it was settled."""
        records = [LogRecord(REOPENED, by, at, {"task_kind": kind, "packet": packet}) for kind, packet in keys]
        if records:
            self._store.append(LOG, records, sync=True)
            for record in records:
                self._take(record)

    def note_trouble(self, engine: str, why: str, at: datetime) -> None:
        """An engine failed: for `status`."""
        self._store.append(LOG, [LogRecord(TROUBLE, engine, at, {"why": why})], sync=True)

    def last_trouble(self) -> tuple[str, str, datetime] | None:
        """The engine that failed last, why, and when; None if answers came of it since."""
        self._all()
        one = self._trouble
        return (one.by, str(one.facts.get("why", "")), one.at) if one else None

    def _all(self) -> dict[Key, _Entry]:
        if self._entries is None:
            self._entries = {}
            for record in self._store.records(LOG):
                if isinstance(record, Skipped):
                    self.unreadable.append(record)
                else:
                    self._take(record)
        return self._entries

    def _take(self, record: LogRecord) -> None:
        entries = self._all()
        if record.kind == TROUBLE:
            self._trouble = record
            return
        if record.kind == REOPENED:
            key = (str(record.facts.get("task_kind", "")), str(record.facts.get("packet", "")))
            entries.setdefault(key, _Entry()).reopen()
            return
        one = from_record(record)
        if one is None:
            self.unreadable.append(Skipped(f"{LOG} {record.id}", "this record is not of an answer"))
            return
        entries.setdefault((one.kind, one.packet), _Entry()).take(one, str(record.facts.get("answer", "")))
        if self._trouble and one.by.partition(":")[0] == self._trouble.by.partition(":")[0]:
            self._trouble = None


def _record(one: Examined, attempt: int, answer: str) -> LogRecord:
    facts: dict[str, Json] = {"task": one.task, "task_kind": one.kind, "about": one.about, "packet": one.packet}
    if one.accepted is not None:
        facts |= {"accepted": _plain(one.accepted), "dropped": [_text(part) for part in one.dropped]}
    else:
        facts |= {"refused": _text(one.refused), "attempt": attempt, "answer": _text(answer)}
    return LogRecord(ACCEPTED if one.accepted is not None else REFUSED, _text(one.by), one.at, facts)


def _plain(accepted: Mapping[str, Any]) -> Json:
    return dict(accepted)


def _text(text: str) -> str:
    """Text that every file can hold."""
    return text.encode("utf-8", "replace").decode()


def from_record(record: LogRecord) -> Examined | None:
    """None if this is not the record of an answer."""
    facts = record.facts
    names = [facts.get(name) for name in ("task", "task_kind", "about", "packet")]
    accepted, refused, dropped = facts.get("accepted"), facts.get("refused", ""), facts.get("dropped", [])
    if not all(isinstance(name, str) for name in names) or not isinstance(refused, str):
        return None
    if record.kind == ACCEPTED and not isinstance(accepted, dict):
        return None
    if record.kind not in (ACCEPTED, REFUSED) or not isinstance(dropped, list):
        return None
    task, kind, about, packet = map(str, names)
    given = accepted if record.kind == ACCEPTED and isinstance(accepted, dict) else None
    return Examined(task, kind, about, packet, record.by, record.at, given, refused, tuple(map(str, dropped)))
