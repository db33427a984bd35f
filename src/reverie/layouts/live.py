"""A recalled passage as it stands now. Lines move, days are continued in another file, people edit: what is found again
is taken as it is, what is gone is not brought back from memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from reverie.layouts.items import unmarked
from reverie.layouts.layout import Layout
from reverie.records.documents import Address, Document, Listed
from reverie.records.errors import BadAddress, BadDocument
from reverie.records.passages import Passage
from reverie.records.recalls import Recalled
from reverie.records.store import Reader

_CUT = re.compile(r"(?:\.{3}|…)\s*\Z")
_LONGEST = 280  # a kept text of this length may have been cut


class Live:
    """Daily notes as they are, each read once."""

    def __init__(self, reader: Reader, layout: Layout) -> None:
        self._reader, self._layout = reader, layout
        self._known: dict[str, tuple[Document | None, list[Passage]]] = {}

    def find(self, known: Recalled) -> Passage | None:
        document, there = self._at(known.address)
        if known.passage.startswith("memory:"):  # OpenClaw's: lines of a page, not one of our passages
            return _lines(document, known) if document else None
        by_id = (passage for passage in there if passage.id == known.passage)
        same = (passage for passage in there if _is(passage, known.text))
        moved = (passage for passage in self._elsewhere if _is(passage, known.text))
        return next(by_id, None) or next(same, None) or next(moved, None)

    def _at(self, address: str) -> tuple[Document | None, list[Passage]]:
        if address not in self._known:
            self._known[address] = self._read(address)
        return self._known[address]

    def _read(self, address: str) -> tuple[Document | None, list[Passage]]:
        try:
            document = self._reader.read(Address.parse(address))
        except (BadDocument, BadAddress):
            return None, []
        return document, self._layout.passages(document) if document else []

    @cached_property
    def _elsewhere(self) -> list[Passage]:
        return [passage for address in self._days() for passage in self._at(address)[1]]

    def _days(self) -> Iterator[str]:
        for root in self._layout.roots:
            for item in self._reader.scan(root):
                if isinstance(item, Listed) and self._layout.kind_of(item.address) == "daily":
                    yield str(item.address)


def _is(passage: Passage, text: str) -> bool:
    now, then = passage.text.split(), text.split()
    if len(text) < _LONGEST:
        return now == then
    return " ".join(now).startswith(" ".join(then[:-1]))  # the last word may be half a word


def _lines(document: Document, known: Recalled) -> Passage | None:
    """Where the snippet stands now: the same words in the same order, whatever the lines."""
    wanted = _CUT.sub("", known.text).split()
    if len(known.text) >= _LONGEST or _CUT.search(known.text):
        wanted = wanted[:-1]
    lines = document.content.decode("utf-8", "replace").splitlines()
    words = [(word, n) for n, line in enumerate(lines, 1) for word in unmarked(line)[0].split()]
    if not wanted or len(words) < len(wanted):
        return None
    starts = [i for i in range(len(words) - len(wanted) + 1) if words[i][0] == wanted[0]]
    fitting = [i for i in starts if [word for word, _ in words[i : i + len(wanted)]] == wanted]
    if not fitting:
        return None
    start = min(fitting, key=lambda i: (abs(words[i][1] - known.first), i))
    first, seen = words[start][1], words[start + len(wanted) - 1][1]
    last = min(max(seen, first + known.last - known.first), len(lines))
    text = "\n".join(unmarked(line)[0] for line in lines[first - 1 : last]).strip()
    return Passage(known.passage, known.address, first, last, text.removeprefix("- "), layer="daily")
