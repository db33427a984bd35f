"""What the memory says, statement by statement, and which statements share telling words. Kept in scratch, so that a
night costs what is new and not what is stored; without it, everything is new once more, and the outcome is the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from reverie.records.notes import Note
from reverie.records.passages import Passage
from reverie.remember.subjects import subject
from reverie.tidying.cards import CARD, STATEMENT, Card, Statement, day_of, topic
from reverie.tidying.cards import card as card_of
from reverie.tidying.cards import statement as statement_of
from reverie.tidying.shelffile import File

__all__ = ["LONGEST", "Card", "Shelf", "Statement"]

COMMON = 60  # a word of more statements than this leads nowhere by itself
ASKED = 8  # the rarest words of a statement that are looked up
NEAR = 12  # statements that are compared with one
LONGEST = 320  # characters: what is longer is no statement
_MARKUP = re.compile(r"```|~~~|<!--|-->|^\s*\|")  # code, comments, tables: no statements
_PLACES = "select address, first, id from word join statement on id = statement where word = ? and id != ?"


class Shelf(File):
    def all_known(self) -> dict[str, str]:
        """Address → the digest it was read at."""
        return dict(self._db.execute("select address, digest from doc"))

    def known(self, address: str) -> str:
        found = self._db.execute("select digest from doc where address = ?", (address,)).fetchone()
        return str(found[0]) if found else ""

    def unsettled(self) -> list[str]:
        return [row[0] for row in self._db.execute("select distinct address from doc where settled = 0")]

    def holds(self, address: str) -> bool:
        return self._db.execute("select 1 from doc where address = ?", (address,)).fetchone() is not None

    def forget(self, address: str) -> None:
        ids = [row[0] for row in self._db.execute("select id from statement where address = ?", (address,))]
        self._db.executemany("delete from word where statement = ?", [(id,) for id in ids])
        self._db.execute("delete from statement where address = ?", (address,))
        self._db.execute("delete from link where source = ?", (address,))
        self._db.execute("delete from doc where address = ?", (address,))
        self._db.execute("delete from claim where address = ?", (address,))

    def take(
        self,
        address: str,
        digest: str,
        kind: str,
        note: Note,
        passages: Iterable[Passage],
        unspoken: frozenset[int] = frozenset(),
    ) -> None:
        """One note of a document; a document of several notes is taken in once for each. `unspoken`: lines that state
        nothing, though they count."""
        count = 0
        for passage in passages:
            count += 1
            said = unspoken.isdisjoint(range(passage.first, passage.last + 1))
            if said and len(passage.text) <= LONGEST and not _MARKUP.search(passage.text):
                self._state(address, note, passage, kind)
        day = note.date.isoformat() if note.date else ""
        self._db.execute(
            "insert or replace into doc values (?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (address, note.slug, digest, kind, note.title, note.type, note.origin, note.pinned or note.static, day,
             count, topic(note.title), bool(note.extra.get("doubt")),
             note.valid_until.isoformat() if note.valid_until else ""),
        )  # fmt: skip

    def _state(self, address: str, note: Note, passage: Passage, kind: str) -> None:
        at = passage.at.date().isoformat() if passage.at else ""
        context = passage.title.partition(" › ")[2] if kind == "daily" else passage.title  # a day's name says nothing
        row = (address, note.slug, passage.first, passage.last, passage.text, at, passage.origin, context)
        made = self._db.execute(
            "insert into statement (address, slug, first, last, text, day, origin, context)"
            " values (?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        )
        words = [(word, made.lastrowid) for word in sorted(subject(passage.text))]
        self._db.executemany("insert or ignore into word values (?, ?)", words)

    def point(self, source: str, targets: Iterable[str]) -> None:
        self._db.executemany("insert or ignore into link values (?, ?)", [(target, source) for target in targets])

    def claim(self, address: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """What a note says of the code."""
        self._db.execute("insert or replace into claim values (?, ?)", (address, json.dumps(rows)))

    def all_claims(self) -> list[tuple[Card, dict[str, Any]]]:
        rows = self._db.execute(f"{CARD} join claim using (address) where kind = 'note' and told != '[]'").fetchall()
        told = {row[0]: row[1] for row in self._db.execute("select address, told from claim where told != '[]'")}
        return [(card, claim) for card in map(card_of, rows) for claim in json.loads(told[card.address])]

    def over(self, today: date) -> list[str]:
        """Notes whose time is over."""
        rows = self._db.execute("select address from doc where until != '' and until < ?", (today.isoformat(),))
        return sorted(row[0] for row in rows)

    def settle(self, address: str) -> None:
        self._db.execute("update doc set settled = 1 where address = ?", (address,))

    def card(self, address: str, slug: str) -> Card | None:
        row = self._db.execute(f"{CARD} where address = ? and slug = ?", (address, slug)).fetchone()
        return card_of(row) if row else None

    def cards(self, address: str = "") -> list[Card]:
        chosen, given = (" where address = ?", (address,)) if address else ("", ())
        return [card_of(row) for row in self._db.execute(f"{CARD}{chosen} order by address, slug", given)]

    def titled(self, title: str, type: str) -> list[Card]:
        """Notes under this title, however it is written; of this type, and no days."""
        chosen = f"{CARD} where topic = ? and topic != '' and type = ? and kind = 'note' order by address, slug"
        return [card_of(row) for row in self._db.execute(chosen, (topic(title), type))]

    def statements(self, address: str, slug: str) -> list[Statement]:
        rows = self._db.execute(f"{STATEMENT} where address = ? and slug = ? order by first", (address, slug))
        return [statement_of(row) for row in rows]

    def linked(self, address: str) -> list[str]:
        """Documents that point to this one."""
        chosen = "select source from link where target = ? and source != target order by source"
        return [row[0] for row in self._db.execute(chosen, (address,))]

    def linked_by_name(self, names: Iterable[str]) -> list[str]:
        """Documents that name one of these in double brackets, by how names are compared."""
        chosen = "select source from link where target = ?"
        return sorted({row[0] for name in names for row in self._db.execute(chosen, (f"[[{name}]]",))})

    def near(self, statement: Statement) -> list[Statement]:
        """Statements of the memory that share this one's rarest words, those that share most first."""
        weights = subject(statement.text)
        counted = [(self._count(word), word) for word in weights]
        rare = [word for count, word in sorted(counted) if 1 < count <= COMMON][:ASKED]
        shared: dict[tuple[str, int, int], float] = {}
        for word in rare:
            for place in self._db.execute(_PLACES, (word, statement.id)):
                shared[place] = shared.get(place, 0.0) + weights[word]
        best = sorted(shared, key=lambda place: (-shared[place], place))[:NEAR]
        rows = [self._db.execute(f"{STATEMENT} where id = ?", (id,)).fetchone() for _, _, id in best]
        return [statement_of(row) for row in rows]

    def holding(self, words: Iterable[str]) -> list[Statement]:
        """Statements that hold one of these words, unless everybody says it; the newest first."""
        asked = [word for word in sorted(words) if self._count(word) <= COMMON]
        found = {place[2] for word in asked for place in self._db.execute(_PLACES, (word, -1))}
        rows = [self._db.execute(f"{STATEMENT} where id = ?", (id,)).fetchone() for id in found]
        told = sorted(map(statement_of, rows), key=lambda one: (one.address, one.first))
        return sorted(told, key=lambda one: one.day or date.min, reverse=True)[:NEAR]

    def sides(self, text: str) -> list[tuple[str, date | None]]:
        """Everybody who said these very words, and when."""
        rows = self._db.execute("select distinct origin, day from statement where text = ? order by 1, 2", (text,))
        return [(origin, day_of(day)) for origin, day in rows]

    def _count(self, word: str) -> int:
        found = self._db.execute("select count(*) from (select 1 from word where word = ? limit ?)", (word, COMMON + 1))
        return int(found.fetchone()[0])
