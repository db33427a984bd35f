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

BLOCK = 512 << 10  # fits the cache of a processor
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


def scan(fd: int, place: Place, sieve: Sieve, take: Take, fates: Counter[str], end: int) -> Iterator[None]:
    """Hand over every whole line from `place` up to the byte `end`, and move `place` behind the last of them. What
    comes after the last line end is half-written: it waits. Stops for a moment after every block."""
    for block, at in _blocks(fd, place.offset, end):
        if block is None:
            fates[TOO_LONG] += 1
            place.offset, place.line = at, place.line + 1
        else:
            place.offset, place.line = at + len(block), _each(block, at, place.line, sieve, take, fates)
        yield


def _each(block: bytes, at: int, line: int, sieve: Sieve, take: Take, fates: Counter[str]) -> int:
    """Every line of a block; returns the number of the next. Long, because a call for each line would cost more than
    all the rest."""
    sign, within, useless = sieve
    find, length = block.find, len(sign)
    start = 0
    passed: list[bytes] = []
    while (stop := find(b"\n", start)) >= 0:
        found = find(sign, start, start + within if start + within < stop else stop)
        kind = block[found + length : found + length + 8] if found >= 0 else b""
        if kind in useless:
            passed.append(kind)
        else:
            fates[take(block, start, stop, found, line, at + start)] += 1
        start, line = stop + 1, line + 1
    for kind, count in Counter(passed).items():
        fates[useless[kind]] += count
    return line


def _blocks(fd: int, at: int, end: int) -> Iterator[tuple[bytes | None, int]]:
    """Runs of whole lines, each with where it begins; None with where the next line begins, for a line too long."""
    rest = b""
    while at + len(rest) < end:
        more = os.pread(fd, min(BLOCK, end - at - len(rest)), at + len(rest))
        if not more:
            return  # shorter than it was: the next night will see
        whole = more.rfind(b"\n") + 1
        if whole:
            yield rest + more[:whole], at
            at, rest = at + len(rest) + whole, more[whole:]
        elif len(rest) + len(more) <= LONGEST:
            rest += more
        else:
            at = _behind(fd, at + len(rest) + len(more), end)
            if not at:
                return
            yield None, at
            rest = b""


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
