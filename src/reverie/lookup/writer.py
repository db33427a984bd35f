"""What changes an index: documents put and dropped inside one transaction. Only what differs from what is known of a
document is written, so that a line more in a long note costs a line."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from reverie.lookup import bags
from reverie.lookup.content import packed, plain, text_of
from reverie.lookup.schema import PLACES, posting
from reverie.records.passages import Passage
from reverie.tools.tokens import tokens

T = TypeVar("T")

_ROOM = PLACES - 1  # place 0 is the title's
_AT_ONCE = 500
_MANY_POSTINGS = 1_000_000  # about 40 MB of them


class Known(NamedTuple):
    """What the index has of a passage."""

    bag: bytes
    row: int | None
    record: bytes


class Line(NamedTuple):
    """A passage on its way in, and what was at its place before."""

    number: int
    passage: Passage
    record: bytes
    was: Known | None
    bag: bytes
    row: int | None


class Whole(NamedTuple):
    """What the index has of a group."""

    there: bool
    title: bytes
    bag: bytes


class Writer:
    """Gathers postings and counts, and writes them in order at the end: much cheaper than one by one."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file
        self._terms: dict[str, int] = {}
        self._next_term = int(file.execute("SELECT COALESCE(MAX(number), 0) FROM terms").fetchone()[0]) + 1
        self._next_group = int(file.execute("SELECT value FROM facts WHERE name = 'next group'").fetchone()[0])
        self._holders: Counter[int] = Counter()
        self._facts: Counter[str] = Counter()
        self._new: list[int] = []  # postings
        self._gone: list[int] = []
        self._pending: set[int] = set()  # passages with postings in either

    def put(self, address: str, stamp: str, passages: Sequence[Passage]) -> list[int]:
        """A document as it is now, in place of what was known of it. Gives the numbers of its passages."""
        document = self._document(address, stamp)
        query = "SELECT name, number FROM groups WHERE document = ?"
        known: dict[str, int] = dict(self._file.execute(query, (document,)))
        numbers: list[int] = []
        for name, group in _groups(passages):
            number = known.pop(name, 0)
            old = (self._known(number), self._whole(number)) if number else ({}, Whole(False, b"", b""))
            numbers += self._write_group(number or self._group_number(), (document, name, address), group, *old)
        for number in known.values():
            self._drop_group(number)
        return numbers

    def drop(self, address: str) -> bool:
        """Forgets a document; False if it was not known."""
        found = self._file.execute("SELECT number FROM documents WHERE address = ?", (plain(address),)).fetchone()
        if found is None:
            return False
        for (group,) in self._file.execute("SELECT number FROM groups WHERE document = ?", found).fetchall():
            self._drop_group(group)
        self._file.execute("DELETE FROM documents WHERE number = ?", found)
        return True

    def finish(self) -> None:
        self._flush()
        rows = [(change, number) for number, change in self._holders.items() if change]
        self._file.executemany("UPDATE terms SET holders = holders + ? WHERE number = ?", rows)
        facts = [(change, name) for name, change in self._facts.items()]
        self._file.executemany("UPDATE facts SET value = value + ? WHERE name = ?", facts)
        self._holders.clear()
        self._facts.clear()

    def _document(self, address: str, stamp: str) -> int:
        query = (
            "INSERT INTO documents (address, stamp) VALUES (?, ?) ON CONFLICT DO UPDATE SET stamp = ? RETURNING number"
        )
        return int(self._file.execute(query, (plain(address), stamp, stamp)).fetchone()[0])

    def _group_number(self) -> int:
        self._facts["next group"] += 1  # a number is never given twice, so that what was read of it stays true
        self._next_group += 1
        return self._next_group - 1

    def _write_group(
        self, group: int, place: tuple[int, str, str], passages: list[Passage], known: dict[int, Known], old: Whole
    ) -> list[int]:
        document, name, address = place
        lines = self._lines(range(group * PLACES + 1, group * PLACES + 1 + len(passages)), passages, known)
        title = self._bags([f"{passages[0].title}\n{address.partition(':')[2]}"])[0]
        self._repost(group * PLACES, old.title, title)
        for line in lines:
            self._repost(line.number, line.was.bag if line.was else b"", line.bag)
        self._file.executemany(f"INSERT OR REPLACE INTO passages VALUES ({'?,' * 9}?)", map(_card, lines))
        changed = [(line.number, line.record) for line in lines if not line.was or line.was.record != line.record]
        self._file.executemany("INSERT OR REPLACE INTO contents VALUES (?, ?)", changed)
        self._forget({number: was for number, was in known.items() if number > lines[-1].number})
        whole = bags.together([title, *(line.bag for line in lines)])
        row = (group, document, name, title, whole)
        self._file.execute("INSERT OR REPLACE INTO groups VALUES (?, ?, ?, ?, ?)", row)
        self._facts["passages"] += sum(line.was is None for line in lines)
        self._facts["groups"] += not old.there
        self._facts["group tokens"] += bags.length(whole) - bags.length(old.bag)
        return [line.number for line in lines]

    def _lines(self, numbers: Iterable[int], passages: list[Passage], known: dict[int, Known]) -> list[Line]:
        """Where the text stayed, so do its words and its vector."""
        lines = [
            Line(number, passage, packed(passage), known.get(number), b"", None)
            for number, passage in zip(numbers, passages, strict=True)
        ]
        same = [line.was if line.was and text_of(line.was.record) == line.passage.text else None for line in lines]
        new = [line.passage.text for line, was in zip(lines, same, strict=True) if not was]
        fresh = iter(self._bags(new))
        return [
            line._replace(bag=was.bag, row=was.row) if was else line._replace(bag=next(fresh))
            for line, was in zip(lines, same, strict=True)
        ]

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
        for table in ("passages", "contents"):
            self._file.executemany(f"DELETE FROM {table} WHERE number = ?", [(number,) for number in passages])

    def _known(self, group: int) -> dict[int, Known]:
        query = """SELECT number, bag, row, record FROM passages JOIN contents USING (number)
                   WHERE number BETWEEN ? AND ?"""
        rows = self._file.execute(query, (group * PLACES, (group + 1) * PLACES - 1))
        return {number: Known(*rest) for number, *rest in rows}

    def _whole(self, group: int) -> Whole:
        found = self._file.execute("SELECT title, bag FROM groups WHERE number = ?", (group,)).fetchone()
        return Whole(True, *found) if found else Whole(False, b"", b"")

    def _bags(self, texts: Sequence[str]) -> list[bytes]:
        rows = [tokens(text) for text in texts]
        self._learn({token for row in rows for token in row})
        return [bags.pack(map(self._terms.__getitem__, row)) for row in rows]

    def _repost(self, number: int, old: bytes, new: bytes) -> None:
        """The postings of a text that was another; nothing to do where the words stayed."""
        if old == new:
            return
        if number in self._pending or len(self._new) > _MANY_POSTINGS:
            self._flush()
        gone, come = bags.levels(old), bags.levels(new)
        self._gone += [posting(term, level, number) for term, level in zip(*gone, strict=True)]
        self._new += [posting(term, level, number) for term, level in zip(*come, strict=True)]
        self._holders.subtract(gone[0])
        self._holders.update(come[0])
        self._pending.add(number)
        if number % PLACES:
            self._facts["tokens"] += bags.length(new) - bags.length(old)

    def _learn(self, words: Iterable[str]) -> None:
        """Numbers for words not met before."""
        unknown = sorted(word for word in words if word not in self._terms)
        for some in in_parts(unknown, _AT_ONCE):
            query = f"SELECT text, number FROM terms WHERE text IN ({','.join('?' * len(some))})"
            self._terms.update(self._file.execute(query, some))
        new = [word for word in unknown if word not in self._terms]
        rows = list(enumerate(new, self._next_term))
        self._file.executemany("INSERT INTO terms VALUES (?, ?, 0)", rows)
        self._terms.update((word, number) for number, word in rows)
        self._next_term += len(new)

    def _flush(self) -> None:
        self._file.executemany("DELETE FROM postings WHERE posting = ?", zip(sorted(self._gone)))
        self._file.executemany("INSERT INTO postings VALUES (?)", zip(sorted(self._new)))
        self._gone.clear()
        self._new.clear()
        self._pending.clear()


def _card(line: Line) -> tuple[object, ...]:
    passage = line.passage
    at = passage.at.timestamp() if passage.at else None
    until = passage.valid_until.isoformat() if passage.valid_until else None
    id_, layer, type_, state = map(plain, (passage.id, passage.layer, passage.type, passage.state))
    return line.number, id_, at, layer, type_, state, passage.pinned, until, line.bag, line.row


def _groups(passages: Iterable[Passage]) -> Iterator[tuple[str, list[Passage]]]:
    """The passages of each group in their order, by its name; what is too long for one becomes several."""
    together: defaultdict[str, list[Passage]] = defaultdict(list)
    for passage in passages:
        together[passage.group].append(passage)
    for name, group in together.items():
        group.sort(key=lambda passage: (passage.place, passage.first, passage.id))
        for number, part in enumerate(in_parts(group, _ROOM)):
            yield f"{plain(name)}\n{number}", part


def in_parts(items: Sequence[T], size: int) -> Iterator[list[T]]:
    for start in range(0, len(items), size):
        yield list(items[start : start + size])
