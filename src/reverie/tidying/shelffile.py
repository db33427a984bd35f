"""The file the shelf is kept in. It is a cache without a journal: one that was not brought to its end, or was made by
other rules, is filled anew."""

from __future__ import annotations

import sqlite3
from pathlib import Path

VERSION = 6
_BUSY = "at work"
_SCHEMA = """
create table if not exists doc (
  address text, slug text, digest text, kind text, settled integer, title text, type text, origin text,
  fixed integer, day text, statements integer, topic text, doubted integer, until text, primary key (address, slug)
) without rowid;
create index if not exists doc_topic on doc (topic);
create table if not exists statement (
  id integer primary key, address text, slug text, first integer, last integer, text text, day text, origin text,
  context text
);
create index if not exists statement_address on statement (address);
create index if not exists statement_text on statement (text);
create table if not exists word (word text, statement integer, primary key (word, statement)) without rowid;
create table if not exists claim (address text primary key, told text) without rowid;
create table if not exists link (target text, source text, primary key (target, source)) without rowid;
create index if not exists link_source on link (source);
"""


class File:
    def __init__(self, folder: Path, rules: str) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / "statements.db"
        try:
            self._db = self._open(path, rules)
        except sqlite3.DatabaseError:
            path.unlink(missing_ok=True)
            self._db = self._open(path, rules)

    @staticmethod
    def _open(path: Path, rules: str) -> sqlite3.Connection:
        db = sqlite3.connect(path, isolation_level=None)
        db.executescript("pragma journal_mode = off; pragma synchronous = off; pragma temp_store = memory;")
        db.execute("create table if not exists made (rules text, upto text)")
        made = db.execute("select * from made").fetchone()
        if made is None or made[0] != f"{VERSION} {rules}" or made[1:] == (_BUSY,):
            for (name,) in db.execute("select name from sqlite_master where type = 'table'").fetchall():
                db.execute(f'drop table "{name}"')
            db.execute("create table made (rules text, upto text)")
            db.execute("insert into made values (?, '')", (f"{VERSION} {rules}",))
        db.executescript(_SCHEMA)
        return db

    @property
    def upto(self) -> str:
        """The mark of the store of which everything is on the shelf."""
        return str(self._db.execute("select upto from made").fetchone()[0])

    def begin(self) -> None:
        """Nothing is journalled: if this is not brought to its end, the shelf is filled anew."""
        self._db.execute("update made set upto = ?", (_BUSY,))
        self._db.execute("begin")

    def end(self, upto: str = "") -> None:
        self._db.execute("commit")
        self._db.execute("update made set upto = ?", (upto,))

    def close(self) -> None:
        self._db.close()
