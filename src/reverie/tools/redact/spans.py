"""Found secrets, and the care that cutting them out leaves the rest whole: escapes, characters, JSON, markers."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise, takewhile
from typing import NamedTuple

MARKER = re.compile(rb"\[REDACTED:[A-Za-z0-9_.-]{1,40}:[0-9a-f]{8}\]")
_PRIVATE = re.compile(rb"<(/?)private>")
_NEWLINE = re.compile(rb"\n[ \t]*")
_TO_QUOTE = re.compile(rb'[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_ESCAPE = re.compile(rb"\\(?:u[0-9a-fA-F]{4}|[nrtbfu\"\\/])")
_RUN = re.compile(rb"[A-Za-z0-9]{6}")


class Span(NamedTuple):
    """Where a secret lies. One that was known by its own shape is `sure`; others were known by the name before them."""

    start: int
    end: int
    kind: str
    sure: bool = True
    secret: bytes = b""


class Page:
    """Some bytes, with what several detectors want to know about them worked out once."""

    def __init__(self, data: bytes, depth: int = 0) -> None:
        self.data = data
        self.low = data.lower()
        self.depth = depth  # how many encodings were taken off it
        # What a detector has read and taken, it need not read again.
        self.cookies_until = 0
        self.keys_until = self.objects_until = 0
        self.decoded_until = self.escaped_until = 0
        self.value_taken = (0, 0)
        self.walked: dict[bytes, int] = {}
        self.walks: Counter[bytes] = Counter()

    @cached_property
    def markers(self) -> list[tuple[int, int]]:
        return [m.span() for m in MARKER.finditer(self.data)] if b"[REDACTED:" in self.data else []

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(m.end() for m in _NEWLINE.finditer(self.data))]

    @cached_property
    def private(self) -> dict[int, int]:
        """Where each passage marked private begins and ends. They may be nested; one never closed is none."""
        ends: dict[int, int] = {}
        opened: list[int] = []
        for tag in _PRIVATE.finditer(self.low):
            if not tag[1]:
                opened.append(tag.start())
            elif opened:
                ends[opened.pop()] = tag.end()
        until = 0
        whole: dict[int, int] = {}
        for start in sorted(ends):  # what lies within another goes with it
            if ends[start] > until:
                whole[start] = until = ends[start]
        return whole

    def json_at(self, at: int) -> bool:
        """Does this line look like a JSON document, in which a bare quote is the end of a string?"""
        begin = self._lines[bisect_right(self._lines, at) - 1]
        return self.data[begin : begin + 1] in (b"{", b"[")

    def marked(self, span: Span) -> bool:
        """Does it touch a marker left by an earlier redaction?"""
        at = bisect_right(self.markers, (span.end, -1)) - 1
        return at >= 0 and self.markers[at][1] > span.start


def settle(page: Page, span: Span) -> Iterator[Span]:
    """The same span, in pieces and moved where needed, so that no escape, character or JSON string is cut in two."""
    for start, end in _in_strings(page, span.start, span.end):
        first, last = _straddling(page.data, start), _straddling(page.data, end)
        begin = _whole(page.data, first[1] if first else start, -1)
        until = _whole(page.data, last[0] if last else end, 1)
        if begin < until:
            yield Span(begin, until, span.kind, span.sure, page.data[start:end])


def _in_strings(page: Page, start: int, end: int) -> list[tuple[int, int]]:
    """What of it lies inside of JSON strings: all, the pieces in a list of strings, or else what is in the first."""
    if b'"' not in page.data[start:end] or not page.json_at(start):
        return [(start, end)]
    bounds = [start, *_after_quotes(page.data, start, end), end + 1]
    pieces = [(a, b - 1) for a, b in pairwise(bounds)]
    inside, between = pieces[::2], pieces[1::2]
    only_commas = all(page.data[a:b].strip() in (b"", b",") for a, b in between)
    return inside if only_commas else inside[:1]


def _after_quotes(data: bytes, start: int, end: int) -> Iterator[int]:
    """The places right after each bare quote; one that is escaped belongs to its string."""
    while quote := _TO_QUOTE.match(data, start, end):
        start = quote.end()
        yield start


def _straddling(data: bytes, at: int) -> tuple[int, int] | None:
    """The JSON escape, if any, that begins before this place and ends after it."""
    for begin in range(max(0, at - 5), at):
        if data[begin] == ord("\\") and _slashes(data, begin) % 2 == 0:
            escape = _ESCAPE.match(data, begin)
            if escape and escape.end() > at:
                return escape.span()
    return None


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


def merge(data: bytes, spans: Iterable[Span]) -> list[Span]:
    """Spans in order and without overlap. Where two meet, the sure one names the secret and both are covered."""
    found = sorted(spans, key=lambda s: (s.start, -s.end))
    sure = _disjoint(s for s in found if s.sure)
    starts = [s.start for s in sure]
    named = (s for s in found if not s.sure and _adds(data, s, sure[max(0, bisect_right(starts, s.start) - 1) :]))
    return _disjoint(sorted([*sure, *named], key=lambda s: (s.start, -s.end)))


def _adds(data: bytes, span: Span, sure: Sequence[Span]) -> bool:
    """Does a span known by name cover anything worth hiding that the sure ones leave open?"""
    inside = [other for other in takewhile(lambda s: s.start < span.end, sure) if other.end > span.start]
    starts, ends = [other.start for other in inside], [other.end for other in inside]
    left = [data[a:b] for a, b in zip([span.start, *ends], [*starts, span.end], strict=True)]
    return not inside or any(_RUN.search(piece) for piece in left)


def _disjoint(spans: Iterable[Span]) -> list[Span]:
    apart: list[Span] = []
    for span in spans:
        if apart and span.start < apart[-1].end:
            name = apart[-1] if apart[-1].sure or not span.sure else span
            apart[-1] = name._replace(start=apart[-1].start, end=max(apart[-1].end, span.end))
        else:
            apart.append(span)
    return apart
