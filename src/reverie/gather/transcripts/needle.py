"""Needles in raw bytes. `bytes.find` looks at two bytes in a nanosecond, and this at twenty: over half a gigabyte, that
is the difference between asking a whole block and asking every line."""

from __future__ import annotations

import re

from ahocorasick_rs import BytesAhoCorasick

from reverie.gather.transcripts.needed import spelled


class Needle:
    """One string of bytes, to be found wherever it stands."""

    def __init__(self, text: bytes) -> None:
        self._find = BytesAhoCorasick([text]).find_matches_as_indexes

    def places(self, data: bytes) -> list[int]:
        """Where it begins, each time, in order."""
        return [begins for _, begins, _ in self._find(data)]


class Words:
    """Plain words that a pattern of alternatives spells out, looked for all at once."""

    def __init__(self, form: re.Pattern[bytes]) -> None:
        words = [word.encode("latin-1") for word in spelled(form)]
        self._find = BytesAhoCorasick(words).find_matches_as_indexes if words else form.findall

    def among(self, data: bytes) -> bool:
        return bool(self._find(data))
