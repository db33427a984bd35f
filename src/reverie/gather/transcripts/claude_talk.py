"""What the messages of a Claude Code session say, block by block: who said it, what was done, what failed, what a
person refused and what they said instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reverie.gather.transcripts import blocks, openings, speech, traces
from reverie.gather.transcripts.adapter import Met, Place, Shared, short
from reverie.gather.transcripts.claude_payloads import refusal
from reverie.gather.transcripts.queue import Queue
from reverie.gather.transcripts.scan import Json
from reverie.records.events import Origin
from reverie.records.transcripts import Said, Turn

_USES = ("tool_use", "server_tool_use", "mcp_tool_use")
_ANSWERED = "User has "


class Talk:
    """The state of a conversation: which calls are open, what is queued, whether the agent's next words are awaited."""

    def __init__(self, shared: Shared, own: bool) -> None:
        self.raw: list[Said] = []
        self.met = Met(shared)
        self.own = own  # a session that Reverie started
        self.awaited = False  # a person spoke: what does the agent say to it?
        self.uses: dict[bytes, Said] = {}  # calls that have no result yet
        self.queue = Queue()
        self._message = ""  # whose words came last

    def leap(self) -> None:
        self.queue = Queue()
        self.uses.clear()

    def assistant(self, place: Place, message: str, parts: Iterator[Json], failed: bool) -> None:
        for part in parts:
            kind = part.get("type")
            if kind in _USES:
                name = short(part.get("id"))
                if not name or not self.met.repeats(name):
                    self.used(place, name, short(part.get("name")), blocks.call(part.get("input")))
            elif kind == "text" and isinstance(part.get("text"), str) and part["text"].strip():
                self.words(place, message, part["text"], failed)

    def used(self, place: Place, name: str, tool: str, given: blocks.Call) -> None:
        use = self.uses[name.encode("utf-8", "replace")] = place.used(name, tool, given)
        self.raw.append(use)

    def words(self, place: Place, message: str, text: str, failed: bool = False) -> None:
        """What the agent said. One message is written as several records, and sometimes more than once."""
        if failed:
            self.raw.append(place.said(Turn.MACHINE, Origin.SYSTEM, text, openings.META, failed=True))
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

    def user(self, place: Place, parts: Iterator[Json], reason: str) -> None:
        before = len(self.raw)
        for part in parts:
            kind = part.get("type")
            if kind == "tool_result":
                self.result(place, part)
            elif kind == "text" and isinstance(part.get("text"), str):
                self.spoken(place, part["text"], reason)
            elif kind == "image" and len(self.raw) == before:
                self.raw.append(place.said(Turn.MACHINE, Origin.SYSTEM, "", openings.NOTHING))

    def spoken(self, place: Place, text: str, reason: str) -> None:
        if not text.strip() or self.queue.delivered(text):
            return
        if self.met.repeats(f"{place.at}{text}"):
            return  # a session gone back to is copied with new uuids, but with the old times
        if traces.is_own_session(text, place.context.cwd):
            self.own = True
        reason = traces.OWN_SESSION if self.own else reason
        spoken = speech.told_apart(text)
        if reason and spoken.turn is not Turn.INTERRUPT:
            self.raw.append(place.said(Turn.MACHINE, Origin.SYSTEM, text, reason))
            return
        origin = Origin.SYSTEM if spoken.reason else Origin.USER
        self.raw.append(place.said(spoken.turn, origin, spoken.text, spoken.reason, command=spoken.command))
        self.awaited = self.awaited or spoken.turn in (Turn.HUMAN, Turn.INTERRUPT)

    def result(self, place: Place, part: Mapping[str, Any]) -> None:
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
