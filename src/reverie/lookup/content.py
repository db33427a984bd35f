"""A passage as it is kept in the index, and as it comes back."""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import date, datetime

from reverie.lookup.schema import Damaged
from reverie.records.passages import Passage

_NAMES = tuple(field.name for field in fields(Passage))


def packed(passage: Passage) -> bytes:
    """As JSON, whose escapes keep what UTF-8 cannot say."""
    values = {name: getattr(passage, name) for name in _NAMES}
    values["at"] = passage.at and passage.at.isoformat()
    values["valid_until"] = passage.valid_until and passage.valid_until.isoformat()
    values["facts"] = dict(passage.facts)
    return json.dumps({name: value for name, value in values.items() if value not in (None, {})}).encode()


def unpacked(record: bytes) -> Passage:
    try:
        values = json.loads(record)
        for name, read in (("at", datetime.fromisoformat), ("valid_until", date.fromisoformat)):
            if values.get(name):
                values[name] = read(values[name])
        return Passage(**values)
    except (ValueError, TypeError, AttributeError) as error:
        raise Damaged from error


def text_of(record: bytes) -> str:
    return unpacked(record).text


def plain(text: str) -> str:
    """What SQLite can hold as text: lone surrogates become question marks."""
    return text.encode("utf-8", "replace").decode()
