"""Lines into the files of a day. A session's lines stand under its name; a file that is full goes on in the next."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date

from reverie.layouts.items import item
from reverie.layouts.layout import Layout
from reverie.layouts.passages import of_day, session_heading, session_of
from reverie.records.documents import Address, Document
from reverie.records.notes import Line

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


def day_of(line: Line) -> date:
    return line.at.astimezone(UTC).date()


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


def day_pages(day: date, blocks: Mapping[str, Sequence[Line]], layout: Layout, read: Read) -> Iterator[Page]:
    """`blocks`: lines by their session; those of none under an empty name."""
    part, there = last_part(day, layout, read)
    page = _page(layout.day(day, part), there, day)
    places = _places(day, part, layout, read) if there and any(blocks) else Counter[str]()
    for session, block in blocks.items():
        fresh = True
        for line in block:
            if len(page.text) >= FULL:
                if page.lines:
                    yield page
                part, fresh = part + 1, True
                page = _page(layout.day(day, part), None, day)
            if fresh:
                _open(page, session, places[session])
                fresh = False
            _add(page, line, day)
            places[session] += 1
    if page.lines:
        yield page


def _page(address: Address, there: Document | None, day: date) -> Page:
    if there is None:
        return Page(address, None, bytearray(f"# {day.isoformat()}\n\n".encode()))
    headings = _LAST_HEADING.findall(there.content)
    under = headings[-1].decode("utf-8", "replace") if headings else ""
    end = b"\r\n" if b"\r\n" in there.content else b"\n"
    return Page(address, there, bytearray(there.content), end, under)


def _places(day: date, parts: int, layout: Layout, read: Read) -> Counter[str]:
    """How many lines of each session the day holds already."""
    found: Counter[str] = Counter()
    for part in range(1, parts + 1):
        there = read(layout.day(day, part))
        for passage in of_day(there, None) if there else ():
            if passage.group.startswith("session "):
                name = passage.group.removeprefix("session ")
                found[name] = max(found[name], passage.place + 1)
    return found


def _open(page: Page, session: str, place: int) -> None:
    """The heading the next lines stand under, if the last one is not theirs."""
    if session_of(page.under) == session:
        return
    heading = session_heading(session, place) if session else _OTHER
    _finish_line(page)
    page.text += (b"" if page.text.endswith(page.end * 2) else page.end) + heading.encode() + page.end * 2
    page.under = heading.removeprefix("## ")


def _add(page: Page, line: Line, day: date) -> None:
    _finish_line(page)
    page.newest = len(page.text)
    page.text += item(line.text, facts_of(line, day)).encode().replace(b"\n", page.end) + page.end
    page.lines.append(line)


def _finish_line(page: Page) -> None:
    if page.text and not page.text.endswith(b"\n"):
        page.text += page.end


def facts_of(line: Line, day: date | None) -> dict[str, str]:
    at = line.at.astimezone(UTC)
    exact = line.timed or (line.dated and day is None)
    if not exact and (day is None or at.date() == day):
        return {"id": line.id, "type": line.type, "origin": line.origin}
    told = f"{at:%Y-%m-%dT%H:%M:%SZ}" if line.timed else at.date().isoformat()
    return {"id": line.id, "at": told, "type": line.type, "origin": line.origin}
