"""What of a batch is in memory already: lines that came in before under the same id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date

from reverie.layouts.days import Read, day_of
from reverie.layouts.incoming import Batch
from reverie.layouts.items import unmarked
from reverie.layouts.layout import Layout
from reverie.layouts.topics import home
from reverie.records.documents import Document

_ID = re.compile(rb"<!-- id: ")


def without_known(batch: Batch, layout: Layout, read: Read) -> None:
    """Take out what is there. The same id with other words is a fault of the file, and said."""
    wanted = {line.id: number for number, line in batch.lines.items() if line.id}
    if not wanted:
        return
    for document in _places(batch, layout, read):
        if not _ID.search(document.content):
            continue
        for passage in layout.passages(document):
            number = wanted.get(passage.id)
            if number is None or number not in batch.lines:
                continue
            line = batch.lines.pop(number)
            if _same(line.text, passage.text):
                batch.again += 1
            else:
                where = f"{document.address.path}:{passage.first}"
                batch.bad[number] = f"the id '{line.id}' stands for other words in {where}"


def _same(new: str, old: str) -> bool:
    plain = (unmarked(text.replace("\r\n", "\n"))[0].split() for text in (new, old))
    return next(plain) == next(plain)


def _places(batch: Batch, layout: Layout, read: Read) -> Iterator[Document]:
    yield from _days({day_of(line) for line in batch.lines.values() if not line.topic}, layout, read)
    topics = {(line.topic, line.type) for line in batch.lines.values() if line.topic}
    for topic, type in topics:
        slug, there = home(topic, type, layout, read)
        number = 1
        while there is not None:
            yield there
            number += 1
            there = read(layout.topic(f"{slug}-{number}")) if layout.topic("a") != layout.topic("b") else None


def _days(days: Iterable[date], layout: Layout, read: Read) -> Iterator[Document]:
    for day in sorted(days):
        part = 1
        while (there := read(layout.day(day, part))) is not None:
            yield there
            part += 1
