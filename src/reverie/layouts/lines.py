"""Lines into documents: each to its day or its topic, the lines of one session together and in their order. Many lines
become few documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from reverie.layouts.days import Page, Read, day_of, day_pages
from reverie.layouts.layout import Layout
from reverie.layouts.topics import topic_pages
from reverie.records.changes import Put, Step
from reverie.records.documents import Address
from reverie.records.notes import Line

Blocks = dict[str, list[Line]]  # in the order they came, those of a session under its name


def written(lines: Sequence[Line], layout: Layout, read: Read) -> list[Page]:
    """The documents as they are to be, those of the days first."""
    days, topics = _sorted(lines)
    pages = [page for day, blocks in days.items() for page in day_pages(day, blocks, layout, read)]
    by_address: dict[Address, Page] = {}
    for topic, blocks in topics.items():
        topic_pages(topic, blocks, layout, read, by_address)
    return [*pages, *by_address.values()]


def steps(pages: Iterable[Page], reason: str) -> tuple[Step, ...]:
    """One step for each document: if somebody is at work on one, the others go ahead."""
    return tuple(
        Step(f"{reason} in {page.address.path}", (Put(page.address, _mark(page), page.content),)) for page in pages
    )


def _mark(page: Page) -> str | None:
    return page.there.digest if page.there else None


def _sorted(lines: Sequence[Line]) -> tuple[dict[date, Blocks], dict[str, Blocks]]:
    days: dict[date, Blocks] = {}
    topics: dict[str, Blocks] = {}
    began: dict[str, date] = {}  # a session that goes on after midnight stays where it began
    for line in lines:
        if line.topic:
            blocks = topics.setdefault(line.topic, {})
        else:
            day = began.setdefault(line.session, day_of(line)) if line.session else day_of(line)
            blocks = days.setdefault(day, {})
        blocks.setdefault(line.session, []).append(line)
    return days, topics
