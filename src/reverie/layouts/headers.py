"""Writing a header that every YAML reader reads the same way: plain where that is safe, quoted as JSON where not."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

_PLAIN = re.compile(r"[A-Za-z0-9_./][A-Za-z0-9_ ./@+()-]*")
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_SPECIAL = {"true", "false", "null", "yes", "no", "on", "off", "~", ""}


def header(values: Mapping[str, str | int | Sequence[str]]) -> str:
    lines = [f"{key}: {_value(value)}".rstrip() for key, value in values.items()]
    return "\n".join(["---", *lines, "---", ""])


def _value(value: str | int | Sequence[str]) -> str:
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return scalar(value)
    return "[" + ", ".join(map(quoted, value)) + "]"


def scalar(text: str) -> str:
    """An empty value stays empty: it is there for a person to fill in."""
    if not text:
        return ""
    if _PLAIN.fullmatch(text) and text.lower() not in _SPECIAL and not text.endswith(" "):
        return text
    return quoted(text)


def quoted(text: str) -> str:
    """As JSON, which YAML reads the same way but for characters that must not stand in it as they are."""
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))
