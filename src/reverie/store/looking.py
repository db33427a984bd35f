"""How the index keeps up with what lies in the store: which folders changed, which files, and what they are now."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from reverie.records.documents import Address, Skipped, digest
from reverie.store.cabinet import fit, number
from reverie.store.roots import Root, Roots
from reverie.store.rows import PUT, Describe, Rows, place, seen
from reverie.store.walk import (
    MANY,
    RACY,
    Folder,
    Found,
    Known,
    folder_mtime,
    is_reached,
    look_into,
    names_in,
    stamp_of,
)

Before = Mapping[tuple[str, str], int | None]  # folders, and when their names had last changed


class Foreign(Exception):
    """The index speaks of what cannot be here: it was not made for this store."""


class Looking:
    """Rows of what lies in the roots, brought up to date inside one transaction each time."""

    _db: sqlite3.Connection

    def __init__(self, roots: Roots, describe: Describe) -> None:
        self._roots, self._rows = roots, Rows(roots, describe)

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

    # Documents that we changed ourselves

    def touched(self, addresses: Iterable[Address], before: Before | None = None) -> None:
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

    def unlike(self, before: Before) -> list[tuple[str, str]]:
        """The folders that are not known as of then: their names were looked at since."""
        query = "select 1 from folders where root = ? and path = ? and mtime = ?"
        return [
            place for place, at in before.items() if not self._db.execute(query, (*place, number(at or 0))).fetchone()
        ]

    # Everything below a folder

    def _take_in_tree(self, name: str, top: str = "") -> None:
        """Look at every file. What is as it was costs no more than that look."""
        root = self._roots.by_name[name]
        self._db.execute(f"delete from left_out where root = ?1 and {INSIDE}", inside(name, top))
        waiting, found = [top] if is_reached(root, top) else [], dict[str, tuple[str, str, int, int]]()
        while waiting:
            here = waiting.pop()
            if len(found) >= MANY:
                self._leave_out(name, here, Skipped(f"{name}:{here}", "too many folders"))
                break
            waiting += sorted(self._take_in_names(root, here, found), reverse=True)
        rows = self._db.execute(f"select path from folders where root = ?1 and {INSIDE_PATH}", inside(name, top))
        for path in {row[0] for row in rows} - found.keys():
            self._drop_folder(name, path)
        self._db.executemany("insert or replace into folders values (?, ?, ?, ?)", list(found.values()))
        if strange := self._folders_of_documents(name, top) - found.keys():
            raise Foreign(f"it lists documents in {name}:{min(strange)}, where no folder is")

    def _folders_of_documents(self, name: str, top: str) -> set[str]:
        """Asked one by one, because there are few folders and many documents."""
        found: set[str] = set()
        root, _, below, end = asked = inside(name, top)
        last = self._db.execute(f"select min(folder) from documents where root = ?1 and {INSIDE}", asked).fetchone()[0]
        query = "select min(folder) from documents where root = ? and folder > ? and folder < ?"
        while last is not None:
            found.add(last)
            last = self._db.execute(query, (root, max(last, below), end)).fetchone()[0]
        return found

    def _take_in_names(self, root: Root, here: str, found: dict[str, tuple[str, str, int, int]]) -> list[str]:
        """One folder; the folders in it are given back."""
        known, deeper, new = self._known(root.name, here), [], []
        for item in look_into(root, here, known):
            if isinstance(item, str):
                deeper.append(item)
            elif isinstance(item, Folder):
                found[fit(here)] = (root.name, fit(here), number(item.mtime), time.time_ns())
            elif isinstance(item, Found) and item.address.name not in known:
                new.append(item)
            else:
                self._take_in(root.name, item, known)
        self._read_in_new(new)
        self._forget_all(root.name, here, known)
        return deeper

    # Only where names changed

    def _look_at_folders(self, name: str, before: Before | None = None) -> None:
        rows = self._db.execute("select path, mtime, looked from folders where root = ?", (name,)).fetchall()
        root = self._roots.by_name[name]
        for path, mtime, looked in rows:
            now = (before or {}).get((name, path)) or folder_mtime(root, path)
            if now is None:
                self._drop_folder(name, path)
            elif number(now) != mtime:
                self._take_in_folder(name, path)
            elif looked - mtime < RACY and before is None:
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
        for item in look_into(self._roots.by_name[name], path, known):
            if isinstance(item, str):
                if not self._knows_folder(name, item):
                    self._take_in_folder(name, item)
            elif isinstance(item, Folder):
                self._remember_folder(item)
            else:
                self._take_in(name, item, known)
        self._forget_all(name, path, known)

    def _drop_folder(self, name: str, path: str) -> None:
        for table, column in (("documents", "folder"), ("left_out", "folder"), ("folders", "path")):
            self._db.execute(f"delete from {table} where root = ? and {column} = ?", (name, path))

    def _knows_folder(self, name: str, path: str) -> bool:
        found = self._db.execute("select 1 from folders where root = ? and path = ?", (name, fit(path))).fetchone()
        return found is not None

    def _remember_folder(self, folder: Folder) -> None:
        row = (folder.root, fit(folder.path), number(folder.mtime), time.time_ns())
        self._db.execute("insert or replace into folders values (?, ?, ?, ?)", row)

    # One file

    def _known(self, root: str, folder: str) -> Known:
        """A later change of a file shows if it was not looked at in the very moment of the last one."""
        rows = self._db.execute(
            f"select name, size, mtime, ctime, inode, looked - max(mtime, ctime) >= {RACY} from documents "
            "where root = ? and folder = ?",
            (root, fit(folder)),
        )
        return {row[0]: row for row in rows}

    def _take_in(self, root: str, item: Found | Skipped, known: Known) -> None:
        if isinstance(item, Skipped):
            path = item.what.partition(":")[2]
            self._leave_out(root, path.rpartition("/")[0], item)
            return
        seen = known.pop(item.address.name, None)
        if seen is None or seen[1:] != (*item.stamp, 1):
            self._read_in(item)

    def _take_in_file(self, address: Address) -> None:
        path = self._roots.by_name[address.root].path / address.path
        try:
            info = path.lstat()
        except OSError:
            return
        self._read_in(Found(address, stamp_of(info)))

    def _read_in(self, item: Found) -> None:
        """A file that was known otherwise, or may have been."""
        looked = time.time_ns()
        content = self._rows.content(item)
        if isinstance(content, bytes):
            if not self._is_the_same(place(item), seen(item, looked), digest(content)):
                self._db.execute(PUT, self._rows.row(item, looked, content))
        elif content is not None:
            self._forget_all(item.address.root, item.address.folder, (item.address.name,))
            self._leave_out(item.address.root, item.address.folder, content)

    def _read_in_new(self, items: Sequence[Found]) -> None:
        for part, read in self._rows.of_many(items):
            self._db.executemany(PUT, [row for row in read if isinstance(row, tuple)])
            for item, left_out in zip(part, read, strict=True):
                if isinstance(left_out, Skipped):
                    self._leave_out(item.address.root, item.address.folder, left_out)

    def _is_the_same(self, place: tuple[str, str, str], seen: tuple[int, ...], mark: str) -> bool:
        """Only touched, not changed: that is no news."""
        done = self._db.execute(
            "update documents set size = ?, mtime = ?, ctime = ?, inode = ?, looked = ? "
            "where root = ? and folder = ? and name = ? and digest = ?",
            (*seen, *place, mark),
        )
        return done.rowcount > 0

    def _leave_out(self, root: str, folder: str, item: Skipped) -> None:
        row = (root, fit(folder), fit(item.what), item.reason)
        self._db.execute("insert or replace into left_out values (?, ?, ?, ?)", row)

    def _forget(self, root: str, folder: str, name: str) -> None:
        self._forget_all(root, folder, (name,))
        what = f"{root}:{folder}/{name}" if folder else f"{root}:{name}"
        self._db.execute("delete from left_out where what = ?", (what,))

    def _forget_all(self, root: str, folder: str, names: Iterable[str]) -> None:
        gone = [(root, fit(folder), name) for name in names]
        self._db.executemany("delete from documents where root = ? and folder = ? and name = ?", gone)


INSIDE = "folder >= ?2 and folder < ?4 and (folder = ?2 or folder >= ?3)"
INSIDE_PATH = INSIDE.replace("folder", "path")


def inside(root: str, folder: str) -> tuple[str, str, str, str]:
    """What INSIDE is asked with: the folder itself, and what begins with it and a slash; or all there is."""
    return (root, fit(folder), fit(f"{folder}/"), fit(f"{folder}0")) if folder else (root, "", "", "\U0010ffff")
