"""What the bytes of a line of Claude Code tell without parsing all of it. A quotation mark inside of a text always has
a backslash before it, so a bare `"name":` is never something that somebody said."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import orjson

from reverie.gather.transcripts.adapter import BULK, OTHER
from reverie.gather.transcripts.claude_payloads import ABOUT, PROGRESS
from reverie.gather.transcripts.scan import Sieve

_USELESS = {(name.encode() + b'","')[:8]: BULK for name in PROGRESS} | {
    (name.encode() + b'","')[:8]: OTHER for name in ABOUT
}
SIEVE = Sieve(b'"type":"', 1500, _USELESS)
_OPENS = b'"type":"message","role":"assistant","content":[{"type":"'  # an agent's message, as written today
_LIST = b'"content":['
_ID = re.compile(rb'"message":\{"model":"[^"]*","id":"([^"]{1,128})"')
_CALL = b'"tool_use_id":"'
_TAIL = re.compile(rb'"uuid":"([^"]{1,128})","timestamp":"([^"]{1,40})"')
_ERROR = b'"is_error":true'
_ANSWER = b':"User has '  # a person's choice, in the words of the program
_PICTURE = re.compile(rb'"type":"base64","media_type":"image/\w+","data":"')
_LARGE = 32 << 10  # bytes
_NEXT_USE = b'},{"type":"tool_use"'
_USE = re.compile(  # one call of a tool, whose first argument says all
    rb'\[\{"type":"tool_use","id":"([^"]{1,128})","name":"([^"]*)","input":\{(?:"replace_all":(?:true|false),)?'
    rb'"(command|file_path)":"'
)
_STRING = re.compile(rb'[^"\\]*(?:\\.[^"\\]*)*(?=")')


class Use(NamedTuple):
    """A call, what it was given, and where in the line that ends."""

    name: str
    tool: str
    command: str
    files: tuple[str, ...]
    end: int


class Tail(NamedTuple):
    """What stands behind a message."""

    uuid: str
    stamp: str


def content_at(data: bytes, at: int) -> int:
    """Where the content of an agent's message begins; below 0 if that is not known."""
    if data.startswith(_OPENS, at):
        return at + len(_OPENS) - 10
    found = data.find(b'"content":[{"type":"', at, at + 400)
    return found + 10 if found >= 0 else -1


def tool_name(data: bytes, begins: int, stop: int) -> bytes:
    at = data.find(b'"name":"', begins, stop) + 8
    return data[at : data.find(b'"', at, stop)]


def only_use(data: bytes, begins: int, stop: int) -> Use | None:
    """The only call of a message; None if there are several, or it says more."""
    found = _USE.match(data, begins, stop)
    if found is None or data.find(_NEXT_USE, found.end(), stop) >= 0:
        return None
    return use(data, found[1], found[2], found[3], found.end(), stop)


def use(data: bytes, name: bytes, tool: bytes, key: bytes, begins: int, stop: int) -> Use | None:
    """A call whose first argument begins there."""
    ends = data.find(b'"', begins, stop)
    if data.find(b"\\", begins, ends) >= 0:
        found = _STRING.match(data, begins, stop)
        ends = found.end() if found else -1
    given = text(data[begins:ends]) if ends >= 0 else None
    if given is None or b"\\" in name:
        return None
    command, files = (given, ()) if key == b"command" else ("", (given,))
    return Use(name.decode("utf-8", "replace"), tool.decode("utf-8", "replace"), command, files, ends + 1)


def text(quoted: bytes) -> str | None:
    """What stands between two quotation marks; None if that is no text."""
    if b"\\" not in quoted:
        return quoted.decode("utf-8", "replace") if b'"' not in quoted else None
    try:
        found = orjson.loads(b'"' + quoted + b'"')
    except orjson.JSONDecodeError:
        return None
    return found if isinstance(found, str) else None


def one_call(data: bytes, begins: int, stop: int) -> bool:
    return data.find(_NEXT_USE, begins, stop) < 0


def one_block(data: bytes, begins: int, stop: int) -> tuple[dict[str, Any], int]:
    """The only block of an agent's message, and where it ends; nothing if there are several, or something is odd."""
    end = data.find(b'],"stop_reason"', begins, stop) + 1
    return _only(data[begins:end]) if end > 0 else {}, end


def only_result(data: bytes, at: int, uuid: int) -> dict[str, Any]:
    """The only block of what came back from a tool; nothing if something is odd."""
    begins = data.find(_LIST, at, at + 100) + len(_LIST) - 1
    return _only(data[begins : uuid - 2]) if data.startswith(b"},", uuid - 2) else {}


def _only(content: bytes) -> dict[str, Any]:
    try:
        found = orjson.loads(content)
    except orjson.JSONDecodeError:
        return {}
    return found[0] if isinstance(found, list) and len(found) == 1 and isinstance(found[0], dict) else {}


def message_id(data: bytes, message: int) -> str:
    found = _ID.match(data, message)
    return found[1].decode("utf-8", "replace") if found else ""


def tail(data: bytes, uuid: int, stop: int) -> Tail | None:
    """The record's uuid and time, if they stand there as usual."""
    found = _TAIL.match(data, uuid, stop)
    return Tail(found[1].decode("utf-8", "replace"), found[2].decode("utf-8", "replace")) if found else None


def last_tail(data: bytes, begins: int, stop: int) -> Tail | None:
    """The same for a record in which nothing comes after it."""
    uuid = data.rfind(b'"uuid":"', begins, stop)
    return tail(data, uuid, stop) if uuid >= 0 else None


def answered_call(data: bytes, at: int, stop: int) -> bytes:
    """The call whose result this is; empty if that is not known."""
    begins = data.find(_CALL, at, stop) + len(_CALL)
    ends = data.find(b'"', begins, begins + 129) if begins >= len(_CALL) else -1
    name = data[begins:ends] if ends > begins else b""
    return name if b"\\" not in name else b""


def is_error(data: bytes, at: int, stop: int, several: bool) -> bool:
    """The sign stands in front of a result or behind it, and there is little else there."""
    if several:
        return data.find(_ERROR, at, stop) >= 0
    return data.find(_ERROR, max(at, stop - 250), stop) >= 0 or data.find(_ERROR, at, min(at + 400, stop)) >= 0


def is_answer(data: bytes, at: int) -> bool:
    """Whether a person chose among answers."""
    return data.find(_ANSWER, at, at + 500) >= 0


def holds_more(data: bytes, at: int, stop: int) -> bool:
    """Whether there is more in a message of several pieces than one result: words, or another result."""
    return data.find(b'},{"type":"text"', at, stop) >= 0 or data.count(_CALL, at, stop) > 1


def without_pictures(line: bytes) -> bytes:
    """Most bytes of what people hand over are a picture's."""
    if len(line) < _LARGE:
        return line
    kept, done = b"", 0
    for picture in _PICTURE.finditer(line):
        ends = line.find(b'"', picture.end())
        if picture.end() > done and ends >= 0 and line.find(b"\\", picture.end(), ends) < 0:
            kept, done = kept + line[done : picture.end()], ends
    return kept + line[done:]
