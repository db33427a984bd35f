"""GitHub Copilot CLI: `<home>/session-state/<id>/events.jsonl`. The lines of a file come in, the session goes out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any

from reverie.records.sessions import Session, TurnKind
from reverie.sources.transcript import MOST_LINE, Transcript, parse_lines
from reverie.sources.values import listing, mapping, name, string

NAME = "copilot"
_ABOUT = re.compile(
    r"(?:session|assistant|tool|hook|subagent|skill|system|permission|user_input|elicitation|sampling|mcp|mcp_app"
    r"|command|commands|capabilities|exit_plan_mode|external_tool|auto_mode|custom|factory|canvas|extensions"
    r"|pending_messages)[._]\w[\w.]{0,80}"
)
_REFUSED = re.compile(r"\s{0,9}The user rejected this tool call\b[.:]?\s{0,9}(?:User feedback:\s{0,9})?", re.IGNORECASE)
_EXITED = re.compile(r"<exited with exit code (\d{1,9})>\s{0,9}\Z")
_ANSWER = "User responded: "
_BY_THE_PERSON = "denied-interactively-by-user"
_STOPPED = ("user_initiated", "user_abort", "remote_command")


def recognises(head: bytes) -> bool:
    """Whether a file that begins like this is one of Copilot's."""
    first = head.partition(b"\n")[0].replace(b": ", b":")
    return b'"type":"session.start"' in first and b'"data":{' in first and b"opilot" in first


def read(lines: Iterable[bytes], path: str, *, size: int = 0, most_line: int = MOST_LINE) -> Session:
    """The session in a file, resumed or not: what is resumed is written on behind it."""
    reader = _Reader(path)
    for number, record in parse_lines(lines, reader.out.skipped, most_line):
        reader.take(number, record)
    return reader.out.close(size)


class _Reader:
    def __init__(self, path: str) -> None:
        self.out = Transcript(NAME, path)
        self.out.id = PurePath(path).parent.name
        self._helper = False  # the session of a subagent
        self._instead = ""  # what a person said when they refused something; its result tells which call it was

    def take(self, line: int, record: Mapping[str, Any]) -> None:
        kind, data, stamp = string(record.get("type")), mapping(record.get("data")), record.get("timestamp")
        uuid = f"{name(record.get('id'))} {stamp}" if name(record.get("id")) else ""
        sidechain = self._helper or bool(record.get("agentId") or data.get("parentToolCallId"))
        self.out.begin(line, uuid, stamp, sidechain=sidechain)
        if kind in ("session.start", "session.resume", "session.context_changed"):
            self._began(kind, data)
            return
        read = getattr(self, "_on_" + kind.replace(".", "_"), None) if kind in _READ else None
        if read is None:
            self.out.skipped["record about the session" if _ABOUT.fullmatch(kind) else "record of an unknown type"] += 1
        elif self.out.is_new(uuid):
            read(data)

    def _began(self, kind: str, data: Mapping[str, Any]) -> None:
        """Where it works, at first and whenever that changes."""
        if kind == "session.start":
            self.out.id = name(data.get("sessionId")) or self.out.id
            self._helper = bool(data.get("detachedFromSpawningParentSessionId"))
        where = data if kind == "session.context_changed" else mapping(data.get("context"))
        self.out.move(string(where.get("cwd")))
        self.out.branch = self.out.branch or string(where.get("branch"))

    def _on_user_message(self, data: Mapping[str, Any]) -> None:
        sender = data.get("source")
        another = isinstance(sender, str) and sender not in ("", "user", "cli")
        self.out.say(string(data.get("content")), machine=another or bool(data.get("isAutopilotContinuation")))

    def _on_assistant_message(self, data: Mapping[str, Any]) -> None:
        self.out.reply(string(data.get("content")))
        for part in map(mapping, listing(data.get("toolRequests"))):
            self.out.call(name(part.get("toolCallId")), name(part.get("name")), part.get("arguments"))

    def _on_tool_execution_start(self, data: Mapping[str, Any]) -> None:
        call = name(data.get("toolCallId"))
        if not (call and self.out.called(call)):  # asked for in a message before
            self.out.call(call, name(data.get("toolName")), data.get("arguments"))

    def _on_tool_execution_complete(self, data: Mapping[str, Any]) -> None:
        call, use = name(data.get("toolCallId")), self.out.called(name(data.get("toolCallId")))
        code, content = _outcome(mapping(data.get("result")))
        failed = data.get("success") is False or code != 0
        text = string(mapping(data.get("error")).get("message")) or content
        if failed and (refused := _REFUSED.match(text)):
            self.out.reject(call, text[refused.end() :].strip() or self._instead)
            self._instead = ""
        elif use and use.tool == "ask_user" and text.startswith(_ANSWER):
            self.out.result(call, [text], kind=TurnKind.MACHINE)
            self.out.answer(use.text, text[len(_ANSWER) :].strip())
        else:
            self.out.result(call, [text], failed=failed)

    def _on_permission_completed(self, data: Mapping[str, Any]) -> None:
        result = mapping(data.get("result"))
        if result.get("kind") == _BY_THE_PERSON:
            call, words = name(data.get("toolCallId")), string(result.get("feedback")).strip()
            if call:
                self.out.reject(call, words)
            else:
                self._instead = words

    def _on_abort(self, data: Mapping[str, Any]) -> None:
        if data.get("reason") in _STOPPED:
            self.out.interrupt()

    def _on_session_error(self, data: Mapping[str, Any]) -> None:
        self.out.add(TurnKind.MACHINE, string(data.get("message")), failed=True)


_READ = frozenset(
    "user.message assistant.message tool.execution_start tool.execution_complete permission.completed abort"
    " session.error".split()
)


def _outcome(result: Mapping[str, Any]) -> tuple[int, str]:
    """With which code a command ended, and what it printed."""
    content = string(result.get("content"))
    for part in map(mapping, listing(result.get("contents"))):
        code = part.get("exitCode")
        if isinstance(code, int):
            return code, content
    ended = _EXITED.search(content[-200:])
    return int(ended[1]) if ended else 0, content
