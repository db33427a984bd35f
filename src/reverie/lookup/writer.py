"""What changes an index: documents put and dropped inside one transaction. Only what differs from what is known of a
document is written, so that a line more in a long note costs a line."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from reverie.lookup import bags
from reverie.lookup.content import packed, plain, text_of
from reverie.lookup.kinds import Kinds
from reverie.lookup.rows import Known, Line, Rows, Whole, card, in_parts
from reverie.lookup.schema import PLACES
from reverie.lookup.words import Words
from reverie.records.passages import Passage

Document = tuple[str, str, Sequence[Passage]]  # its address, its stamp, what it says

_ROOM = PLACES - 1  # place 0 is the title's


class Writer:
    """Gathers rows, postings and counts, and writes them in order at the end: much cheaper than one by one."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file
        self._words = Words(file)
        self._kinds = Kinds(file)
        self._next_group = int(file.execute("SELECT value FROM facts WHERE name = 'next group'").fetchone()[0])
        self._next_document = int(file.execute("SELECT COALESCE(MAX(number), 0) FROM documents").fetchone()[0]) + 1
        self._empty = self._next_document == 1
        self._facts: Counter[str] = Counter()
        self._rows = Rows()
        self._pending: set[str] = set()  # documents with rows that are not written yet

    def put(self, address: str, stamp: str, passages: Sequence[Passage]) -> list[int]:
        """A document as it is now, in place of what was known of it. Gives the numbers of its passages."""
        document, known = self._document(plain(address), stamp)
        numbers: list[int] = []
        for name, group in grouped(passages):
            number = known.pop(name, 0)
            old = (self._known(number), self._whole(number)) if number else ({}, Whole(False, b"", b""))
            numbers += self._write_group(number or self._group_number(), (document, name, address), group, *old)
        for number in known.values():
            self._drop_group(number)
        if self._rows.many():
            self._flush()
        return numbers

    def put_all(self, documents: Sequence[Document]) -> int:
        """Several documents. Gives how many passages they have."""
        return sum(len(self.put(*document)) for document in documents)

    def drop(self, address: str) -> bool:
        """Forgets a document; False if it was not known."""
        number = self._number_of(plain(address))
        if not number:
            return False
        for group in self._groups_of(number).values():
            self._drop_group(group)
        self._file.execute("DELETE FROM documents WHERE number = ?", (number,))
        return True

    def finish(self) -> None:
        self._flush()
        self._words.write()
        facts = [(change, name) for name, change in self._facts.items()]
        self._file.executemany("UPDATE facts SET value = value + ? WHERE name = ?", facts)
        self._facts.clear()

    def _document(self, address: str, stamp: str) -> tuple[int, dict[str, int]]:
        """Its number, and its groups by name."""
        number = self._number_of(address)
        self._pending.add(address)
        if number:
            self._file.execute("UPDATE documents SET stamp = ? WHERE number = ?", (stamp, number))
            return number, self._groups_of(number)
        self._next_document += 1
        self._rows.documents.append((self._next_document - 1, address, stamp))
        return self._next_document - 1, {}

    def _number_of(self, address: str) -> int:
        if address in self._pending:
            self._flush()
        elif self._empty:
            return 0
        found = self._file.execute("SELECT number FROM documents WHERE address = ?", (address,)).fetchone()
        return int(found[0]) if found else 0

    def _groups_of(self, document: int) -> dict[str, int]:
        return dict(self._file.execute("SELECT name, number FROM groups WHERE document = ?", (document,)))

    def _group_number(self) -> int:
        self._facts["next group"] += 1  # a number is never given twice, so that what was read of it stays true
        self._next_group += 1
        return self._next_group - 1

    def _write_group(
        self, group: int, place: tuple[int, str, str], passages: list[Passage], known: dict[int, Known], old: Whole
    ) -> list[int]:
        document, name, address = place
        lines = self._lines(range(group * PLACES + 1, group * PLACES + 1 + len(passages)), passages, known)
        called = self._words.of(f"{passages[0].title}\n{address.partition(':')[2]}")
        title = bags.pack(called)
        self._repost(group * PLACES, old.title, title)
        for line in lines:
            self._repost(line.number, line.was.bag if line.was else b"", line.bag)
        self._rows.passages += [card(line, self._kinds.number(line.passage)) for line in lines]
        self._rows.contents += [
            (line.number, line.record) for line in lines if not line.was or line.was.record != line.record
        ]
        self._forget({number: was for number, was in known.items() if number > lines[-1].number})
        whole = bags.pack(chain(called, *(line.terms for line in lines)))
        self._rows.groups.append((group, document, name, title, whole))
        self._facts["passages"] += sum(line.was is None for line in lines)
        self._facts["groups"] += not old.there
        self._facts["group tokens"] += bags.length(whole) - bags.length(old.bag)
        return [line.number for line in lines]

    def _lines(self, numbers: Iterable[int], passages: list[Passage], known: dict[int, Known]) -> list[Line]:
        return [
            self._line(number, passage, known.get(number)) for number, passage in zip(numbers, passages, strict=True)
        ]

    def _line(self, number: int, passage: Passage, was: Known | None) -> Line:
        """Where the text stayed, so do its words and its vector."""
        if was and text_of(was.record) == passage.text:
            return Line(number, passage, packed(passage), was, bags.unpacked(was.bag), was.bag, was.row)
        terms = self._words.of(passage.text)
        return Line(number, passage, packed(passage), was, terms, bags.pack(terms), None)

    def _drop_group(self, group: int) -> None:
        known, old = self._known(group), self._whole(group)
        self._repost(group * PLACES, old.title, b"")
        self._forget(known)
        self._file.execute("DELETE FROM groups WHERE number = ?", (group,))
        self._facts["groups"] -= 1
        self._facts["group tokens"] -= bags.length(old.bag)

    def _forget(self, passages: dict[int, Known]) -> None:
        for number, was in passages.items():
            self._repost(number, was.bag, b"")
        self._facts["passages"] -= len(passages)
        for table in ("passages", "contents") if passages else ():
            self._file.executemany(f"DELETE FROM {table} WHERE number = ?", [(number,) for number in passages])

    def _known(self, group: int) -> dict[int, Known]:
        query = """SELECT number, bag, row, record FROM passages JOIN contents USING (number)
                   WHERE number BETWEEN ? AND ?"""
        rows = self._file.execute(query, (group * PLACES, (group + 1) * PLACES - 1))
        return {number: Known(*rest) for number, *rest in rows}

    def _whole(self, group: int) -> Whole:
        found = self._file.execute("SELECT title, bag FROM groups WHERE number = ?", (group,)).fetchone()
        return Whole(True, *found) if found else Whole(False, b"", b"")

    def _repost(self, number: int, old: bytes, new: bytes) -> None:
        """The postings of a text that was another; nothing to do where the words stayed."""
        if old == new:
            return
        if old:
            self._rows.gone += bags.postings(old, number)
            self._words.holders.subtract(bags.terms(old))
        if new:
            self._rows.postings += bags.postings(new, number)
            self._words.holders.update(bags.terms(new))
        if number % PLACES:
            self._facts["tokens"] += bags.length(new) - bags.length(old)

    def _flush(self) -> None:
        self._rows.write(self._file)
        self._rows = Rows()
        self._pending.clear()
        self._empty = False


def grouped(passages: Iterable[Passage]) -> Iterator[tuple[str, list[Passage]]]:
    """The passages of each group in their order, by its name; what is too long for one becomes several."""
    together: defaultdict[str, list[Passage]] = defaultdict(list)
    for passage in passages:
        together[passage.group].append(passage)
    for name, group in together.items():
        group.sort(key=lambda passage: (passage.place, passage.first, passage.id))
        for number, part in enumerate(in_parts(group, _ROOM)):
            yield f"{plain(name)}\n{number}", part
