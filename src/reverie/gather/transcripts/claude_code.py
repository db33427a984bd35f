"""Claude Code: `<config>/projects/<slug>/<session>.jsonl`, subagents in `<session>/subagents/agent-*.jsonl`.

Most bytes are progress, snapshots and what tools returned when all went well. A look at the first bytes of a line tells
most of it, and those lines are never parsed. Whatever looks unfamiliar is parsed and judged whole.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path

import orjson

from reverie.gather.transcripts import looks
from reverie.gather.transcripts.adapter import BULK, HELD, NOTHING_NEW, OTHER, WELL, Context, Shared
from reverie.gather.transcripts.blocks import Call
from reverie.gather.transcripts.claude_records import ABOUT, PROGRESS, Records
from reverie.gather.transcripts.scan import Sieve, Unusable, parse

NAME = "claude-code"
_USELESS = {(name.encode() + b'","')[:8]: BULK for name in PROGRESS} | {
    (name.encode() + b'","')[:8]: OTHER for name in ABOUT
}
SIEVE = Sieve(b'"type":"', 1500, _USELESS)
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
_LOOKS = {name.encode() for name in looks.TOOLS}
_FOLDER = re.compile(rb'"cwd":\s?"((?:[^"\\]|\\.)*)"')
_KNOWN = re.compile(
    rb'"type":\s?"(?:user|assistant|progress|file-history-snapshot|summary|system|queue-operation|permission-mode|mode'
    rb'|last-prompt|ai-title|attachment)"'
)
_FIELDS = (b'"sessionId"', b'"leafUuid"', b'"messageId"', b'"parentUuid"')


def homes(home: Path, environ: Mapping[str, str]) -> list[Path]:
    config = environ.get("CLAUDE_CONFIG_DIR")
    return [Path(config) / "projects"] if config else [home / ".claude" / "projects", home / ".config/claude/projects"]


def left_out(path: str) -> str:
    return "" if path.endswith(".jsonl") else "not a transcript"


def recognises(head: bytes) -> bool:
    """By a line that is a record: other programs write the same names into one large object."""
    return any(
        line.startswith(b"{") and _KNOWN.search(line) is not None and any(name in line for name in _FIELDS)
        for line in head.split(b"\n")
    )


def folders(head: bytes) -> Iterator[str]:
    for found in dict.fromkeys(match[1] for match in _FOLDER.finditer(head)):
        yield found.decode("utf-8", "replace").replace("\\\\", "\\").replace("\\/", "/")


class Session:
    """One file. What the agent said and looked at in the midst of its work is held back, unparsed, until it turns out
    to have been the last thing before a person spoke, or to have failed."""

    def __init__(self, shared: Shared, path: str) -> None:
        self._records = Records(shared, path)
        self.raw, self.met = self._records.raw, self._records.met
        self._words: tuple[bytes, int, int] | None = None
        self._looks: deque[tuple[bytes, int, int]] = deque(maxlen=16)
        self._contexts: dict[bytes, Context] = {}  # by the bytes that say it

    def take(self, data: bytes, start: int, stop: int, at: int, line: int, offset: int, /) -> str:
        kind = data[at + 8 : at + 13] if at >= 0 else b""
        fate = ""
        if kind == b"messa":
            fate = self._agent(data, start, at, stop, (line, offset))
        elif kind == b'user"' and data.find(b'"tool_result"', at, at + 400) >= 0:
            fate = self._result(data, at, stop, (line, offset))
        elif kind != b"assis":
            self._let_go()
        return fate or self._parsed(data[start:stop], line, offset)

    def leap(self) -> None:
        self._words = None
        self._looks.clear()
        self._records.leap()

    def close(self) -> None:
        self._let_go()
        self._records.close()

    def _parsed(self, text: bytes, line: int, offset: int) -> str:
        try:
            return self._records.take(parse(text), line, offset)
        except Unusable as why:
            return str(why)

    def _let_go(self) -> None:
        """A person speaks: the agent's last words matter after all, and what it was just looking at."""
        done = self.raw[-1].span.offset if self.raw else 0
        looks, words = list(self._looks)[-1:], self._words
        self._looks.clear()
        self._words = None
        if words:
            self._spoke(*words)
        if looks and looks[0][2] > done:
            self._parsed(*looks[0])

    def _result(self, data: bytes, at: int, stop: int, place: tuple[int, int]) -> str:
        """A tool result that is no error and holds no words of a person is known without parsing; otherwise empty. The
        record's uuid follows right behind the message: what comes after that is only a copy."""
        uuid = data.find(b'"uuid":"', at, stop)
        found = _CALL.search(data, at, uuid) if uuid >= 0 else None
        if found is None or data.find(b'"is_error":true', at, uuid) >= 0:
            self._failed(found[1] if found else b"")
            return ""
        if data.find(_ANSWERED, at, at + 500) >= 0 or _holds_more(data, at, uuid):
            self._let_go()
            return ""
        use = self._records.uses.pop(found[1], None)
        if use is None or not use.command:
            return WELL
        tail = _TAIL.match(data, uuid, stop)
        if tail is None:
            self._records.uses[found[1]] = use
            return ""
        return self._records.went_well(use, _text(tail[1]), _text(tail[2]), place)

    def _failed(self, call: bytes) -> None:
        """The call that failed may be one of those held back."""
        for held in self._looks:
            if call and call in held[0]:
                self._looks.remove(held)
                self._parsed(*held)
                return

    def _agent(self, data: bytes, start: int, at: int, stop: int, place: tuple[int, int]) -> str:
        """Words and looks are held back, thoughts passed over; what the agent did is noted, at best without parsing."""
        begins = data.find(b'"content":[{"type":"', at, at + 400)
        what = data[begins + 20 : begins + 28] if begins >= 0 else b""
        if what == b"thinking":
            return NOTHING_NEW if data.find(b'},{"type":"', begins, stop) < 0 else ""
        if what == b"tool_use":
            return self._did(data, start, (begins, at), stop, place)
        if what[:5] != b'text"' or data.find(b'"tool_use"', begins, stop) >= 0:
            return ""
        if self._records.awaited:
            return self._spoke(data[start:stop], *place)
        if data.find(b'"isSidechain":true', start, at) < 0:
            self._words = (data[start:stop], *place)
        return HELD

    def _spoke(self, text: bytes, line: int, offset: int) -> str:
        """The agent's words, at best without parsing."""
        at = text.find(b'"message":{')
        found = _WORDS.match(text, at) if at > 0 and b"isApiErrorMessage" not in text else None
        context = self._contexts.get(text[text.find(b',"', 0, at) : at])
        if found is None or context is None:
            return self._parsed(text, line, offset)
        try:
            words = orjson.loads(b'"' + found[2] + b'"')
        except orjson.JSONDecodeError:
            return self._parsed(text, line, offset)
        names = _text(found[3]), _text(found[1])
        return self._records.spoke((line, offset), _text(found[4]), context, names, words)

    def _did(self, data: bytes, start: int, begins: tuple[int, int], stop: int, place: tuple[int, int]) -> str:
        content, at = begins
        found = _USE.match(data, content, stop)
        if found is None or data.find(b'},{"type":"tool_use"', found.end(), stop) >= 0:
            return self._looked(data, start, content, stop, place)
        call, name, key, value = found.groups()
        try:
            text = orjson.loads(b'"' + value + b'"') if b"\\" in value else _text(value)
        except orjson.JSONDecodeError:
            return ""
        if name in _LOOKS or (key == b"command" and looks.only_looks(text)):
            self._looks.append((data[start:stop], *place))
            return HELD
        message = data.find(b'"message":{', start, at)
        shared = data[data.find(b',"', start, message) : message]
        context = self._contexts.get(shared)
        tail = _TAIL.match(data, data.rfind(b'"uuid":"', found.end(), stop), stop)
        if context is None or tail is None:
            before = self._records.context
            fate = self._parsed(data[start:stop], *place)
            if self._records.context is not before:
                self._contexts[shared] = self._records.context
            return fate
        said = Call(text, (), "") if key == b"command" else Call("", (text,), "")
        return self._records.did(place, _text(tail[2]), context, (_text(tail[1]), call, _text(name)), said)

    def _looked(self, data: bytes, start: int, content: int, stop: int, place: tuple[int, int]) -> str:
        """Held back, if it is a single call that only looks."""
        name = data.find(b'"name":"', content, stop) + 8
        if name < 8 or data[name : data.find(b'"', name, stop)] not in _LOOKS:
            return ""
        if data.find(b'},{"type":"tool_use"', content, stop) >= 0:
            return ""
        self._looks.append((data[start:stop], *place))
        return HELD


def _holds_more(data: bytes, at: int, stop: int) -> bool:
    """Whether there is more in a message than one result: words, or another result."""
    if data.find(b'},{"', at, stop) < 0:
        return False
    return data.find(b'},{"type":"text"', at, stop) >= 0 or data.count(b'"tool_use_id":"', at, stop) > 1


def _text(name: bytes) -> str:
    return name.decode("utf-8", "replace")


def session(shared: Shared, path: str) -> Session:
    return Session(shared, path)
