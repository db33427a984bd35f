"""A note in words: for a list, for a person, for a script."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reverie import wiring

if TYPE_CHECKING:
    from reverie.layouts.shelf import Filed
    from reverie.records.notes import Note


def has_left(found: Filed) -> bool:
    return found.address.path.startswith("retired/")


def marks_of(found: Filed) -> str:
    note = found.note
    words = [note.state] if note.state != "active" else []
    words += ["pinned"] if note.pinned else []
    words += ["static"] if note.static else []
    return ", ".join(words) or "-"


def told_of(found: Filed) -> list[str]:
    note = found.note
    said: Mapping[str, object] = {
        "from": note.valid_from, "until": note.valid_until, "created": note.created, "updated": note.updated,
    }  # fmt: skip
    words = [note.type or "no type", "retired" if has_left(found) else note.state]
    words += ["pinned"] * note.pinned + ["static"] * note.static
    return [*words, *(f"{name} {value}" for name, value in said.items() if value)]


def facts_of(found: Filed) -> dict[str, Any]:
    note: Note = found.note
    return {
        "slug": note.slug,
        "path": wiring.path_of(found.address),
        "title": note.title,
        "hook": note.hook,
        "type": note.type,
        "state": "retired" if has_left(found) else note.state,
        "pinned": note.pinned,
        "static": note.static,
        "origin": note.origin,
        "valid_from": note.valid_from,
        "valid_until": note.valid_until,
        "created": note.created,
        "updated": note.updated,
        "extra": dict(note.extra),
    }
