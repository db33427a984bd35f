"""Found secrets, and the care that cutting them out leaves the rest whole: escapes, characters, JSON strings, markers."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

MARKER = re.compile(rb"\[REDACTED:[A-Za-z0-9_.-]{1,40}:[0-9a-f]{8}\]")
_NEWLINE = re.compile(rb"\n[ \t]*")
_BARE_QUOTE = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_RUN = re.compile(rb"[A-Za-z0-9]{6}")
_ESCAPED = re.compile(rb"u[0-9a-fA-F]{4}|[nrtbfu\"\\/]")


class Span(NamedTuple):
    """Where a secret lies. One that was known by its own shape is `sure`; others were known by the name before them."""

    start: int
    end: int
    kind: str
    sure: bool = True
    secret: bytes = b""


class Page:
    """Some bytes, with what several detectors want to know about them worked out once."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.low = data.lower()

    @cached_property
    def markers(self) -> list[tuple[int, int]]:
        return [m.span() for m in MARKER.finditer(self.data)] if b"[REDACTED:" in self.data else []

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(m.end() for m in _NEWLINE.finditer(self.data))]

    def json_at(self, at: int) -> bool:
        """Does this line look like a JSON document, in which a bare quote is the end of a string?"""
        begin = self._lines[bisect_right(self._lines, at) - 1]
        return self.data[begin : begin + 1] in (b"{", b"[")

    def marked(self, span: Span) -> bool:
        """Does it touch a marker left by an earlier redaction?"""
        at = bisect_right(self.markers, (span.end, -1)) - 1
        return at >= 0 and self.markers[at][1] > span.start


def settle(page: Page, span: Span) -> Span:
    """The same span, moved where needed so that no escape, no character and no JSON string is cut in two."""
    data, start, end = page.data, span.start, span.end
    if _slashes(data, start) % 2:
        escaped = _ESCAPED.match(data, start, end)
        start = escaped.end() if escaped else start
    if b'"' in data[start:end] and page.json_at(start):
        bare = _BARE_QUOTE.match(data, start, end)
        end = bare.end() - 1 if bare else end
    end -= _slashes(data, end) % 2
    return Span(_whole(data, start, -1), _whole(data, end, 1), span.kind, span.sure, data[span.start : span.end])


def merge(data: bytes, spans: Iterable[Span]) -> list[Span]:
    """Spans in order and without overlap. Where two meet, the sure one names the secret and both are covered."""
    found = sorted((s for s in spans if s.end > s.start), key=lambda s: (s.start, -s.end))
    sure = _disjoint([s for s in found if s.sure])
    starts = [s.start for s in sure]
    named = (s for s in found if not s.sure and _adds(data, s, sure[max(0, bisect_right(starts, s.start) - 1) :]))
    return _disjoint(sorted([*sure, *named], key=lambda s: (s.start, -s.end)))


def _adds(data: bytes, span: Span, sure: Sequence[Span]) -> bool:
    """Does a span known by name cover anything worth hiding that the sure ones leave open?"""
    inside = [other for other in takewhile(lambda s: s.start < span.end, sure) if other.end > span.start]
    starts, ends = [other.start for other in inside], [other.end for other in inside]
    open_ = [data[a:b] for a, b in zip([span.start, *ends], [*starts, span.end], strict=True)]
    return not inside or any(_RUN.search(piece) for piece in open_)


def _disjoint(spans: Iterable[Span]) -> list[Span]:
    apart: list[Span] = []
    for span in spans:
        if apart and span.start < apart[-1].end:
            name = apart[-1] if apart[-1].sure or not span.sure else span
            apart[-1] = name._replace(start=apart[-1].start, end=max(apart[-1].end, span.end))
        else:
            apart.append(span)
    return apart


def _slashes(data: bytes, at: int) -> int:
    """How many backslashes stand right before this place."""
    head = data[max(0, at - 64) : at]
    return len(head) - len(head.rstrip(b"\\"))


def _whole(data: bytes, at: int, step: int) -> int:
    """The nearest place in this direction that is not inside a UTF-8 character."""
    for _ in range(3):
        if 0 < at < len(data) and data[at] & 0xC0 == 0x80 and data[at - 1] >= 0x80:
            at += step
    return at
