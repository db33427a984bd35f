"""What a chat gateway puts around a person's words: who wrote, when and where, what happened meanwhile, how to answer.
OpenClaw hands all of this to the agent in the person's name. A text comes in, the places of the words go out."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SIGNS = ("(untrusted", "[message_id: ", "[slack message id: ", "<media:", "<<<BEGIN_OPENCLAW", "[Replying to ")
_CURRENT = "[Current message - respond to this]"
_GROUP = re.compile(r'"is_group_chat"\s{0,9}:\s{0,9}true')
# Blocks that go from an opening line to an end; what stands between them and after them may be a person's.
_OPENS = re.compile(
    r"^Conversation context \(untrusted[^\n]{0,80}\):\n(?P<context>)"
    r"|^[A-Z][^\n]{0,60}\(untrusted[^\n]{0,80}\):\n(?P<address>```)json\n"
    r"|<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>(?P<internal>)"
    r"|\[Replying to [^\]\n]{1,120}\](?P<reply>)"
    r"|^\[Bootstrap (?:pending|truncation warning)\]\n(?P<bootstrap>)",
    re.MULTILINE,
)
_ENDS = {
    "context": "\n\n",
    "address": "\n```",
    "internal": "<<<END_OPENCLAW_INTERNAL_CONTEXT>>>",
    "reply": "[/Replying]",
    "bootstrap": "\n\n",
}
# Single lines and tags of the gateway.
_LINE = re.compile(
    r"^(?:\[media attached[^\n]*\]|To send an image back, prefer the message tool[^\n]*"
    r"|Note: The previous agent run was aborted by the user\.[^\n]*|\[Thread starter - for context\][^\n]*"
    r"|\[Queued messages while agent was busy\]|---\nQueued #\d{1,4}[^\n]*|<media:\w{1,20}>"
    r"|\[(?:message_id|slack message id): [^\[\]\n]{0,200}\])(?:\n|\Z)",
    re.MULTILINE,
)
_EVENT = re.compile(r"^System(?: \(untrusted\))?: [^\n]*(?:\n|\Z)", re.MULTILINE)
_BEGAN = re.compile(r"\s{0,9}System(?: \(untrusted\))?: \[")
_CRON = re.compile(r"\s{0,9}System(?: \(untrusted\))?: \[[^\]\n]{4,40}\] Cron \(\w{1,20}\):")  # its output follows
# Who wrote, by which channel, and when, in front of the words: `[Telegram Ann (@ann) id:7 +2m 2026-01-30T04:16Z] `.
_STAMP = re.compile(r"\s{0,9}\[[^\[\]\n]{0,160}\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d[^\[\]\n]{0,24}\][ \t]{0,9}")
_LATER = re.compile(r"\n\n(?=\[[A-Z][^\[\]\n]{0,160}\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d[^\[\]\n]{0,24}\])")
_SPEAKER = re.compile(
    r"(?:[^\n:()\[\]]{1,60} \((?:[@+][\w.-]{1,40}|\w{0,20}\d{5}\w{0,20}|U[0-9A-Z]{6,14})\)|ou_\w{1,60}): "
)
_NOBODY = re.compile(  # what is said so only to wake the agent up, or to end a talk between agents
    r"Use the \"[^\"\n]{1,80}\" skill for this request\.\s{0,9}\Z|Wake up, my friend!"
    r"|(?:NO_REPLY|HEARTBEAT_OK)\s{0,9}\Z"
)
_CLOCK = re.compile(  # the last line of what a program asks
    r"Current time: \w{3,6}day, \w{3,9} \d{1,2}(?:st|nd|rd|th), \d{4} [—–-] \d{1,2}:\d\d(?: [AP]M)? \("
    r"|Read HEARTBEAT\.md if it exists \([^\n]*\breply HEARTBEAT_OK\.?\Z"
)


def unwrap(text: str) -> Iterator[tuple[int, int]]:
    """Where the person's words stand; nowhere if all of it is the gateway's. In a group chat anybody speaks, and
    nothing says whose word counts: so nothing said there is taken for the person's."""
    stripped = text.strip()
    if _is_nobodys(stripped):
        return
    if not stripped.startswith(("[", "System", "Note: ")) and not any(sign in text for sign in _SIGNS):
        yield 0, len(text)
        return
    if _CRON.match(text) or _GROUP.search(text):
        return
    start = 0
    if _CURRENT in text:
        start = text.index(_CURRENT) + len(_CURRENT)
    elif _BEGAN.match(text):  # an event may go on for many lines; whoever speaks after it has a stamp or an address
        begins = [found.start() for form in (_OPENS, _LATER) if (found := form.search(text))]
        start = min(begins, default=0)
    for first, last in _outside_blocks(text, start):
        for at, end in _outside_lines(text, first, last):
            begin = _after_address(text, at, end)
            if text[begin:end].strip() and not _is_nobodys(text[begin:end].strip()):
                yield begin, end


def _outside_blocks(text: str, at: int) -> Iterator[tuple[int, int]]:
    place, missing = at, set[str]()
    while found := _OPENS.search(text, place):
        end = _ENDS[found.lastgroup or "context"]
        place = found.end()
        stop = -1 if end in missing else text.find(end, place)
        if stop < 0:
            missing.add(end)
            continue
        yield at, found.start()
        at = place = stop + len(end)
    yield at, len(text)


def _outside_lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    cuts = [found.span() for form in (_LINE, _EVENT) for found in form.finditer(text, start, end)]
    for first, last in sorted(cuts):
        if first > at:
            yield at, first
        at = max(at, last)
    if at < end:
        yield at, end


def _after_address(text: str, start: int, end: int) -> int:
    stamp = _STAMP.match(text, start, end)
    begin = stamp.end() if stamp else start
    speaker = _SPEAKER.match(text, begin, end) if begin else None  # people write `Name (x): ` themselves, too
    return speaker.end() if speaker else begin


def _is_nobodys(text: str) -> bool:
    last = text[text.rfind("\n") + 1 :]
    return bool(_NOBODY.match(text) or _CLOCK.match(last)) or text.endswith("\n\nREPLY_SKIP")
