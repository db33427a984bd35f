"""Small pieces of English that every sentence needs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from reverie.records.events import Event

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

_KINDS = {"fix": ("fix", "fixes"), "revert": ("revert",), "error": ("error",)}


def number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def many(count: int, one: str, more: str = "") -> str:
    return f"{number(count)} {one if count == 1 else more or one + 's'}"


def counted(events: Sequence[Event]) -> str:
    """`three fixes`, if all of them are; else events."""
    kinds = {event.kind for event in events}
    return many(len(events), *_KINDS.get(kinds.pop() if len(kinds) == 1 else "", ("event",)))


def span(events: Sequence[Event]) -> str:
    """How long it went on: `in 12 days`, `on one day`."""
    days = max(e.at for e in events) - min(e.at for e in events)
    return length(days)


def length(time: timedelta) -> str:
    days = round(time / timedelta(days=1))
    if days < 1:
        return "within a day"
    if days < 2:
        return "within two days"
    if days < 70:
        return f"in {days} days"
    if days < 720:
        return f"in {round(days / 30.4)} months"
    return f"in {days / 365:.0f} years"


def code(text: str) -> str:
    return f"`{text}`"


def listed(items: Sequence[str], last: str = "and") -> str:
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def files(paths: Sequence[str]) -> str:
    return listed([code(path) for path in paths])


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
