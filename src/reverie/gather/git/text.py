"""Text out of git, made safe to keep and to show: any bytes become a string that can be printed, searched and written
as UTF-8, and dates become moments whatever they claim."""

from __future__ import annotations

import re
from datetime import UTC, datetime

# C0 and C1 controls, and what turns the direction of writing: a subject must not be able to repaint a terminal.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
_LAST = 253_402_300_799  # the end of the year 9999
_EARLIEST = 315_532_800  # 1980: whatever claims to be older has a broken clock
_DAY = 86_400


def text(data: bytes) -> str:
    """Any bytes as text. What is not UTF-8 stays visible as \\xff."""
    return data.decode("utf-8", "backslashreplace")


def line(data: bytes, limit: int) -> str:
    """Bytes as one clean line of at most `limit` characters."""
    found = text(data)
    if not found.isprintable():
        found = " ".join(_CONTROL.sub(" ", found).split())
    return found[:limit].strip()


def prose(found: str, limit: int) -> str:
    """Several lines, without control characters, cut at `limit` characters."""
    found = found[: limit * 2].replace("\r\n", "\n")
    if not found.isascii() or not found.isprintable():
        found = _CONTROL.sub(" ", found)
    return found.strip()[:limit]


def path(data: bytes) -> str:
    """A file's name as git knows it. Control characters are written out, so that two names never look the same."""
    found = text(data)
    return found if found.isprintable() else _CONTROL.sub(_written_out, found.replace("\n", "\\n").replace("\t", "\\t"))


def _written_out(match: re.Match[str]) -> str:
    code = ord(match[0])
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
