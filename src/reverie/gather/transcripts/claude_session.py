"""One session file of Claude Code, looked at where it lies.

Most bytes are progress, snapshots and what tools returned when all went well. A look at the first bytes of a line tells
most of it, and those lines are never parsed. Whatever looks unfamiliar is parsed and judged whole.
"""

from __future__ import annotations

import re
from collections import deque

import orjson

from reverie.gather.transcripts import looks
from reverie.gather.transcripts.adapter import HELD, NOTHING_NEW, WELL, Context, Shared
from reverie.gather.transcripts.claude_records import Records
from reverie.gather.transcripts.scan import Unusable, parse

_USE = re.compile(  # one call of a tool, whose first argument says all
    rb'"content":\[\{"type":"tool_use","id":"([^"\\]{1,128})","name":"(\w+)","input":\{(?:"replace_all":(?:true|false),)?'
    rb'"(command|file_path)":"([^"\\]*+(?:\\.[^"\\]*+)*+)"'
)
_WORDS = re.compile(  # a message that is one text, whose record ends as usual
    rb'"message":\{"model":"[^"\\]*","id":"([^"\\]{1,128})","type":"message","role":"assistant",'
    rb'"content":\[\{"type":"text","text":"([^"\\]*+(?:\\.[^"\\]*+)*+)"\}\][^\n]*,"uuid":"([^"\\]{1,128})",'
    rb'"timestamp":"([^"\\]{1,40})"'
)
_CALL = re.compile(rb'"tool_use_id":"([^"\\]{1,128})"')
_TAIL = re.compile(rb'"uuid":"([^"\\]{1,128})","timestamp":"([^"\\]{1,40})"')
_ANSWERED = b':"User has '  # a person's choice, in the words of the program
_ERROR = b'"is_error":true'
_LOOKS = {name.encode() for name in looks.TOOLS}
_ANOTHER = b'},{"type":"tool_use"'


Line = tuple[bytes, int, int, int, int]  # `data[start:stop]`, and its line and offset in the file


class Session:
    """One file. What the agent said and looked at in the midst of its work is held back, unparsed, until it turns out
    to have been the last thing before a person spoke, or to have failed."""

    def __init__(self, shared: Shared, path: str) -> None:
        self._records = Records(shared, path)
        self.raw, self.met = self._records.raw, self._records.met
        self._words: Line | None = None
        self._looks: deque[Line] = deque(maxlen=16)
        self._contexts: dict[bytes, Context] = {}  # by the bytes that say it

    def take(self, data: bytes, start: int, stop: int, at: int, line: int, offset: int, /) -> str:
        here = (data, start, stop, line, offset)
        kind = data[at + 8 : at + 13] if at >= 0 else b""
        fate = ""
        if kind == b"messa":
            fate = self._agent(here, at)
        elif kind == b'user"' and data.find(b'"tool_result"', at, at + 400) >= 0:
            fate = self._result(here, at)
        elif kind != b"assis":
            self._let_go()
        return fate or self._parsed(here)

    def leap(self) -> None:
        self._words = None
        self._looks.clear()
        self._records.leap()

    def close(self) -> None:
        self._let_go()
        self._records.close()

    def _parsed(self, here: Line) -> str:
        data, start, stop, line, offset = here
        try:
            return self._records.take(parse(data[start:stop]), line, offset)
        except Unusable as why:
            return str(why)

    def _let_go(self) -> None:
        """A person speaks: the agent's last words matter after all, and what it was just looking at."""
        done = self.raw[-1].span.offset if self.raw else 0
        look, words = self._looks[-1] if self._looks else None, self._words
        self._looks.clear()
        self._words = None
        if words:
            self._spoke(words)
        if look and look[4] > done:
            self._parsed(look)

    def _result(self, here: Line, at: int) -> str:
        """A tool result that is no error and holds no words of a person is known without parsing; otherwise empty. The
        record's uuid follows right behind the message: what comes after that is only a copy."""
        data, _, stop, *where = here
        uuid = data.find(b'"uuid":"', at, stop)
        found = _CALL.search(data, at, uuid) if uuid >= 0 else None
        several = data.find(b'},{"', at, uuid) >= 0
        if found is None or _is_error(data, at, uuid, several):
            self._failed(found[1] if found else b"")
            return ""
        if data.find(_ANSWERED, at, at + 500) >= 0 or (several and _holds_more(data, at, uuid)):
            self._let_go()
            return ""
        use = self._records.uses.pop(found[1], None)
        if use is None or not use.command:
            return WELL
        tail = _TAIL.match(data, uuid, stop)
        if tail is None:
            self._records.uses[found[1]] = use
            return ""
        name, stamp = _texts(*tail.groups())
        return self._records.went_well(use, name, stamp, where)

    def _failed(self, call: bytes) -> None:
        """The call that failed may be one of those held back."""
        for held in self._looks:
            if call and held[0].find(call, held[1], held[2]) >= 0:
                self._looks.remove(held)
                self._parsed(held)
                return

    def _agent(self, here: Line, at: int) -> str:
        """Words and looks are held back, thoughts passed over; what the agent did is noted, at best without parsing."""
        data, start, stop, *_ = here
        begins = data.find(b'"content":[{"type":"', at, at + 400)
        what = data[begins + 20 : begins + 28] if begins >= 0 else b""
        if what == b"tool_use":
            return self._did(here, begins, at)
        if what == b"thinking":
            return NOTHING_NEW if data.find(b'},{"type":"', begins, stop) < 0 else ""
        if what[:5] != b'text"' or data.find(b'"tool_use"', begins, stop) >= 0:
            return ""
        if self._records.awaited:
            return self._spoke(here)
        if data.find(b'"isSidechain":true', start, at) < 0:
            self._words = here
        return HELD

    def _spoke(self, here: Line) -> str:
        """The agent's words, at best without parsing."""
        data, start, stop, *where = here
        text = data[start:stop]
        at = text.find(b'"message":{')
        found = _WORDS.match(text, at) if at > 0 and b"isApiErrorMessage" not in text else None
        context = self._contexts.get(text[text.find(b',"', 0, at) : at])
        if found is None or context is None:
            return self._parsed(here)
        try:
            words = orjson.loads(b'"' + found[2] + b'"')
        except orjson.JSONDecodeError:
            return self._parsed(here)
        message, uuid, stamp = _texts(*found.group(1, 3, 4))
        return self._records.spoke(where, stamp, context, (uuid, message), words)

    def _did(self, here: Line, content: int, at: int) -> str:
        data, start, stop, *where = here
        tool = data.find(b'"name":"', content, stop) + 8
        if data[tool : data.find(b'"', tool, stop)] in _LOOKS:
            return self._looked(here, content)
        found = _USE.match(data, content, stop)
        if found is None or data.find(_ANOTHER, found.end(), stop) >= 0:
            return ""
        call, name, key, value = found.groups()
        try:
            text = orjson.loads(b'"' + value + b'"') if b"\\" in value else value.decode("utf-8", "replace")
        except orjson.JSONDecodeError:
            return ""
        if key == b"command" and looks.only_looks(text):
            return self._looked(here, found.end())
        message = data.find(b'"message":{', start, at)
        shared = data[data.find(b',"', start, message) : message]
        context = self._contexts.get(shared)
        tail = _TAIL.match(data, data.rfind(b'"uuid":"', found.end(), stop), stop)
        if context is None or tail is None:
            return self._met_first(here, shared)
        uuid, stamp = _texts(*tail.groups())
        given = (text, ()) if key == b"command" else ("", (text,))
        return self._records.did(where, stamp, context, (uuid, call, name.decode()), *given)

    def _met_first(self, here: Line, shared: bytes) -> str:
        """Parsed, to learn what the bytes mean that many records share."""
        before = self._records.context
        fate = self._parsed(here)
        if self._records.context is not before:
            self._contexts[shared] = self._records.context
        return fate

    def _looked(self, here: Line, content: int) -> str:
        """Held back, if it is a single call."""
        if here[0].find(_ANOTHER, content, here[2]) >= 0:
            return ""
        self._looks.append(here)
        return HELD


def _is_error(data: bytes, at: int, stop: int, several: bool) -> bool:
    """The sign stands in front of a result or behind it, and there is little else there."""
    if several:
        return data.find(_ERROR, at, stop) >= 0
    return data.find(_ERROR, at, min(at + 400, stop)) >= 0 or data.find(_ERROR, max(at, stop - 250), stop) >= 0


def _holds_more(data: bytes, at: int, stop: int) -> bool:
    """Whether there is more in a message of several pieces than one result: words, or another result."""
    return data.find(b'},{"type":"text"', at, stop) >= 0 or data.count(b'"tool_use_id":"', at, stop) > 1


def _texts(*names: bytes) -> list[str]:
    return [name.decode("utf-8", "replace") for name in names]
