"""Packets made by hand."""

from __future__ import annotations

from datetime import UTC, datetime

from reverie.records.events import Origin
from reverie.records.tasks import Item, ItemKind, Lesson, Packet

DAY = datetime(2026, 3, 4, tzinfo=UTC)
_ORIGIN = {ItemKind.AGENT: Origin.AGENT, ItemKind.AGREED: Origin.AGENT, ItemKind.FINAL: Origin.AGENT,
           ItemKind.ERROR: Origin.TOOL, ItemKind.REMEDY: Origin.TOOL, ItemKind.UNDONE: Origin.TOOL,
           ItemKind.REVIEW: Origin.TOOL}  # fmt: skip


def item(
    kind: ItemKind, text: str, *files: str, context: str = "", origin: Origin | None = None, times: int = 1
) -> Item:
    whose = origin or _ORIGIN.get(kind, Origin.USER)
    return Item("", kind, text.replace("\n", "⏎"), 0, "", "", whose, DAY, files, context, times)


def packet(*items: Item, session: str = "s1", files: tuple[str, ...] = ()) -> Packet:
    numbered = tuple(
        Item(f"e{n}", one.kind, one.text, n, f"{session}.jsonl:{n}", f"{session}-{n}", one.origin, one.at, one.files,
             one.context, one.times)
        for n, one in enumerate(items, 1)
    )  # fmt: skip
    return Packet(session, {"session": session}, numbered, files=files)


def human(text: str) -> Packet:
    return packet(item(ItemKind.HUMAN, text))


def sentences_of(lessons: tuple[Lesson, ...]) -> list[str]:
    return [lesson.sentence for lesson in lessons]
