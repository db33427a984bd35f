"""A folder of task files and answer files, for batch APIs, for people, and for measuring. docs/reference/spool.md has
the form of both.

tasks/<id>.json is written by us; answers/<id>.json by whoever answers; refused/<id>.json says why an answer did not
pass and holds it; done/<id>.json is an answer that was taken. What else lies there is passed over, with the reason."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from reverie.records.tasks import Answer, Task
from reverie.tasks.engine import Came, Engine, Failure, Setup, Stray
from reverie.tools import nofollow

TASKS, ANSWERS, REFUSED, DONE = "tasks", "answers", "refused", "done"
LARGEST = 1 << 20  # bytes of a file that is read
MOST = 2_000  # files that are looked at
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_BY = re.compile(r"[^\w.@:/+-]+")


class SpoolEngine:
    name, waits, parallel, model, goes_to = "spool", True, 0, "", ""
    by = "spool"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._answered: dict[str, bytes] = {}  # as they were read

    def answer(self, tasks: Sequence[Task], seconds: float) -> Iterator[Came]:  # noqa: ARG002 — nobody is waited for
        try:
            for name in (TASKS, ANSWERS, REFUSED, DONE):
                os.close(self._open(name))
            for task in tasks:
                self._put(TASKS, task.id, _task_file(task))
            names = self._names()
        except (OSError, ValueError) as problem:
            why = getattr(problem, "strerror", "") or str(problem) or "unknown"
            yield Failure("", f"the folder {self._folder} cannot be used: {why.lower()}", False, False)
            return
        for name in names[:MOST]:
            yield self._read(name)
        if len(names) > MOST:
            yield Stray(f"{len(names) - MOST} files in {ANSWERS}/", f"only {MOST} are looked at")

    def refuse(self, task: str, why: str, attempt: int) -> None:
        """Say why, beside the answer itself; then its place is free for a better one."""
        told = self._answered.pop(task, b"").decode("utf-8", "replace")
        with suppress(OSError, ValueError):
            self._put(REFUSED, task, {"task": task, "reason": why, "attempt": attempt, "answer": told})
            self._remove(ANSWERS, task)

    def close(self, task: str) -> None:
        with suppress(OSError, ValueError):
            self._remove(TASKS, task)
            if task in self._answered:
                answers, done = self._open(ANSWERS), self._open(DONE)
                try:
                    os.replace(f"{task}.json", f"{task}.json", src_dir_fd=answers, dst_dir_fd=done)
                finally:
                    os.close(answers)
                    os.close(done)
                del self._answered[task]

    def stop(self) -> None:
        """Nothing runs."""

    def _read(self, name: str) -> Came:
        where, id = f"{ANSWERS}/{name}", name.removesuffix(".json")
        if id == name or not _ID.fullmatch(id):
            return Stray(where, "its name is not <id>.json")
        folder = self._open(ANSWERS)
        try:
            raw = nofollow.read_at(folder, name, LARGEST + 1)
        except OSError as problem:
            odd = {
                errno.ELOOP: "it is a link",
                errno.EINVAL: "it is no regular file",
                errno.ENXIO: "it is no regular file",
            }
            return Stray(where, odd.get(problem.errno or 0) or (problem.strerror or "it cannot be read").lower())
        finally:
            os.close(folder)
        if len(raw) > LARGEST:
            return Stray(where, f"it has more than {LARGEST >> 20} MB")
        found = _answer(id, raw)
        if isinstance(found, Answer):
            self._answered[id] = raw
        return Stray(where, found) if isinstance(found, str) else found

    def _names(self) -> list[str]:
        folder = self._open(ANSWERS)
        try:
            return sorted(name for name in os.listdir(folder) if not name.startswith("."))
        finally:
            os.close(folder)

    def _put(self, where: str, id: str, facts: dict[str, Any]) -> None:
        """Whole or not at all, and only if it is not there as it should be."""
        if not _ID.fullmatch(id):
            raise ValueError("no id of a task")
        content = json.dumps(facts, indent=1).encode() + b"\n"
        folder = self._open(where)
        beside = f".{id}.{os.getpid()}"
        try:
            with suppress(OSError):
                if nofollow.read_at(folder, f"{id}.json", len(content) + 1) == content:
                    return
            with suppress(FileNotFoundError):  # of a process that did not come to its end
                os.unlink(beside, dir_fd=folder)
            nofollow.write_new(folder, beside, content)
            os.replace(beside, f"{id}.json", src_dir_fd=folder, dst_dir_fd=folder)
        finally:
            os.close(folder)

    def _remove(self, where: str, id: str) -> None:
        folder = self._open(where)
        try:
            with suppress(FileNotFoundError):
                os.unlink(f"{id}.json", dir_fd=folder)
        finally:
            os.close(folder)

    def _open(self, name: str) -> int:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return nofollow.open_folder(str(self._folder), name, make=nofollow.PRIVATE)


def _task_file(task: Task) -> dict[str, Any]:
    asked = task.question
    return {
        "task": task.id, "kind": task.kind, "about": task.about, "packet": task.packet, "system": asked.system,
        "text": asked.text, "schema": asked.schema, "max_tokens": asked.most,
    }  # fmt: skip


def _answer(id: str, raw: bytes) -> Answer | str:
    """What an answer file says; or what is wrong with it."""
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return "it is not whole JSON"
    if not isinstance(found, dict) or "answer" not in found:
        return 'it has no "answer"'
    if found.get("task") != id:
        return f"it says it answers {str(found.get('task'))[:40]!r}"
    answer = found["answer"]
    text = answer if isinstance(answer, str) else json.dumps(answer)
    by = _BY.sub("-", str(found.get("by") or "")).strip("-")[:80]
    return Answer(id, text, f"spool:{by}" if by else "spool", found.get("read"), found.get("written"))


def engine(setup: Setup) -> Engine:
    return SpoolEngine(setup.spool or setup.local / "spool")
