"""Looking into memory for an agent: search, which is recorded as recalls, and reading a document of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from reverie import wiring
from reverie.doors.cli.talk import harmless
from reverie.doors.mcp import words
from reverie.doors.mcp.errors import NotInMemory
from reverie.records.documents import Address, Document
from reverie.records.errors import BadAddress, ReverieError
from reverie.records.notes import STATES
from reverie.records.passages import FAINT

if TYPE_CHECKING:
    from reverie.doors.mcp.clerk import Desk
    from reverie.layouts.shelf import Filed
    from reverie.records.engines import Embedder
    from reverie.records.passages import Hit

ROOTS = ("memory", "notes", "workspace")  # where memory lies; nothing else is read for an agent
_PLACE = re.compile(r"(.+?):(\d{1,9})(?:-\d{1,9})?")


def search(
    desk: Desk, query: str, limit: int, layers: Collection[str], since_days: int | None, superseded: bool
) -> str:
    from reverie.finding.library import embedded
    from reverie.lookup.search import Filters

    now = wiring.now()
    since = now - timedelta(days=since_days) if since_days else None
    states = frozenset(STATES if superseded else ("active",))
    question = wiring.passing_redactor(desk.project).text(query)
    library = wiring.search.library(desk.project, desk.store)
    try:
        library.catch_up(now)
        embed = embedded(library, desk.embedder() if library.size() else None)
        filters = Filters(frozenset(layers), frozenset(), states, since)
        found = library.search([(question, limit)], filters, now, embed)[0]
        hits = library.checked([hit for hit in found if hit.score >= FAINT])
        notes = [*library.notes, *_recorded(desk, hits, query, embed)]
        size = library.size()
    finally:
        library.close()
    told = [words.hit(hit) for hit in hits] or [f"Nothing about it in {size} passages of memory."]
    more = "Ask for less: a smaller limit, or a narrower question; memory_get reads one document."
    body = words.fitted("\n".join(told), more)
    return "\n".join([body, *(f"note: {harmless(note)}" for note in notes), *([words.HINT] if hits else [])])


def _recorded(desk: Desk, hits: Sequence[Hit], query: str, embed: Embedder | None) -> list[str]:
    """An agent asked for them. What could not be written down is said, and is no reason not to answer."""
    from reverie.remember.recalls import record

    clean = wiring.passing_redactor(desk.project).text
    why = ""
    for engine in dict.fromkeys((embed, None)):  # an embedder that went away is no reason not to count
        try:
            record(desk.store, hits, query, at=wiring.now(), embed=engine, clean=clean)
        except ReverieError as found:
            why = found.message
        else:
            return []
    return [f"these hits were not recorded: {why}"]


def get(desk: Desk, place: str, first: int, count: int) -> str:
    """Some lines of a document of memory, numbered, with what one should know about it."""
    named = _PLACE.fullmatch(place)
    document = document_at(desk, place)
    if document is None and named:
        document, first = document_at(desk, named[1]), max(first, int(named[2]))
    if document is None:
        raise NotInMemory(place=place)
    lines = clean_text(desk, document).splitlines()
    path = wiring.path_of(document.address)
    if first > len(lines):
        return f"{path} has {len(lines)} lines."
    shown = lines[first - 1 : first - 1 + count]
    numbered = "\n".join(f"{number:5}  {harmless(line)}" for number, line in enumerate(shown, first))
    body = words.fitted(numbered, "Call memory_get again with from_line and a path to go on.")
    last = first - 1 + len(shown)
    more = f" Go on with from_line={last + 1}." if last < len(lines) else ""
    return f"{path}, lines {first}-{last} of {len(lines)}.{more}\n{body}\n{words.HINT}"


def document_at(desk: Desk, place: str) -> Document | None:
    """By its path, as search shows it, or by a note's name or title."""
    for root in ROOTS:
        shown = wiring.shown_root(root)
        if (shown or root == "workspace") and place.removeprefix("./").startswith(shown):
            found = _read(desk, root, place.removeprefix("./").removeprefix(shown))
            if found is not None:
                return found
    note = note_called(desk, place)
    return note.document if note else None


def note_called(desk: Desk, name: str, *, retired: bool = True) -> Filed | None:
    """The note, if exactly one can be meant."""
    from reverie.layouts.shelf import filed, meant

    layout = wiring.place(desk.project).layout
    shelf = [*filed(desk.store, layout), *(filed(desk.store, layout, retired=True) if retired else ())]
    found = meant(name, shelf)
    return found[0] if len(found) == 1 else None


def clean_text(desk: Desk, document: Document) -> str:
    """A person's own note may hold a secret; an agent is not shown it."""
    return wiring.passing_redactor(desk.project).text(document.content.decode("utf-8", "replace"))


def _read(desk: Desk, root: str, path: str) -> Document | None:
    try:
        return desk.store.read(Address(root, path))
    except (BadAddress, KeyError):
        return None
