"""The file behind the vector cache: keys to vectors in SQLite, least recently used out first, safe between processes.

It keeps a rollback journal and no write-ahead log, so that it can still be read where nothing may be written.
"""

from __future__ import annotations

import math
import os
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]

_FORMAT = 1
_KEYS_AT_ONCE = 500
_PATIENCE = 30.0  # seconds to wait while another process writes
_FRESH = 3600  # seconds within which a second use is not written down again
_KEEP = 0.9  # of the cap, so that not every write has to evict
_LITTLE = np.dtype("<f4")
_TABLE = (
    "CREATE TABLE vectors (key BLOB UNIQUE NOT NULL, used INTEGER NOT NULL, crc INTEGER NOT NULL, vector BLOB NOT NULL)"
)
# A plain error can only mean that the table is not what was made: another process cut the file, or bytes went bad.
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


class Damaged(Exception):
    """The file is no vector cache, or not one of this format; `mark` tells it from a file put there since."""

    def __init__(self, mark: int | None) -> None:
        self.mark = mark
        super().__init__("the vector cache is damaged")


class Found(NamedTuple):
    """The vectors there are, the keys last used long enough ago to `touch`, and how many had gone bad."""

    vectors: dict[bytes, Vector]
    stale: list[bytes]
    spoiled: int


class VectorFile:
    """Opened for each use and closed after it: nothing to leak into a thread, a fork or a deleted directory."""

    def __init__(self, path: Path, max_bytes: int, clock: Callable[[], float] = time.time) -> None:
        self._path = path
        self._max_bytes = max_bytes
        self._clock = clock

    def read(self, keys: Sequence[bytes]) -> Found:
        """What the file has of these keys; a vector with a bad byte counts as not there."""
        limit = self._clock() - _FRESH
        with self._opened() as file:
            rows = list(_rows(file, keys))
        sound = [row for row in rows if _sound(*row)]
        vectors = {key: np.frombuffer(content, _LITTLE) for key, _, _, content in sound}
        return Found(vectors, [key for key, used, _, _ in sound if used < limit], len(rows) - len(sound))

    def write(self, vectors: Mapping[bytes, Vector]) -> int:
        """Adds or replaces; returns how many others had to go to stay below the cap."""
        now = int(self._clock())
        contents = ((key, vector.astype(_LITTLE).tobytes()) for key, vector in vectors.items())
        rows = [(key, now, _crc(key, content), content) for key, content in contents]
        with self._opened() as file, _transaction(file):
            file.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)", rows)
            return self._evict(file)

    def touch(self, keys: Sequence[bytes]) -> None:
        """Notes that these were used now."""
        now = int(self._clock())
        with self._opened() as file, _transaction(file):
            file.executemany("UPDATE vectors SET used = ? WHERE key = ?", [(now, key) for key in keys])

    def remove(self, mark: int | None) -> None:
        """Deletes the damaged file, unless another process has already put a new one in its place."""
        if mark is not None and mark == _mark(self._path):
            for path in (self._path, self._path.with_name(self._path.name + "-journal")):
                path.unlink(missing_ok=True)

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        self._create()
        mark = _mark(self._path)
        try:
            with closing(sqlite3.connect(self._path, timeout=_PATIENCE, isolation_level=None)) as file:
                file.text_factory = bytes  # damage can turn a number into a text that is none
                if not _ready(file):
                    raise Damaged(mark)
                yield file
        except UnicodeDecodeError as error:  # in a name, or in SQLite's own complaint about it
            raise Damaged(mark) from error
        except sqlite3.DatabaseError as error:
            if error_code(error) in _DAMAGE:
                raise Damaged(mark) from error
            raise

    def _create(self) -> None:
        """An empty file is an empty database; only its owner may read what was embedded."""
        if not self._path.exists():
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))

    def _evict(self, file: sqlite3.Connection) -> int:
        used = (_pragma(file, "page_count") - _pragma(file, "freelist_count")) * _pragma(file, "page_size")
        if used <= self._max_bytes:
            return 0
        count = int(file.execute("SELECT COUNT(*) FROM vectors").fetchone()[0])
        surplus = math.ceil(count * (1 - _KEEP * self._max_bytes / used))
        oldest = "SELECT rowid FROM vectors ORDER BY used, rowid LIMIT ?"
        return file.execute(f"DELETE FROM vectors WHERE rowid IN ({oldest})", (surplus,)).rowcount


def error_code(error: sqlite3.Error) -> int:
    """SQLite's primary code; 0 for what the Python module itself objects to."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _ready(file: sqlite3.Connection) -> bool:
    """True with the table in place; False if the file is of another format."""
    if _pragma(file, "user_version") == 0:
        with _transaction(file):
            # Of two processes that come first, one waits here and finds it done.
            if _pragma(file, "user_version") == 0:
                file.execute(_TABLE)
                file.execute(f"PRAGMA user_version = {_FORMAT}")
    table = file.execute("SELECT sql FROM sqlite_master WHERE type = 'table'").fetchall()
    return _pragma(file, "user_version") == _FORMAT and table == [(_TABLE.encode(),)]


def _rows(file: sqlite3.Connection, keys: Sequence[bytes]) -> Iterator[tuple[bytes, int, int, bytes]]:
    for start in range(0, len(keys), _KEYS_AT_ONCE):
        some = keys[start : start + _KEYS_AT_ONCE]
        places = ",".join("?" * len(some))
        yield from file.execute(f"SELECT key, used, crc, vector FROM vectors WHERE key IN ({places})", some)


def _sound(key: object, used: object, crc: object, content: object) -> bool:
    """SQLite does not notice a bad byte inside a value, nor an index that leads to another row."""
    if not (isinstance(key, bytes) and isinstance(used, int) and isinstance(content, bytes)):
        return False
    return crc == _crc(key, content)


def _crc(key: bytes, content: bytes) -> int:
    return zlib.crc32(content, zlib.crc32(key))


@contextmanager
def _transaction(file: sqlite3.Connection) -> Iterator[None]:
    file.execute("BEGIN IMMEDIATE")
    try:
        yield
        file.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # what went wrong first is what matters
            file.execute("ROLLBACK")
        raise


def _pragma(file: sqlite3.Connection, name: str) -> int:
    return int(file.execute(f"PRAGMA {name}").fetchone()[0])


def _mark(path: Path) -> int | None:
    try:
        return path.stat().st_ino
    except OSError:
        return None
