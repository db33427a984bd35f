"""Which lines a pattern may match at all, told from a few letters that every match must hold. It is asked of what was
not redacted yet, so it may only ever pass over what would not match afterwards either."""

from __future__ import annotations

import re

from reverie.gather.transcripts.needed import needles

MARK = "REDACTED:"  # all that a pattern sees of the mark in place of a secret, but for brackets and asterisks
_AS_WRITTEN = re.compile(r"[A-Za-z0-9_ :.,;-]+")  # characters that JSON never writes in another way
_NUL = re.compile(r"\0|\\0|\\x00|\\[uU]0000|\\N")  # which the search for needles takes for nothing
_OTHER_CASE = re.compile(rb"\xc5\xbf|\xe2\x84\xaa|\xc4[\xb0\xb1]|\\u(?:017f|212a|013[01])")  # ſ K İ ı: also s, k and i


class Needles:
    """Asked of a line or of a text as bytes."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._folds = bool(pattern.flags & re.IGNORECASE)
        self._needles = [needle.encode() for needle in _of(pattern, MARK.lower() if self._folds else MARK)]

    def may_match(self, data: bytes) -> bool:
        if not self._needles:
            return True
        if self._folds:
            data = data.lower()
            if _OTHER_CASE.search(data):
                return True
        return any(needle in data for needle in self._needles)


def _of(pattern: re.Pattern[str], mark: str) -> list[str]:
    """What a text must hold one of; nothing if that is not known, or if a mark could hold it."""
    if _NUL.search(pattern.pattern):
        return []
    try:
        found = [max(_AS_WRITTEN.findall(needle), key=len, default="") for needle in needles(pattern)]
    except RecursionError:
        return []
    return [] if any(needle in mark for needle in found) else found
