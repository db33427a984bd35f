"""Filling an index that holds nothing yet. There is nothing to compare with, so some thousand documents are worked out
at once, and the postings of all of them are written in one go, in their order: half the work of one by one. What comes
of it is what `Writer` would have written."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from reverie.lookup import sheaf
from reverie.lookup.content import packed, plain
from reverie.lookup.kinds import Kinds
from reverie.lookup.rows import Line, Rows, card
from reverie.lookup.schema import PLACES, TERM
from reverie.lookup.words import Words
from reverie.lookup.writer import Document, Writer, grouped
from reverie.records.passages import Passage

_MANY = 16_000_000  # postings waiting to be written: 128 MB
_AT_ONCE = 1_000_000  # of them written


class Group(NamedTuple):
    """A group on its way in, with its number and its document's."""

    number: int
    document: int
    name: str
    address: str
    passages: list[Passage]


class Afresh:
    """Takes what `Writer` takes. A document that comes a second time is put in its own place at the end."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file, self._words, self._kinds = file, Words(file), Kinds(file)
        self._group = int(file.execute("SELECT value FROM facts WHERE name = 'next group'").fetchone()[0])
        self._documents: dict[str, int] = {}
        self._again: list[Document] = []
        self._facts: Counter[str] = Counter()
        self._postings: list[sheaf.Numbers] = []

    def put_all(self, documents: Sequence[Document]) -> int:
        """Some documents nobody has seen. Gives how many passages they have."""
        rows = Rows()
        groups = list(self._groups(documents, rows))
        self._work_out(groups, rows)
        rows.write(self._file)
        if sum(map(len, self._postings)) > _MANY:
            self._write_postings()
        return sum(len(passages) for _, _, passages in documents)

    def finish(self) -> None:
        self._write_postings()
        self._words.write()
        facts = [(change, name) for name, change in self._facts.items()]
        self._file.executemany("UPDATE facts SET value = value + ? WHERE name = ?", facts)
        if self._again:
            writer = Writer(self._file)
            writer.put_all(self._again)
            writer.finish()

    def _groups(self, documents: Sequence[Document], rows: Rows) -> Iterator[Group]:
        for address, stamp, passages in documents:
            if plain(address) in self._documents:
                self._again.append((address, stamp, passages))
                continue
            number = self._documents[plain(address)] = len(self._documents) + 1
            rows.documents.append((number, plain(address), stamp))
            for name, group in grouped(passages):
                yield Group(self._group, number, name, address, group)
                self._group += 1

    def _work_out(self, groups: Sequence[Group], rows: Rows) -> None:
        """A group's texts are its lines and then its title, as they get their numbers; all of them are its whole."""
        texts = [self._texts(group) for group in groups]
        sizes = [len(terms) for found in texts for terms in found]
        terms = list(chain.from_iterable(chain.from_iterable(texts)))
        numbers = [
            number * PLACES + place for number, *_, passages in groups for place in (*range(1, len(passages) + 1), 0)
        ]
        each = sheaf.gathered(terms, np.repeat(np.arange(len(sizes)), sizes), len(sizes))
        spread = np.repeat(np.arange(len(groups)), [sum(map(len, found)) for found in texts])
        wholes = sheaf.gathered(terms, spread, len(groups))
        self._postings.append(sheaf.postings(each, numbers))
        self._count(groups, sheaf.lengths(each)[np.array(numbers, np.int64) % PLACES > 0], sheaf.lengths(wholes))
        self._fill(rows, groups, iter(sheaf.packed(each)), sheaf.packed(wholes))

    def _texts(self, group: Group) -> list[list[int]]:
        """The words of each line, and of the title."""
        lines = [self._words.of(passage.text) for passage in group.passages]
        return [*lines, self._words.of(f"{group.passages[0].title}\n{group.address.partition(':')[2]}")]

    def _count(self, groups: Sequence[Group], lines: sheaf.Numbers, wholes: sheaf.Numbers) -> None:
        self._facts["next group"] += len(groups)
        self._facts["groups"] += len(groups)
        self._facts["passages"] += len(lines)
        self._facts["tokens"] += int(lines.sum())
        self._facts["group tokens"] += int(wholes.sum())

    def _fill(self, rows: Rows, groups: Sequence[Group], bags: Iterator[bytes], wholes: Sequence[bytes]) -> None:
        for group, whole in zip(groups, wholes, strict=True):
            for place, passage in enumerate(group.passages, group.number * PLACES + 1):
                line = Line(place, passage, packed(passage), None, [], next(bags), None)
                rows.passages.append(card(line, self._kinds.number(passage)))
                rows.contents.append((place, line.record))
            rows.groups.append((group.number, group.document, group.name, next(bags), whole))

    def _write_postings(self) -> None:
        """Each is of one text, so that how often a term is among them is how many hold it."""
        if not self._postings:
            return
        postings = np.concatenate(self._postings)
        self._postings.clear()
        postings.sort()
        terms, holders = np.unique(postings >> TERM, return_counts=True)
        self._words.holders.update(dict(zip(terms.tolist(), holders.tolist(), strict=True)))
        for some in np.array_split(postings, -(-len(postings) // _AT_ONCE)):
            Rows(postings=some.tolist()).write(self._file)
