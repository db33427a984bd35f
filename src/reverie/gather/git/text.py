"""Text out of git, made safe to keep and to show: any bytes become a string that can be printed, searched and written
as UTF-8, and dates become moments whatever they claim."""

from __future__ import annotations

import re
from datetime import UTC, datetime

# C0 and C1 controls and odd line ends: a subject must not be able to repaint a terminal.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
# What is not seen and can hide text, turn it around, or cut a secret in two: the Unicode categories Cf and Co, and what
# else a font shows nothing for. Joiners too: an emoji in its parts, or a Persian word without its gap, is still read.
_UNSEEN = re.compile(
    "[\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
_MINTED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
_LAST = 253_402_300_799  # the end of the year 9999
_EARLIEST = 315_532_800  # 1980: whatever claims to be older has a broken clock
_DAY = 86_400


def text(data: bytes) -> str:
    """Any bytes as text. What is not UTF-8 stays visible as \\xff."""
    return data.decode("utf-8", "backslashreplace")


def line(data: bytes, limit: int) -> str:
    """Bytes as one clean line of at most `limit` characters."""
    return one_line(text(data), limit)


def one_line(found: str, limit: int) -> str:
    if not found.isascii():
        found = _UNSEEN.sub("", found)
    if not found.isprintable():
        found = " ".join(_CONTROL.sub(" ", found).split())
    return found[:limit].strip()


def minted(found: str, limit: int) -> str:
    """A line as ids are made of it, whatever is shown. Never change it: ids are written into committed files."""
    if not found.isprintable():
        found = " ".join(_MINTED.sub(" ", found).split())
    return found[:limit].strip()


def small(found: str) -> str:
    """In small letters, as names and addresses are compared. What marks a secret is left as it is."""
    return found if "[REDACTED:" in found else found.lower()


def prose(found: str, limit: int) -> str:
    """Several lines, without control or unseen characters, cut at `limit` characters."""
    found = found[: limit * 2].replace("\r\n", "\n")
    if not found.isascii():
        found = _UNSEEN.sub("", found)
    return _CONTROL.sub(" ", found).strip()[:limit]


def path(data: bytes) -> str:
    """A file's name as git knows it. What cannot be seen is written out, so that two names never look the same."""
    found = text(data)
    if found.isprintable():
        return found
    found = found.replace("\n", "\\n").replace("\t", "\\t")
    return _UNSEEN.sub(_written_out, _CONTROL.sub(_written_out, found))


def _written_out(match: re.Match[str]) -> str:
    code = ord(match[0])
    if match[0].isprintable():  # what turns a heart into a red one, in a name that has it
        return match[0]
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def seconds(data: bytes) -> int:
    """A date as git prints it with %at. Unparsable ones are the epoch, as in git itself."""
    return min(int(data), _LAST) if data.isdigit() else 0


def moment(stamp: int) -> datetime:
    return datetime.fromtimestamp(stamp, UTC)


def is_odd(authored: int, committed: int) -> bool:
    """True if the author's clock cannot be believed: before computers kept logs, or after the commit itself."""
    return authored < _EARLIEST or authored > committed + _DAY


def happened(authored: int, committed: int) -> int:
    """When it was written; if that date is impossible, when it was committed."""
    return committed if is_odd(authored, committed) and committed >= _EARLIEST else authored


def within(committed: int, floor: int) -> bool:
    """True if a commit may belong to the window: a broken clock does not put it outside."""
    return committed >= floor or committed < _EARLIEST
