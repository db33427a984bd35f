"""The form of an answer: one JSON object, of the part of JSON Schema that our prompts use."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from reverie.wording.prompt import Invalid

LONGEST_ANSWER = 20_000  # characters that are looked at
_FENCE = re.compile(r"\A\s*```(?:json)?\s*\n(.*)\n\s*```\s*\Z", re.DOTALL)
_TYPES = {"object": dict, "array": list, "string": str, "boolean": bool}


def parsed(text: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer as what its schema says, or Invalid."""
    fenced = _FENCE.match(text[:LONGEST_ANSWER])
    try:
        found = json.loads(fenced[1] if fenced else text[:LONGEST_ANSWER])
    except (ValueError, RecursionError):
        raise Invalid("it is not one JSON object") from None
    if fault := unlike(found, schema):
        raise Invalid(fault)
    assert isinstance(found, dict)
    return found


def unlike(value: Any, schema: Mapping[str, Any], where: str = "the answer") -> str:
    """How a value differs from the part of JSON Schema that our prompts use; empty if it does not."""
    if not isinstance(value, _TYPES[schema["type"]]):
        return f"{where} is not of type {schema['type']}"
    if isinstance(value, dict):
        return _unlike_object(value, schema, where)
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 1000):
            return f"{where} has {len(value)} items"
        return next((fault for one in value if (fault := unlike(one, schema["items"], f"an item of {where}"))), "")
    if isinstance(value, str):
        if "enum" in schema and value not in schema["enum"]:
            return f"{where} is not one of {', '.join(schema['enum'])}"
        if len(value) > schema.get("maxLength", LONGEST_ANSWER):
            return f"{where} has {len(value)} characters, and {schema['maxLength']} is the most"
    return ""


def _unlike_object(value: dict[str, Any], schema: Mapping[str, Any], where: str) -> str:
    known = schema["properties"]
    if missing := [name for name in schema["required"] if name not in value]:
        return f"{where} lacks `{missing[0]}`"
    if foreign := [name for name in value if name not in known]:
        return f"{where} has `{str(foreign[0])[:40]}`, which was not asked for"
    return next((fault for name, part in value.items() if (fault := unlike(part, known[name], f"`{name}`"))), "")
