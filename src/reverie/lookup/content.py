"""A passage as it is kept in the index, and as it comes back."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from datetime import date, datetime
from operator import attrgetter
from typing import Any

import orjson

from reverie.lookup.schema import Damaged
from reverie.records.passages import Passage

_NAMES = tuple(field.name for field in fields(Passage))
_values = attrgetter(*_NAMES)
_ALWAYS = frozenset(field.name for field in fields(Passage) if field.default and field.default_factory is MISSING)


def packed(passage: Passage) -> bytes:
    """As JSON, without what is not said. Escapes keep what UTF-8 cannot say."""
    kept = {name: value for name, value in zip(_NAMES, _values(passage), strict=True) if value or name in _ALWAYS}
    if passage.at:
        kept["at"] = passage.at.isoformat()
    if passage.valid_until:
        kept["valid_until"] = passage.valid_until.isoformat()
    if passage.facts:
        kept["facts"] = dict(passage.facts)
    try:
        return orjson.dumps(kept)
    except TypeError:  # half of a surrogate pair
        return json.dumps(kept).encode()


def unpacked(record: bytes) -> Passage:
    try:
        values = _read(record)
        for name, read in (("at", datetime.fromisoformat), ("valid_until", date.fromisoformat)):
            if values.get(name):
                values[name] = read(values[name])
        return Passage(**values)
    except (ValueError, TypeError, AttributeError) as error:
        raise Damaged from error


def _read(record: bytes) -> Any:
    try:
        return orjson.loads(record)
    except orjson.JSONDecodeError:  # half of a surrogate pair, or damage
        return json.loads(record)


def text_of(record: bytes) -> str:
    return unpacked(record).text


def plain(text: str) -> str:
    """What SQLite can hold as text: lone surrogates become question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
