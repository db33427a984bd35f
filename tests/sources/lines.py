"""Made-up transcripts, record by record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import orjson

from reverie.records.sessions import Session, Turn, TurnKind
from reverie.sources import READERS

SAID = {TurnKind.HUMAN, TurnKind.QUEUED, TurnKind.REJECTION, TurnKind.ANSWER, TurnKind.INTERRUPT}


def jsonl(records: Iterable[object]) -> list[bytes]:
    return [record if isinstance(record, bytes) else orjson.dumps(record) + b"\n" for record in records]


def read(agent: str, records: Iterable[object], path: str = "/home/ann/s/abc.jsonl") -> Session:
    return READERS[agent].read(jsonl(records), path)


def said(session: Session) -> list[tuple[str, str]]:
    """What people said, in order."""
    return [(turn.kind.value, turn.text) for turn in session.turns if turn.kind in SAID]


def of_kind(session: Session, kind: TurnKind) -> list[Turn]:
    return [turn for turn in session.turns if turn.kind is kind]


class Claude:
    """Writes records of Claude Code, a second apart."""

    def __init__(self) -> None:
        self.records: list[Any] = []
        self._calls = 0

    def _common(self, kind: str, **more: object) -> dict[str, Any]:
        n = len(self.records)
        return {
            "type": kind,
            "uuid": f"uuid-{n}",
            "parentUuid": f"uuid-{n - 1}" if n else None,
            "sessionId": "session-1",
            "cwd": "/home/ann/shop",
            "gitBranch": "main",
            "isSidechain": False,
            "timestamp": f"2026-03-01T10:{n // 60:02}:{n % 60:02}Z",
            **more,
        }

    def human(self, text: object, **more: object) -> Claude:
        self.records.append(self._common("user", message={"role": "user", "content": text}, **more))
        return self

    def agent(self, text: str, message: str = "", **more: object) -> Claude:
        name = message or f"msg-{len(self.records)}"
        content = [{"type": "text", "text": text}]
        self.records.append(self._common("assistant", message={"id": name, "content": content}, **more))
        return self

    def uses(self, tool: str, **given: object) -> Claude:
        self._calls += 1
        block = {"type": "tool_use", "id": f"call-{self._calls}", "name": tool, "input": given}
        self.records.append(self._common("assistant", message={"id": f"msg-{len(self.records)}", "content": [block]}))
        return self

    def result(self, text: object, *, failed: bool = False, told: object = None) -> Claude:
        block = {"type": "tool_result", "tool_use_id": f"call-{self._calls}", "content": text, "is_error": failed}
        self.records.append(self._common("user", message={"role": "user", "content": [block]}, toolUseResult=told))
        return self

    def runs(self, command: str, printed: str, *, failed: bool = False) -> Claude:
        return self.uses("Bash", command=command).result(printed, failed=failed)

    def edits(self, file: str, before: str, after: str) -> Claude:
        return self.uses("Edit", file_path=file, old_string=before, new_string=after).result("The file was updated.")

    def queue(self, operation: str, content: str | None = None) -> Claude:
        record = {
            "type": "queue-operation",
            "operation": operation,
            "timestamp": f"2026-03-01T11:00:{len(self.records):02}Z",
            "sessionId": "session-1",
        }
        self.records.append(record | ({"content": content} if content is not None else {}))
        return self

    def session(self, path: str = "/home/ann/s/session-1.jsonl") -> Session:
        return read("claude-code", self.records, path)
