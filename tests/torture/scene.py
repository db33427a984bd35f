"""One scene for all torture: a memory of four notes, a change that does everything a change can do, and what must hold
afterwards, whatever happened in between."""

from __future__ import annotations

from pathlib import Path

from reverie.records.changes import ChangeSet, Kind, Put
from reverie.records.documents import Address, digest
from reverie.store.disk import Disk
from reverie.store.folder import FolderStore
from tests.store.builders import INDEX, change, folder_store, put, render_index, retire, step, tree

NEW_FOLDER = Address("memory", "deep/er/x.md")
LINE = b"what a step says in the index\n"
LONG = "a long line of text " * 400


def prepare(base: Path) -> None:
    store = folder_store(base, render=render_index)
    store.apply(change(*(step(put(name, f"{name} first\n")) for name in "abcd"), title="start", days=-1))
    store.close()


def big_change() -> ChangeSet:
    """New, changed, moved, in a new folder, in the index that is rendered over it, and one step that cannot be done."""
    deep = put("a", "").__class__(NEW_FOLDER, None, b"deep\n")
    return change(
        step(put("a", f"a second\n{LONG}", over="a first\n"), put("e", "e new\n"), reason="one: change and add"),
        step(retire("b", "b first\n"), put("c", "c with b\n", over="c first\n"), _index_line(), reason="two: merge"),
        step(deep, reason="three: new folders"),
        step(put("d", "nope", over="never was"), put("f", "nope"), reason="four: cannot"),
        title="the big one",
    )


def _index_line() -> Put:
    before = START_FILES[INDEX.path]
    return Put(INDEX, digest(before), before + LINE)


def open_store(base: Path, disk: type[Disk] = Disk) -> FolderStore:
    return folder_store(base, render=render_index, disk=disk)


def whole(base: Path, foreign: dict[str, bytes] | None = None) -> list[str]:
    """What is wrong with the memory after a crash and a new start; empty if nothing is. `foreign`: what somebody else
    wrote into it between the crash and the start."""
    faults: list[str] = []
    store = open_store(base)
    files = tree(base / "memory")
    faults += [f"left behind: {name}" for name in files if ".reverie-" in name]
    if store._journal.newest_is_open():
        faults.append("the journal has an open entry")
    faults += [f"an edit of {name} is lost" for name, text in (foreign or {}).items() if text not in files[name]]
    faults += _steps_are_whole(files, set(foreign or {}))
    index = files.get("MEMORY.md", b"").decode()
    names = {n for n in "abcdefgh" if f"{n}.md" in files}
    listed = {n for n in "abcdefgh" if f"- [{n}]({n}.md)\n" in index}
    if "MEMORY.md" not in (foreign or {}) and not names ^ listed <= {name[0] for name in foreign or {}}:
        faults.append(f"the index lists {sorted(listed)}, there is {sorted(names)}")
    list(store.records("events"))
    return faults + ([] if foreign else _undo_restores(store, base, files))


def _steps_are_whole(files: dict[str, bytes], foreign: set[str]) -> list[str]:
    faults = []
    for i, planned in enumerate(big_change().steps[:3], 1):
        states = set()
        for op in (op for op in planned.ops() if op.address.path not in foreign):
            found = files.get(op.address.path)
            mark = digest(found) if found is not None else None
            if op.address == INDEX:  # the names of the notes are rendered over it
                mark = op.after if found is not None and LINE in found else op.before
            states.add("before" if mark == op.before else "after" if mark == op.after else "broken")
        if len(states) > 1 or "broken" in states:
            faults.append(f"step {i} is {' and '.join(sorted(states))}")
    if "d.md" not in foreign and (files.get("d.md") != b"d first\n" or "f.md" in files):
        faults.append("step 4 left something")
    return faults


def _undo_restores(store: FolderStore, base: Path, files: dict[str, bytes]) -> list[str]:
    newest = next(iter(store.history()))
    if newest.title == "start":
        return []
    if newest.kind is Kind.UNDO:
        return [] if files == START_FILES else ["the undo did not restore"]
    store.undo(None, by="test", at=newest.at)
    now = tree(base / "memory")
    return [] if now == START_FILES else [f"undo does not restore: {sorted(set(now) ^ set(START_FILES))}"]


START_FILES = {f"{n}.md": f"{n} first\n".encode() for n in "abcd"} | {
    "MEMORY.md": b"- [a](a.md)\n- [b](b.md)\n- [c](c.md)\n- [d](d.md)\n"
}
