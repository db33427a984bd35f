"""Short words for the stories the store's tests tell."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from reverie.records.changes import ChangeSet, Edit, Kind, Move, Put, Step
from reverie.records.documents import Address, Described, Listed, digest
from reverie.records.store import Reader, Rebase, Render, Store
from reverie.store.disk import Disk
from reverie.store.folder import FolderStore
from reverie.store.roots import Root

START = datetime(2026, 11, 15, 2, 0, tzinfo=UTC)
INDEX = Address("memory", "MEMORY.md")
Make = Callable[[Render | None], Store]


def at(days: float = 0) -> datetime:
    return START + timedelta(days=days)


def note(name: str) -> Address:
    return Address("memory", f"{name}.md")


def put(name: str, text: str, over: str | None = None) -> Put:
    return Put(note(name), None if over is None else digest(over.encode()), text.encode())


def retire(name: str, text: str) -> Move:
    return Move(note(name), Address("memory", f"retired/{name}.md"), digest(text.encode()), text.encode())


def step(*edits: Edit, reason: str = "because", about: str = "", retires: int = 0, keeps_all: bool = False) -> Step:
    return Step(reason, edits, about, retires, keeps_all)


def change(
    *steps: Step, title: str = "a change", days: float = 0, by: str = "ada", automatic: bool = False
) -> ChangeSet:
    kind = Kind.NIGHT if automatic else Kind.COMMAND
    return ChangeSet(title, by, at(days), steps, kind, automatic)


def render_index(reader: Reader, _touched: object) -> list[Put]:
    """A small index: the names of the notes that are really there, and whatever else people wrote into it."""
    names = [n for n in "abcdefgh" if reader.read(note(n)) is not None]
    old = reader.read(INDEX)
    theirs = [line for line in old.content.splitlines(True) if not line.startswith(b"- [")] if old else []
    content = "".join(f"- [{n}]({n}.md)\n" for n in names).encode() + b"".join(theirs)
    return [Put(INDEX, old.digest if old else None, content)]


def rebase_index(address: Address, now: bytes, after: bytes, before: bytes | None) -> bytes | None:
    """What people wrote into that index as it was before a step, under the names it lists now."""
    mine, theirs = _parts(now)
    if address != INDEX or theirs != _parts(after)[1]:
        return None
    return mine + _parts(before or b"")[1]


def _parts(content: bytes) -> tuple[bytes, bytes]:
    lines = content.splitlines(True)
    return (
        b"".join(line for line in lines if line.startswith(b"- [")),
        b"".join(line for line in lines if not line.startswith(b"- [")),
    )


def describe(address: Address, _content: bytes) -> Described:
    is_note = address.folder == "" and address.name not in ("MEMORY.md", "format")
    return Described("note" if is_note else "other", address.name)


def folder_store(
    base: Path,
    *,
    render: Render | None = None,
    rebase: Rebase | None = None,
    disk: type[Disk] = Disk,
    wait: float = 10,
) -> FolderStore:
    memory = base / "memory"
    memory.mkdir(parents=True, exist_ok=True)
    roots = [Root("memory", memory)]
    return FolderStore(roots, base / "local", render=render, rebase=rebase, describe=describe, disk=disk, wait=wait)


def tree(base: Path) -> dict[str, bytes]:
    """Every file below a folder, byte for byte."""
    return {str(p.relative_to(base)): p.read_bytes() for p in sorted(base.rglob("*")) if p.is_file()}


def text(store: Store, name: str) -> str | None:
    document = store.read(note(name))
    return None if document is None else document.content.decode()


def listing(store: Store) -> list[str]:
    return [item.address.path for item in store.scan("memory") if isinstance(item, Listed)]


def undo(store: Store, id: str | None = None, *, to: bool = False, days: float = 9) -> object:
    return store.undo(id, by="ada", at=at(days), to=to)
