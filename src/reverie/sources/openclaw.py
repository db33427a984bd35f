"""OpenClaw: `<state>/agents/<agent>/sessions/<id>.jsonl`. The lines of a file come in, the session goes out. Pi, on
which it is built, writes the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any

from reverie.records.sessions import Session, TurnKind
from reverie.sources.openings import SUBAGENT, reason_of
from reverie.sources.transcript import MOST_LINE, Transcript, parse_lines
from reverie.sources.values import listing, mapping, name, string, texts

NAME = "openclaw"
_ABOUT = frozenset(
    "session session_info model_change thinking_level_change custom custom_message branch_summary label".split()
)
# How a session is named that an agent began.
_HELPER = re.compile(r"subagent-[\w-]{1,80}-[0-9a-f]{8}-\d{1,9}|Pi \[[^\]]{1,80}\] task-\d{1,9}")


def recognises(head: bytes) -> bool:
    """Whether a file that begins like this is one of OpenClaw's or Pi's; a trajectory, which is a copy for debugging,
    is none."""
    first = head.partition(b"\n")[0].replace(b": ", b":")
    if b'"traceSchema"' in first:
        return False
    if b'"type":"session"' in first and b'"version"' in first:
        return True
    return b'"role":"toolResult"' in head or (b'"type":"message"' in head and b'"parentId"' in head)


def read(lines: Iterable[bytes], path: str, *, size: int = 0, most_line: int = MOST_LINE, agent: str = NAME) -> Session:
    """The session in a file."""
    out = Transcript(agent, path)
    out.id = PurePath(path).stem
    for number, record in parse_lines(lines, out.skipped, most_line):
        _take(out, number, record)
    return out.close(size)


def _take(out: Transcript, line: int, record: Mapping[str, Any]) -> None:
    kind, stamp = record.get("type"), record.get("timestamp")
    # Their ids are eight digits: unique in a session, and with the time also among its copies.
    uuid = f"{name(record.get('id'))} {stamp}" if name(record.get("id")) else ""
    out.begin(line, uuid, stamp, sidechain=out.sidechain)
    message = mapping(record.get("message"))
    if kind == "message" and message:
        if out.is_new(uuid):
            _message(out, message)
        return
    if kind == "session":
        out.id = name(record.get("id")) or out.id
        out.move(string(record.get("cwd")))
    elif kind == "session_info" and _HELPER.fullmatch(name(record.get("name"))):
        out.sidechain = True
    elif kind == "compaction" and string(record.get("summary")) and out.is_new(uuid):
        out.add(TurnKind.SUMMARY, string(record.get("summary")))
        return
    known = isinstance(kind, str) and kind in _ABOUT
    out.skipped["record about the session" if known else "record of an unknown type"] += 1


def _message(out: Transcript, message: Mapping[str, Any]) -> None:
    role, parts = message.get("role"), [text for text in texts(message.get("content")) if text.strip()]
    if role == "user":
        routed = mapping(message.get("provenance")).get("kind") in ("inter_session", "internal_system")
        for text in parts:
            if reason_of(text.lstrip()) == SUBAGENT:
                out.sidechain = True
            out.say(text, machine=routed)
    elif role == "toolResult":
        code = mapping(message.get("details")).get("exitCode")
        failed = message.get("isError") is True or (isinstance(code, int) and code != 0)
        out.result(name(message.get("toolCallId")), parts, failed=failed, tool=name(message.get("toolName")))
    elif role == "assistant":
        _assistant(out, message, parts)
    elif role == "bashExecution":
        out.add(TurnKind.MACHINE, string(message.get("command")))


def _assistant(out: Transcript, message: Mapping[str, Any], parts: list[str]) -> None:
    for text in parts:
        out.reply(text)
    for part in map(mapping, listing(message.get("content"))):
        if part.get("type") == "toolCall":
            out.call(name(part.get("id")), name(part.get("name")), part.get("arguments"))
    if message.get("stopReason") == "aborted":
        out.interrupt()
    elif message.get("stopReason") == "error":
        out.add(TurnKind.MACHINE, string(message.get("errorMessage")), failed=True)
