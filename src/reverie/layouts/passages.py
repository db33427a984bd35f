"""From a document to the passages that can be found in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime

from reverie.layouts.items import unmarked
from reverie.layouts.pieces import Piece, is_comment, pieces
from reverie.records.documents import Document
from reverie.records.notes import Note
from reverie.records.passages import Passage
from reverie.tools import frontmatter
from reverie.tools.ids import content_id

_SESSION = re.compile(r"Session (.+?)(?: \(from (\d{1,9})\))?")


def session_heading(session: str, place: int) -> str:
    """`place`: how many of its lines stand in an earlier part."""
    name = " ".join(session.split())
    known = _SESSION.fullmatch(f"Session {name}")
    return f"## Session {name}" + (f" (from {place})" if place or (known and known[2]) else "")


def session_of(heading: str) -> str:
    """The session a heading names, if it names one."""
    found = _SESSION.fullmatch(heading)
    return found[1] if found else ""


def of_day(document: Document, day: date | None) -> list[Passage]:
    """What stands in a daily note: one item, one passage."""
    text, offset = _body(document.content)
    at = datetime(day.year, day.month, day.day, tzinfo=UTC) if day else None
    return _passages(document, pieces(text, offset), at, "daily", str(day or document.address.name))


def of_note(document: Document, note: Note, layer: str = "note") -> list[Passage]:
    """Of a note that was read from all of the document, or that only names it and has no body."""
    content, body = document.content, note.body
    text, offset = (body, content.count(b"\n") - body.count("\n")) if body else _body(content)
    when = note.date
    at = datetime(when.year, when.month, when.day, tzinfo=UTC) if when else None
    return _passages(document, pieces(text, offset), at, layer, note.title, note)


def of_pieces(document: Document, found: Iterable[Piece], note: Note) -> list[Passage]:
    """Of a part of a document that is a note by itself."""
    return _passages(document, found, None, "note", note.title, note)


def _body(content: bytes) -> tuple[str, int]:
    parts = frontmatter.read(content)
    if not parts.body and parts.fault:
        return "", 0
    text = content.decode("utf-8-sig")
    return parts.body, text.count("\n") - parts.body.count("\n")


def _passages(
    document: Document, found: Iterable[Piece], at: datetime | None, layer: str, title: str, note: Note | None = None
) -> list[Passage]:
    address = str(document.address)
    own = f"{address}#{note.slug}" if note and note.slug != document.address.path.removesuffix(".md") else address
    places: Counter[str] = Counter()
    said: Counter[str] = Counter()
    known = note or Note("", "", "")
    result = []
    headings: tuple[str, ...] | None = None
    group, section = own, title
    for piece in found:
        if piece.headings is not headings:  # the same for all that stands under it
            headings = piece.headings
            group, section = _where(headings, own, title, places)
        text, facts = unmarked(piece.text) if piece.text.endswith("-->") else (piece.text, {})
        if not text or is_comment(text):
            continue
        id = facts.get("id") or _minted(address, text, said)
        moment = _moment(facts["at"]) if "at" in facts else None
        spot = facts.get("session") or group
        result.append(
            Passage(
                id, address, piece.first, piece.last, text, moment or at, layer, facts.get("type") or known.type,
                section, spot, places[spot], _origin(facts, known), known.state, known.pinned, "", known.valid_until,
            )
        )  # fmt: skip
        places[spot] += 1
    return result


def _origin(facts: Mapping[str, str], note: Note) -> str:
    """A mark may say that it is not a person's word, never that it is: anybody could write that."""
    told = facts.get("origin", "")
    return told if told in ("agent", "tool", "system") and note.origin == "user" else note.origin


def _minted(address: str, text: str, said: Counter[str]) -> str:
    """The same words twice in one document are two passages."""
    said[text] += 1
    return content_id(address, text, *([str(said[text])] if said[text] > 1 else []))


def _where(headings: tuple[str, ...], own: str, title: str, places: Counter[str]) -> tuple[str, str]:
    """The group and the title of what stands under these headings."""
    last = headings[-1] if headings else ""
    session = _SESSION.fullmatch(last)
    if session:
        group = f"session {session[1]}"
        places[group] = max(places[group], int(session[2] or 0))
        return group, title
    shown = [heading for heading in headings if heading and heading != title]
    return own, " › ".join([title, *shown])


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
