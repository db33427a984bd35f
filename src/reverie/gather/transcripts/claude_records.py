"""The records of Claude Code that are worth parsing: who said it, what was done, what failed, what a person
refused and what they said instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from reverie.gather.transcripts import blocks, speech, traces
from reverie.gather.transcripts.adapter import BULK, OTHER, SEEN, UNKNOWN, Context, Met, Place, Shared, short
from reverie.gather.transcripts.claude_payloads import ABOUT, PROGRESS, parts_of, reason_of, refusal
from reverie.gather.transcripts.queue import Queue
from reverie.gather.transcripts.scan import Json
from reverie.records.events import Origin, Span
from reverie.records.transcripts import Said, Turn

_USES = ("tool_use", "server_tool_use", "mcp_tool_use")
_ANSWERED = "User has "


class Records:
    """The state of one file: which calls are open, what is queued, whether the agent's next words are awaited."""

    def __init__(self, shared: Shared, path: str) -> None:
        self.raw: list[Said] = []
        self.met = Met(shared)
        self.awaited = False  # a person spoke: what does the agent say to it?
        self.uses: dict[bytes, Said] = {}  # calls that have no result yet
        self._message = ""  # whose words came last
        self._shared, self._path, self._stem = shared, path, Path(path).stem
        self._at: datetime | None = None
        self._queue = Queue()
        self._own = self._stem in shared.own
        self._context = Context(self._stem)

    def take(self, record: Json, line: int, offset: int) -> str:
        kind = record.get("type")
        if kind == "queue-operation":
            return self._queued(record, line, offset)
        if kind == "attachment":
            return self._attachment(record, line, offset)
        if kind not in ("user", "assistant"):
            return BULK if kind in PROGRESS else OTHER if kind in ABOUT else UNKNOWN
        uuid = short(record.get("uuid"))
        if uuid and self.met.before(uuid, offset):
            return SEEN
        before = len(self.raw)
        place = self._place(record, line, offset, uuid)
        message = record.get("message")
        if isinstance(message, dict):
            parts = parts_of(message.get("content"))
            if kind == "assistant":
                self._assistant(place, short(message.get("id")), parts, bool(record.get("isApiErrorMessage")))
            else:
                self._user(place, parts, reason_of(record))
        return self.met.fate(len(self.raw) > before)

    def leap(self) -> None:
        self._queue = Queue()
        self.uses.clear()

    def close(self) -> None:
        self.raw += self._queue.left()

    def did(
        self,
        where: Sequence[int],
        stamp: str,
        context: Context,
        names: tuple[str, bytes, str],
        command: str,
        files: tuple[str, ...],
    ) -> str:
        """What the agent did, known without parsing. `names` are the record's uuid, the call and the tool."""
        uuid, name, tool = names
        call = name.decode("utf-8", "replace")
        if self.met.before(call, where[1]):
            return SEEN
        self._at = self._shared.moment(stamp, self._at)
        self._context = context
        session, cwd, branch, sidechain = context
        span = Span(self._path, "", where[0], where[1], uuid)
        self.uses[name] = use = Said(
            Turn.TOOL_USE, Origin.AGENT, session, self._at, span, "", tool, call, command, files, False, cwd, branch,
            sidechain,
        )  # fmt: skip
        self.raw.append(use)
        return self.met.fate()

    def spoke(self, where: Sequence[int], stamp: str, context: Context, names: tuple[str, str], words: str) -> str:
        """What the agent said, known without parsing. `names` are the record's uuid and the message."""
        uuid, message = names
        if self.met.before(uuid, where[1]):
            return SEEN
        self._at = self._shared.moment(stamp, self._at)
        self._context = context
        if words.strip():
            self._words(
                Place(Span(self._path, "", where[0], where[1], uuid), self._at, context), message, words, failed=False
            )
        return self.met.fate()

    def went_well(self, use: Said, uuid: str, stamp: str, where: Sequence[int]) -> str:
        """The result of a command, known without parsing."""
        self._at = self._shared.moment(stamp, self._at)
        own = traces.own_call(use.command, use.files)
        turn, origin = (Turn.MACHINE, Origin.SYSTEM) if own else (Turn.TOOL_RESULT, Origin.TOOL)
        span = Span(self._path, "", where[0], where[1], uuid)
        self.raw.append(Said(turn, origin, use.session, self._at, span, "", *use[6:14], own))
        return self.met.fate()

    @property
    def context(self) -> Context:
        """Of the record parsed last."""
        return self._context

    def _place(self, record: Json, line: int, offset: int, uuid: str) -> Place:
        self._at = self._shared.moment(record.get("timestamp"), self._at)
        session = short(record.get("sessionId")) or self._stem
        self._own = self._own or session in self._shared.own
        cwd, branch, last = record.get("cwd"), record.get("gitBranch"), self._context
        self._context = Context(
            session,
            cwd if isinstance(cwd, str) else last.cwd,
            branch if isinstance(branch, str) else last.branch,
            bool(record.get("isSidechain") or record.get("agentId")),
        )
        return Place(Span(self._path, "", line, offset, uuid), self._at, self._context)

    def _assistant(self, place: Place, message: str, parts: Iterator[Json], failed: bool) -> None:
        for part in parts:
            kind = part.get("type")
            if kind in _USES:
                self._use(place, part)
            elif kind == "text" and isinstance(part.get("text"), str) and part["text"].strip():
                self._words(place, message, part["text"], failed)

    def _words(self, place: Place, message: str, text: str, failed: bool) -> None:
        """What the agent said. One message is written as several records, and sometimes more than once."""
        if failed:
            self.raw.append(place.said(Turn.MACHINE, Origin.SYSTEM, text, speech.META, failed=True))
            return
        if message and self.met.repeats(message + text):
            return
        self.awaited = self.awaited and place.context.sidechain
        last = self.raw[-1] if self.raw else None
        if last and message and self._message == message and last.turn is Turn.AGENT:
            self.raw[-1] = last._replace(text=f"{last.text}\n\n{text}")
        else:
            self.raw.append(place.said(Turn.AGENT, Origin.AGENT, text))
        self._message = message

    def _use(self, place: Place, part: Json) -> None:
        name = short(part.get("id"))
        if not name or not self.met.repeats(name):
            use = place.used(name, short(part.get("name")), blocks.call(part.get("input")))
            self.uses[name.encode("utf-8", "replace")] = use
            self.raw.append(use)

    def _user(self, place: Place, parts: Iterator[Json], reason: str) -> None:
        before = len(self.raw)
        for part in parts:
            kind = part.get("type")
            if kind == "tool_result":
                self._result(place, part)
            elif kind == "text" and isinstance(part.get("text"), str):
                self._spoken(place, part["text"], reason)
            elif kind == "image" and len(self.raw) == before:
                self.raw.append(place.said(Turn.MACHINE, Origin.SYSTEM, "", speech.NOTHING))

    def _spoken(self, place: Place, text: str, reason: str) -> None:
        if not text.strip() or self._queue.delivered(text):
            return
        if self.met.repeats(f"{place.at}{text}"):
            return  # a session gone back to is copied with new uuids, but with the old times
        if traces.is_own_session(text, place.context.cwd):
            self._own = True
        reason = traces.OWN_SESSION if self._own else reason
        spoken = speech.told_apart(text)
        if reason and spoken.turn is not Turn.INTERRUPT:
            self.raw.append(place.said(Turn.MACHINE, Origin.SYSTEM, text, reason))
            return
        origin = Origin.SYSTEM if spoken.reason else Origin.USER
        self.raw.append(place.said(spoken.turn, origin, spoken.text, spoken.reason, command=spoken.command))
        self.awaited = self.awaited or spoken.turn in (Turn.HUMAN, Turn.INTERRUPT)

    def _result(self, place: Place, part: Mapping[str, Any]) -> None:
        """A failure, a refusal, or an answer to the agent's question. What went well otherwise has no text."""
        text = "\n".join(blocks.texts(part.get("content")))
        call = short(part.get("tool_use_id"))
        use = self.uses.pop(call.encode("utf-8", "replace"), None)
        if call and self.met.repeats(f"{call}:result"):
            return
        own = traces.own_call(use.command, use.files) if use else ""
        if part.get("is_error"):
            words = refusal(text)
            if words is not None:
                self.raw.append(place.said(Turn.REJECTION, Origin.USER, words, call=call, use=use, failed=True))
                self.awaited = True
            elif own:
                self.raw.append(place.said(Turn.MACHINE, Origin.SYSTEM, "", own, call=call, use=use, failed=True))
            else:
                self.raw.append(place.said(Turn.TOOL_RESULT, Origin.TOOL, text, call=call, use=use, failed=True))
        elif text.startswith(_ANSWERED):
            self.raw.append(place.said(Turn.TOOL_RESULT, Origin.USER, text, call=call, use=use))
        elif use and use.command:
            turn, origin = (Turn.MACHINE, Origin.SYSTEM) if own else (Turn.TOOL_RESULT, Origin.TOOL)
            self.raw.append(place.said(turn, origin, "", own, call=call, use=use))

    def _queued(self, record: Json, line: int, offset: int) -> str:
        stamp, done = short(record.get("timestamp")), short(record.get("operation"))
        uuid = f"queue:{short(record.get('sessionId'))}:{stamp}:{done}"
        if self.met.before(
            f"queue:{stamp}:{done}:{short(record.get('content'))}", offset
        ):  # a copy has another session
            return SEEN
        before = len(self.raw)
        context = self._context
        self.raw += self._queue.operation(record, self._place(record, line, offset, uuid))
        self._context = context  # a queue operation does not say where it happened
        self.awaited = self.awaited or len(self.raw) > before
        return self.met.fate(bool(record.get("content")) or len(self.raw) > before)

    def _attachment(self, record: Json, line: int, offset: int) -> str:
        """What a person typed while the agent was busy; everything else attached is the program's."""
        attached = record.get("attachment")
        if not isinstance(attached, dict) or attached.get("type") != "queued_command":
            return OTHER
        uuid = short(record.get("uuid")) or f"{self._stem}:{offset}"
        if self.met.before(uuid, offset):
            return SEEN
        before = len(self.raw)
        reason = speech.NOTIFIED if attached.get("commandMode") == "task-notification" else reason_of(record)
        for words in blocks.texts(attached.get("prompt")):
            self._spoken(self._place(record, line, offset, uuid), words, reason)
        return self.met.fate() if len(self.raw) > before else SEEN
