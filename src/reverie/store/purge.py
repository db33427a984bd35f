"""Taking text out of the store's own past for good: contents out of the journal, words out of its plans. Each entry is
there as it was or as it should be, whenever a crash comes: the new one is written beside it, swapped, the old removed.
Doing it again finishes it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from reverie.records.documents import Address
from reverie.store import frames
from reverie.store.disk import Disk

BESIDE = ".new"
_ALL = 1 << 40


@dataclass(frozen=True, slots=True)
class Scrub:
    """What is to go. `holds`: whether a content that stood at these addresses tells it; `words` takes it out of a line;
    `blind` gives something else for a digest, which would confirm a guess."""

    holds: Callable[[bytes, Collection[Address]], bool]
    words: Callable[[str], str]
    blind: Callable[[str], str]


def scrubbed(raw: bytes, scrub: Scrub) -> bytes:
    """A journal entry without it; the same bytes if it tells nothing. ValueError if it is none of ours."""
    found, end = [], 0
    for kind, meta, blobs, end in frames.frames(raw):  # noqa: B007 — the last end is wanted
        found.append((kind, meta, dict(frames.contents(meta, blobs))))
    places = _places(meta for _, meta, _ in found)
    held = {(key, content) for _, _, contents in found for key, content in contents.items()}
    gone = {key: scrub.blind(key) for key, content in held if scrub.holds(content, places.get(key, ()))}
    new, same = [], True
    for kind, meta, contents in found:
        told = _meta(meta, scrub, gone)
        kept = {key: content for key, content in contents.items() if key not in gone}
        same = same and told == meta and kept.keys() == contents.keys()
        new.append(frames.frame(kind, {name: value for name, value in told.items() if name != "contents"}, kept))
    return raw[:end] if same else b"".join(new)


def _places(metas: Iterable[frames.Meta]) -> dict[str, set[Address]]:
    """Where each content stood."""
    found: dict[str, set[Address]] = {}
    for meta in metas:
        steps = (step[4] for step in meta.get("steps", ()))
        for ops in (meta.get("ops"), meta.get("rendered"), meta.get("restores"), *steps):
            for op in frames.ops_from_json(ops or []):
                for mark in (op.before, op.after):
                    if mark:
                        found.setdefault(mark, set()).add(op.address)
    return found


def _meta(meta: frames.Meta, scrub: Scrub, gone: dict[str, str]) -> frames.Meta:
    told = dict(meta)
    for name in ("ops", "rendered", "restores"):
        if name in meta:
            told[name] = _blinded(meta[name], gone)
    if "title" in meta:
        told["title"] = scrub.words(meta["title"])
        told["steps"] = [_step(step, scrub, gone) for step in meta["steps"]]
        purged = sorted({*meta.get("purged", ()), *gone.values()})
        told.update({"purged": purged} if purged else {})
    if "failed" in meta:
        told["failed"] = {i: scrub.words(why) for i, why in meta["failed"].items()}
    return told


def _step(step: list[Any], scrub: Scrub, gone: dict[str, str]) -> list[Any]:
    reason, mark, retires, skip, ops, covers = step
    new, said = _blinded(ops, gone), scrub.words(reason)
    if mark and (new != ops or said != reason):
        mark = scrub.blind(mark)
    return [said, mark, retires, scrub.words(skip), new, covers]


def _blinded(ops: list[list[str | None]], gone: dict[str, str]) -> list[list[str | None]]:
    return [[address, gone.get(before or "", before), gone.get(after or "", after)] for address, before, after in ops]


class JournalPurge:
    """The entries below the folder `journal` of a disk. Works under the `apply` lock, when none is open."""

    def __init__(self, disk: Disk, folder: str = "journal") -> None:
        self._disk, self._folder = disk, folder

    def run(self, scrub: Scrub, *, dry: bool) -> list[str]:
        """The entries that tell it. What is damaged cannot be shown to be clean, nor be undone: it goes whole."""
        found = []
        for shelf in self._disk.names(self._folder):
            for name in self._disk.names(f"{self._folder}/{shelf}"):
                path = f"{self._folder}/{shelf}/{name}"
                if self._one(path, scrub, dry):
                    found.append(path)
        return found

    def _one(self, path: str, scrub: Scrub, dry: bool) -> bool:
        raw = self._disk.read(path, limit=_ALL)
        if not isinstance(raw, bytes):
            return False
        new: bytes | None = None
        if frames.NAME.fullmatch(path.rpartition("/")[2]):
            try:
                new = scrubbed(raw, scrub) if next(frames.frames(raw), None) else None
            except (ValueError, KeyError, TypeError, IndexError):
                new = None
        if new == raw:
            return False
        if not dry:
            replace(self._disk, path, new)
        return True


def replace(disk: Disk, path: str, content: bytes | None) -> None:
    """A file of our own with other bytes, or none at all."""
    folder = path.rpartition("/")[0]
    if content is not None:
        if disk.read(path + BESIDE, limit=_ALL) is not None:
            disk.remove(path + BESIDE)
        disk.stage([(path + BESIDE, content, 0o600)])
        disk.exchange(path + BESIDE, path)
        disk.sync_folder(folder)
        disk.remove(path + BESIDE)
    else:
        disk.remove(path)
    disk.sync_folder(folder)
