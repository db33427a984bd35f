"""The records of Claude Code: each counted once, with its place, its time and its context, whether it was parsed or is
known without that."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from pathlib import Path

from reverie.gather.transcripts import blocks, openings, traces
from reverie.gather.transcripts.adapter import (
    AGENT,
    BULK,
    MACHINE,
    OTHER,
    SEEN,
    SYSTEM,
    TOOL,
    TOOL_RESULT,
    TOOL_USE,
    UNKNOWN,
    Context,
    Place,
    Shared,
    quick,
    short,
)
from reverie.gather.transcripts.claude_lines import Tail, Use
from reverie.gather.transcripts.claude_payloads import ABOUT, PROGRESS, parts_of, reason_of
from reverie.gather.transcripts.claude_talk import Talk
from reverie.gather.transcripts.scan import Json
from reverie.records.events import Origin, Span
from reverie.records.transcripts import Said, Turn


class Records:
    """One file, record by record."""

    def __init__(self, shared: Shared, path: str) -> None:
        self._shared, self._path, self._stem = shared, path, Path(path).stem
        self.talk = Talk(shared, own=self._stem in shared.own)
        self.raw, self.met, self.uses = self.talk.raw, self.talk.met, self.talk.uses
        self.context = Context(self._stem)  # of the record parsed last
        self._at: datetime | None = None
        self._queuing: Counter[str] = Counter()  # several things may happen to the queue in one moment

    def take(self, record: Json, line: int, offset: int) -> str:
        kind = short(record.get("type"))
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
                failed = bool(record.get("isApiErrorMessage"))
                self.talk.assistant(place, short(message.get("id")), parts, failed)
            else:
                self.talk.user(place, parts, reason_of(record))
        return self.met.fate(len(self.raw) > before)

    def leap(self) -> None:
        self.talk.leap()

    def close(self) -> None:
        self.raw += self.talk.queue.left()

    def did(self, context: Context, tail: Tail, use: Use, line: int, offset: int) -> str:
        """What the agent did, known without parsing."""
        name, tool, command, files, _ = use
        if self.met.before(name, offset):
            return SEEN
        self._at = self._shared.moment(tail.stamp, self._at)
        self.context = context
        session, cwd, branch, sidechain = context
        span = quick(Span, (self._path, "", line, offset, tail.uuid))
        said = self.uses[name.encode("utf-8", "replace")] = quick(Said, (
            TOOL_USE, AGENT, session, self._at, span, "", tool, name, command, files, False, cwd, branch, sidechain,
            "", "",
        ))  # fmt: skip
        self.raw.append(said)
        return self.met.fate()

    def spoke(self, context: Context, tail: Tail, message: str, words: str, line: int, offset: int) -> str:
        """What the agent said, known without parsing the rest."""
        if self.met.before(tail.uuid, offset):
            return SEEN
        place = self._known(context, tail, line, offset)
        if words.strip():
            self.talk.words(place, message, words)
        return self.met.fate()

    def remarked(self, context: Context, tail: Tail, words: str, line: int, offset: int) -> str:
        """What the agent said in the midst of its work."""
        if self.met.before(tail.uuid, offset):
            return SEEN
        self.raw.append(self._known(context, tail, line, offset).said(Turn.REMARK, Origin.AGENT, words))
        return self.met.fate()

    def failed(self, context: Context, tail: Tail, part: Json, line: int, offset: int) -> str:
        """What came back from a call that failed, known without parsing the rest."""
        if self.met.before(tail.uuid, offset):
            return SEEN
        before = len(self.raw)
        self.talk.result(self._known(context, tail, line, offset), part)
        return self.met.fate(len(self.raw) > before)

    def went_well(self, use: Said, tail: Tail, line: int, offset: int) -> str:
        """The result of a command, known without parsing."""
        self._at = self._shared.moment(tail.stamp, self._at)
        own = traces.own_call(use.command, use.files)
        turn, origin = (MACHINE, SYSTEM) if own else (TOOL_RESULT, TOOL)
        span = quick(Span, (self._path, "", line, offset, tail.uuid))
        self.raw.append(quick(Said, (turn, origin, use.session, self._at, span, "", *use[6:14], own, "")))
        return self.met.fate()

    def _known(self, context: Context, tail: Tail, line: int, offset: int) -> Place:
        self._at = self._shared.moment(tail.stamp, self._at)
        self.context = context
        return Place(Span(self._path, "", line, offset, tail.uuid), self._at, context)

    def _place(self, record: Json, line: int, offset: int, uuid: str) -> Place:
        self._at = self._shared.moment(record.get("timestamp"), self._at)
        session = short(record.get("sessionId")) or self._stem
        self.talk.own = self.talk.own or session in self._shared.own
        cwd, branch, last = record.get("cwd"), record.get("gitBranch"), self.context
        self.context = Context(
            session,
            cwd if isinstance(cwd, str) else last.cwd,
            branch if isinstance(branch, str) else last.branch,
            bool(record.get("isSidechain") or record.get("agentId")),
        )
        return Place(Span(self._path, "", line, offset, uuid), self._at, self.context)

    def _queued(self, record: Json, line: int, offset: int) -> str:
        stamp, done = short(record.get("timestamp")), short(record.get("operation"))
        uuid = f"queue:{short(record.get('sessionId'))}:{stamp}:{done}"
        # A copy has another session, and as many operations of one moment.
        what = f"queue:{stamp}:{done}:{short(record.get('content'))}"
        self._queuing[what] += 1
        if self.met.before(f"{what}:{self._queuing[what]}", offset):
            return SEEN
        before = len(self.raw)
        context = self.context
        self.raw += self.talk.queue.operation(record, self._place(record, line, offset, uuid))
        self.context = context  # a queue operation does not say where it happened
        self.talk.awaited = self.talk.awaited or len(self.raw) > before
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
        reason = openings.NOTIFIED if attached.get("commandMode") == "task-notification" else reason_of(record)
        for words in blocks.texts(attached.get("prompt")):
            self.talk.spoken(self._place(record, line, offset, uuid), words, reason)
        return self.met.fate() if len(self.raw) > before else SEEN
