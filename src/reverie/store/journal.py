"""The journal: one file per change set, written and made durable before anything is touched. It holds every byte a
change takes and gives, so a crash can be finished or rolled back, and any night taken back.

A file is a row of frames: a JSON line with lengths and a sha256, then JSON, then compressed contents. `plan` comes
first; `render` adds the derived text; `end` says how it came out. A frame that was cut off counts as not written.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from reverie.records.changes import Kind, Op, Past
from reverie.records.documents import Address, Skipped, digest
from reverie.records.errors import ReverieError
from reverie.store.disk import Disk, Unreadable
from reverie.store.plan import Plan, PlannedStep, past_of

_NAME = re.compile(r"\d{6}-[a-z]-[0-9-]+-[0-9a-f]{6}\.journal")
_SHELF = 1000  # entries to a folder, so that the newest is found without looking at all
_ALL = 1 << 40


@dataclass(frozen=True, slots=True)
class Entry:
    """A change set in the journal. `failed` is None while it has not come to its end."""

    number: int
    path: str
    plan: Plan
    tried: tuple[Op, ...]  # derived text that was to be written, in order; an address may be tried again
    failed: dict[int, str] | None
    rendered: tuple[Op, ...]  # and what came of it in the end
    size: int  # up to the last whole frame

    @property
    def past(self) -> Past:
        return past_of(self.plan, self.number, self.failed or {}, self.rendered)


class Journal:
    """Entries in the folder `journal` of a disk."""

    folder = "journal"

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._known: dict[str, Entry] = {}

    def begin(self, plan: Plan, contents: dict[str, bytes]) -> Entry:
        newest = next(self._newest_first(), "")
        number = _number(newest) + 1 if newest else 1
        folder = f"{self.folder}/{number // _SHELF:03d}"
        path = f"{folder}/{number:06d}-{plan.id}.journal"
        self._disk.make_folder(folder, 0o700)
        frame = _frame("plan", _plan_to_json(plan), contents)
        self._disk.stage([(path, frame, 0o600)])
        self._disk.sync_folder(folder)
        return Entry(number, path, plan, (), None, (), len(frame))

    def add_render(self, entry: Entry, ops: tuple[Op, ...], contents: dict[str, bytes]) -> None:
        frame = _frame("render", {"ops": [_op_to_json(op) for op in ops]}, contents)
        self._disk.append(entry.path, frame, sync=True)

    def end(self, entry: Entry, failed: dict[int, str], rendered: tuple[Op, ...]) -> None:
        # Not waited for: if it is lost, the next start finds everything done and writes it again.
        outcome = {"failed": {str(i): why for i, why in failed.items()}, "rendered": [_op_to_json(o) for o in rendered]}
        frame = _frame("end", outcome, {})
        with suppress(OSError):
            self._disk.append(entry.path, frame, sync=False)

    def drop(self, entry: Entry) -> None:
        """Forget a change of which nothing was done."""
        self._disk.remove(entry.path)
        self._disk.sync_folder(entry.path.rpartition("/")[0])

    def newest_is_open(self) -> bool:
        """Whether the newest entry has come to no end: a crash left it, or somebody is at work on it."""
        newest = next(self._newest_first(), "")
        if not newest:
            return False
        entry = self._known.get(newest) or self._load(newest)
        return entry is None or entry.failed is None

    def unfinished(self) -> Entry | None:
        """The change a crash left open. Only the newest can be: changes are applied one at a time."""
        for path in self._newest_first():
            entry = self._known.get(path) or self._load(path)
            if entry is None:
                self.set_aside(path)
                continue
            if entry.failed is not None:
                return None
            self._disk.truncate(path, entry.size)
            return entry
        return None

    def set_aside(self, path: str) -> None:
        """The plan itself cannot be read, so nothing was touched by it. Cut off or empty: it never was. Otherwise it is
        damaged, and a damaged entry is kept for a person to look at."""
        raw = self._disk.read(path, limit=_ALL)
        if isinstance(raw, bytes) and not raw.strip(b"\0"):
            self._disk.remove(path)
        else:
            self._disk.place(path, path.removesuffix(".journal") + ".damaged")
        self._disk.sync_folder(path.rpartition("/")[0])

    def entries(self) -> Iterator[Entry]:
        """Newest first, those that came to their end."""
        for path in self._newest_first():
            entry = self._known.get(path) or self._load(path)
            if entry is not None and entry.failed is not None:
                self._known[path] = entry
                yield entry

    def problems(self) -> Iterator[Skipped]:
        """Entries that cannot be read. What they changed stands, but cannot be taken back."""
        for path in self._paths():
            whole = path in self._known or (path.endswith(".journal") and self._load(path) is not None)
            if not whole:
                yield Skipped(path, "this journal entry is damaged; its change cannot be undone")

    def contents(self, entry: Entry) -> dict[str, bytes]:
        raw = self._disk.read(entry.path, limit=_ALL)
        found: dict[str, bytes] = {}
        if isinstance(raw, bytes):
            for _, meta, blobs in _frames(raw):
                found.update(_unpack(meta, blobs))
        return found

    def _paths(self) -> Iterator[str]:
        for shelf in reversed(self._disk.names(self.folder)):
            for name in reversed(self._disk.names(f"{self.folder}/{shelf}")):
                yield f"{self.folder}/{shelf}/{name}"

    def _newest_first(self) -> Iterator[str]:
        return (path for path in self._paths() if _NAME.fullmatch(path.rpartition("/")[2]))

    def _load(self, path: str) -> Entry | None:
        raw = self._disk.read(path, limit=_ALL)
        plan: Plan | None = None
        tried: tuple[Op, ...] = ()
        rendered: tuple[Op, ...] = ()
        failed: dict[int, str] | None = None
        size = 0
        try:
            for kind, meta, _ in _frames(raw if isinstance(raw, bytes) else b""):
                size += meta["frame_size"]
                if kind == "plan":
                    plan = _plan_from_json(meta)
                elif kind == "render":
                    tried = (*tried, *(_op_from_json(op) for op in meta["ops"]))
                elif kind == "end":
                    failed = {int(i): str(why) for i, why in meta["failed"].items()}
                    rendered = tuple(_op_from_json(op) for op in meta["rendered"])
        except (ValueError, TypeError, KeyError, AttributeError, ReverieError):
            return None  # whole, but not written by us
        if plan is None or isinstance(raw, Unreadable):
            return None
        return Entry(_number(path), path, plan, tried, failed, rendered, size)


def _number(path: str) -> int:
    return int(path.rpartition("/")[2].partition("-")[0])


# Frames


def _frame(kind: str, meta: dict[str, Any], contents: dict[str, bytes]) -> bytes:
    packed = [(key, zlib.compress(content, 1)) for key, content in contents.items()]
    head = orjson.dumps({**meta, "contents": [[key, len(blob)] for key, blob in packed]})
    body = b"".join([head, *(blob for _, blob in packed)])
    line = orjson.dumps({"frame": kind, "meta": len(head), "size": len(body), "sha256": digest(body)})
    return line + b"\n" + body + b"\n"


def _frames(raw: bytes) -> Iterator[tuple[str, dict[str, Any], bytes]]:
    """The whole frames of a file; the first that is cut off or damaged ends it."""
    at = 0
    while at < len(raw):
        line_end = raw.find(b"\n", at)
        try:
            line = orjson.loads(raw[at:line_end])
            start = line_end + 1
            body = raw[start : start + line["size"]]
            if line_end < 0 or len(body) < line["size"] or digest(body) != line["sha256"]:
                return
            meta = orjson.loads(body[: line["meta"]])
        except (ValueError, TypeError, KeyError, AttributeError):
            return
        end = start + line["size"] + 1
        yield line["frame"], {**meta, "frame_size": end - at}, body[line["meta"] :]
        at = end


def _unpack(meta: dict[str, Any], blobs: bytes) -> dict[str, bytes]:
    found, at = {}, 0
    for key, size in meta.get("contents", []):
        found[key] = zlib.decompress(blobs[at : at + size])
        at += size
    return found


# Plans


def _op_to_json(op: Op) -> list[str | None]:
    return [str(op.address), op.before, op.after]


def _op_from_json(raw: list[Any]) -> Op:
    return Op(Address.parse(raw[0]), raw[1], raw[2])


def _plan_to_json(plan: Plan) -> dict[str, Any]:
    return {
        "id": plan.id,
        "at": plan.at.isoformat(),
        "by": plan.by,
        "kind": plan.kind.value,
        "title": plan.title,
        "undoes": {id: list(steps) for id, steps in plan.undoes.items()},
        "restores": [_op_to_json(op) for op in plan.restores],
        "steps": [
            [step.reason, step.fingerprint, step.retires, step.skip, [_op_to_json(op) for op in step.ops]]
            for step in plan.steps
        ],
    }


def _plan_from_json(raw: dict[str, Any]) -> Plan:
    steps = (
        PlannedStep(reason, tuple(_op_from_json(op) for op in ops), mark, retires, skip)
        for reason, mark, retires, skip, ops in raw["steps"]
    )
    return Plan(
        raw["id"],
        datetime.fromisoformat(raw["at"]),
        raw["by"],
        Kind(raw["kind"]),
        raw["title"],
        tuple(steps),
        {id: tuple(found) for id, found in raw["undoes"].items()},
        tuple(_op_from_json(op) for op in raw["restores"]),
    )
