"""The store's protocol. No file-system path appears in it, so a folder, a dictionary and a database can all be one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Protocol

from reverie.records.changes import ChangeSet, Past, Put, Receipt
from reverie.records.documents import Address, Document, Listed, Skipped
from reverie.records.logs import LogRecord
from reverie.records.roll import Roll


class Reader(Protocol):
    """Looking without touching."""

    def read(self, address: Address) -> Document | None:
        """The document, or None if there is none. BadDocument if what is there cannot be a document."""

    def scan(self, root: str, folder: str = "") -> Iterator[Listed | Skipped]:
        """Everything below a folder, in the order of addresses, and what had to be left out."""

    def roll(self, root: str, without: Collection[str] = ()) -> Roll:
        """The active notes of a root, but for those at some paths, as if they had left already."""


Render = Callable[[Reader, Sequence[Address]], Iterable[Put]]
"""Given what is really there and which documents changed, the index and other derived text as it should be."""

Rebase = Callable[[Address, bytes, bytes, bytes | None], bytes | None]
"""A text as it is now, as a step had left it, and as it was before that step → the text without the step, what is
derived in it kept. None: what is not derived has changed since."""

Condense = Callable[[Sequence[LogRecord]], Sequence[LogRecord]]
"""Given the records of a month, the fewer that are kept of it. Given those, the same again."""


class Store(Reader, Protocol):
    """Documents, change sets and logs."""

    def apply(self, changes: ChangeSet) -> Receipt: ...

    def undo(self, id: str | None, *, by: str, at: datetime, to: bool = False) -> Receipt:
        """Take back a change (by default the newest not undone). With `to`: bring back the state before that change,
        taking back everything since, undos included."""

    def changed(self, since: str = "", *, look: bool = True) -> tuple[str, frozenset[Address] | None]:
        """A mark of all that lies here now, and the documents that came, changed or went since a mark that was given
        before; None if that cannot be said. Without `look`: as far as it is known already, and what is not will come
        after this mark."""

    def glance(self) -> Reader:
        """The store with its listing as it was when it was last looked at: no file is looked at again for it."""

    def history(self) -> Iterator[Past]:
        """Applied change sets, newest first, read as far as they are asked for."""

    def contents(self, id: str) -> dict[str, bytes]:
        """The bytes a change set took and gave, by digest."""

    def append(self, log: str, records: Sequence[LogRecord], *, sync: bool = False) -> None:
        """Add records to a log. One that is there already may be added again: reading counts it once. With `sync` they
        are safe from a power cut when this returns."""

    def records(self, log: str, since: datetime | None = None) -> Iterator[LogRecord | Skipped]:
        """A log in the order it was written, each id once, and the lines that could not be read."""

    def condense(self, log: str, before: datetime, told: Condense) -> int:
        """Keep of every month that was over before a moment only what `told` makes of its records. How many changed."""
