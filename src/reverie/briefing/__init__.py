"""The breakfast table: what the next session should know first, in at most forty lines, each with where it stands.
Records come in, lines go out; nothing here knows files, clocks or models."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from reverie.briefing import lately, trouble, wants
from reverie.records.briefing import CHARACTERS, LINES, WIDTH, Material, Part, Point

__all__ = ["brief", "page"]


def brief(known: Material) -> tuple[str, ...]:
    """The lines, the most pressing part first; nothing if there is nothing to say."""
    parts = [
        lately.work(known),
        lately.left_open(known),
        wants.wanted(known),
        trouble.failing(known),
        trouble.ways(known),
        trouble.found_out(known),
        wants.doubtful(known),
        lately.places(known),
    ]
    return tuple(_lines(_fitted([part for part in map(_tidied, parts) if part.points])))


def page(lines: Sequence[str], at: datetime) -> str:
    """As it stands in its file."""
    return "\n".join([f"# Briefing of {at.astimezone(UTC):%Y-%m-%d %H:%M} UTC", *lines, ""])


def _tidied(part: Part) -> Part:
    """Each thing once, and none longer than a line."""
    seen: dict[str, Point] = {}
    for point in part.points:
        text = "".join(char if char.isprintable() else " " for char in " ".join(point.text.split()))
        room = WIDTH - len(point.cite) - 5
        short = text if len(text) <= room else text[: room - 1].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"
        seen.setdefault(short.casefold(), Point(short, point.cite))
    return Part(part.title, tuple(seen.values()), part.least, part.most)


def _fitted(parts: Sequence[Part]) -> list[Part]:
    """As many points of each as there is room for: first the least of each, then more, in the order of the parts."""
    room = LINES - 1 - len(parts)
    given = {part.title: 0 for part in parts}
    for wanted in ("least", "most"):
        for part in parts:
            more = min(getattr(part, wanted), len(part.points)) - given[part.title]
            take = max(0, min(more, room))
            given[part.title] += take
            room -= take
    return [Part(part.title, part.points[: given[part.title]]) for part in parts if given[part.title]]


def _lines(parts: Iterable[Part]) -> Iterable[str]:
    left = CHARACTERS
    for part in parts:
        lines = [part.title, *map(str, part.points)]
        for number, line in enumerate(lines):
            left -= len(line) + 1
            if left < 0 or (number == 0 and left < WIDTH):
                return
            yield line
