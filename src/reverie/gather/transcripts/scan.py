"""The bytes of a transcript as whole lines, fast and in bounded memory: big reads, a search for line ends, and someone
who looks at a line where it lies. What cannot be used is counted by its reason, and never fatal."""

from __future__ import annotations

import os
import re
import stat
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import orjson

BLOCK = 256 << 10  # fits the cache of a processor
LONGEST = 16 << 20  # bytes of a line that is still loaded
USED = "used"
UNPARSABLE, NOT_UTF8, NULS = "line that is not JSON", "line that is not UTF-8", "line with NUL bytes"
TOO_LONG, NO_RECORD, BLANK = f"line longer than {LONGEST >> 20} MB", "line that is not a record", "blank line"
Json = dict[str, Any]
_LONE_SURROGATE = re.compile(
    r"(?<!\\)((?:\\\\)*)\\u(?:d[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab]..\\u)d[c-f][0-9a-f]{2})", re.IGNORECASE
)


class Take(Protocol):
    """Looks at the line `data[start:stop]` and says what became of it. `at` is where the sign of its kind begins, below
    0 if it has none; `line` and `offset` tell where in the file."""

    def __call__(self, data: bytes, start: int, stop: int, at: int, line: int, offset: int, /) -> str: ...


class Look(Protocol):
    """Looks at every line of a run, of which the first has this number; counts their fates, returns the next number."""

    def __call__(self, run: Run, line: int, fates: Counter[str], /) -> int: ...


class Sieve(NamedTuple):
    """How to pass over most lines without calling anybody: the eight bytes behind the first `sign` within `within`
    bytes say what kind of line it is, and some kinds are never of use."""

    sign: bytes
    within: int
    useless: Mapping[bytes, str]


class Unusable(Exception):
    """A line that is no record. Its argument is the reason under which it is counted."""


@dataclass(slots=True)
class Place:
    """How far a file was read: everything before `offset`, which is the start of line `line` (from 1)."""

    offset: int = 0
    line: int = 1


def open_regular(path: str | Path) -> int:
    """A descriptor of a regular file. OSError for anything else: opening a FIFO must not wait for a writer."""
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise OSError(0, "not a regular file")
    return fd


def scan(fd: int, place: Place, look: Look, fates: Counter[str], end: int, *, at_rest: bool = False) -> Iterator[None]:
    """Hand over every whole line from `place` up to the byte `end`, and move `place` behind the last of them. What
    comes after the last line end is half-written: it waits, unless the file is `at_rest` and nobody will write the end
    of it. Stops for a moment after every block."""
    for run in _runs(fd, place.offset, end, at_rest=at_rest):
        if run.data:
            place.line = look(run, place.line, fates)
        else:
            fates[TOO_LONG] += 1
            place.line += 1
        place.offset = run.base + run.stop
        yield


def each(sieve: Sieve, take: Take, run: Run, line: int, fates: Counter[str]) -> int:
    """Every line of a run by itself, but for those that the sieve keeps back. Long, because a call for each line would
    cost more than all the rest."""
    data, start, last, base = run
    sign, within, useless = sieve
    find, length, within = data.find, len(sign), within - len(sign)
    passed: list[bytes] = []
    while start < last:
        stop = find(b"\n", start)
        found = find(sign, start, stop)
        if found > start + within:
            found = -1
        kind = data[found + length : found + length + 8] if found >= 0 else b""
        if kind in useless:
            passed.append(kind)
        else:
            fates[take(data, start, stop, found, line, base + start)] += 1
        start, line = stop + 1, line + 1
    for kind, count in Counter(passed).items():
        fates[useless[kind]] += count
    return line


class Run(NamedTuple):
    """Whole lines: `data[start:stop]`, where `data` begins at the byte `base` of the file. Without data: a line that
    was too long ended there."""

    data: bytes
    start: int
    stop: int
    base: int


def _runs(fd: int, at: int, end: int, *, at_rest: bool) -> Iterator[Run]:
    """A line that reaches from one block into the next comes by itself, and nothing else is copied."""
    rest = b""  # the beginning of a line whose end was not met yet
    while at < end:
        block = os.pread(fd, min(BLOCK, end - at), at)
        if not block:
            return  # shorter than it was: the next night will see
        whole = block.rfind(b"\n") + 1
        if whole:
            first = block.find(b"\n") + 1 if rest else 0
            if rest:
                yield Run(rest + block[:first], 0, len(rest) + first, at - len(rest))
            if first < whole:
                yield Run(block, first, whole, at)
            rest = block[whole:]
        elif len(rest) + len(block) <= LONGEST:
            rest += block
        else:
            at, rest, block = _behind(fd, at + len(block), end), b"", b""
            if not at:
                return
            yield Run(b"", 0, 0, at)
        at += len(block)
    if at_rest and rest:
        yield Run(rest + b"\n", 0, len(rest), at - len(rest))


def _behind(fd: int, at: int, end: int) -> int:
    """Where the next line begins, without keeping what is passed over; 0 if the line has no end yet."""
    while at < end:
        more = os.pread(fd, min(BLOCK, end - at), at)
        if not more:
            return 0
        found = more.find(b"\n")
        if found >= 0:
            return at + found + 1
        at += len(more)
    return 0


def parse(line: bytes) -> Json:
    """The record in a line, or `Unusable` with the reason."""
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError:
        record = _second_try(line)
    if not isinstance(record, dict):
        raise Unusable(NO_RECORD)
    return record


def _second_try(line: bytes) -> object:
    """Cut-off surrogate pairs are JavaScript's, wrong bytes a terminal's, and a mark at the very beginning an editor's;
    the rest of such a line is still good."""
    line = line.removeprefix(b"\xef\xbb\xbf")
    if not line.strip():
        raise Unusable(BLANK)
    if b"\0" in line:
        raise Unusable(NULS)
    text = line.decode("utf-8", "replace")
    if text.count("\ufffd") * 20 > len(text):
        raise Unusable(NOT_UTF8)
    try:
        return orjson.loads(_LONE_SURROGATE.sub(r"\1\\ufffd", text))
    except orjson.JSONDecodeError:
        raise Unusable(UNPARSABLE) from None
