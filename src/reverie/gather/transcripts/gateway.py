"""What a chat gateway puts around a person's words: who wrote, when and where, what happened meanwhile, how to answer.
OpenClaw hands all of this to the agent in the person's name, and much in which nobody said anything."""

from __future__ import annotations

import re

from reverie.gather.transcripts.elements import without

_SIGNS = ("(untrusted", "[message_id: ", "[slack message id: ", "<media:", "<<<BEGIN_OPENCLAW", "\nCurrent time: ")
_ADDRESS = re.compile(r"^[A-Z][^\n]{0,60}\(untrusted[^\n]*\):\n```json\n.*?\n```\s*", re.DOTALL | re.MULTILINE)
_EARLIER = re.compile(r"^Conversation context \(untrusted[^\n]*\):\n.*?(?:\n\n|\Z)", re.DOTALL | re.MULTILINE)
# Who wrote, by which channel, and when, in front of the words: `[Telegram Ann (@ann) id:7 +2m 2026-01-30T04:16Z] `.
_STAMP = re.compile(r"\[[^\[\]\n]{0,160}?\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d[^\[\]\n]{0,24}\][ \t]*")
_LATER_STAMP = re.compile(rf"\n\n(?=\[[A-Z]){_STAMP.pattern}")  # not of a log
_SPEAKER = re.compile(r"[^\n:()\[\]]{1,60} \((?:[@+][\w.-]{1,40}|\w{0,20}\d{5}\w{0,20}|U[0-9A-Z]{6,14})\): ")
_NAMED = re.compile(r"\[message_id: [^\[\]\n]{0,200}\]\n(?P<name>[^\n:]{1,60}): ")
_SYSTEM = re.compile(r"System(?: \(untrusted\))?: ")
_BEGAN = re.compile(rf"(?:{_SYSTEM.pattern}\[|\[Thread starter - for context\])")
_EVENT = re.compile(rf"^{_SYSTEM.pattern}[^\n]*(?:\n|\Z)", re.MULTILINE)
_EVENT_ALONE = re.compile(rf"{_SYSTEM.pattern}\[[^\]\n]{{4,40}}\] Cron \(\w+\):")  # its output follows; nobody spoke
_CURRENT = "[Current message - respond to this]"
_SAID_BY = re.compile(r"\s*(?P<name>[^\n:]{1,60}): ")
_NOTE = re.compile(
    r"^(?:\[media attached[^\n]*\]|To send an image back, prefer the message tool[^\n]*"
    r"|Note: The previous agent run was aborted by the user\.[^\n]*)(?:\n|\Z)",
    re.MULTILINE,
)
_TAG = re.compile(r"\n?\[(?:message_id|slack message id): [^\[\]\n]{0,200}\]|(?<!`)<media:\w{1,20}>(?!`)")
_ATTACHED = re.compile(
    r'<(?P<file>file) name="[^"\n]*" mime="[^"\n]*">|<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>'
    r"|\[(?P<reply>Replying) to [^\]\n]{1,120}\]"
)
_WARNED = re.compile(
    r"\n\n\[Bootstrap truncation warning\]\nSome workspace bootstrap files were truncated.*\Z", re.DOTALL
)
_MAY_ATTACH = ("<file name=", "<<<BEGIN_OPENCLAW", "[Replying to ", "[Bootstrap truncation")
_QUEUED = re.compile(r"\[Queued messages while agent was busy\]\s*")
_ITEM = re.compile(r"^---\nQueued #\d+[^\n]{0,80}\n", re.MULTILINE)
_PENDING = re.compile(r"\[Bootstrap pending\]\n.*?(?:\n\s*\n|\Z)", re.DOTALL)
_CAPTION = re.compile(
    r"\[(?:Image|Audio|Video)\]\s{0,9}User text:\s{0,9}(.*?)\s{0,9}(?:Description"
    r"|Transcript):\s.*\Z",
    re.DOTALL,
)
_NOBODY = re.compile(  # what is said so only to wake the agent up, or to end a talk between agents
    r"Use the \"[^\"\n]{1,80}\" skill for this request\.\s*\Z|Wake up, my friend!\s*\Z|(?:NO_REPLY|HEARTBEAT_OK)\s*\Z"
)
_CLOCK = re.compile(  # the last line of what a program asks
    r"Current time: \w{3,6}day, \w{3,9} \d{1,2}(?:st|nd|rd|th), \d{4} [—–-] \d{1,2}:\d\d(?: [AP]M)? \("
    r"|Read HEARTBEAT\.md if it exists \([^\n]*\breply HEARTBEAT_OK\.?\Z"  # after what a job had to tell
)
_SKIP = "\n\nREPLY_SKIP"


def unwrapped(text: str) -> str:
    """What the person wrote; empty if all of it is the gateway's."""
    text = text.strip()
    if any(sign in text for sign in _MAY_ATTACH):
        text = without(_WARNED.sub("", text), _ATTACHED, _end)
    if _is_nobodys(text):
        return ""
    if not text.startswith(("[", "System", "Note: ")) and not any(sign in text for sign in _SIGNS):
        return text
    text = _PENDING.sub("", text, count=1)
    queued = _QUEUED.match(text)
    items = _ITEM.split(text[queued.end() :]) if queued else [text]
    return "\n".join(filter(None, map(_words, items)))


def _end(attached: re.Match[str]) -> str:
    if attached["file"]:
        return "</file>"
    return "[/Replying]" if attached["reply"] else "<<<END_OPENCLAW_INTERNAL_CONTEXT>>>"


def _words(text: str) -> str:
    """One message, without what happened before it and without its address."""
    raw = text
    before, current, said = text.partition(_CURRENT)
    if current:
        by = _SAID_BY.match(said)
        text = said[by.end() :] if by and (by["name"] == "User" or f"\n{by['name']}: " in before) else said
    text = _NOTE.sub("", text).lstrip()
    text = _behind_events(text) if _BEGAN.match(text) else text
    if "(untrusted" in text:
        text = _ADDRESS.sub("", _EARLIER.sub("", text)).lstrip()
    named, caption = _NAMED.match(text), _CAPTION.match(text)
    if named and (named["name"].startswith("ou_") or f'"{named["name"]}"' in raw):
        text = text[named.end() :]
    text = _TAG.sub("", caption[1] if caption else text).strip()
    stamp = _STAMP.match(text)
    if stamp:
        speaker = _SPEAKER.match(text, stamp.end())
        text = _LATER_STAMP.sub("\n\n", text[(speaker or stamp).end() :])
    return "" if _is_nobodys(text) else text.strip()


def _behind_events(text: str) -> str:
    """An event may go on for many lines; whoever speaks after it has a stamp or an address of their own."""
    begins = [found.start() for form in (_ADDRESS, _LATER_STAMP) if (found := form.search(text))]
    if begins:
        return text[min(begins) :].lstrip()
    return "" if _EVENT_ALONE.match(text) else _EVENT.sub("", text).lstrip()


def _is_nobodys(text: str) -> bool:
    last = text[text.rfind("\n") + 1 :]
    return bool(_NOBODY.match(text) or _CLOCK.match(last)) or text.endswith(_SKIP)
