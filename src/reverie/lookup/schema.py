"""The index's file: its tables, and how it is opened so that many can read while one writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

FORMAT = 2
PLACES = 4096  # a passage's number is its group's times this, plus its place: neighbours are numbers that follow
TERM, LEVEL = 39, 34  # where these begin in a posting
PASSAGE = (1 << LEVEL) - 1  # the rest of it
_PATIENCE = 30.0  # seconds to wait while another process writes
_IN_MEMORY = 1 << 30  # bytes seen through memory, not copied page by page
_COUNTED = ("passages", "tokens", "groups", "group tokens", "next group", "rows", "vectors")
_FACTS = ", ".join(f"('{name}', {int(name == 'next group')})" for name in _COUNTED)

# A posting is one number: term, level, passage. They lie strongest first: of a common word the best few thousand are
# read, and the rest left alone. A kind is a layer, a type and a state: there are few, so what a filter lets pass is a
# handful of numbers, and which passages those are is read off an index.
_TABLES = f"""
CREATE TABLE documents (number INTEGER PRIMARY KEY, address TEXT UNIQUE NOT NULL, stamp TEXT NOT NULL);
CREATE TABLE groups (
  number INTEGER PRIMARY KEY, document INTEGER NOT NULL, name TEXT NOT NULL,
  title BLOB NOT NULL, bag BLOB NOT NULL
);
CREATE INDEX groups_of ON groups (document);
CREATE TABLE passages (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL, at REAL, kind INTEGER NOT NULL,
  pinned INTEGER NOT NULL, until TEXT, bag BLOB NOT NULL, row INTEGER
);
CREATE INDEX rows ON passages (row) WHERE row IS NOT NULL;
CREATE INDEX of_kind ON passages (kind, at);
CREATE TABLE kinds (
  number INTEGER PRIMARY KEY, layer TEXT NOT NULL, type TEXT NOT NULL, state TEXT NOT NULL, UNIQUE (layer, type, state)
);
CREATE TABLE contents (number INTEGER PRIMARY KEY, record BLOB NOT NULL);
CREATE TABLE terms (number INTEGER PRIMARY KEY, text TEXT UNIQUE NOT NULL, holders INTEGER NOT NULL);
CREATE TABLE postings (posting INTEGER PRIMARY KEY);
CREATE TABLE facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
INSERT INTO facts VALUES {_FACTS};
PRAGMA user_version = {FORMAT};
"""
# A plain error can only mean that a table is not what was made, and a constraint that fails, that a row is not; 0 is
# what Python cannot decode.
_DAMAGE = (
    0,
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_INTERNAL,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_SCHEMA,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_NOTADB,
)


def posting(term: int, level: int, passage: int) -> int:
    """24 bits of term, 5 of level, 34 of passage: sixteen million words, four million groups."""
    return term << TERM | level << LEVEL | passage


class Damaged(Exception):
    """What was read is not what was written."""


class Elsewhere(Exception):
    """What went wrong, its cause, is the embedder's."""


@contextmanager
def elsewhere() -> Iterator[None]:
    """No error of this part comes of the file's bytes."""
    try:
        yield
    except TROUBLE as error:
        raise Elsewhere from error


# What comes of rows whose bytes are not those that were written: numbers that are texts, counts beyond the vectors
TROUBLE = (sqlite3.Error, Damaged, ValueError, TypeError, ArithmeticError, LookupError, AttributeError)


def make(path: Path) -> None:
    """A new, empty index; write-ahead, so that readers never wait."""
    file = sqlite3.connect(path, isolation_level=None)
    try:
        file.execute("PRAGMA journal_mode = WAL")
        file.executescript(f"BEGIN; {_TABLES} COMMIT;")
    finally:
        file.close()


def connect(path: Path) -> sqlite3.Connection:
    """An index that is there. Where nothing may be written, it is read as it lies."""
    try:
        file = _connect(f"{path.as_uri()}?mode=rw")
        file.execute("SELECT COUNT(*) FROM facts").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
        file = _connect(f"{path.as_uri()}?mode=ro&immutable=1")
    return file


def _connect(uri: str) -> sqlite3.Connection:
    file = sqlite3.connect(uri, uri=True, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    file.execute("PRAGMA trusted_schema = OFF")
    file.execute("PRAGMA synchronous = NORMAL")
    file.execute("PRAGMA wal_autocheckpoint = 8000")  # one fsync in many changes: this is a cache
    file.execute("PRAGMA cache_size = -65536")
    file.execute(f"PRAGMA mmap_size = {_IN_MEMORY}")
    return file


def sound(file: sqlite3.Connection) -> bool:
    """Made by us: of this format, with exactly our tables (a stranger's file may hold triggers) and our counts."""
    version = file.execute("PRAGMA user_version").fetchone()[0]
    names = {name for (name,) in file.execute("SELECT name FROM facts")}
    return bool(version == FORMAT) and names.issuperset(_COUNTED) and _plan(file) == _own_plan()


@lru_cache(maxsize=1)
def _own_plan() -> list[tuple[str, str]]:
    file = sqlite3.connect(":memory:")
    try:
        file.executescript(_TABLES)
        return _plan(file)
    finally:
        file.close()


def _plan(file: sqlite3.Connection) -> list[tuple[str, str]]:
    return file.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


def is_damage(error: Exception) -> bool:
    """True if the file's bytes are to blame, not the disk, the rights or a lock."""
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE
    return isinstance(error, TROUBLE)
