"""Tasks that wait for the user's own agent: one file each in the private folder, few of them, none for ever. An answer
is examined when it is given, so that whoever gave it can mend it while they still know what it was about."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from reverie.records.documents import Skipped
from reverie.records.engines import Question
from reverie.records.tasks import Examined, Task
from reverie.tasks import packing
from reverie.tasks.errors import NoSuchTask, TaskBroken, TaskUnknown
from reverie.tasks.kind import Passed, Redact
from reverie.tasks.log import ATTEMPTS, AnswerLog
from reverie.tasks.wanted import Asked, Wanted, again, examine
from reverie.tools import nofollow, trust

FOLDER = f"{trust.LOCAL}/tasks"
MOST = 50  # tasks that wait
OLDEST = timedelta(days=30)
LARGEST = 1 << 20  # bytes of a file


@dataclass(frozen=True, slots=True)
class Waits:
    """One task that waits. `at`: when what it is about happened; `since`: when it was put here; `refused`: why the
    answer before did not pass."""

    task: Task
    version: int
    input: Any  # as JSON
    at: datetime | None
    since: datetime
    refused: str = ""

    @property
    def size(self) -> int:
        """Bytes of what is to be read."""
        return len(self.task.question.system.encode()) + len(self.task.question.text.encode())


@dataclass(frozen=True, slots=True)
class Given:
    """What became of an answer. `parts`: how many things it says. `left`: answers that may still be given."""

    examined: Examined
    parts: int = 0
    left: int = 0


class Waiting:
    """`root`: the project's folder. `kinds`: a kind by its name, None if there is none."""

    def __init__(
        self, root: Path, kinds: Callable[[str], Asked | None], redact: Redact, now: Callable[[], datetime]
    ) -> None:
        self._root, self._kinds, self._redact, self._now = str(root), kinds, redact, now
        self.skipped: list[Skipped] = []

    def put(self, given: Sequence[tuple[Task, Wanted]]) -> dict[str, str]:
        """Keep tasks until somebody asks for them. Those that cannot wait, by their id, and why."""
        there = {one.task.id: one for one in self.all()}
        new: dict[str, Waits] = {}
        refused: dict[str, str] = {}
        for task, wanted in given:
            before = there.get(task.id)
            since, why = (before.since, before.refused) if before else (self._now(), "")
            try:
                one = Waits(task, wanted.kind.version, packing.pack(wanted.input), wanted.at, since, why)
            except packing.Unfit as problem:
                refused[task.id] = f"it cannot wait: {problem}"
                continue
            if len(_text(one)) > LARGEST:
                refused[task.id] = "it is too large to wait"
            else:
                new[task.id] = one
        again = {(one.task.kind, one.task.packet) for one in new.values()}  # in other words, perhaps
        old = {id: one for id, one in there.items() if id in new or (one.task.kind, one.task.packet) not in again}
        kept = {one.task.id: one for one in sorted({**old, **new}.values(), key=_newest_first)[:MOST]}
        for id in there.keys() - kept.keys():
            self.close(id)
        for id, one in new.items():
            if id not in kept:
                refused[id] = f"only the newest {MOST} wait"
            elif one != there.get(id):
                self._write(one)
        return refused

    def all(self) -> list[Waits]:
        """Those that wait, newest first. What is too old is taken away, what is none of ours is passed over."""
        found, self.skipped = [], []
        oldest = self._now() - OLDEST
        for name in self._names():
            one = self._read(name)
            if isinstance(one, Skipped):
                self.skipped.append(one)
            elif one.since < oldest:
                self.close(one.task.id)
            else:
                found.append(one)
        return sorted(found, key=_newest_first)

    def next_task(self) -> Waits | None:
        return next(iter(self.all()), None)

    def find(self, id: str) -> Waits | None:
        """By its id, or by a beginning of it that only one has."""
        found = [one for one in self.all() if one.task.id.startswith(id)] if id else []
        return next((one for one in found if one.task.id == id), found[0] if len(found) == 1 else None)

    def answer_task(self, log: AnswerLog, id: str, text: object, by: str) -> Given:
        """Examine an answer, write down what became of it, and say so."""
        waits = self.find(id)
        if waits is None:
            known = log.find(id)
            more = f": it was settled on {known.at:%Y-%m-%d} by {known.by}" if known else ""
            raise NoSuchTask(id=id[:40], more=more)
        task = waits.task
        key = (task.kind, task.packet)
        if known := log.settled(key):
            self.close(task.id)
            raise NoSuchTask(id=task.id, more=f": it was settled on {known.at:%Y-%m-%d} by {known.by}")
        kind = self._kinds(task.kind)
        if kind is None:
            raise TaskUnknown(kind=task.kind)
        try:
            input = packing.unpack(kind.takes, waits.input)
        except (packing.Unfit, ValueError, TypeError) as problem:
            self.close(task.id)
            raise TaskBroken(id=task.id, reason=problem) from None
        return self._examine(log, waits, kind, input, text, by)

    def _examine(self, log: AnswerLog, waits: Waits, kind: Asked, input: Any, text: object, by: str) -> Given:
        task, at = waits.task, self._now()
        verdict = examine(kind, input, text, self._redact)
        if isinstance(verdict, Passed):
            found = Examined(
                task.id, task.kind, task.about, task.packet, by, at, verdict.record, "", tuple(verdict.dropped)
            )
            log.add(found)
            self.close(task.id)
            return Given(found, _parts(verdict.record))
        found = Examined(task.id, task.kind, task.about, task.packet, by, at, None, self._redact(verdict.why))
        said = self._redact(text[:4_000]) if isinstance(text, str) else ""
        log.add(found, said)
        left = ATTEMPTS - len(log.refused((task.kind, task.packet)))
        if left > 0:
            asked = again(task.question, said, found.refused, self._redact)
            self._write(replace(waits, task=replace(task, question=asked), refused=found.refused))
        else:
            self.close(task.id)
        return Given(found, 0, left)

    def close(self, id: str) -> None:
        """It needs no answer any more."""
        with suppress(OSError, ValueError):
            folder = nofollow.open_folder(self._root, FOLDER)
            try:
                os.unlink(f"{id}.json", dir_fd=folder)
            finally:
                os.close(folder)

    def _names(self) -> list[str]:
        try:
            folder = nofollow.open_folder(self._root, FOLDER)
        except OSError:
            return []
        try:
            return sorted(name for name in os.listdir(folder) if name.endswith(".json"))
        finally:
            os.close(folder)

    def _read(self, name: str) -> Waits | Skipped:
        try:
            raw = nofollow.read(self._root, f"{FOLDER}/{name}", LARGEST + 1)
            if len(raw) > LARGEST:
                return Skipped(f"{FOLDER}/{name}", "it is too large")
            found = _waits(json.loads(raw))
        except OSError as problem:
            return Skipped(f"{FOLDER}/{name}", (problem.strerror or "it cannot be read").lower())
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
            return Skipped(f"{FOLDER}/{name}", "it is no task of ours")
        return found if name == f"{found.task.id}.json" else Skipped(f"{FOLDER}/{name}", "it has another task's id")

    def _write(self, one: Waits) -> None:
        os.close(trust.open_local(self._root, make=True))
        folder = nofollow.open_folder(self._root, FOLDER, make=nofollow.PRIVATE)
        beside = f".{one.task.id}.{os.getpid()}"
        try:
            with suppress(FileNotFoundError):  # of a process that did not come to its end
                os.unlink(beside, dir_fd=folder)
            nofollow.write_new(folder, beside, _text(one))
            os.replace(beside, f"{one.task.id}.json", src_dir_fd=folder, dst_dir_fd=folder)
        finally:
            os.close(folder)


def _newest_first(one: Waits) -> tuple[float, str]:
    return -one.at.timestamp() if one.at else float("inf"), one.task.id


def _text(one: Waits) -> bytes:
    task, asked = one.task, one.task.question
    facts = {
        "id": task.id, "kind": task.kind, "version": one.version, "about": task.about, "packet": task.packet,
        "at": one.at.isoformat() if one.at else None, "since": one.since.isoformat(), "refused": one.refused,
        "question": {
            "system": asked.system, "text": asked.text, "schema": _plain(asked.schema), "most": asked.most
        },
        "input": one.input,
    }  # fmt: skip
    return json.dumps(facts).encode() + b"\n"


def _plain(schema: Any) -> Any:
    if isinstance(schema, Mapping):
        return {str(name): _plain(value) for name, value in schema.items()}
    return [_plain(one) for one in schema] if isinstance(schema, (list, tuple)) else schema


def _waits(raw: Mapping[str, Any]) -> Waits:
    asked = raw["question"]
    texts = [raw["id"], raw["kind"], raw["about"], raw["packet"], raw["refused"], asked["system"], asked["text"]]
    if not all(isinstance(text, str) for text in texts) or not isinstance(asked["schema"], dict):
        raise ValueError("it is no task")
    question = Question(asked["system"], asked["text"], asked["schema"], int(asked["most"]))
    task = Task(raw["id"], raw["kind"], raw["about"], question, raw["packet"])
    at, since = raw["at"], datetime.fromisoformat(raw["since"])
    when = datetime.fromisoformat(at) if at else None
    if since.tzinfo is None or (when is not None and when.tzinfo is None):
        raise ValueError("its time has no zone")
    return Waits(task, int(raw["version"]), raw["input"], when, since, raw["refused"])


def _parts(accepted: Mapping[str, Any]) -> int:
    """How many things an answer says: those of its lists, or one."""
    lists = [value for value in accepted.values() if isinstance(value, Sequence) and not isinstance(value, str)]
    return sum(map(len, lists)) if lists else 1
