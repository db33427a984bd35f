"""The derived index: what lies in the store, found without reading it again. It is a cache: it may be deleted at any
moment, it notices by itself what changed under it, and a damaged one is made anew."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import orjson

from reverie.records.documents import Address, Described, Listed, Skipped, digest
from reverie.store import cabinet
from reverie.store.cabinet import fit, number
from reverie.store.disk import Unreadable
from reverie.store.roots import Roots
from reverie.store.walk import Folder, Found, folder_mtime, look_into, names_in, walk

Describe = Callable[[Address, bytes], Described]
_Known = dict[tuple[str, str], tuple[int, int, int, int]]  # folder, name → size, mtime, inode, when we looked

_READER = 3  # seconds somebody who only looks waits for another's change
_RACY = 200_000_000  # ns: a change this soon after a look may carry the same time


class News(NamedTuple):
    """Documents with their kinds and digests; no digest, if there is none any more, or none that can be used."""

    mark: str
    all: bool
    documents: list[tuple[Address, str, str]]


class Index:
    """`refresh` looks only into folders whose list of names changed; `refresh(full=True)` looks at every file. Without
    a path it is kept in memory, for a store that cannot be written."""

    def __init__(self, path: Path | None, roots: Roots, describe: Describe) -> None:
        self._path, self._roots, self._describe = path, roots, describe
        try:
            self._db, self.rebuilt = cabinet.opened(path)
        except sqlite3.OperationalError as problem:
            self._do_without(problem)

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
        with self._changing():
            cabinet.empty(self._db)
        self.close()

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """One transaction. Whatever happens in it, it does not stay open."""
        self._db.execute("begin immediate")
        try:
            yield
            self._db.execute("commit")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("rollback")
            raise

    # Asking

    def counts(self) -> dict[str, int]:
        rows = self._db.execute("select kind, count(*) from documents where fault = '' group by kind")
        return {str(kind): int(count) for kind, count in rows}

    def count(self, kind: str, *, state: str = "active", pinned: bool = False) -> int:
        query = "select count(*) from documents where kind = ? and state = ? and fault = '' and pinned >= ?"
        return int(self._db.execute(query, (kind, state, int(pinned))).fetchone()[0])

    def listed(self, root: str, folder: str = "") -> Iterator[Listed]:
        inside = "(folder = ? or folder >= ? and folder < ?)" if folder else "(? = '' or folder >= ? or folder < ?)"
        rows = self._db.execute(
            "select folder, name, size, digest, kind, title, state, pinned, facts "
            f"from documents where root = ? and fault = '' and {inside}",
            (root, folder, f"{folder}/", f"{folder}0"),
        )
        found = [
            Listed(Address(root, _path(inner, name)), size, mark, _told(*told))
            for inner, name, size, mark, *told in rows
        ]
        return iter(sorted(found, key=lambda item: item.address))

    def with_fact(self, root: str, *names: str) -> Iterator[Listed]:
        """The active documents of which one of these facts is known, without listing all."""
        rows = self._db.execute(
            "select folder, name, size, digest, kind, title, state, pinned, facts from documents "
            f"where root = ? and fault = '' and state = 'active' and ({' or '.join(['facts like ?'] * len(names))})",
            (root, *(f'%"{name}"%' for name in names)),
        )
        found = [
            Listed(Address(root, _path(inner, name)), size, mark, _told(*told))
            for inner, name, size, mark, *told in rows
        ]
        return iter(sorted(found, key=lambda item: item.address))

    def titled(self, kind: str) -> list[tuple[Address, str]]:
        rows = self._db.execute(
            "select root, folder, name, title from documents where kind = ? and state = 'active' and fault = ''",
            (kind,),
        )
        return sorted((Address(root, _path(folder, name)), str(title)) for root, folder, name, title in rows)

    def size(self) -> int:
        return int(self._db.execute("select count(*) from documents").fetchone()[0])

    def news(self, mark: str = "") -> News:
        """What came, changed or went since a mark that was given before; everything, if it is none of this index."""
        birth, serial = self._db.execute(
            "select id, (select coalesce(max(serial), 0) from changes) from birth"
        ).fetchone()
        told = mark.removeprefix(f"{birth}:")
        after = int(told) if told != mark and told.isdecimal() else None
        found = "changes left join documents using (root, folder, name)" if after is not None else "documents"
        rows = self._db.execute(
            f"select root, folder, name, coalesce(kind, ''), case fault when '' then digest else '' end from {found}"
            + (" where serial > ?" if after is not None else ""),
            () if after is None else (after,),
        )
        documents = [
            (Address(root, _path(folder, name)), kind, state or "") for root, folder, name, kind, state in rows
        ]
        return News(f"{birth}:{serial}", after is None, documents)

    def left_out(self) -> list[Skipped]:
        """What lies in the store and cannot be used, each named once."""
        rows = self._db.execute(
            "select what, reason from left_out union all "
            "select root || ':' || case folder when '' then '' else folder || '/' end || name, fault "
            "from documents where fault != '' order by 1"
        )
        return [Skipped(str(what), str(reason)) for what, reason in rows]

    # Keeping up

    def refresh(self, *, full: bool = False) -> None:
        try:
            self._db.execute(f"pragma busy_timeout={int(1000 * min(_READER, cabinet.PATIENCE))}")
            self._refresh(full)
        except sqlite3.DatabaseError as problem:
            if cabinet.is_busy(problem):
                self.close()
                self._do_without(problem)
                self._refresh(full=True)
                return
            self.close()
            self._db, self.rebuilt = cabinet.opened(self._path, anew=problem)
            self._refresh(full=True)

    def _refresh(self, full: bool) -> None:
        with self._changing():
            for root in self._roots.by_name:
                if full or not self._knows_folder(root, ""):
                    self._take_in_tree(root)
                else:
                    self._look_at_folders(root)

    def touched(self, addresses: Iterable[Address], before: Mapping[tuple[str, str], int | None] | None = None) -> None:
        """We changed these ourselves. `before` says when their folders' names had last changed just before we did: one
        that was known until then is known still, but for a change in the same moment, which comparing its names will
        show. Of the others nothing is known, so their time stays the old one, and the next look goes in."""
        wanted = sorted(set(addresses))
        with self._changing():
            for address in wanted:
                self._forget(address.root, address.folder, address.name)
                self._take_in_file(address)
                if not self._knows_folder(address.root, address.folder):
                    self._remember_folder(Folder(address.root, address.folder, 0))
            for name, folder in {(address.root, address.folder) for address in wanted}:
                self._keep_up(name, folder, (before or {}).get((name, folder)))

    def _keep_up(self, name: str, folder: str, before: int | None) -> None:
        row = self._db.execute("select mtime from folders where root = ? and path = ?", (name, folder)).fetchone()
        now = folder_mtime(self._roots.by_name[name], folder)
        if row and before and now and row[0] == number(before):
            # Looked at "long ago", whatever the clock says: the names are compared once before it is trusted.
            values = (number(now), number(now), name, folder)
            self._db.execute("update folders set mtime = ?, looked = ? where root = ? and path = ?", values)

    def _take_in_tree(self, name: str) -> None:
        known = self._known(name)
        folders: list[tuple[str, str, int, int]] = []
        self._db.execute("delete from left_out where root = ?", (name,))
        for item in walk(self._roots.by_name[name]):
            if isinstance(item, Folder):
                folders.append((name, fit(item.path), number(item.mtime), time.time_ns()))
            else:
                self._take_in(name, item, known)
        self._db.executemany(
            "delete from documents where root = ? and folder = ? and name = ?",
            [(name, folder, file) for folder, file in known],
        )
        self._db.execute("delete from folders where root = ?", (name,))
        self._db.executemany("insert into folders values (?, ?, ?, ?)", folders)

    def _look_at_folders(self, name: str) -> None:
        rows = self._db.execute("select path, mtime, looked from folders where root = ?", (name,)).fetchall()
        root = self._roots.by_name[name]
        for path, mtime, looked in rows:
            now = folder_mtime(root, path)
            if now is None:
                self._drop_folder(name, path)
            elif number(now) != mtime:
                self._take_in_folder(name, path)
            elif looked - mtime < _RACY:
                self._compare_names(name, path, mtime)

    def _compare_names(self, name: str, path: str, mtime: int) -> None:
        """The folder's time may hide a change made in the same instant, so its names are compared."""
        there = {fit(inner) for inner in names_in(self._roots.by_name[name], path)}
        rows = self._db.execute(
            "select name from documents where root = ?1 and folder = ?2 union "
            "select replace(what, ?1 || ':' || ?3, '') from left_out where root = ?1 and folder = ?2 union "
            "select substr(path, length(?3) + 1) from folders where root = ?1 and path like ?3 || '_%' "
            "and instr(substr(path, length(?3) + 1), '/') = 0",
            (name, path, f"{path}/" if path else ""),
        )
        if {str(row[0]) for row in rows} == there:
            self._remember_folder(Folder(name, path, mtime))
        else:
            self._take_in_folder(name, path)

    def _take_in_folder(self, name: str, path: str) -> None:
        known = self._known(name, path)
        self._db.execute("delete from left_out where root = ? and folder = ?", (name, path))
        for item in look_into(self._roots.by_name[name], path):
            if isinstance(item, str):
                if not self._knows_folder(name, item):
                    self._take_in_folder(name, item)
            elif isinstance(item, Folder):
                self._remember_folder(item)
            else:
                self._take_in(name, item, known)
        for folder, file in known:
            self._forget(name, folder, file)

    def _drop_folder(self, name: str, path: str) -> None:
        for table, column in (("documents", "folder"), ("left_out", "folder"), ("folders", "path")):
            self._db.execute(f"delete from {table} where root = ? and {column} = ?", (name, path))

    def _knows_folder(self, name: str, path: str) -> bool:
        found = self._db.execute("select 1 from folders where root = ? and path = ?", (name, fit(path))).fetchone()
        return found is not None

    def _remember_folder(self, folder: Folder) -> None:
        row = (folder.root, fit(folder.path), number(folder.mtime), time.time_ns())
        self._db.execute("insert or replace into folders values (?, ?, ?, ?)", row)

    def _known(self, root: str, folder: str | None = None) -> _Known:
        rows = self._db.execute(
            "select folder, name, size, mtime, inode, looked from documents "
            "where root = ?1 and (?2 is null or folder = ?2)",
            (root, folder),
        )
        return {(inner, name): (size, mtime, inode, looked) for inner, name, size, mtime, inode, looked in rows}

    def _take_in(self, root: str, item: Found | Skipped, known: _Known) -> None:
        if isinstance(item, Skipped):
            path = item.what.partition(":")[2]
            self._leave_out(root, path.rpartition("/")[0], item)
            return
        seen = known.pop((item.address.folder, item.address.name), None)
        there = (item.size, number(item.mtime), number(item.inode))
        if seen is None or seen[:3] != there or seen[3] - seen[1] < _RACY:
            self._read_in(item)

    def _take_in_file(self, address: Address) -> None:
        path = self._roots.by_name[address.root].path / address.path
        try:
            info = path.lstat()
        except OSError:
            return
        self._read_in(Found(address, info.st_size, info.st_mtime_ns, info.st_ino))

    def _read_in(self, item: Found) -> None:
        disk = self._roots.disks[item.address.root]
        looked = time.time_ns()
        content = disk.read(item.address.path)
        disk.rest()
        if content is None:
            return
        if isinstance(content, Unreadable):
            self._leave_out(item.address.root, item.address.folder, Skipped(str(item.address), content.reason))
            return
        what = self._described(item.address, content)
        row: Sequence[object] = (
            *(item.address.root, item.address.folder, item.address.name),
            *(item.size, number(item.mtime), number(item.inode), looked, digest(content)),
            *(fit(what.kind), fit(what.title), fit(what.state), int(what.pinned), fit(what.fault)),
            orjson.dumps({key: fit(value) for key, value in what.facts.items()}).decode() if what.facts else "",
        )
        self._db.execute(f"insert or replace into documents values ({','.join('?' * len(row))})", row)

    def _described(self, address: Address, content: bytes) -> Described:
        """One document that cannot be understood must not keep the others from being found."""
        try:
            return self._describe(address, content)
        except Exception as problem:  # noqa: BLE001 — becomes a fault that a person is told of
            return Described("other", address.name, fault=f"it cannot be understood ({type(problem).__name__})")

    def _leave_out(self, root: str, folder: str, item: Skipped) -> None:
        row = (root, fit(folder), fit(item.what), item.reason)
        self._db.execute("insert or replace into left_out values (?, ?, ?, ?)", row)

    def _forget(self, root: str, folder: str, name: str) -> None:
        self._db.execute("delete from documents where root = ? and folder = ? and name = ?", (root, folder, name))
        what = f"{root}:{_path(folder, name)}"
        self._db.execute("delete from left_out where what = ?", (what,))


def _told(kind: str, title: str, state: str, pinned: int, facts: str) -> Described:
    return Described(kind, title, state, bool(pinned), facts=orjson.loads(facts) if facts else {})


def _path(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
