"""`reverie search --batch`: many questions from a file, an answer a line."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from reverie.doors.cli.errors import NothingToRead, QuestionsRefused
from reverie.doors.cli.talk import many, say, write

if TYPE_CHECKING:
    from reverie.lookup.search import Filters
    from reverie.records.passages import Hit

AT_ONCE = 200  # questions embedded together, and answered over one state of the index
SHOWN = 20
LONGEST = 100_000  # characters of a question
MOST = 1000


class Asked(NamedTuple):
    id: str | int
    query: str
    limit: int


def search_batch(file: str, limit: int, filters: Filters) -> None:
    """Good lines are answered in their order; bad ones are named and make the command fail, so that scripts notice."""
    from reverie.doors.cli.search import open_desk, tell_notes

    bad: dict[int, str] = {}
    asked = _read(_raw(file), limit, bad)
    desk = open_desk(quiet=True)
    while some := list(islice(asked, AT_ONCE)):
        for one, hits in zip(some, desk.ask([(one.query, one.limit) for one in some], filters), strict=True):
            _print(one, hits)
    tell_notes(desk)
    for number, why in list(bad.items())[:SHOWN]:
        say(f"line {number}: {why}")
    if len(bad) > SHOWN:
        say(f"and {len(bad) - SHOWN} more")
    if bad:
        raise QuestionsRefused(count=many(len(bad), "line"), of=file)


def _raw(file: str) -> list[bytes]:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as problem:
        raise NothingToRead(place=file, reason=(problem.strerror or "it cannot be read").lower()) from None
    return data.removeprefix(b"\xef\xbb\xbf").split(b"\n")


def _read(lines: Sequence[bytes], limit: int, bad: dict[int, str]) -> Iterator[Asked]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield _asked(line, limit)
            except ValueError as problem:
                bad[number] = str(problem)


def _asked(line: bytes, limit: int) -> Asked:
    import orjson

    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError as problem:
        raise ValueError(f"it is not JSON: {problem}") from None
    if not isinstance(value, dict):
        raise ValueError("it is not an object with an id and a query")
    id, query, most = value.get("id"), value.get("query"), value.get("limit")
    if isinstance(id, bool) or not isinstance(id, (str, int)):
        raise ValueError("it has no id")
    if not isinstance(query, str) or len(query) > LONGEST:
        raise ValueError("its query is not text" if not isinstance(query, str) else "its query is too long")
    if most is None:
        most = limit
    if isinstance(most, bool) or not isinstance(most, int) or not 1 <= most <= MOST:
        raise ValueError(f"its limit is not a number from 1 to {MOST}")
    return Asked(id, query, most)


def _print(asked: Asked, hits: Sequence[Hit]) -> None:
    import json

    from reverie.doors.cli.search_shown import brief

    answer = {"id": asked.id, "hits": [brief(hit) for hit in hits]}
    write(sys.stdout, json.dumps(answer, ensure_ascii=True) + "\n")
