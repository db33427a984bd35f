"""The index: derived from documents, deletable at any moment, safe between processes. Passages go in, by document."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from reverie.lookup import schema
from reverie.lookup.reader import Reader, Remembered
from reverie.lookup.rows import in_parts
from reverie.lookup.shelf import Shelf
from reverie.lookup.writer import Writer
from reverie.records.errors import StoreFull, StoreReadOnly
from reverie.records.passages import Passage

if TYPE_CHECKING:
    from reverie.lookup.afresh import Afresh
    from reverie.lookup.vectors import VectorFile

T = TypeVar("T")

_AT_ONCE, _MANY = 2000, 2000  # documents
_WHAT = "the search index"


@dataclass
class IndexReport:
    """What happened since it was opened: why it had to be made anew, and how often; what is wrong with its vectors."""

    damage: str = ""
    renewed: int = 0
    vectors: str = ""


class Index:
    """One index in one folder. `refill` is called when it had to be made anew while in use, to put everything in."""

    def __init__(self, folder: Path, refill: Callable[[Index], None] | None = None) -> None:
        self.report = IndexReport()
        self._shelf = Shelf(folder)
        self._refill = refill
        self._name = ""
        self._file: sqlite3.Connection | None = None
        self._vectors: VectorFile | None = None
        self._remembered = Remembered()
        self._turn = threading.RLock()

    def put(self, address: str, stamp: str, passages: Sequence[Passage]) -> list[int]:
        """A document as it is now. `stamp` tells one state of it from another, for `stamps`."""
        return self.change(lambda writer: writer.put(address, stamp, passages))

    def put_many(self, documents: Iterable[tuple[str, str, Sequence[Passage]]]) -> int:
        """Many documents in one go: all of them are there for others at once, or none."""
        known = list(documents) if not isinstance(documents, Sequence) else documents

        def put(file: sqlite3.Connection) -> int:
            with transaction(file):
                writer = writer_of(file, len(known))
                count = sum(map(writer.put_all, in_parts(known, _AT_ONCE)))
                writer.finish()
            return count

        return self.guarded(put)

    def drop(self, address: str) -> bool:
        return self.change(lambda writer: writer.drop(address))

    def stamps(self) -> dict[str, str]:
        """Every document that is in, with its stamp."""

        def look(file: sqlite3.Connection) -> dict[str, str]:
            found = dict(file.execute("SELECT address, stamp FROM documents"))
            if not all(isinstance(name, str) and ":" in name and isinstance(found[name], str) for name in found):
                raise schema.Damaged("a document has no address or no stamp")
            return found

        return self.guarded(look)

    def sync(self, wanted: Mapping[str, str], read: Callable[[str], Sequence[Passage]]) -> tuple[int, int]:
        """Brings the index to what is wanted (address → stamp). Gives how many were put and dropped."""
        known = self.stamps()
        gone = [address for address in known if address not in wanted]
        new = [address for address, stamp in wanted.items() if known.get(address) != stamp]
        if gone or new:

            def bring(writer: Writer) -> None:
                for address in gone:
                    writer.drop(address)
                for address in new:
                    writer.put(address, wanted[address], read(address))

            self.change(bring)
        return len(new), len(gone)

    def change(self, use: Callable[[Writer], T]) -> T:
        """One transaction, whole or not at all."""

        def write(file: sqlite3.Connection) -> T:
            with transaction(file):
                writer = Writer(file)
                result = use(writer)
                writer.finish()
            return result

        return self.guarded(write)

    def read(self, use: Callable[[Reader], T]) -> T:
        """One look, all of the same moment."""

        def look(file: sqlite3.Connection) -> T:
            with transaction(file, "DEFERRED"):
                return use(Reader(file, self._remembered))

        return self.guarded(look)

    def size(self) -> int:
        return int(self.read(lambda reader: reader.number("passages")))

    def vectors(self, facts: Mapping[str, object]) -> VectorFile:
        """The file these facts speak of; kept open for the next question."""
        from reverie.lookup.vectors import VectorFile  # noqa: PLC0415 — numpy only where there are vectors

        path = self._shelf.path(self._name).with_name(f"{facts['vectors']}.f32")
        if self._vectors is None or self._vectors.path != path:
            self._vectors = VectorFile(path, int(str(facts["dimensions"])))
        return self._vectors

    def close(self) -> None:
        with self._turn:
            if self._file is not None:
                with suppress(sqlite3.Error):  # of a damaged file
                    self._file.close()
            self._vectors = None
            self._file, self._name, self._remembered = None, "", Remembered()

    def guarded(self, use: Callable[[sqlite3.Connection], T]) -> T:
        """What `use` gives. A damaged index is made anew once, refilled, and reported."""
        with self._turn:
            try:
                return use(self._opened())
            except schema.TROUBLE as error:
                if not schema.is_damage(error):
                    raise _in_words(error) from error
                self._renew(str(error) or type(error).__name__)
                return use(self._opened())
            except schema.Elsewhere as error:
                raise error.__cause__ or error from None

    def _opened(self) -> sqlite3.Connection:
        name = self._shelf.current()
        if self._file is None or name != self._name:
            self.close()
            self._name = name or self._shelf.renew("")
            self._file = schema.connect(self._shelf.path(self._name))
            if not schema.sound(self._file):
                raise schema.Damaged("another format")
        return self._file

    def _renew(self, reason: str) -> None:
        damaged = self._name
        self.close()
        self._shelf.renew(damaged)
        self.report.damage = reason
        self.report.renewed += 1
        if self._refill is not None:
            self._refill(self)


def _in_words(error: Exception) -> Exception:
    """What comes of a disk that is full or fails, as an expected failure; anything else as it is."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return StoreFull(what=_WHAT)
    return StoreReadOnly(what=_WHAT, reason=str(error)) if code == sqlite3.SQLITE_IOERR else error


def writer_of(file: sqlite3.Connection, documents: int) -> Writer | Afresh:
    """Who takes in so many documents: an empty index is filled many at a time, where numpy is there and worth its
    start. To be asked inside the transaction."""
    if documents < _MANY or file.execute("SELECT 1 FROM documents LIMIT 1").fetchone():
        return Writer(file)
    try:
        from reverie.lookup.afresh import Afresh  # noqa: PLC0415 — numpy only where there is much to do
    except ImportError:
        return Writer(file)
    return Afresh(file)


@contextmanager
def transaction(file: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    if file.in_transaction:  # a refill inside a look
        yield
        return
    file.execute(f"BEGIN {kind}")
    try:
        yield
        file.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # what went wrong first is what matters
            file.execute("ROLLBACK")
        raise
