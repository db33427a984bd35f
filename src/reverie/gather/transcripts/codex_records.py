"""The records of Codex: who said it, what was done, what came back, whether it was parsed or is known without that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from reverie.gather.transcripts import blocks, openings, speech, traces
from reverie.gather.transcripts import codex_payloads as payloads
from reverie.gather.transcripts.adapter import (
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
from reverie.gather.transcripts.codex_lines import USELESS
from reverie.gather.transcripts.scan import Json
from reverie.records.events import Origin, Span
from reverie.records.transcripts import Said, Turn
from reverie.tools.ids import content_id

_TYPES = frozenset("session_meta turn_context compacted event_msg response_item turn_aborted".split())
_FLAT = frozenset("message function_call function_call_output reasoning local_shell_call custom_tool_call".split())
_ABOUT = frozenset("reasoning web_search_call tool_search_call tool_search_output ghost_snapshot compaction".split())


class Records:
    """One rollout, record by record. A forked one repeats the older session's records under another session_meta: the
    first names it."""

    def __init__(self, shared: Shared, path: str) -> None:
        self.raw: list[Said] = []
        self.met = Met(shared)
        self.at: datetime | None = None
        self.awaited = False  # a person spoke: what does the agent say to it?
        self.uses: dict[str, Said] = {}
        self._shared, self._path = shared, path
        self._context = Context(Path(path).stem.rpartition("rollout-")[2])
        self._named = False
        self._began = self._context.session  # the session whose records these are, also in a fork
        self._times: Counter[str] = Counter()
        self._reason = ""

    def let_go(self) -> None:
        """A person is about to speak: what came right before matters."""

    def passed(self, stamp: object) -> None:
        """Time went on."""
        self.at = self._shared.moment(stamp, self.at)

    def record(self, record: Json, line: int, offset: int) -> str:
        kind, payload = short(record.get("type")), record.get("payload")
        if not isinstance(payload, dict):  # the oldest files
            kind, payload = ("response_item" if kind in _FLAT else "session_meta" if "id" in record else kind), record
        stamp = record.get("timestamp")
        if stamp is not None or kind != "response_item":
            self.passed(stamp)
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
            self._reason = openings.SUBAGENT
        elif source in ("exec", "mcp"):
            self._reason = openings.PROGRAM
        return OTHER

    def _event(self, payload: Mapping[str, Any], line: int, offset: int) -> str:
        kind = payload.get("type")
        if kind == "turn_aborted" and payload.get("reason") in (None, "interrupted"):
            uuid = content_id("codex", "interrupt", short(payload.get("turn_id")) or str(self.at))
            if self.met.before(uuid, offset):
                return SEEN
            self.let_go()
            self.awaited = True
            self.raw.append(self._place(line, offset, uuid).said(Turn.INTERRUPT, Origin.USER))
            return self.met.fate()
        return USELESS.get(str(kind).encode("utf-8", "replace")[:8], OTHER)

    def _item(self, payload: Mapping[str, Any], line: int, offset: int) -> str:
        kind = short(payload.get("type"))
        if kind == "message":
            return self._message(payload, line, offset)
        if kind in ("function_call", "custom_tool_call", "local_shell_call"):
            return self._use(payload, line, offset)
        if kind in ("function_call_output", "custom_tool_call_output"):
            call = short(payload.get("call_id"))
            text, failed = payloads.outcome(payload.get("output"))
            return self.result(line, offset, call, text, failed=failed)
        return OTHER if kind in _ABOUT else UNKNOWN

    def _place(self, line: int, offset: int, uuid: str) -> Place:
        return Place(Span(self._path, "", line, offset, uuid), self.at, self._context)

    def _message(self, payload: Mapping[str, Any], line: int, offset: int) -> str:
        role = payload.get("role")
        text = "\n".join(blocks.texts(payload.get("content")))
        if role not in ("user", "assistant") or not text.strip():
            return OTHER if text.strip() else NOTHING_NEW
        if role == "user":
            if text.lstrip().startswith("<turn_aborted>"):
                return TWIN  # an event says the same
            self.let_go()
        uuid = short(payload.get("id")) or content_id("codex", role, self._turn(payload, role + text), text)
        if self.met.before(uuid, offset):
            return SEEN
        place = self._place(line, offset, uuid)
        if role == "user":
            self._spoken(place, text)
        else:
            self.raw.append(place.said(Turn.AGENT, Origin.AGENT, text))
            self.awaited = False
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
        self.awaited = self.awaited or turn is Turn.HUMAN

    def _use(self, payload: Mapping[str, Any], line: int, offset: int) -> str:
        call = short(payload.get("call_id") or payload.get("id"))
        if self.met.before(call, offset):
            return SEEN
        tool = short(payload.get("name")) or "shell"
        self.used(line, offset, call, tool, blocks.call(payloads.arguments(payload)))
        return self.met.fate()

    def used(self, line: int, offset: int, call: str, tool: str, given: blocks.Call) -> None:
        use = self.uses[call] = self._place(line, offset, call).used(call, tool, given)
        self.raw.append(use)

    def result(self, line: int, offset: int, call: str, text: str, *, failed: bool) -> str:
        use = self.uses.pop(call, None)
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
            self.awaited = True
        else:
            said = place.said(Turn.TOOL_RESULT, Origin.TOOL, text if failed else "", call=call, use=use, failed=failed)
        self.raw.append(said)
        return self.met.fate()


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
