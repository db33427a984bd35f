"""The file the index is kept in: opening it beside others who have it open, and making a damaged one anew."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from reverie.tools import nofollow

VERSION = 5
PATH = "case folder when '' then name else folder || '/' || name end"
TABLES = ("documents", "folders", "left_out", "changes", "birth")
PATIENCE = 10  # seconds another process may take
_LARGEST = (1 << 63) - 1
_NOTED = """create trigger {name} after {event} on documents begin
    insert or replace into changes values (
        {row}.root, {row}.folder, {row}.name, (select coalesce(max(serial), 0) + 1 from changes));
    end"""
_DOCUMENTS = """
    root text, folder text, name text, size int, mtime int, ctime int, inode int, looked int, digest text,
    kind text, title text, state text, pinned int, fault text, facts text,
    roll text, type text, day text, key text, watched int"""
_SCHEMA = (
    f"create table documents({_DOCUMENTS}, primary key (root, folder, name)) without rowid",
    "create table folders(root text, path text, mtime int, looked int, primary key (root, path)) without rowid",
    "create table left_out(root text, folder text, what text primary key, reason text) without rowid",
    "create index by_kind on documents(kind, state, pinned, fault)",
    "create index by_fault on documents(fault) where fault != ''",
    # The roll of a root: its active notes by use, by name, and those that are watched
    f"create index by_use on documents(roll, pinned, day, {PATH}) where roll is not null",
    f"create index by_name on documents(roll, type, key, {PATH}) where roll is not null",
    "create index by_watch on documents(roll, watched) where watched = 1",
    # What came, changed or went, each document once and in its order, so that others can keep up
    """create table changes(
    root text, folder text, name text, serial int, primary key (root, folder, name)) without rowid""",
    "create index by_serial on changes(serial)",
    _NOTED.format(name="came", event="insert", row="new"),
    _NOTED.format(name="went", event="delete", row="old"),
    "create table birth as select lower(hex(randomblob(8))) as id",
    f"pragma user_version={VERSION}",
)


# What reading rows raises whose bytes are not those that were written
DAMAGE = (sqlite3.Error, ValueError, TypeError, ArithmeticError, LookupError, AttributeError)


class Damaged(Exception):
    """The file is no index of ours, or no longer a whole one."""


def opened(
    path: Path | None, *, anew: Exception | None = None, mark: int | None = None
) -> tuple[sqlite3.Connection, str]:
    """The index, and why it had to be made anew, if so. `anew`: the file with this mark was found damaged in use.
    Without a path, or where there is no room to make it anew, it is kept in memory."""
    if path is None:
        return _connected(":memory:"), ""
    try:
        if anew is not None:
            raise Damaged(anew)
        mark = mark_of(path)
        return _patiently(path), ""
    except Damaged as problem:
        why = f"the index could not be used and was made anew: {problem}"
    try:
        return _remade(path, mark), why
    except (Damaged, OSError):
        return _connected(":memory:"), f"{why}, for this once"


def mark_of(path: Path | None) -> int | None:
    """Tells a file from another that was put in its place."""
    try:
        return path.stat().st_ino if path else None
    except OSError:
        return None


def empty(db: sqlite3.Connection) -> None:
    """Drop everything and begin again, inside the caller's transaction: others see the old index or the new one."""
    for table in TABLES:
        db.execute(f"drop table if exists {table}")
    for command in _SCHEMA:
        db.execute(command)


def is_busy(problem: sqlite3.Error) -> bool:
    return (getattr(problem, "sqlite_errorcode", 0) & 0xFF) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _patiently(path: Path) -> sqlite3.Connection:
    """While another process turns on the write-ahead log, SQLite says busy at once instead of waiting."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return _connected(path)
        except sqlite3.OperationalError as problem:
            if not is_busy(problem) or time.monotonic() > deadline:
                raise
            time.sleep(0.005)


def _connected(path: Path | str) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    try:
        db.execute("pragma journal_mode=wal")
        db.execute("pragma synchronous=normal")
        _furnish(db)
    except DAMAGE as problem:  # SQLite's own complaint may not be UTF-8
        db.close()
        if isinstance(problem, sqlite3.Error) and is_busy(problem):
            raise
        raise Damaged(problem) from problem
    return db


def _furnish(db: sqlite3.Connection) -> None:
    """A new file gets its tables, one of another version is emptied. Whether it needs that is asked inside the
    transaction, because another process may have been first."""
    if _is_whole(db):
        return
    db.execute("begin immediate")
    try:
        if not _is_whole(db):
            empty(db)
        db.execute("commit")
    except BaseException:
        if db.in_transaction:
            db.execute("rollback")
        raise


def _is_whole(db: sqlite3.Connection) -> bool:
    """An error if it says it is ours and its tables, indexes or triggers are not those we make."""
    if db.execute("pragma user_version").fetchone()[0] != VERSION:
        return False
    if _plan(db) != _own_plan():
        raise sqlite3.DatabaseError("its tables are not those of an index")
    for table in TABLES:
        db.execute(f"select * from {table} limit 1").fetchone()
    return True


@lru_cache(maxsize=1)
def _own_plan() -> list[tuple[str, str]]:
    db = sqlite3.connect(":memory:", isolation_level=None)
    try:
        empty(db)
        return _plan(db)
    finally:
        db.close()


def _plan(db: sqlite3.Connection) -> list[tuple[str, str]]:
    return db.execute("select name, sql from sqlite_master order by name").fetchall()


def _remade(path: Path, mark: int | None) -> sqlite3.Connection:
    """A new file in the place of a damaged one. One process at a time; a connection to the old file sees that it was
    moved and leaves the new one alone."""
    with _alone(path):
        mended = _mended(path, mark)  # by another process, while we waited
        if mended:
            return mended
        fresh = path.with_name(f"{path.name}.new")
        for leftover in path.parent.glob(f"{fresh.name}*"):
            nofollow.remove_tree(str(path.parent), leftover.name)
        _connected(fresh).close()  # while the old one is there, so that no mark is given twice
        for leftover in path.parent.glob(f"{path.name}*"):  # with what SQLite keeps beside it
            if leftover.name not in (f"{path.name}.lock", fresh.name):
                nofollow.remove_tree(str(path.parent), leftover.name)
        fresh.rename(path)
        return _patiently(path)


def _mended(path: Path, mark: int | None) -> sqlite3.Connection | None:
    if mark_of(path) in (None, mark):
        return None
    try:
        db = _patiently(path)
    except Damaged:
        return None
    try:
        if db.execute("pragma quick_check(1)").fetchone()[0] == "ok":
            return db
    except DAMAGE:
        pass
    db.close()
    return None


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    lock = path.with_name(f"{path.name}.lock")
    if lock.is_dir() and not lock.is_symlink():
        nofollow.remove_tree(str(path.parent), lock.name)
    fd = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)


def number(value: int) -> int:
    """A size or a time as SQLite can hold it: some file systems give times no calendar has."""
    return max(-_LARGEST, min(value, _LARGEST))


def fit(text: str) -> str:
    """Text as SQLite can hold it: half of a surrogate pair, from a header or a file's name, is written out."""
    return text.encode("utf-8", "backslashreplace").decode()
