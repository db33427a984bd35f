"""OpenClaw: `<state>/agents/<agent>/sessions/<id>.jsonl`. `*.trajectory.jsonl` beside them is a copy for debugging."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from reverie.gather.transcripts import blocks, openings, speech, traces
from reverie.gather.transcripts.adapter import OTHER, SEEN, UNKNOWN, Context, Place, Shared, folders_in, short
from reverie.gather.transcripts.parsed import Parsed
from reverie.gather.transcripts.scan import Json, Sieve
from reverie.records.events import Origin, Span
from reverie.records.transcripts import Turn

NAME = "openclaw"
SIGN = b'"type":"'
_SIEVE = Sieve(SIGN, 40, {b'custom",': OTHER, b"model_ch": OTHER, b"thinking": OTHER})
_ABOUT = frozenset(
    "session session_info model_change thinking_level_change custom custom_message compaction branch_summary"
    " label".split()
)
_HELPER = re.compile(
    r"subagent-[\w-]+-[0-9a-f]{8}-\d+|Pi \[[^\]]+\] task-\d+"
)  # how a session is named that an agent began
_GROUP = re.compile(r'"is_group_chat"\s*:\s*true')
_COPY = re.compile(r"\.trajectory\.jsonl\Z|\.jsonl\.(?:deleted|reset|bak)\b")


def homes(home: Path, environ: Mapping[str, str]) -> list[Path]:
    return [Path(environ.get("OPENCLAW_STATE_DIR") or home / ".openclaw") / "agents"]


def left_out(path: str) -> str:
    if _COPY.search(path):
        return "a copy for debugging"
    folder = path.replace("\\", "/").rpartition("/")[0]
    inside = folder.endswith("/sessions") or "/sessions/" in folder
    return "" if path.endswith(".jsonl") and inside else "not a transcript"


def recognises(head: bytes) -> bool:
    first = head.partition(b"\n")[0]
    began = b'"type":"session"' in first.replace(b": ", b":") and b'"version"' in first
    return began or (b'"role":"toolResult"' in head or (b'"type":"message"' in head and b'"parentId"' in head))


def folders(head: bytes) -> Iterator[str]:
    return folders_in(head)


class Session(Parsed):
    """One session of one agent."""

    sieve = _SIEVE

    def __init__(self, shared: Shared, path: str) -> None:
        self._id, self._cwd = Path(path).stem, ""
        super().__init__(shared, path, self._id)

    def _record(self, record: Json, line: int, offset: int) -> str:
        kind = short(record.get("type"))
        self._at = self._shared.moment(record.get("timestamp"), self._at)
        if kind == "session":
            self._id = short(record.get("id")) or self._id
            cwd = record.get("cwd")
            self._cwd = cwd if isinstance(cwd, str) else ""
            if self._id in self._shared.own or traces.is_own_session("", self._cwd):
                self._reason = traces.OWN_SESSION
        elif kind == "session_info" and _HELPER.fullmatch(short(record.get("name"))):
            self._reason = self._reason or openings.SUBAGENT
        message = record.get("message")
        if kind != "message" or not isinstance(message, dict):
            return OTHER if kind in _ABOUT else UNKNOWN
        uuid = short(record.get("id")) or str(offset)
        # Their ids are eight digits: unique in a session, and with the time also among its copies.
        if self.met.before(f"{uuid} {record.get('timestamp')}", offset):
            return SEEN
        before = len(self.raw)
        sidechain = self._reason == openings.SUBAGENT
        span = Span(self._path, "", line, offset, uuid)
        self._message(Place(span, self._at, Context(self._id, self._cwd, "", sidechain)), message)
        return self.met.fate(len(self.raw) > before)

    def _message(self, place: Place, message: Mapping[str, Any]) -> None:
        role = message.get("role")
        text = "\n".join(blocks.texts(message.get("content")))
        if role == "user" and text.strip():
            self._spoken(place, text, _routed(message.get("provenance")))
        elif role == "toolResult":
            self._result(place, message, text)
        elif role == "assistant":
            self._assistant(place, message, text)
        elif role == "bashExecution" and isinstance(message.get("command"), str):
            self.raw.append(place.said(Turn.COMMAND, Origin.USER, command=message["command"]))

    def _spoken(self, place: Place, text: str, routed: str) -> None:
        """`routed`: why it is not a person's, if the record says that another session sent it."""
        if traces.is_own_session(text):
            self._reason = traces.OWN_SESSION
        spoken = speech.told_apart(text)
        if spoken.reason == openings.SUBAGENT:
            self._reason, place = openings.SUBAGENT, place._replace(context=place.context._replace(sidechain=True))
        reason = self._reason or routed or spoken.reason
        turn = Turn.MACHINE if self._reason or routed else spoken.turn
        group = speech.GROUP if turn is Turn.HUMAN and _GROUP.search(text) else ""
        self.raw.append(place.said(turn, Origin.SYSTEM if reason else Origin.USER, spoken.text, reason, command=group))

    def _result(self, place: Place, message: Mapping[str, Any], text: str) -> None:
        call = short(message.get("toolCallId"))
        use = self._uses.pop(call, None)
        failed = bool(message.get("isError")) or _exit_code(message.get("details")) != 0
        before = len(self.raw)
        self._came_back(place, call, use, text, failed=failed)
        if len(self.raw) > before and not self.raw[-1].tool:
            self.raw[-1] = self.raw[-1]._replace(tool=short(message.get("toolName")))

    def _assistant(self, place: Place, message: Mapping[str, Any], text: str) -> None:
        if text.strip():
            self.raw.append(place.said(Turn.AGENT, Origin.AGENT, text))
        content = message.get("content")
        for part in content if isinstance(content, list) else ():
            if isinstance(part, dict) and part.get("type") == "toolCall":
                self._use(place, part)
        ended = message.get("stopReason")
        if ended == "aborted":
            self.raw.append(place.said(Turn.INTERRUPT, Origin.USER))
        elif ended == "error":
            words = str(message.get("errorMessage") or "")
            self.raw.append(place.said(Turn.MACHINE, Origin.SYSTEM, words, openings.META, failed=True))

    def _use(self, place: Place, part: Mapping[str, Any]) -> None:
        call = short(part.get("id"))
        use = self._uses[call] = place.used(call, short(part.get("name")), blocks.call(part.get("arguments")))
        self.raw.append(use)


def session(shared: Shared, path: str) -> Session:
    return Session(shared, path)


def _routed(provenance: object) -> str:
    """Why a message is not a person's, if the record says that another session or the program sent it."""
    sent = isinstance(provenance, dict) and provenance.get("kind") in ("inter_session", "internal_system")
    return openings.NOTIFIED if sent else ""


def _exit_code(details: object) -> int:
    code = details.get("exitCode") if isinstance(details, dict) else 0
    return code if isinstance(code, int) else 0
