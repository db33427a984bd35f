"""The derived index: what lies in the store, found without reading it again. It is a cache: it may be deleted at any
moment, it notices by itself what changed under it, and a damaged one is made anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple, TypeVar

from reverie.records.documents import Address, Listed, Skipped, is_address
from reverie.store import cabinet
from reverie.store.cabinet import PATH
from reverie.store.looking import INSIDE, Before, Foreign, Looking, inside
from reverie.store.rolls import LISTED, IndexRoll, told
from reverie.store.roots import Roots
from reverie.store.rows import Describe

T = TypeVar("T")

_READER = 3  # seconds somebody who only looks waits for another's change


class News(NamedTuple):
    """Documents with their kinds and digests; no digest, if there is none any more, or none that can be used."""

    mark: str
    all: bool
    documents: list[tuple[Address, str, str]]


class Index(Looking):
    """`refresh` looks only into folders whose list of names changed; `refresh(full=True)` looks at every file, or at
    those below one folder of a root. Without a path it is kept in memory, for a store that cannot be written."""

    def __init__(self, path: Path | None, roots: Roots, describe: Describe) -> None:
        super().__init__(roots, describe)
        self._path = path
        try:
            self._db, self.rebuilt = cabinet.opened(path)
        except sqlite3.OperationalError as problem:
            self._do_without(problem)
        self._mark = cabinet.mark_of(path)

    def _do_without(self, problem: sqlite3.Error) -> None:
        """Somebody keeps the index to himself. It is only a cache, so the files are looked at themselves."""
        if not cabinet.is_busy(problem):
            raise problem
        self._db, _ = cabinet.opened(None)
        self.rebuilt = "another program keeps the index to itself, so it was done without"

    def close(self) -> None:
        self._db.close()

    def discard(self) -> None:
        """Throw away all that is known. Others may have the index open: for them it is empty from now on."""
        try:
            with self._changing():
                cabinet.empty(self._db)
        except cabinet.DAMAGE as problem:
            self._open_anew(problem)
        self.close()

    def _guarded(self, use: Callable[[sqlite3.Connection], T]) -> T:
        """What `use` gives. Whatever bytes stand in the file: a damaged one is made anew once, and filled."""
        try:
            return use(self._db)
        except cabinet.DAMAGE as problem:
            self._open_anew(problem)
            self._refresh(full=True)
            return use(self._db)

    def _open_anew(self, problem: Exception) -> None:
        """An error that does not come of the file's bytes is raised again."""
        if isinstance(problem, sqlite3.Error) and cabinet.is_busy(problem):
            raise problem
        with suppress(sqlite3.Error):
            self.close()
        self._db, self.rebuilt = cabinet.opened(self._path, anew=problem, mark=self._mark)
        self._mark = cabinet.mark_of(self._path)

    # Asking

    def counts(self) -> dict[str, int]:
        query = "select kind, count(*) from documents where fault = '' group by kind"
        return self._guarded(lambda db: {str(kind): int(count) for kind, count in db.execute(query)})

    def count(self, kind: str, *, state: str = "active", pinned: bool = False) -> int:
        query = "select count(*) from documents where kind = ? and state = ? and fault = '' and pinned >= ?"
        return self._guarded(lambda db: int(db.execute(query, (kind, state, int(pinned))).fetchone()[0]))

    def listed(self, root: str, folder: str = "") -> Iterator[Listed]:
        query = f"{LISTED} where root = ?1 and fault = '' and {INSIDE}"
        asked = inside(root, folder)
        return iter(self._guarded(lambda db: list(told(sorted(db.execute(query, asked), key=itemgetter(1))))))

    def roll(self, root: str, without: Collection[str] = ()) -> IndexRoll:
        return IndexRoll(self._guarded, root, without)

    def titled(self, kind: str) -> list[tuple[Address, str]]:
        query = f"select root, {PATH}, title from documents where kind = ? and state = 'active' and fault = ''"

        def titles(db: sqlite3.Connection) -> list[tuple[Address, str]]:
            rows = db.execute(query, (kind,))
            return sorted((Address(root, path), str(title)) for root, path, title in rows if is_address(root, path))

        return self._guarded(titles)

    def size(self) -> int:
        return self._guarded(lambda db: int(db.execute("select count(*) from documents").fetchone()[0]))

    def mark(self) -> str:
        """The same while no document comes, changes or goes."""
        return self._guarded(_mark)

    def news(self, mark: str = "") -> News:
        """What came, changed or went since a mark that was given before; everything, if it is none of this index."""
        return self._guarded(lambda db: _news(db, mark))

    def left_out(self) -> list[Skipped]:
        """What lies in the store and cannot be used, each named once."""
        query = (
            "select what, reason from left_out union all "
            "select root || ':' || case folder when '' then '' else folder || '/' end || name, fault "
            "from documents where fault != '' order by 1"
        )
        return self._guarded(lambda db: [Skipped(str(what), str(reason)) for what, reason in db.execute(query)])

    # Keeping up

    def refresh(
        self, *, full: bool = False, below: tuple[str, str] | None = None, before: Before | None = None
    ) -> None:
        """`before`: we are in the middle of a change, and some folders' names had last changed then."""
        try:
            self._db.execute(f"pragma busy_timeout={int(1000 * min(_READER, cabinet.PATIENCE))}")
            self._refresh(full, below, before)
        except Foreign as problem:
            with self._changing():
                cabinet.empty(self._db)
            self.rebuilt = f"the index could not be used and was made anew: {problem}"
            self._refresh(full=True)
        except cabinet.DAMAGE as problem:
            if isinstance(problem, sqlite3.Error) and cabinet.is_busy(problem):
                self.close()
                self._do_without(problem)
            else:
                self._open_anew(problem)
            self._refresh(full=True)

    def touched(self, addresses: Iterable[Address], before: Before | None = None) -> None:
        wanted = list(addresses)
        self._guarded(lambda _: super(Index, self).touched(wanted, before))

    def unlike(self, before: Before) -> list[tuple[str, str]]:
        return self._guarded(lambda _: super(Index, self).unlike(before))

    def _refresh(self, full: bool, below: tuple[str, str] | None = None, before: Before | None = None) -> None:
        with self._changing():
            if below is not None:
                if below[0] in self._roots.by_name:
                    self._take_in_tree(*below)
                return
            if full and (strange := self._other_root()):
                raise Foreign(f"it lists documents of '{strange}', which is not looked after here")
            for root in self._roots.by_name:
                if full or not self._knows_folder(root, ""):
                    self._take_in_tree(root)
                else:
                    self._look_at_folders(root, before)

    def _other_root(self) -> str:
        asked = ",".join("?" * len(self._roots.by_name))
        rows = self._db.execute(f"select root from folders where root not in ({asked}) limit 1", [*self._roots.by_name])
        return next((str(row[0]) for row in rows), "")


def _mark(db: sqlite3.Connection) -> str:
    birth, serial = db.execute("select id, (select coalesce(max(serial), 0) from changes) from birth").fetchone()
    return f"{birth}:{serial}"


def _news(db: sqlite3.Connection, mark: str) -> News:
    now = _mark(db)
    birth = now.partition(":")[0]
    serial = mark.removeprefix(f"{birth}:")
    after = int(serial) if serial != mark and serial.isdecimal() else None
    found = "changes left join documents using (root, folder, name)" if after is not None else "documents"
    rows = db.execute(
        f"select root, {PATH}, coalesce(kind, ''), case fault when '' then digest else '' end from {found}"
        + (" where serial > ?" if after is not None else ""),
        () if after is None else (after,),
    )
    documents = [
        (Address(root, path), str(kind), str(state or "")) for root, path, kind, state in rows if is_address(root, path)
    ]
    return News(now, after is None, documents)
