"""Lines into documents: each to its day or its topic, the lines of one session together and in their order. Many lines
become few documents, and a document that is full goes on in the next."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date

from reverie.layouts.items import item
from reverie.layouts.layout import Layout
from reverie.layouts.passages import of_day, session_heading
from reverie.records.changes import Put, Step
from reverie.records.documents import Address, Document
from reverie.records.notes import Line, Note

MOST = 512 * 1024  # bytes of one topic's note
FULL = 96 * 1024  # bytes: a day's file beyond this goes on in another, so that adding a line stays cheap
Read = Callable[[Address], Document | None]
_LAST_HEADING = re.compile(rb"^## (.*?)\r?$", re.MULTILINE)
_OTHER = "## Other"


@dataclass(slots=True)
class Page:
    """A document being written. `under`: its last heading; `newest`: where its newest item begins."""

    address: Address
    there: Document | None
    text: bytearray
    end: bytes = b"\n"
    under: str = ""
    newest: int = 0
    lines: list[Line] = field(default_factory=list)  # what was added to it
    slug: str = ""  # of the topic's note

    @property
    def content(self) -> bytes:
        return bytes(self.text)

    @property
    def line(self) -> int:
        """The line its newest item begins at."""
        return self.text.count(b"\n", 0, self.newest) + 1


@dataclass(slots=True)
class _Bundle:
    """What belongs to one day or one topic: blocks in the order they came, those of a session under its name."""

    blocks: dict[str, list[Line]] = field(default_factory=dict)


def day_of(line: Line) -> date:
    return line.at.astimezone(UTC).date()


def written(lines: Sequence[Line], layout: Layout, read: Read) -> list[Page]:
    """The documents as they are to be, those of the days first."""
    days, topics = _bundled(lines)
    pages: list[Page] = []
    for day, bundle in days.items():
        pages += _day(day, bundle, layout, read)
    by_address: dict[Address, Page] = {}
    for topic, bundle in topics.items():
        _topic(topic, bundle, layout, read, by_address)
    return [*pages, *by_address.values()]


def steps(pages: Iterable[Page], reason: str) -> tuple[Step, ...]:
    """One step for each document: if somebody is at work on one, the others go ahead."""
    return tuple(
        Step(f"{reason} in {page.address.path}", (Put(page.address, _mark(page), page.content),)) for page in pages
    )


def _mark(page: Page) -> str | None:
    return page.there.digest if page.there else None


def _bundled(lines: Sequence[Line]) -> tuple[dict[date, _Bundle], dict[str, _Bundle]]:
    days: dict[date, _Bundle] = {}
    topics: dict[str, _Bundle] = {}
    began: dict[str, date] = {}  # a session that goes on after midnight stays where it began
    for line in lines:
        if line.topic:
            bundle = topics.setdefault(line.topic, _Bundle())
        else:
            day = began.setdefault(line.session, day_of(line)) if line.session else day_of(line)
            bundle = days.setdefault(day, _Bundle())
        bundle.blocks.setdefault(line.session, []).append(line)
    return days, topics


# Days


def last_part(day: date, layout: Layout, read: Read) -> tuple[int, Document | None]:
    """The number of the newest file of a day, and the file. They are numbered without gaps."""
    low, there = 1, read(layout.day(day, 1))
    if there is None or len(there.content) < FULL:
        return low, there
    high = 2
    while (found := read(layout.day(day, high))) is not None:
        low, there, high = high, found, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        found = read(layout.day(day, middle))
        low, there, high = (middle, found, high) if found is not None else (low, there, middle)
    return low, there


def _day(day: date, bundle: _Bundle, layout: Layout, read: Read) -> Iterator[Page]:
    part, there = last_part(day, layout, read)
    page = _page(layout.day(day, part), there, day)
    for session, block in bundle.blocks.items():
        place, fresh = _places(page, session), True
        for line in block:
            if len(page.text) >= FULL:
                if page.lines:
                    yield page
                part, fresh = part + 1, True
                page = _page(layout.day(day, part), None, day)
            if fresh:
                _open(page, session, place)
                fresh = False
            _add(page, line, day)
            place += 1
    if page.lines:
        yield page


def _page(address: Address, there: Document | None, day: date) -> Page:
    if there is None:
        return Page(address, None, bytearray(f"# {day.isoformat()}\n\n".encode()))
    headings = _LAST_HEADING.findall(there.content)
    under = headings[-1].decode("utf-8", "replace") if headings else ""
    end = b"\r\n" if b"\r\n" in there.content else b"\n"
    return Page(address, there, bytearray(there.content), end, under)


def _places(page: Page, session: str) -> int:
    """How many lines of a session stand in a page already."""
    if not session or page.there is None:
        return 0
    group = f"session {' '.join(session.split())}"
    return max((found.place + 1 for found in of_day(page.there, None) if found.group == group), default=0)


def _open(page: Page, session: str, place: int) -> None:
    """The heading the next lines stand under, if the last one is not theirs."""
    if session:
        if f"## {page.under}".partition(" (from ")[0] == session_heading(session, 0).partition(" (from ")[0]:
            return
        heading = session_heading(session, place)
    elif page.under.startswith("Session "):
        heading = _OTHER
    else:
        return
    _finish_line(page)
    page.text += (b"" if page.text.endswith(page.end * 2) else page.end) + heading.encode() + page.end * 2
    page.under = heading.removeprefix("## ")


def _add(page: Page, line: Line, day: date) -> None:
    _finish_line(page)
    page.newest = len(page.text)
    page.text += item(line.text, _facts(line, day)).encode().replace(b"\n", page.end) + page.end
    page.lines.append(line)


def _finish_line(page: Page) -> None:
    if page.text and not page.text.endswith(b"\n"):
        page.text += page.end


def _facts(line: Line, day: date | None) -> dict[str, str]:
    at = line.at.astimezone(UTC)
    exact = line.timed or (line.dated and day is None)
    if not exact and (day is None or at.date() == day):
        return {"id": line.id, "type": line.type}
    told = f"{at:%Y-%m-%dT%H:%M:%SZ}" if line.timed else at.date().isoformat()
    return {"id": line.id, "at": told, "type": line.type}


# Topics


def home(topic: str, type: str, layout: Layout, read: Read) -> tuple[str, Document | None]:
    """The slug and the document of a topic's note: the one that is there, or where it will be."""
    names = layout.names(topic, type)
    for slug in names:
        there = read(layout.topic(slug))
        if there is not None:
            return slug, there
    return names[0], None


def _topic(topic: str, bundle: _Bundle, layout: Layout, read: Read, pages: dict[Address, Page]) -> None:
    """A topic that holds very much goes on in a note of its own, numbered."""
    lines = [line for block in bundle.blocks.values() for line in block]
    type = next((line.type for line in lines if line.type), "")
    first, there = home(topic, type, layout, read)
    number, slug = 1, first
    in_files = layout.topic("a") != layout.topic("b")  # where all topics share a page, no other is begun
    for session, block in bundle.blocks.items():
        for part in _portions(block):
            while there is not None and len(there.content) >= MOST and in_files:
                number += 1
                slug = f"{first}-{number}"
                there = _now(pages, layout.topic(slug), read)
            title = topic if number == 1 else f"{topic} ({number})"
            there = _extended(slug, title, type, session, part, layout, there, pages)


def _portions(block: list[Line]) -> Iterator[list[Line]]:
    """As many lines as one note takes in well."""
    part: list[Line] = []
    size = 0
    for line in block:
        part.append(line)
        size += len(line.text) * 2
        if size >= MOST:
            yield part
            part, size = [], 0
    if part:
        yield part


def _now(pages: dict[Address, Page], address: Address, read: Read) -> Document | None:
    return Document(address, pages[address].content) if address in pages else read(address)


def _extended(
    slug: str,
    title: str,
    type: str,
    session: str,
    lines: list[Line],
    layout: Layout,
    there: Document | None,
    pages: dict[Address, Page],
) -> Document:
    address = layout.topic(slug)
    page = pages.get(address)
    if page is None:
        page = pages[address] = Page(address, there, bytearray(there.content if there else b""))
    now = Document(address, page.content) if page.text else None
    known = next((note for note in layout.notes(now) if note.slug == slug), None) if now else None
    told = (f"\n{session_heading(session, 0)}\n\n" if session else "") + _items(lines, known.type if known else type)
    new = Note(slug, title, "", _hook(lines[0].text), type, created=day_of(lines[0]))
    note = replace(known, updated=max(map(day_of, lines))) if known else new
    page.text = bytearray(layout.extended(now, note, told))
    page.newest = page.text.rfind(_items(lines[-1:], note.type).encode().strip())
    page.lines += lines
    page.slug = slug
    return Document(address, page.content)


def _items(block: Sequence[Line], type: str) -> str:
    told = ((line, _facts(line, None)) for line in block)
    return "".join(
        item(line.text, {**facts, "type": "" if line.type == type else line.type}) + "\n" for line, facts in told
    )


def _hook(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 150 else line[:149].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"
