"""However the blocks of a file fall, every whole line is handed over once, with its number and its place."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from functools import partial
from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

from reverie.gather.transcripts import scan
from reverie.gather.transcripts.scan import TOO_LONG, Place, Sieve

SIEVE = Sieve(b"=", 4, {b"x": "useless"})
PIECES = st.lists(st.sampled_from([b"\n", b"a", b"=x", b"=y", b"long " * 5, b"very " * 30]), max_size=30).map(b"".join)


@given(content=PIECES, block=st.integers(1, 40), longest=st.integers(20, 60), start=st.integers(0, 3))
def test_lines_come_whole_and_in_their_places(content: bytes, block: int, longest: int, start: int) -> None:
    head = b"".join(content.splitlines(keepends=True)[:start])
    start = len(head) if head.endswith(b"\n") else 0
    told: list[tuple[bytes, int, int]] = []
    fates: Counter[str] = Counter()

    def take(data: bytes, first: int, stop: int, _at: int, line: int, offset: int, /) -> str:
        told.append((data[first:stop], line, offset))
        return "told"

    look = partial(scan.each, SIEVE, take)
    place = Place(start, content[:start].count(b"\n") + 1)
    with tempfile.TemporaryFile() as file, mock.patch.multiple(scan, BLOCK=block, LONGEST=longest):
        file.write(content)
        file.flush()
        for _ in scan.scan(file.fileno(), place, look, fates, os.fstat(file.fileno()).st_size):
            assert content[: place.offset].count(b"\n") + 1 == place.line
    whole = content.rfind(b"\n") + 1
    assert place.offset == max(start, whole)
    assert fates.total() == content[start:whole].count(b"\n")
    assert all(content[offset:].partition(b"\n")[0] == line for line, _, offset in told)
    assert all(content[:offset].count(b"\n") + 1 == number for _, number, offset in told)
    useful = [line for line in content[start:whole].split(b"\n")[:-1] if not _is_useless(line)]
    assert len(told) + fates[TOO_LONG] >= len(useful) - fates["useless"]
    assert all(len(line) > longest for line in useful if line not in [one for one, *_ in told])


def _is_useless(line: bytes) -> bool:
    at = line.find(b"=")
    return 0 <= at <= 3 and line[at + 1 : at + 9] == b"x"
