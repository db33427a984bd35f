"""The lines of a Claude Code session, many at a time. Nearly all begin like the line before, but for their parent's id:
what kind a line is stands right behind that, and the rest of it has one of a few shapes. Two needles are searched for
in the whole run, so that no line has to be searched for what hardly any holds: an error, or a second block.

What does not look like that is looked at by itself (`claude_session`)."""

from __future__ import annotations

import re
from collections import Counter

from reverie.gather.transcripts import claude_lines as lines
from reverie.gather.transcripts import looks
from reverie.gather.transcripts.adapter import HELD, NOTHING_NEW, WELL, Context, Shared
from reverie.gather.transcripts.claude_lines import SIEVE
from reverie.gather.transcripts.claude_session import LOOKS, Line, Session
from reverie.gather.transcripts.needle import Needle
from reverie.gather.transcripts.scan import Run

_ERROR, _SECOND = Needle(b'"is_error":true'), Needle(b'},{"t')
_AGENT, _USER = b'"message":{"mode', b'"type":"user","m'
_EXPECTED = (_AGENT[:8], _USER[:8])
_KINDS = {b'"type":"' + kind: fate for kind, fate in SIEVE.useless.items()}
_SHARED = re.compile(
    rb'\{"parentUuid":"[^"\\]*",((?:"\w+":(?:"(?:[^"\\]|\\.)*"|true|false|null),)*?)(?="message":\{|"type":")'
)
_LONGEST = 1000  # bytes that many lines share
_MESSAGE = re.compile(  # `[^"]` is many times as fast as `[^"\\]`
    rb'"message":\{"model":"[^"]*","id":"([^"]{1,128})","type":"message","role":"assistant","content":\[\{"type":"'
    rb'(?:(thinking)"|text","(text)":"|tool_use","id":"([^"]{1,128})","name":"([^"]*)"'
    rb'(?:,"input":\{(?:"replace_all":(?:true|false),)?"(command|file_path)":")?)'
)
_THOUGHT, _WORDS, _CALL = 2, 3, 6  # the last group of a message that was only thought, only said, and of a plain call
_RESULT = re.compile(
    rb'"type":"user","message":\{"role":"user","content":\[\{"tool_use_id":"([^"]{1,128})","type":"tool_result",'
    rb'"content":(?:(")(User has )?|\[)'
)
_BRACE = ord("}")


class Runs(Session):
    """One file."""

    def __init__(self, shared: Shared, path: str) -> None:
        super().__init__(shared, path)
        self._lead = 0  # bytes of a line in front of what it shares with the one before
        self._shares = b"\0"
        self._now: Context | None = None  # what that means
        self._aside = False  # that it is a subagent's

    def look(self, run: Run, line: int, fates: Counter[str], /) -> int:
        """Long, because a call for each line would cost more than all the rest."""
        data, start, last, base = run
        find, startswith = data.find, data.startswith
        odd = iter(sorted(_ERROR.places(data) + _SECOND.places(data)))
        alarm = next(odd, last)
        told: list[str] = []
        while start < last:
            stop = find(b"\n", start)
            at = start + self._lead
            kind = b""
            if at < stop and startswith(self._shares, at):
                at += len(self._shares)
                kind = data[at : at + 16]
            fate = _KINDS.get(kind)
            if fate is None:
                here = data, start, stop, line, base + start
                if alarm > stop:
                    if kind == _AGENT:
                        fate = self._message(here, at)
                    elif kind == _USER:
                        fate = self._came_back(here, at)
                fate = fate or self._by_itself(here, kind)
            told.append(fate)
            while alarm < stop:
                alarm = next(odd, last)
            start, line = stop + 1, line + 1
        fates.update(told)
        return line

    def _by_itself(self, here: Line, kind: bytes) -> str:
        data, start, stop, line, offset = here
        sign, within, useless = SIEVE
        at = data.find(sign, start, min(stop, start + within))
        if kind[:8] not in _EXPECTED:
            self._learn(data, start, stop)
        fate = useless.get(data[at + 8 : at + 16]) if at >= 0 else None
        return fate or self.take(data, start, stop, at, line, offset)

    def _learn(self, data: bytes, start: int, stop: int) -> None:
        """What the lines to come may share with this one."""
        found = _SHARED.match(data, start, min(stop, start + _LONGEST))
        if found:
            self._lead, self._shares = found.start(1) - start, found[1]
            self._now = self._contexts.get(b"," + found[1])
            self._aside = b'"isSidechain":true' in found[1]

    def _message(self, here: Line, at: int) -> str:
        """The only block of an agent's message."""
        found = _MESSAGE.match(here[0], at, here[2])
        if found is None:
            return ""
        what = found.lastindex
        if what == _THOUGHT:
            return NOTHING_NEW
        if what == _WORDS:
            return self._told(here, found)
        if found[5] in LOOKS:
            self._looks.append(here)
            return HELD
        return self._called(here, at, found) if what == _CALL else ""

    def _told(self, here: Line, found: re.Match[bytes]) -> str:
        """Words: they are held back, unless a person waits for them."""
        if here[0].find(b'"tool_use"', found.end(), here[2]) >= 0:
            return ""
        if self._talk.awaited:
            return self._said(here, found[1], found.end()) or self._spoke(here)
        if not self._aside:
            self._hold(here)
        return HELD

    def _called(self, here: Line, at: int, found: re.Match[bytes]) -> str:
        """A call: noted, unless it only looks."""
        data, _, stop, line, offset = here
        use = lines.use(data, found[4], found[5], found[6], found.end(), stop)
        if use is None:
            return ""
        if use.command and looks.only_looks(use.command):
            self._looks.append(here)
            return HELD
        tail = lines.last_tail(data, use.end, stop)
        if self._now is None or tail is None:
            fate = self._met_first(here, at)
            self._now = self._contexts.get(b"," + self._shares)
            return fate
        return self._records.did(self._now, tail, use, line, offset)

    def _said(self, here: Line, message: bytes, begins: int) -> str:
        """The agent's words, if nothing else is in its message."""
        data, _, stop, line, offset = here
        ends = data.find(b'"}],"stop_reason"', begins, stop)
        words, tail = lines.text(data[begins:ends]) if ends >= 0 else None, lines.last_tail(data, ends, stop)
        if self._now is None or words is None or tail is None or data.find(b"isApiErrorMessage", ends, stop) >= 0:
            return ""
        return self._records.spoke(self._now, tail, message.decode("utf-8", "replace"), words, line, offset)

    def _came_back(self, here: Line, at: int) -> str:
        """What a tool returned when all went well."""
        data, _, stop, line, offset = here
        found = _RESULT.match(data, at, stop)
        if found is None or data[stop - 1] != _BRACE:
            return ""
        name, text, answer = found.groups()
        if answer or not (text or not lines.is_answer(data, at)):
            return ""
        use = self._uses.pop(name, None)
        if use is None or not use.command:
            return WELL
        uuid = data.find(b'"uuid":"', found.end(), stop)
        tail = lines.tail(data, uuid, stop) if uuid >= 0 else None
        if tail is None:
            self._uses[name] = use
            return ""
        return self._records.went_well(use, tail, line, offset)
