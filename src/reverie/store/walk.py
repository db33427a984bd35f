"""Walking a root: which files are documents, and what had to be left out and why. Files are not read here."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from reverie.records.documents import LARGEST, Address, Skipped
from reverie.records.errors import BadAddress
from reverie.store.cabinet import number
from reverie.store.enact import TEMPORARY
from reverie.store.roots import Root

MANY = 200_000  # folders: a tree with more is not a memory
RACY = 200_000_000  # ns: a change this soon after a look may carry the same time

Stamp = tuple[int, int, int, int]  # size, mtime, ctime (which nobody can set back), inode
Seen = tuple[str, int, int, int, int, int]  # name, stamp, and whether a change since would show in it
Known = dict[str, Seen]  # a folder's files by name


@dataclass(frozen=True, slots=True)
class Found:
    """A file as the directory shows it."""

    address: Address
    stamp: Stamp


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder, and when its list of names last changed."""

    root: str
    path: str
    mtime: int


def walk(root: Root, folder: str = "") -> Iterator[Found | Folder | Skipped]:
    """Everything below a folder, sorted; each folder comes before what is in it. Links are not followed."""
    waiting = [folder]
    count = 0
    while waiting:
        here = waiting.pop()
        count += 1
        if count > MANY:
            yield Skipped(f"{root.name}:{here}", "too many folders")
            return
        found = list(look_into(root, here))
        yield from (item for item in found if not isinstance(item, str))
        waiting.extend(sorted((item for item in found if isinstance(item, str)), reverse=True))


def is_reached(root: Root, folder: str) -> bool:
    """Whether no link stands between a root and a folder below it."""
    above = root.path
    for part in Path(folder).parts[:-1]:
        above /= part
        if above.is_symlink():
            return False
    return not (folder and root.is_linked())


def look_into(root: Root, folder: str, known: Known | None = None) -> Iterator[Found | Folder | Skipped | str]:
    """One folder: itself, its files, what is left out, and (as strings) the folders in it. Files that are as they are
    `known` are taken out of it and not told."""
    path = root.path / folder if folder else root.path
    if not folder and root.is_linked():
        yield Skipped(f"{root.name}:", "it is reached through a symbolic link; links are not followed")
        return
    try:
        info = path.stat(follow_symlinks=not folder)
        if not stat.S_ISDIR(info.st_mode):
            yield Skipped(f"{root.name}:{folder}", "it is not a folder")
            return
        yield Folder(root.name, folder, info.st_mtime_ns)
        with os.scandir(path) as entries:
            listed = _shown(root, folder, entries)
    except FileNotFoundError:
        return
    except OSError as problem:
        yield Skipped(f"{root.name}:{folder}", (problem.strerror or "it cannot be opened").lower())
        return
    for entry in sorted(_otherwise(listed, known or {}), key=lambda entry: entry.name):
        yield _judge(root, f"{folder}/{entry.name}" if folder else entry.name, entry)


def _shown(root: Root, folder: str, entries: Iterable[os.DirEntry[str]]) -> list[os.DirEntry[str]]:
    """What concerns this root. In a folder of many thousand files every question counts, so the usual one is short."""
    prefix = f"{folder}/" if folder else ""
    found = (entry for entry in entries if not entry.name.startswith(TEMPORARY))
    if root.only is not None:
        return [entry for entry in found if root.shows(prefix + entry.name)]
    if folder:
        return list(found) if root.shows(folder) else []
    never = root.never_folded
    return [entry for entry in found if entry.name.casefold() not in never]


def _otherwise(entries: Iterable[os.DirEntry[str]], known: Known) -> list[os.DirEntry[str]]:
    """Those that are not as they are known. The others are taken out of it."""
    found = []
    for entry in entries:
        seen = known.get(entry.name)
        if seen is not None and _is_as(entry, seen):
            del known[entry.name]
        else:
            found.append(entry)
    return found


def stamp_of(info: os.stat_result) -> Stamp:
    return number(info.st_size), number(info.st_mtime_ns), number(info.st_ctime_ns), number(info.st_ino)


def _is_as(entry: os.DirEntry[str], seen: Seen) -> bool:
    """Whether a file has not changed since it was looked at, as far as its folder can tell."""
    try:
        info = entry.stat(follow_symlinks=False)
    except OSError:
        return False
    now = (seen[0], info.st_size, info.st_mtime_ns, info.st_ctime_ns, info.st_ino, 1)  # mostly as SQLite can hold it
    return (now == seen or (seen[0], *stamp_of(info), 1) == seen) and stat.S_ISREG(info.st_mode)


def _judge(root: Root, path: str, entry: os.DirEntry[str]) -> Found | Skipped | str:
    name = f"{root.name}:{path}".encode("utf-8", "backslashreplace").decode()
    try:
        address = Address(root.name, path)
        info = entry.stat(follow_symlinks=False)
    except BadAddress as bad:
        return Skipped(name, str(bad.facts["reason"]))
    except OSError as problem:
        return Skipped(name, (problem.strerror or "it cannot be looked at").lower())
    if stat.S_ISDIR(info.st_mode):
        return path
    if stat.S_ISLNK(info.st_mode):
        return Skipped(name, "it is a symbolic link; links are not followed")
    if not stat.S_ISREG(info.st_mode):
        return Skipped(name, "it is not a regular file")
    if info.st_size > LARGEST:
        return Skipped(name, f"it is larger than {LARGEST // (1024 * 1024)} MB")
    return Found(address, stamp_of(info))


def names_in(root: Root, folder: str) -> list[str]:
    """The names in a folder that concern this root."""
    try:
        names = os.listdir(root.path / folder if folder else root.path)
    except OSError:
        return []
    prefix = f"{folder}/" if folder else ""
    return [name for name in names if not name.startswith(TEMPORARY) and root.shows(prefix + name)]


def folder_mtime(root: Root, folder: str) -> int | None:
    try:
        return (Path(root.path) / folder).stat(follow_symlinks=not folder).st_mtime_ns
    except OSError:
        return None
