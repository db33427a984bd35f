"""The derived index: what lies in the store, found without reading it again. It is a cache: it may be deleted at any
moment, it notices by itself what changed under it, and a damaged one is made anew."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from reverie.records.documents import Address, Described, Listed, Skipped, digest
from reverie.store.disk import Unreadable
from reverie.store.roots import Roots
from reverie.store.walk import Folder, Found, folder_mtime, look_into, names_in, walk

Describe = Callable[[Address, bytes], Described]

VERSION = 1
_RACY = 200_000_000  # ns: a change this soon after a look may carry the same time
_SCHEMA = """
create table documents(
    root text, folder text, name text, size int, mtime int, inode int, looked int, digest text,
    kind text, title text, state text, pinned int, fault text, primary key (root, folder, name)) without rowid;
create table folders(root text, path text, mtime int, looked int, primary key (root, path)) without rowid;
create table left_out(root text, folder text, what text primary key, reason text) without rowid;
create index by_kind on documents(kind, state, pinned, fault);
"""


class Index:
    """`refresh` looks only into folders whose list of names changed; `refresh(full=True)` looks at every file."""

    def __init__(self, path: Path, roots: Roots, describe: Describe) -> None:
        self._path, self._roots, self._describe = path, roots, describe
        self.rebuilt = ""
        self._db = self._open()

    def _open(self) -> sqlite3.Connection:
        fresh = not self._path.exists() or self._path.stat().st_size == 0
        try:
            return self._connect()
        except sqlite3.DatabaseError as problem:
            if not fresh:
                self.rebuilt = f"the index could not be used and was made anew: {problem}"
            _unlink(self._path)
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, timeout=10, isolation_level=None)
        try:
            db.executescript("pragma journal_mode=wal; pragma synchronous=normal; pragma busy_timeout=10000")
            version = db.execute("pragma user_version").fetchone()[0]
            if version == 0:
                db.executescript(f"begin immediate;{_SCHEMA};pragma user_version={VERSION};commit")
            elif version != VERSION:
                raise sqlite3.DatabaseError("it was written by another version")
            else:
                db.execute("select count(*) from (select 1 from documents limit 1)").fetchone()
        except sqlite3.DatabaseError:
            db.close()
            raise
        return db

    def close(self) -> None:
        self._db.close()

    def discard(self) -> None:
        """Throw the whole cache away."""
        self.close()
        _unlink(self._path)

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
            f"select folder, name, size, digest from documents where root = ? and fault = '' and {inside}",
            (root, folder, f"{folder}/", f"{folder}0"),
        )
        found = [Listed(Address(root, _path(inner, name)), size, mark) for inner, name, size, mark in rows]
        return iter(sorted(found, key=lambda item: item.address))

    def titled(self, kind: str) -> list[tuple[Address, str]]:
        rows = self._db.execute(
            "select root, folder, name, title from documents where kind = ? and state = 'active' and fault = ''",
            (kind,),
        )
        return sorted((Address(root, _path(folder, name)), str(title)) for root, folder, name, title in rows)

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
        self._db.execute("begin immediate")
        try:
            for root in self._roots.by_name.values():
                if full or not self._db.execute("select 1 from folders where root = ?", (root.name,)).fetchone():
                    self._take_in_tree(root.name)
                else:
                    self._look_at_folders(root.name)
            self._db.execute("commit")
        except BaseException:
            self._db.execute("rollback")
            raise

    def touched(self, addresses: Iterable[Address]) -> None:
        """We changed these ourselves. Their folders are known, but for a change made in the same instant."""
        self._db.execute("begin immediate")
        wanted = sorted(set(addresses))
        for address in wanted:
            self._forget(address.root, address.folder, address.name)
            self._take_in_file(address)
        for name, folder in {(address.root, address.folder) for address in wanted}:
            if self._db.execute("select 1 from folders where root = ? and path = ?", (name, folder)).fetchone():
                self._remember_folder(Folder(name, folder, folder_mtime(self._roots.by_name[name], folder) or 0))
            else:
                self._take_in_folder(name, folder)
                self._db.execute("update folders set mtime = 0 where root = ? and path = ?", (name, _above(folder)))
        self._db.execute("commit")

    def _take_in_tree(self, name: str) -> None:
        known = self._known(name)
        folders: list[tuple[str, str, int, int]] = []
        self._db.execute("delete from left_out where root = ?", (name,))
        for item in walk(self._roots.by_name[name]):
            if isinstance(item, Folder):
                folders.append((name, item.path, item.mtime, time.time_ns()))
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
            elif now != mtime:
                self._take_in_folder(name, path)
            elif looked - mtime < _RACY:
                self._compare_names(name, path, mtime)

    def _compare_names(self, name: str, path: str, mtime: int) -> None:
        """The folder's time may hide a change made in the same instant, so its names are compared."""
        there = set(names_in(self._roots.by_name[name], path))
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
                if not self._db.execute("select 1 from folders where root = ? and path = ?", (name, item)).fetchone():
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

    def _remember_folder(self, folder: Folder) -> None:
        row = (folder.root, folder.path, folder.mtime, time.time_ns())
        self._db.execute("insert or replace into folders values (?, ?, ?, ?)", row)

    def _known(self, root: str, folder: str | None = None) -> dict[tuple[str, str], tuple[int, int, int, int]]:
        rows = self._db.execute(
            "select folder, name, size, mtime, inode, looked from documents "
            "where root = ?1 and (?2 is null or folder = ?2)",
            (root, folder),
        )
        return {(inner, name): (size, mtime, inode, looked) for inner, name, size, mtime, inode, looked in rows}

    def _take_in(
        self, root: str, item: Found | Skipped, known: dict[tuple[str, str], tuple[int, int, int, int]]
    ) -> None:
        if isinstance(item, Skipped):
            path = item.what.partition(":")[2]
            self._leave_out(root, path.rpartition("/")[0], item)
            return
        seen = known.pop((item.address.folder, item.address.name), None)
        if seen is None or seen[:3] != (item.size, item.mtime, item.inode) or seen[3] - item.mtime < _RACY:
            self._read_in(item)

    def _take_in_file(self, address: Address) -> None:
        for item in look_into_one(self._roots, address):
            self._take_in(address.root, item, {})

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
        what = self._describe(item.address, content)
        row: Sequence[object] = (
            *(item.address.root, item.address.folder, item.address.name),
            *(item.size, item.mtime, item.inode, looked, digest(content)),
            *(what.kind, what.title, what.state, int(what.pinned), what.fault),
        )
        self._db.execute(f"insert or replace into documents values ({','.join('?' * len(row))})", row)

    def _leave_out(self, root: str, folder: str, item: Skipped) -> None:
        row = (root, folder, item.what, item.reason)
        self._db.execute("insert or replace into left_out values (?, ?, ?, ?)", row)

    def _forget(self, root: str, folder: str, name: str) -> None:
        self._db.execute("delete from documents where root = ? and folder = ? and name = ?", (root, folder, name))
        what = f"{root}:{_path(folder, name)}"
        self._db.execute("delete from left_out where what = ?", (what,))


def _unlink(path: Path) -> None:
    for leftover in path.parent.glob(f"{path.name}*"):  # with what SQLite keeps beside it
        leftover.unlink(missing_ok=True)


def look_into_one(roots: Roots, address: Address) -> Iterator[Found | Skipped]:
    path = roots.by_name[address.root].path / address.path
    try:
        info = path.lstat()
    except OSError:
        return
    yield Found(address, info.st_size, info.st_mtime_ns, info.st_ino)


def _path(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _above(folder: str) -> str:
    return folder.rpartition("/")[0]
