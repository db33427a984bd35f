"""What the bytes of a line of Codex tell without parsing all of it."""

from __future__ import annotations

import re
from typing import NamedTuple

import orjson

from reverie.gather.transcripts.adapter import BULK, OTHER, TWIN
from reverie.gather.transcripts.blocks import Call, call
from reverie.gather.transcripts.scan import Sieve

_TWINS = b"agent_me user_mes patch_ap mcp_tool exec_com web_sear view_ima".split()
_BULKY = b"token_co agent_re reasonin".split()
USELESS = dict.fromkeys(_TWINS, TWIN) | dict.fromkeys(_BULKY, BULK) | dict.fromkeys(b"task_com task_sta".split(), OTHER)
SIEVE = Sieve(b'"payload":{"type":"', 160, USELESS)
_SHELL = b'"name":"exec_command","arguments":"'  # the most frequent call of all
_OPENS = b'"type":"response_item",'
_THEN = b'","call_id":"'
_CALL = b'"call_id":"'
_STAMP = b'"timestamp":"'
_WELL = (b"Process exited with code 0\\n", b'"output":"Exit code: 0\\n')
_WENT_WELL = re.compile(  # what a command printed that ended with 0, as written today
    rb'\{"timestamp":"([^"\\]{1,40})","type":"response_item","payload":\{"type":"function_call_output","call_id":"'
    rb'([^"\\]{1,128})","output":"(?:Chunk ID: \w+\\n)?Wall time: [\d.]+ seconds\\nProcess exited with code 0\\n'
)
HEAD = 600  # bytes of a result in which it says how it went


class Ran(NamedTuple):
    """A shell command: the name of the call, and what was given to it."""

    name: str
    given: Call


def shell_call(data: bytes, at: int, stop: int) -> Ran | None:
    """None if it is another call, or looks odd."""
    if not data.startswith(_OPENS, at - len(_OPENS)):
        return None
    begins = data.find(_SHELL, at, min(at + 200, stop)) + len(_SHELL)
    ends = data.find(_THEN, begins, stop) if begins >= len(_SHELL) else -1
    name = _name(data, ends + len(_THEN), stop) if ends >= 0 else b""
    if not name:
        return None
    try:
        given = call(orjson.loads(orjson.loads(b'"' + data[begins:ends] + b'"')))
    except orjson.JSONDecodeError:
        return None
    return Ran(name.decode("utf-8", "replace"), given)


def went_well(data: bytes, start: int, stop: int) -> tuple[str, str] | None:
    """When a command ended well, and its call; None if it did not, or looks odd."""
    found = _WENT_WELL.match(data, start, stop)
    return (found[1].decode("utf-8", "replace"), found[2].decode("utf-8", "replace")) if found else None


def answered_call(data: bytes, at: int, stop: int) -> str:
    """The call whose result this is; empty if that is not known."""
    begins = data.find(_CALL, at, min(at + HEAD, stop)) + len(_CALL)
    return _name(data, begins, stop).decode("utf-8", "replace") if begins >= len(_CALL) else ""


def ended_well(data: bytes, at: int, stop: int) -> bool:
    head = min(at + HEAD, stop)
    return data.find(_WELL[0], at, head) >= 0 or data.find(_WELL[1], at, head) >= 0


def stamp(data: bytes, start: int, stop: int) -> str:
    """When, if it says so between these places."""
    begins = data.find(_STAMP, start, stop) + len(_STAMP)
    return _name(data, begins, begins + 41).decode("utf-8", "replace") if begins >= len(_STAMP) else ""


def _name(data: bytes, begins: int, stop: int) -> bytes:
    name = data[begins : data.find(b'"', begins, min(begins + 129, stop))]
    return name if b"\\" not in name and len(name) <= 128 else b""
