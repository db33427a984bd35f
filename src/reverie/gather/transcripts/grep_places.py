"""Which session a line belongs to and in which folder it was written, told from the lines above it: some agents say so
on every line, others only at the top and when it changes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from reverie.gather.transcripts import codex, copilot, openclaw, pi
from reverie.gather.transcripts.adapter import short
from reverie.gather.transcripts.scan import Json, Unusable, parse
from reverie.gather.transcripts.sources import File

_KEY = b'"cwd":'
_SAID = re.compile(rb'"cwd":\s*"(?:[^"\\]|\\.)*"')


class Whereabouts:
    """Of one file, read from the top. A line is only parsed if it names another folder than the one before."""

    def __init__(self, file: File) -> None:
        self.stem = Path(file.path).stem
        self.session, self.folder = self.stem.rpartition("rollout-")[2], ""
        self._agent = file.agent
        self._said = b""  # the bytes that named the folder
        self._named = False

    def pass_by(self, data: bytes, start: int, stop: int, line: int) -> None:
        """Look at a line that is perhaps not wanted, for what it means for those below."""
        names = data.count(_KEY, start, stop)
        if line > 1 and (not names or (self._said and data.count(self._said, start, stop) == names)):
            return
        try:
            told = self.take(parse(data[start:stop]))
        except Unusable:
            return
        if told:
            said = _SAID.search(data, start, stop) if names == 1 else None
            self._said = said[0] if said else b""

    def take(self, record: Json) -> bool:
        """What a record says of itself. Whether it named a folder."""
        if self._agent == codex.NAME:
            return self._codex(record)
        if self._agent == copilot.NAME:
            return self._copilot(record)
        if self._agent in (openclaw.NAME, pi.NAME):
            return record.get("type") == "session" and self._began(record)
        self.session = short(record.get("sessionId")) or self.stem
        return self._moved(record.get("cwd"))

    def is_called(self, beginning: str) -> bool:
        """Whether one of the names of the session begins so: its id, or the name of its file."""
        names = (self.session, self.stem, self.stem.rpartition("rollout-")[2])
        return any(name.startswith(beginning) for name in names)

    def _codex(self, record: Json) -> bool:
        kind, payload = record.get("type"), record.get("payload")
        if not isinstance(payload, dict):  # the oldest files
            kind, payload = "session_meta" if kind is None and "id" in record else kind, record
        if kind == "session_meta" and not self._named:  # a forked one repeats that of the older session
            self._named = True
            return self._began(payload)
        return kind == "turn_context" and bool(payload.get("cwd")) and self._moved(payload.get("cwd"))

    def _copilot(self, record: Json) -> bool:
        kind, data = record.get("type"), record.get("data")
        if not isinstance(data, dict):
            return False
        if kind == "session.start":
            self.session = short(data.get("sessionId")) or self.session
        where = data if kind == "session.context_changed" else data.get("context")
        return isinstance(where, dict) and self._moved(where.get("cwd"))

    def _began(self, about: dict[str, Any]) -> bool:
        self.session = short(about.get("id")) or self.session
        return self._moved(about.get("cwd"))

    def _moved(self, folder: object) -> bool:
        if isinstance(folder, str):
            self.folder = folder
        return isinstance(folder, str)
