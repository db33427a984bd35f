"""One rollout of Codex, looked at where it lies: shell commands and what went well are known by their first bytes, what
the agent says in the midst of its work is held back, and the rest is parsed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson

from reverie.gather.transcripts import blocks, looks, speech, traces
from reverie.gather.transcripts import codex_payloads as payloads
from reverie.gather.transcripts.adapter import (
    BULK,
    HELD,
    NOTHING_NEW,
    OTHER,
    SEEN,
    TWIN,
    UNKNOWN,
    WELL,
    Context,
    Met,
    Place,
    Shared,
    short,
)
from reverie.gather.transcripts.scan import Json, Unusable, parse
from reverie.records.events import Origin, Span
from reverie.records.transcripts import Said, Turn
from reverie.tools.ids import content_id

LOOKS = 16  # calls held back
_TWINS = b"agent_me user_mes patch_ap mcp_tool exec_com web_sear view_ima".split()
_BULKY = b"token_co agent_re reasonin".split()
USELESS = dict.fromkeys(_TWINS, TWIN) | dict.fromkeys(_BULKY, BULK) | dict.fromkeys(b"task_com task_sta".split(), OTHER)
_CALL = re.compile(rb'"call_id":"([^"\\]{1,128})"')
_WELL = (b"Process exited with code 0\\n", b'"output":"Exit code: 0\\n')
_USE = re.compile(  # a shell command, the most frequent record of all
    rb'\{"timestamp":"([^"\\]{1,40})","type":"response_item","payload":\{"type":"function_call",(?:"id":"[^"\\]*",)?'
    rb'"name":"exec_command","arguments":"([^"\\]*+(?:\\.[^"\\]*+)*+)","call_id":"([^"\\]{1,128})"'
)
_STAMP = re.compile(rb'"timestamp":"([^"\\]{1,40})"')
_TYPES = frozenset("session_meta turn_context compacted event_msg response_item turn_aborted".split())
_FLAT = frozenset("message function_call function_call_output reasoning local_shell_call custom_tool_call".split())
_ABOUT = frozenset("reasoning web_search_call tool_search_call tool_search_output ghost_snapshot compaction".split())


class Session:
    """One rollout. A forked one repeats the older session's records under another session_meta: the first names it."""

    def __init__(self, shared: Shared, path: str) -> None:
        self.raw: list[Said] = []
        self.met = Met(shared)
        self._shared, self._path = shared, path
        self._context = Context(Path(path).stem.rpartition("rollout-")[2])
        self._named = False
        self._began = self._context.session  # the session whose records these are, also in a fork
        self._times: Counter[str] = Counter()
        self._reason = ""
        self._at: datetime | None = None
        self._uses: dict[str, Said] = {}
        self._words: tuple[bytes, int, int] | None = None  # held back until a person speaks, or the end
        self._looks: dict[str, tuple[bytes, int, int]] = {}  # held back until one of them fails
        self._awaited = False  # a person spoke: what does the agent say to it?

    def take(self, data: bytes, start: int, stop: int, at: int, line: int, offset: int, /) -> str:
        kind = data[at + 19 : at + 27] if at >= 0 else b""
        fate = ""
        if kind in (b"function", b"custom_t"):
            if data.find(b"_output", at + 27, at + 50) >= 0:
                fate = self._went_well(data, start, at, stop, (line, offset))
            else:
                fate = self._ran(data, start, stop, (line, offset))
        elif kind == b'message"' and not self._awaited and data.find(b'"role":"assistant"', at, at + 200) >= 0:
            self._words, fate = (data[start:stop], line, offset), HELD
        return fate or self._parsed(data[start:stop], line, offset)

    def leap(self) -> None:
        self._words = None
        self._looks.clear()
        self._uses.clear()

    def close(self) -> None:
        self._let_go()

    def _parsed(self, text: bytes, line: int, offset: int) -> str:
        try:
            return self._record(parse(text), line, offset)
        except Unusable as why:
            return str(why)

    def _let_go(self) -> None:
        """What was held back were the agent's last words before a person spoke."""
        self._looks.clear()
        if self._words:
            held, self._words = self._words, None
            at, self._awaited = self._at, True
            self._parsed(*held)
            self._at = at or self._at

    def _ran(self, data: bytes, start: int, stop: int, where: tuple[int, int]) -> str:
        """A shell command, known without parsing the record; one that only looks around is held back."""
        found = _USE.match(data, start, stop)
        if found is None:
            return ""
        stamp, text, name = found.groups()
        call = name.decode("utf-8", "replace")
        try:
            given = blocks.call(orjson.loads(orjson.loads(b'"' + text + b'"')))
        except orjson.JSONDecodeError:
            return ""
        if looks.only_looks(given.command):
            self._looks[call] = data[start:stop], *where
            if len(self._looks) > LOOKS:
                del self._looks[next(iter(self._looks))]
            return HELD
        if self.met.before(call, where[1]):
            return SEEN
        self._at = self._shared.moment(stamp.decode("utf-8", "replace"), self._at)
        self._add_use(self._place(*where, call), call, "exec_command", given)
        return self.met.fate()

    def _went_well(self, data: bytes, start: int, at: int, stop: int, where: tuple[int, int]) -> str:
        """What a command printed before it ended with 0 is not parsed."""
        head = min(stop, at + 600)
        call = _CALL.search(data, at, head)
        if call is None:
            return ""
        name = call[1].decode("utf-8", "replace")
        if not any(data.find(well, at, head) >= 0 for well in _WELL):
            held = self._looks.pop(name, None)
            if held:
                self._parsed(*held)
            return ""
        use = self._uses.get(name)
        if use is None or not use.command:
            return WELL
        stamp = _STAMP.search(data, start, head)
        self._at = self._shared.moment(stamp[1].decode("utf-8", "replace") if stamp else "", self._at)
        return self._result(*where, name, "", False)

    def _record(self, record: Json, line: int, offset: int) -> str:
        kind, payload = record.get("type"), record.get("payload")
        if not isinstance(payload, dict):  # the oldest files
            kind, payload = ("response_item" if kind in _FLAT else "session_meta" if "id" in record else kind), record
        stamp = record.get("timestamp")
        if stamp is not None or kind != "response_item":
            self._at = self._shared.moment(stamp, self._at)
        if kind == "session_meta":
            return self._meta(payload)
        if kind == "turn_context":
            self._context = self._context._replace(cwd=_text(payload.get("cwd")) or self._context.cwd)
            return OTHER
        if kind in ("event_msg", "turn_aborted"):
            return self._event(payload if kind == "event_msg" else {"type": kind}, line, offset)
        if kind == "response_item":
            return self._item(payload, line, offset)
        return OTHER if kind in _TYPES or record.get("record_type") else UNKNOWN

    def _meta(self, payload: Mapping[str, Any]) -> str:
        self._began = short(payload.get("id")) or self._began
        if self._named:
            return OTHER
        self._named = True
        git, source = payload.get("git"), payload.get("source")
        self._context = context = Context(
            short(payload.get("id")) or self._context.session,
            _text(payload.get("cwd")),
            _text(git.get("branch")) if isinstance(git, dict) else "",
            isinstance(source, dict) or payload.get("thread_source") == "subagent",
        )
        originator = _text(payload.get("originator"))
        if context.session in self._shared.own or traces.is_own_session("", context.cwd, originator):
            self._reason = traces.OWN_SESSION
        elif context.sidechain:
            self._reason = speech.SUBAGENT
        elif source in ("exec", "mcp"):
            self._reason = speech.PROGRAM
        return OTHER

    def _event(self, payload: Mapping[str, Any], line: int, offset: int) -> str:
        kind = payload.get("type")
        if kind == "turn_aborted" and payload.get("reason") in (None, "interrupted"):
            uuid = content_id("codex", "interrupt", short(payload.get("turn_id")) or str(self._at))
            if self.met.before(uuid, offset):
                return SEEN
            self._let_go()
            self._awaited = True
            self.raw.append(self._place(line, offset, uuid).said(Turn.INTERRUPT, Origin.USER))
            return self.met.fate()
        return USELESS.get(str(kind).encode("utf-8", "replace")[:8], OTHER)

    def _item(self, payload: Mapping[str, Any], line: int, offset: int) -> str:
        kind = payload.get("type")
        if kind == "message":
            return self._message(payload, line, offset)
        if kind in ("function_call", "custom_tool_call", "local_shell_call"):
            return self._use(payload, line, offset)
        if kind in ("function_call_output", "custom_tool_call_output"):
            call = short(payload.get("call_id"))
            text, failed = payloads.outcome(payload.get("output"))
            return self._result(line, offset, call, text, failed)
        return OTHER if kind in _ABOUT else UNKNOWN

    def _place(self, line: int, offset: int, uuid: str) -> Place:
        return Place(Span(self._path, "", line, offset, uuid), self._at, self._context)

    def _message(self, payload: Mapping[str, Any], line: int, offset: int) -> str:
        role = payload.get("role")
        text = "\n".join(blocks.texts(payload.get("content")))
        if role not in ("user", "assistant") or not text.strip():
            return OTHER if text.strip() else NOTHING_NEW
        if role == "user":
            if text.lstrip().startswith("<turn_aborted>"):
                return TWIN  # an event says the same
            self._let_go()
        uuid = short(payload.get("id")) or content_id("codex", role, self._turn(payload, role + text), text)
        if self.met.before(uuid, offset):
            return SEEN
        place = self._place(line, offset, uuid)
        if role == "user":
            self._spoken(place, text)
        else:
            self.raw.append(place.said(Turn.AGENT, Origin.AGENT, text))
            self._awaited = False
        return self.met.fate()

    def _turn(self, payload: Mapping[str, Any], said: str) -> str:
        """What tells a message from another with the same words. A fork is written at another time than what it
        repeats, so where a message does not name its turn, it is known by its session and by how often it was said."""
        self._times[said] += 1
        return payloads.turn_of(payload) or f"{self._began}:{self._times[said]}"

    def _spoken(self, place: Place, text: str) -> None:
        if traces.is_own_session(text):
            self._reason = traces.OWN_SESSION
        spoken = speech.told_apart(text)
        reason = self._reason or spoken.reason
        turn = Turn.MACHINE if self._reason else spoken.turn
        origin = Origin.SYSTEM if reason else Origin.USER
        self.raw.append(place.said(turn, origin, spoken.text, reason, command=spoken.command))
        self._awaited = self._awaited or turn is Turn.HUMAN

    def _use(self, payload: Mapping[str, Any], line: int, offset: int) -> str:
        call = short(payload.get("call_id") or payload.get("id"))
        if self.met.before(call, offset):
            return SEEN
        tool = short(payload.get("name")) or "shell"
        self._add_use(self._place(line, offset, call), call, tool, blocks.call(payloads.arguments(payload)))
        return self.met.fate()

    def _add_use(self, place: Place, call: str, tool: str, given: blocks.Call) -> None:
        use = self._uses[call] = place.used(call, tool, given)
        self.raw.append(use)

    def _result(self, line: int, offset: int, call: str, text: str, failed: bool) -> str:
        use = self._uses.pop(call, None)
        if self.met.repeats(f"{call}:output"):
            return SEEN
        if not failed and (use is None or not use.command):
            return WELL
        place = self._place(line, offset, f"{call}:output")
        own = traces.own_call(use.command, use.files) if use else ""
        if own:
            said = place.said(Turn.MACHINE, Origin.SYSTEM, "", own, call=call, use=use, failed=failed)
        elif failed and payloads.refused(text):
            said = place.said(Turn.REJECTION, Origin.USER, call=call, use=use, failed=True)
            self._awaited = True
        else:
            said = place.said(Turn.TOOL_RESULT, Origin.TOOL, text if failed else "", call=call, use=use, failed=failed)
        self.raw.append(said)
        return self.met.fate()


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
