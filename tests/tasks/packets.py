"""Hand-made packets and answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from reverie.records.events import Origin
from reverie.records.tasks import PERSONS, Item, ItemKind, Lesson, Packet
from reverie.tasks.kind import Passed, Refused
from reverie.tasks.kinds.lessons import Lessons, LessonsInput
from reverie.tasks.known import Known
from reverie.tools.redact import Redactor

REDACT = Redactor(b"a key for tests only").text
AT = datetime(2026, 3, 5, 10, 0, tzinfo=UTC)  # a Thursday
_TOOLS = (ItemKind.ERROR, ItemKind.REVIEW, ItemKind.REPORT)


def item(
    id: str,
    text: str,
    kind: ItemKind = ItemKind.HUMAN,
    origin: Origin | None = None,
    *,
    event: str = "",
    files: tuple[str, ...] = (),
    context: str = "",
    at: datetime | None = AT,
) -> Item:
    whose = Origin.USER if kind in PERSONS else Origin.TOOL if kind in _TOOLS else Origin.AGENT
    number = int(id.removeprefix("e"))
    return Item(id, kind, text, number, f"s.jsonl:{number}", event or f"ev{id}", origin or whose, at, files, context)


def packet(*items: Item, about: str = "s-1", files: tuple[str, ...] = ()) -> Packet:
    return Packet(about, {"session": about}, items, files=files)


def lesson(sentence: str, quote: str, *evidence: str, **changes: Any) -> dict[str, Any]:
    told = {
        "kind": "fact",
        "sentence": sentence,
        "why": "",
        "files": [],
        "evidence": list(evidence),
        "quote": quote,
        "strength": "human said",
        "asked": False,
    }
    return told | changes


def examined(
    given: Packet, *lessons: dict[str, Any], known: Known | None = None
) -> Passed[tuple[Lesson, ...]] | Refused:
    answer = json.dumps({"lessons": list(lessons)})
    return Lessons().examine(answer, LessonsInput(given, known or Known(), redact=REDACT, by="twin"))


def accepted(given: Packet, *lessons: dict[str, Any], known: Known | None = None) -> Sequence[Lesson]:
    found = examined(given, *lessons, known=known)
    assert isinstance(found, Passed), found
    return found.value


def one(given: Packet, told: dict[str, Any], known: Known | None = None) -> Lesson:
    found = examined(given, told, known=known)
    assert isinstance(found, Passed), found
    assert len(found.value) == 1, found.dropped
    return found.value[0]


def why_not(given: Packet, told: dict[str, Any], known: Known | None = None) -> str:
    """Why a lesson does not pass."""
    found = examined(given, told, known=known)
    if isinstance(found, Refused):
        return found.why
    assert not found.value, found.value
    return "; ".join(found.dropped)
