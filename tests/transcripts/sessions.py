"""Small transcripts of our own making, in the shapes that real ones have."""

from __future__ import annotations

import itertools
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from reverie.gather.transcripts import reader, sources
from reverie.gather.transcripts.checkpoints import Checkpoints
from reverie.gather.transcripts.finish import Finisher
from reverie.gather.transcripts.reader import Reading
from reverie.records.transcripts import Said, Turn

Record = dict[str, Any]
START = datetime(2026, 3, 1, 9, tzinfo=UTC)
NOW = datetime(2026, 3, 20, tzinfo=UTC)


class Claude:
    """A Claude Code session, written down turn by turn. `spaced` writes JSON as other programs would."""

    def __init__(self, session: str = "aaaa1111", cwd: str = "/home/me/shop", spaced: bool = False) -> None:
        self.session, self.cwd, self.spaced = session, cwd, spaced
        self.lines: list[bytes] = []
        self._numbers = itertools.count(1)

    def add(self, record: Record) -> Claude:
        separators = (", ", ": ") if self.spaced else (",", ":")
        self.lines.append(json.dumps(record, separators=separators, ensure_ascii=False).encode())
        return self

    def raw(self, line: bytes) -> Claude:
        self.lines.append(line)
        return self

    def _record(self, kind: str, message: Record, **more: object) -> Record:
        number = next(self._numbers)
        at = (START + timedelta(minutes=number)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        head = {
            "parentUuid": f"{self.session}-{number - 1:04}",
            "isSidechain": bool(more.pop("isSidechain", False)),
            "userType": "external",
            "cwd": self.cwd,
            "sessionId": self.session,
            "version": "2.1.40",
            "gitBranch": "main",
        }
        tail = {"uuid": f"{self.session}-{number:04}", "timestamp": at, **more}
        if kind == "assistant":
            return {**head, "message": message, "requestId": f"req_{number}", "type": kind, **tail}
        return {**head, "type": kind, "message": message, **tail}

    def says(self, text: str | Sequence[Record], **more: object) -> Claude:
        return self.add(self._record("user", {"role": "user", "content": text}, **more))

    def _agent(self, block: Record, message: str, **more: object) -> Claude:
        about = {"model": "claude", "id": message or f"msg_{len(self.lines)}", "type": "message", "role": "assistant"}
        ends = {"stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 3, "output_tokens": 5}}
        return self.add(self._record("assistant", {**about, "content": [block], **ends}, **more))

    def answers(self, text: str, message: str = "", **more: object) -> Claude:
        return self._agent({"type": "text", "text": text}, message, **more)

    def thinks(self) -> Claude:
        return self._agent({"type": "thinking", "thinking": "hm", "signature": "x" * 400}, "")

    def uses(self, tool: str, call: str, **given: object) -> Claude:
        return self._agent({"type": "tool_use", "id": call, "name": tool, "input": given}, "")

    def returns(self, call: str, text: str, error: bool = False, **more: object) -> Claude:
        block: Record = {"tool_use_id": call, "type": "tool_result", "content": text}
        block |= {"is_error": True} if error else {}
        return self.says([block], toolUseResult=f"Error: {text}" if error else {"stdout": text * 3}, **more)

    def runs(self, command: str, call: str, output: str = "ok", error: bool = False) -> Claude:
        return self.uses("Bash", call, command=command, description="run it").returns(call, output, error)

    def progress(self) -> Claude:
        return self.add({**self._record("progress", {}), "data": {"type": "bash_progress", "output": "…"}})

    def write(self, folder: Path, name: str = "") -> Path:
        path = folder / f"{name or self.session}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(line + b"\n" for line in self.lines))
        return path


def codex(
    path: Path, *payloads: tuple[str, Record], session: str = "c0dex", cwd: str = "/home/me/shop", **meta: object
) -> Path:
    """A Codex rollout: its session_meta, then these records of a type and a payload each."""
    rows: list[Record] = [{"type": "session_meta", "payload": {"id": session, "cwd": cwd, "source": "cli", **meta}}]
    rows += [{"type": kind, "payload": payload} for kind, payload in payloads]
    stamped = ({"timestamp": f"2026-03-02T10:00:{n:02}.000Z", **row} for n, row in enumerate(rows))
    return lines(path, stamped)


def codex_message(role: str, text: str) -> tuple[str, Record]:
    kind = "input_text" if role == "user" else "output_text"
    return "response_item", {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def codex_run(command: str, call: str) -> tuple[str, Record]:
    given = json.dumps({"cmd": command, "workdir": "/home/me/shop"})
    return "response_item", {"type": "function_call", "name": "exec_command", "arguments": given, "call_id": call}


def codex_output(call: str, code: int, text: str = "…") -> tuple[str, Record]:
    output = f"Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code {code}\nOutput:\n{text}"
    return "response_item", {"type": "function_call_output", "call_id": call, "output": output}


def lines(path: Path, rows: Iterable[Record]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows))
    return path


def unredacted(text: str) -> str:
    return text


def read_all(
    *places: Path,
    cache: Path | None = None,
    redact: Callable[[str], str] = unredacted,
    save: bool = True,
    own: Sequence[str] = (),
) -> tuple[list[Said], Reading]:
    """Everything new in these files or folders, and the counts."""
    checkpoints = Checkpoints.load(cache or Path(os.devnull))
    reading = opened(*places, checkpoints=checkpoints, redact=redact, own=own)
    finisher = Finisher(redact)
    said = [said for transcript in reading for said in finisher.finish(transcript.said)]
    if cache and save:
        assert checkpoints.save() == ""
    return said, reading


def opened(
    *places: Path,
    checkpoints: Checkpoints | None = None,
    redact: Callable[[str], str] = unredacted,
    own: Sequence[str] = (),
) -> Reading:
    """A reading of these files or folders, not yet begun."""
    marks = checkpoints or Checkpoints(Path(os.devnull))
    found = sources.find(sources.Wanted(Path("/nonexistent"), extra=places), marks)
    return reader.read(found.files, marks, Finisher(redact), now=NOW, own=frozenset(own))


def turns(said: Iterable[Said]) -> list[tuple[Turn, str]]:
    return [(one.turn, one.text) for one in said]


def kinds(said: Iterable[Said]) -> Counter[Turn]:
    return Counter(one.turn for one in said)
