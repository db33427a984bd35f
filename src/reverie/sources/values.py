"""Values of unknown shape, as they stand in other programs' records, made into the types that readers expect. Nothing
here raises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import orjson

LONGEST_ID = 200
_EARLIEST, _LATEST = 1_500_000_000.0, 4_000_000_000.0  # seconds: no agent wrote transcripts before or after
_MILLISECONDS = 10_000_000_000


def mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def listing(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def string(value: object) -> str:
    return value if isinstance(value, str) else ""


def name(value: object) -> str:
    """An id or a name; whatever is too long to be one is none."""
    return value if isinstance(value, str) and len(value) <= LONGEST_ID else ""


def texts(content: object) -> Iterator[str]:
    """The texts of a message's content, which is a string or a list of blocks."""
    if isinstance(content, str):
        yield content
    for block in listing(content):
        text = block if isinstance(block, str) else mapping(block).get("text")
        if isinstance(text, str):
            yield text


def arguments(value: object) -> object:
    """The arguments of a call, which some programs write as JSON in a string."""
    if isinstance(value, str) and value.lstrip()[:1] == "{":
        try:
            return orjson.loads(value)
        except orjson.JSONDecodeError:
            return value
    return value


def moment(value: object) -> datetime | None:
    """A time in ISO form or as a number of seconds or milliseconds, in UTC; None for anything that is no such time."""
    if isinstance(value, bool):
        return None
    try:
        if isinstance(value, str) and len(value) <= 40:
            at = datetime.fromisoformat(value)
            at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
            return at if _EARLIEST <= at.timestamp() <= _LATEST else None
        if isinstance(value, int | float):
            seconds = value / 1000 if value > _MILLISECONDS else value
            return datetime.fromtimestamp(seconds, UTC) if _EARLIEST <= seconds <= _LATEST else None
    except (ValueError, OverflowError, OSError):
        return None
    return None
