"""The form of an answer: one JSON object, of the part of JSON Schema that our kinds use. An answer may be anything of
any length, so what is too long is not read at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from reverie.tasks.kind import Unfit

LONGEST_ANSWER = 100_000  # characters
_TYPES: dict[str, type] = {"object": dict, "array": list, "string": str, "boolean": bool}
_FENCE = "```"


def parse_answer(text: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer as its schema has it, or Unfit."""
    found = _json(text)
    if fault := unlike(found, schema):
        raise Unfit(fault)
    assert isinstance(found, dict)
    return found


def _json(text: str) -> Any:
    if len(text) > LONGEST_ANSWER:
        raise Unfit(f"the answer has more than {LONGEST_ANSWER:,} characters")
    try:
        return json.loads(_unfenced(text.strip()))
    except (ValueError, RecursionError):
        raise Unfit("the answer is not one JSON object") from None


def _unfenced(text: str) -> str:
    """Without the Markdown fence that models like to put around JSON."""
    first, newline, rest = text.partition("\n")
    if newline and first.startswith(_FENCE) and first.strip("`").strip().lower() in ("", "json"):
        return rest.rstrip().removesuffix(_FENCE)
    return text


def unlike(value: Any, schema: Mapping[str, Any], where: str = "the answer") -> str:
    """How a value differs from its schema; empty if it does not."""
    if not isinstance(value, _TYPES[schema["type"]]):
        return f"{where} is not of type {schema['type']}"
    if isinstance(value, dict):
        return _unlike_object(value, schema, where)
    if isinstance(value, list):
        if not schema["minItems"] <= len(value) <= schema["maxItems"]:
            return f"{where} has {len(value)} items, and {schema['minItems']} to {schema['maxItems']} are wanted"
        return next((fault for one in value if (fault := unlike(one, schema["items"], f"an item of {where}"))), "")
    if isinstance(value, str):
        return _unlike_text(value, schema, where)
    return ""


def _unlike_text(value: str, schema: Mapping[str, Any], where: str) -> str:
    if "enum" in schema:
        return "" if value in schema["enum"] else f"{where} is not one of: {', '.join(schema['enum'])}"
    if len(value) > schema["maxLength"]:
        return f"{where} has {len(value)} characters, and {schema['maxLength']} is the most"
    return f"{where} is too short" if len(value.strip()) < schema.get("minLength", 0) else ""


def _unlike_object(value: dict[str, Any], schema: Mapping[str, Any], where: str) -> str:
    if not (known := schema.get("properties")):
        return ""
    if missing := [name for name in schema["required"] if name not in value]:
        return f"{where} lacks `{missing[0]}`"
    if foreign := [name for name in value if name not in known]:
        return f"{where} has `{shown(foreign[0])}`, which was not asked for"
    return next((fault for name, part in value.items() if (fault := unlike(part, known[name], f"`{name}`"))), "")


def shown(text: str, longest: int = 60) -> str:
    """A stranger's text as a reason may quote it: on one line, short, without what cannot be seen."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * longest]).split()).replace("`", "'")
    return line if len(line) <= longest else line[: longest - 1] + "…"
