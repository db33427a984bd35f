"""Lines of a batch file, `{id?, text, date?, topic?, type?, session?}` each. What cannot be understood is named by its
number; nothing is guessed and nothing vanishes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import orjson

from reverie.records.notes import TYPES, Line

LONGEST = 1024 * 1024  # characters of one text
_FIELDS = frozenset({"id", "text", "date", "topic", "type", "session"})
_SLASHED = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2})(?:\s*\([^)]*\))?(?:\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?")


@dataclass(slots=True)
class Batch:
    """`lines` by their number in the file; `bad` says of the others why; `ignored` counts fields nobody knows."""

    lines: dict[int, Line] = field(default_factory=dict)
    bad: dict[int, str] = field(default_factory=dict)
    ignored: Counter[str] = field(default_factory=Counter)
    again: int = 0  # lines that were there already


def read(raw: Iterable[bytes], now: datetime) -> Batch:
    batch = Batch()
    taken: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(raw, 1):
        if not line.strip():
            continue
        try:
            found = _line(line, now, batch.ignored)
        except ValueError as problem:
            batch.bad[number] = str(problem)
            continue
        first, text = taken.setdefault(found.id, (number, found.text)) if found.id else (number, found.text)
        if first == number:
            batch.lines[number] = found
        elif text == found.text:
            batch.again += 1
        else:
            batch.bad[number] = f"the id '{found.id}' stands for other words in line {first}"
    return batch


def _line(raw: bytes, now: datetime, ignored: Counter[str]) -> Line:
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError as problem:
        raise ValueError(f"it is not JSON: {problem}") from None
    if not isinstance(value, dict):
        raise ValueError("it is not an object with a text")
    ignored.update(value.keys() - _FIELDS)
    text = _word(value, "text")
    if not text.strip():
        raise ValueError("it has no text")
    if len(text) > LONGEST:
        raise ValueError("its text is longer than a million characters")
    type = _word(value, "type").strip().lower()
    if type and type not in TYPES:
        raise ValueError(f"its type must be one of {', '.join(TYPES)}")
    at, dated, timed = _when(value.get("date"), now)
    topic, session = (" ".join(_word(value, name).split()) for name in ("topic", "session"))
    return Line(text.strip(), at, " ".join(_word(value, "id").split()), topic, type, session, dated, timed)


def _word(value: dict[str, Any], name: str) -> str:
    found = value.get(name)
    if found is None:
        return ""
    if isinstance(found, int) and not isinstance(found, bool):
        return str(found)
    if not isinstance(found, str):
        raise ValueError(f"its {name} is not text")
    return found


def _when(value: object, now: datetime) -> tuple[datetime, bool, bool]:
    """The moment, whether its day was given, and whether its hour was. Without a zone it is UTC."""
    if value in (None, ""):
        return now, False, False
    text = str(value).strip()
    slashed = _SLASHED.fullmatch(text)
    try:
        if slashed:
            parts = [int(part or 0) for part in slashed.groups()]
            return datetime(*parts[:6], tzinfo=UTC), True, slashed[4] is not None  # type: ignore[misc,arg-type]
        at = datetime.fromisoformat(text)
        at = at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise ValueError(f"its date '{text[:40]}' is none") from None
    return at, True, ":" in text
