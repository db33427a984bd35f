"""What the shelf knows of notes and of what they state, as records; and how these are read from its rows."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from reverie.tools.tokens import tokens


class Statement(NamedTuple):
    """A sentence or two of a note, with who said it when."""

    id: int
    address: str
    slug: str  # of the note; a page may hold several
    first: int
    last: int
    text: str
    day: date | None
    origin: str
    context: str = ""  # the title and headings it stands under


class Card(NamedTuple):
    """What is known of a note without opening it."""

    address: str
    slug: str
    kind: str  # note, daily
    title: str
    type: str
    origin: str
    fixed: bool  # pinned or static: never touched
    day: date | None
    statements: int
    doubted: bool


def topic(title: str) -> str:
    """A title as it is compared. One word alone may be anything."""
    words = tokens(title)
    return " ".join(words) if len(words) > 1 else ""


CARD = "select doc.address, slug, kind, title, type, origin, fixed, day, statements, doubted from doc"
STATEMENT = "select id, address, slug, first, last, text, day, origin, context from statement"


def card(row: tuple[str, str, str, str, str, str, int, str, int, int]) -> Card:
    address, slug, kind, title, type, origin, fixed, day, statements, doubted = row
    return Card(address, slug, kind, title, type, origin, bool(fixed), day_of(day), statements, bool(doubted))


def statement(row: tuple[int, str, str, int, int, str, str, str, str]) -> Statement:
    id, address, slug, first, last, text, day, origin, context = row
    return Statement(id, address, slug, first, last, text, day_of(day), origin, context)


def day_of(text: str) -> date | None:
    return date.fromisoformat(text) if text else None
