"""GitHub Copilot CLI: `<home>/session-state/<id>/events.jsonl`. Every line is an event with a `type` and its `data`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from reverie.gather.transcripts import blocks, openings, speech, traces
from reverie.gather.transcripts.adapter import (
    BULK,
    OTHER,
    SEEN,
    TWIN,
    UNKNOWN,
    Context,
    Place,
    Shared,
    folders_in,
    short,
)
from reverie.gather.transcripts.parsed import Parsed
from reverie.gather.transcripts.scan import Json, Sieve
from reverie.records.events import Origin, Span
from reverie.records.transcripts import Said, Turn

NAME = "copilot"
SIGN = b'"type":"'
_SIEVE = Sieve(SIGN, 40, {b"hook.sta": BULK, b"hook.end": BULK, b"hook.pro": BULK})
_KIND = re.compile(rb'\{"type":"([\w.]{1,60})"')
_USED = frozenset(
    "session.start session.resume session.context_changed user.message assistant.message tool.user_requested"
    " tool.execution_start tool.execution_complete permission.completed abort session.error".split()
)
_ABOUT = re.compile(
    r"(?:session|assistant|tool|subagent|skill|system|permission|user_input|elicitation|sampling|mcp|mcp_app|command"
    r"|commands|capabilities|exit_plan_mode|external_tool|auto_mode|custom|factory|canvas|extensions|pending_messages)"
    r"[._]\w[\w.]*"
)
_REFUSED = re.compile(r"\s*The user rejected this tool call\b[.:]?\s*(?:User feedback:\s*)?", re.IGNORECASE)
_SESSION = re.compile(r"/session-state/(?:[^/]+/events|[^/]+)\.jsonl\Z")
_FOLDER = re.compile(rb'"(?:context|data)":\{"cwd":\s?"((?:[^"\\]|\\.)*)"')
_EXITED = re.compile(r"<exited with exit code (\d+)>\s*\Z")
_ANSWER = "User responded: "
_BY_THE_PERSON = "denied-interactively-by-user"
_STOPPED = ("user_initiated", "user_abort", "remote_command")


def homes(home: Path, environ: Mapping[str, str]) -> list[Path]:
    return [Path(environ.get("COPILOT_HOME") or home / ".copilot") / "session-state"]


def left_out(path: str) -> str:
    return "" if _SESSION.search(path.replace("\\", "/")) else "not a transcript"


def recognises(head: bytes) -> bool:
    first = head.partition(b"\n")[0].replace(b": ", b":")
    return b'"type":"session.start"' in first and b'"data":{' in first and b"opilot" in first


def folders(head: bytes) -> Iterator[str]:
    return folders_in(head, _FOLDER)


class Session(Parsed):
    """One session, resumed or not: what is resumed is written on behind it."""

    sieve = _SIEVE

    def __init__(self, shared: Shared, path: str) -> None:
        self._context = Context(Path(path).parent.name)
        super().__init__(shared, path, self._context.session)
        self._refused: set[str] = set()  # calls of which that was said already
        self._instead = ""  # what a person said when they refused something
        self._choices: dict[str, list[object]] = {}  # what a question offered

    def take(self, data: bytes, start: int, stop: int, at: int, line: int, offset: int, /) -> str:
        kind = _KIND.match(data, start, stop)
        if kind and kind[1].decode() not in _USED:
            return OTHER if _ABOUT.fullmatch(kind[1].decode()) else UNKNOWN
        return super().take(data, start, stop, at, line, offset)

    def leap(self) -> None:
        super().leap()
        self._refused.clear()
        self._choices.clear()
        self._instead = ""

    def _record(self, record: Json, line: int, offset: int) -> str:
        kind, data = short(record.get("type")), record.get("data")
        if kind not in _USED or not isinstance(data, dict):
            return OTHER if _ABOUT.fullmatch(kind) else UNKNOWN
        self._at = self._shared.moment(record.get("timestamp"), self._at)
        if kind.startswith("session.") and kind != "session.error":
            return self._began(kind, data)
        uuid = short(record.get("id")) or str(offset)
        if self.met.before(f"{uuid} {record.get('timestamp')}", offset):
            return SEEN
        before = len(self.raw)
        helper = self._context.sidechain or bool(record.get("agentId") or data.get("parentToolCallId"))
        place = Place(Span(self._path, "", line, offset, uuid), self._at, self._context._replace(sidechain=helper))
        if self._event(kind, data, place):
            return TWIN
        return self.met.fate(len(self.raw) > before)

    def _began(self, kind: str, data: Mapping[str, Any]) -> str:
        """Where it works, at first and whenever that changes."""
        if kind == "session.start":
            self._context = self._context._replace(session=short(data.get("sessionId")) or self._context.session)
            if data.get("detachedFromSpawningParentSessionId"):
                self._reason = self._reason or openings.SUBAGENT
                self._context = self._context._replace(sidechain=True)
        where = data if kind == "session.context_changed" else data.get("context")
        if isinstance(where, dict):
            cwd, branch = where.get("cwd"), where.get("branch")
            if isinstance(cwd, str):
                self._context = self._context._replace(cwd=cwd, branch=branch if isinstance(branch, str) else "")
        if self._context.session in self._shared.own or traces.is_own_session("", self._context.cwd):
            self._reason = traces.OWN_SESSION
        return OTHER

    def _event(self, kind: str, data: Mapping[str, Any], place: Place) -> bool:
        """Note what an event says; whether it only says again what another one has."""
        if kind == "user.message":
            self._spoken(place, _text(data.get("content")), _why_not(data, place))
        elif kind == "assistant.message":
            self._assistant(place, data)
        elif kind == "tool.execution_start":
            return not self._use(place, data, short(data.get("toolName")))
        elif kind == "tool.user_requested":
            given = blocks.call(data.get("arguments"))
            self.raw.append(place.said(Turn.COMMAND, Origin.USER, command=given.command))
        elif kind == "tool.execution_complete":
            self._result(place, data)
        elif kind == "permission.completed":
            self._permission(place, data)
        elif kind == "abort" and data.get("reason") in _STOPPED and not self._reason:
            self.raw.append(place.said(Turn.INTERRUPT, Origin.USER))
        elif kind == "session.error":
            words = _text(data.get("message"))
            self.raw.append(place.said(Turn.MACHINE, Origin.SYSTEM, words, openings.META, failed=True))
        return False

    def _spoken(self, place: Place, text: str, reason: str) -> None:
        if not text.strip():
            return
        if traces.is_own_session(text):
            self._reason = traces.OWN_SESSION
        spoken = speech.told_apart(text)
        others = self._reason or reason
        turn = Turn.MACHINE if others else spoken.turn
        why = others or spoken.reason
        origin = Origin.SYSTEM if why else Origin.USER
        self.raw.append(place.said(turn, origin, spoken.text, why, command=spoken.command))

    def _assistant(self, place: Place, data: Mapping[str, Any]) -> None:
        text = _text(data.get("content"))
        if text.strip():
            self.raw.append(place.said(Turn.AGENT, Origin.AGENT, text))
        asked = data.get("toolRequests")
        for part in asked if isinstance(asked, list) else ():
            if isinstance(part, dict):
                self._use(place, part, short(part.get("name")))

    def _use(self, place: Place, part: Mapping[str, Any], tool: str) -> bool:
        """A call is asked for and then begun: it is noted once."""
        call, given = short(part.get("toolCallId")), part.get("arguments")
        if call and call in self._uses:
            return False
        use = self._uses[call] = place.used(call, tool, blocks.call(given))
        self.raw.append(use)
        if tool == "ask_user" and isinstance(given, dict) and isinstance(given.get("choices"), list):
            self._choices[call] = given["choices"]
        return True

    def _result(self, place: Place, data: Mapping[str, Any]) -> None:
        call = short(data.get("toolCallId"))
        use, choices = self._uses.pop(call, None), self._choices.pop(call, [])
        if call in self._refused:
            self._refused.discard(call)
            return  # said before, with the person's words
        code, content = _outcome(data.get("result"))
        failed = data.get("success") is False or code != 0
        text = _text(_within(data, "error", "message")) or content
        if failed and (refused := _REFUSED.match(text)):
            words = text[refused.end() :].strip() or self._instead
            self._instead = ""
            self._say_no(place, words, call, use)
        elif use and use.tool == "ask_user" and text.startswith(_ANSWER):
            words = text.removeprefix(_ANSWER).strip()
            self._spoken(place, "" if words in choices else words, "")
        else:
            self._came_back(place, call, use, text, failed=failed)

    def _permission(self, place: Place, data: Mapping[str, Any]) -> None:
        """A person refused a call, and perhaps said what to do instead."""
        if _within(data, "result", "kind") != _BY_THE_PERSON:
            return
        call, words = short(data.get("toolCallId")), _text(_within(data, "result", "feedback")).strip()
        if call:
            self._refused.add(call)
            self._say_no(place, words, call, self._uses.get(call))
        else:
            self._instead = words  # which call it was, its result will tell

    def _say_no(self, place: Place, words: str, call: str, use: Said | None) -> None:
        turn, origin = (Turn.MACHINE, Origin.SYSTEM) if self._reason else (Turn.REJECTION, Origin.USER)
        self.raw.append(place.said(turn, origin, words, self._reason, call=call, use=use, failed=True))


def session(shared: Shared, path: str) -> Session:
    return Session(shared, path)


def _why_not(data: Mapping[str, Any], place: Place) -> str:
    """Why a message is not a person's: another agent, a skill or the program itself sent it."""
    if place.context.sidechain:
        return openings.SUBAGENT
    if data.get("isAutopilotContinuation"):
        return openings.PROGRAM
    sender = data.get("source")
    return openings.NOTIFIED if isinstance(sender, str) and sender not in ("", "user", "cli") else ""


def _outcome(result: object) -> tuple[int, str]:
    """With which code a command ended, and what it printed."""
    if not isinstance(result, dict):
        return 0, ""
    content, parts = _text(result.get("content")), result.get("contents")
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, dict) and isinstance(part.get("exitCode"), int):
            return part["exitCode"], content
    ended = _EXITED.search(content)
    return int(ended[1][:9]) if ended else 0, content


def _within(data: Mapping[str, Any], key: str, name: str) -> object:
    inner = data.get(key)
    return inner.get(name) if isinstance(inner, dict) else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
