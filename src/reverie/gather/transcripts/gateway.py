"""What a chat gateway puts around a person's words: who wrote, when and where, what happened meanwhile, how to answer.
OpenClaw hands all of this to the agent in the person's name."""

from __future__ import annotations

import re

_METADATA = re.compile(
    r"(?:^|\n)[ \t]*(?:Conversation info|Sender|Replied message|Thread starter|Forwarded message)[^\n]*metadata\)"
    r"[^\n]*\n"
    r"```json\n.*?\n```\s*",
    re.DOTALL,
)
# Who wrote, by which channel, and when, in front of the words: `[Telegram Ann (@ann) id:7 +2m 2026-01-30T04:16Z] `.
_STAMP = re.compile(r"\[[^\[\]\n]{0,160}?\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d[^\[\]\n]{0,24}\][ \t]*")
_LATER_STAMP = re.compile(rf"\n\n{_STAMP.pattern}")
_SYSTEM = re.compile(r"System(?: \(untrusted\))?: ")
_BEGAN = re.compile(rf"{_SYSTEM.pattern}\[")
_EVENT = re.compile(rf"^{_SYSTEM.pattern}[^\n]*(?:\n|\Z)", re.MULTILINE)
_EVENT_ALONE = re.compile(rf"{_SYSTEM.pattern}\[[^\]\n]{{4,40}}\] Cron\b")  # what it printed follows, and nobody spoke
_MEDIA = re.compile(
    r"^[ \t]*(?:\[media attached[^\n]*\]|To send an image back, prefer the message tool[^\n]*)\s*", re.MULTILINE
)
_MESSAGE_ID = re.compile(r"\n?\[message_id: [^\[\]\n]{0,200}\]")
_QUEUED = re.compile(r"\[Queued messages while agent was busy\]\s*")
_ITEM = re.compile(r"^---\nQueued #\d+[ \t]*\n", re.MULTILINE)
_FILE = re.compile(r'<file name="[^"\n]*" mime="[^"\n]*">.*?(?:</file>|\Z)\s*', re.DOTALL)
_PENDING = re.compile(r"\[Bootstrap pending\]\n.*?(?:\n\s*\n|\Z)", re.DOTALL)


def unwrapped(text: str) -> str:
    """What the person wrote; empty if all of it is the gateway's."""
    text = text.lstrip()
    if "<file name=" in text:
        text = _FILE.sub("", text)
    if not text.startswith(("[", "System")) and "metadata)" not in text and "[message_id: " not in text:
        return text
    text = _MEDIA.sub("", _PENDING.sub("", text, count=1))
    queued = _QUEUED.match(text)
    if queued:
        items = _ITEM.split(text[queued.end() :])
        return "\n".join(filter(None, (_words(item).strip() for item in items)))
    return _words(text)


def _words(text: str) -> str:
    """One message, without what happened before it and without its address."""
    text = text.lstrip()
    if _BEGAN.match(text):
        text = _behind_events(text)
    if "metadata)" in text:
        text = _METADATA.sub("\n", text).lstrip()
    stamp = _STAMP.match(text)
    return _MESSAGE_ID.sub("", text[stamp.end() :] if stamp else text)


def _behind_events(text: str) -> str:
    """An event may go on for many lines; whoever speaks after it has a stamp or an address of their own."""
    address = [found.end() for found in _METADATA.finditer(text)]
    stamps = [found.end() for found in _LATER_STAMP.finditer(text)]
    if address or stamps:
        return text[max(address + stamps) :]
    return "" if _EVENT_ALONE.match(text) else _EVENT.sub("", text).lstrip()
