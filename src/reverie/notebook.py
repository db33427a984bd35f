"""Remembering lines, the same for every door: without their secrets, into the notes as they are at that moment, as one
change. The index follows, because the store makes it from what is there."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from reverie.layouts.days import Page
from reverie.layouts.layout import Layout
from reverie.layouts.lines import steps, written
from reverie.records.changes import ChangeSet, Receipt
from reverie.records.documents import Document
from reverie.records.errors import NotRemembered
from reverie.records.notes import Line
from reverie.records.store import Store

TRIES = 40  # others may be writing the same note at the same moment
_PAUSE = 0.05  # seconds at most, so that two do not meet again and again
_TITLE = 60

Clean = Callable[[Sequence[str]], list[str]]


def _pause() -> None:
    time.sleep(random.uniform(0, _PAUSE))


@dataclass(slots=True)
class Kept:
    """What was remembered: the pages as they were written, and the changes that wrote them."""

    pages: list[Page] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Notebook:
    """The notes of one memory, open for writing. `clean` takes secrets out of texts; `by` is the person; `forgotten`
    tells what no night may write down again."""

    store: Store
    layout: Layout
    clean: Clean
    by: str
    pause: Callable[[], None] = _pause
    forgotten: Callable[[str], bool] = lambda _: False

    def cleaned(self, lines: Sequence[Line]) -> list[Line]:
        """The lines without secrets, by whichever field they come."""
        texts = self.clean([line.text for line in lines])
        others = self.clean([f"{line.id}\n{line.topic}\n{line.session}" for line in lines])
        found = []
        for line, text, other in zip(lines, texts, others, strict=True):
            id, topic, session = (*other.split("\n"), "", "")[:3]
            found.append(replace(line, text=text, id=id, topic=topic, session=session))
        return found

    def drafted(self, lines: Sequence[Line], header: Mapping[str, str] | None = None) -> list[Page]:
        """The pages as they would be. `header`: what the note of the only topic is to say of itself."""
        pages = written(self.cleaned(lines), self.layout, self.store.read)
        if header:
            self._headed(pages[-1], header)
        return pages

    def change(self, pages: Sequence[Page], at: datetime) -> ChangeSet:
        lines = [line for page in pages for line in page.lines]
        what = "remember a line" if len(lines) == 1 else "remember lines"
        return ChangeSet(title_of(lines), self.by, at, steps(pages, what))

    def keep(self, lines: Sequence[Line], at: datetime, header: Mapping[str, str] | None = None) -> Kept:
        """Where somebody else was quicker it is another note now: those lines are tried again, in the note as it is."""
        kept, left, why = Kept(), list(lines), ""
        for _ in range(TRIES):
            if not left:
                return kept
            pages = self.drafted(left, header)
            receipt = self.store.apply(self.change(pages, at))
            kept.receipts.append(receipt)
            left = []
            for page, result in zip(pages, receipt.results, strict=False):
                if result.why:
                    why = result.why
                    left += page.lines
                else:
                    kept.pages.append(page)
            if left:
                self.pause()
        raise NotRemembered(why=why)

    def _headed(self, page: Page, header: Mapping[str, str]) -> None:
        before = page.content
        page.text = bytearray(self.layout.edited(Document(page.address, before), page.slug, header, None))
        page.newest += len(page.text) - len(before)


def title_of(lines: Sequence[Line]) -> str:
    if len(lines) != 1:
        return f"remember {len(lines)} lines"
    words = " ".join(lines[0].text.split())
    return f"remember: {words if len(words) <= _TITLE else words[: _TITLE - 1] + '…'}"
