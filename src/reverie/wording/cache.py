"""Answers by content: what was asked once is not paid for again. A file each, which may be damaged or deleted at any
moment; whatever stands in one is checked like any answer, so that a forged one can do no more than a forged model."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from reverie.records.engines import Question, Reply

MOST = 5000  # answers kept
LARGEST = 1 << 20


class Answers:
    """The answers in a folder; None: none are kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self.fault = ""  # why nothing can be kept

    def find(self, model: str, name: str, question: Question) -> Reply | None:
        if self._folder is None:
            return None
        try:
            fd = os.open(self._folder / _key(model, name, question), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            with os.fdopen(fd, "rb") as file:
                raw = json.loads(file.read(LARGEST))
            return Reply(str(raw["text"]), _count(raw["read"]), _count(raw["written"]), _paid(raw["dollars"]))
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None

    def keep(self, model: str, name: str, question: Question, reply: Reply) -> None:
        if self._folder is None or self.fault:
            return
        place = self._folder / _key(model, name, question)
        facts = {"text": reply.text, "read": reply.read, "written": reply.written, "dollars": reply.dollars}
        beside = place.with_name(f".{place.name}.{os.getpid()}")
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            beside.unlink(missing_ok=True)  # of a process that did not come to its end
            fd = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
            with os.fdopen(fd, "wb") as file:
                file.write(json.dumps(facts).encode())
            beside.replace(place)
            self._bound()
        except OSError as error:
            self.fault = error.strerror or str(error)
            with suppress(OSError):
                beside.unlink()

    def _bound(self) -> None:
        assert self._folder is not None
        kept = [entry for entry in os.scandir(self._folder) if entry.is_file(follow_symlinks=False)]
        for entry in sorted(kept, key=lambda entry: entry.stat().st_mtime)[: max(0, len(kept) - MOST)]:
            Path(entry.path).unlink(missing_ok=True)


def _count(value: object) -> int | None:
    return None if value is None else max(0, int(str(value)))


def _paid(value: object) -> float | None:
    return None if value is None else max(0.0, float(str(value)))


def _key(model: str, name: str, question: Question) -> str:
    parts = (model, name, question.system, question.text, json.dumps(question.schema, sort_keys=True))
    mark = hashlib.sha256()
    for part in parts:
        told = part.encode("utf-8", "surrogatepass")
        mark.update(b"%d:%b" % (len(told), told))
    return f"{mark.hexdigest()}.json"
