"""The input of a task as JSON and back, so that a task can wait on disk: frozen dataclasses of plain things."""

from __future__ import annotations

import types
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from reverie.records.logs import Json


class Unfit(ValueError):
    """What was read is not what was written."""


def pack(value: Any) -> Json:
    """Plain JSON of a dataclass and what is in it."""
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: pack(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Enum):
        return pack(value.value)
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): pack(one) for key, one in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((pack(one) for one in value), key=str)
    if isinstance(value, Collection):
        return [pack(one) for one in value]
    raise Unfit(f"{type(value).__name__} cannot be written as JSON")


def unpack(kind: Any, raw: Any) -> Any:  # noqa: PLR0911
    """The value of this type. Unfit if it is none."""
    if kind is Any:
        return raw
    if is_dataclass(kind):
        return _dataclass(kind, raw)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return (
            None if raw is None and type(None) in inner else unpack(next(i for i in inner if i is not type(None)), raw)
        )
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {str(key): unpack(inner[1], one) for key, one in _checked(dict, raw).items()}
    if isinstance(origin, type) and issubclass(origin, Collection):
        if origin is tuple and inner[-1] is not Ellipsis:
            return tuple(unpack(i, one) for i, one in zip(inner, _checked(list, raw), strict=True))
        made = [unpack(inner[0], one) for one in _checked(list, raw)]
        return frozenset(made) if issubclass(origin, (set, frozenset)) else tuple(made)
    if kind is datetime:
        return datetime.fromisoformat(_checked(str, raw))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(raw)
    if kind is float and isinstance(raw, int) and not isinstance(raw, bool):
        return float(raw)
    return _checked(kind, raw)


def _dataclass(kind: Any, raw: Any) -> Any:
    hints, told = get_type_hints(kind), _checked(dict, raw)
    known = {one.name for one in fields(kind) if one.init}
    if not known >= set(told):
        raise Unfit(f"{kind.__name__} has no {', '.join(sorted(set(told) - known))}")
    try:
        return kind(**{name: unpack(hints[name], value) for name, value in told.items()})
    except TypeError as problem:
        raise Unfit(str(problem)) from None


def _checked(kind: type[Any], raw: Any) -> Any:
    if not isinstance(raw, kind) or (isinstance(raw, bool) and kind is not bool):
        raise Unfit(f"{type(raw).__name__} where {kind.__name__} is due")
    return raw
