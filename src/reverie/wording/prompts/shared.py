"""What the prompts share: the form of their schemas, and the id of the draft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from reverie.wording.prompt import MOST, Quoted

DRAFT, ABOUT = "draft", "about"
TRUSTED = (DRAFT, ABOUT)  # worded by rules, not found somewhere


def object_schema(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def cites_schema(evidence: Iterable[Quoted]) -> dict[str, Any]:
    ids = ids_of(list(evidence)[:MOST])
    return {"type": "array", "items": {"type": "string", "enum": ids}, "minItems": 1, "maxItems": len(ids)}


def ids_of(evidence: Iterable[Quoted]) -> list[str]:
    """What may be cited: all but the draft, unless there is nothing else."""
    found = [piece.id for piece in evidence]
    return [id for id in found if id != DRAFT] or found
