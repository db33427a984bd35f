"""How a journal entry is written, and what is taken for one. A file is a row of frames: a JSON line with lengths and a
sha256, then JSON, then compressed contents. A journal may come with a stranger's repository or be rotten, so everything
read here is checked: a ValueError says it was not written by us."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from reverie.records.changes import Kind, Op, Past
from reverie.records.documents import LARGEST, Address, digest
from reverie.store.plan import Plan, PlannedStep, past_of

ID = r"[a-z]-[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9a-f]{6,64}"
MOST = 512 * 1024 * 1024  # bytes of content in one entry
NAME = re.compile(rf"([0-9]{{6,12}})-({ID})\.journal")
_ID = re.compile(ID)
_DIGEST = re.compile(r"[0-9a-f]{64}")

Meta = dict[str, Any]


def frame(kind: str, meta: Mapping[str, Any], contents: Mapping[str, bytes]) -> bytes:
    packed = [(key, zlib.compress(content, 1)) for key, content in contents.items()]
    head = orjson.dumps({**meta, "contents": [[key, len(blob)] for key, blob in packed]})
    body = b"".join([head, *(blob for _, blob in packed)])
    line = orjson.dumps({"frame": kind, "meta": len(head), "size": len(body), "sha256": digest(body)})
    return line + b"\n" + body + b"\n"


def frames(raw: bytes) -> Iterator[tuple[str, Meta, bytes, int]]:
    """The whole frames of a file, each with where it ends; the first that is cut off or damaged ends the file."""
    at = 0
    while at < len(raw):
        line_end = raw.find(b"\n", at)
        if line_end < 0:
            return
        try:
            line = _dict(orjson.loads(raw[at:line_end]))
            size, head = _count(line.get("size")), _count(line.get("meta"))
            body = raw[line_end + 1 : line_end + 1 + size]
            if len(body) < size or digest(body) != line.get("sha256"):
                return
            meta = _dict(orjson.loads(body[:head]))
        except ValueError:
            return
        at = line_end + 1 + size + 1
        yield _text(line.get("frame")), meta, body[head:], min(at, len(raw))


def contents(meta: Meta, blobs: bytes, most: int = MOST) -> Iterator[tuple[str, bytes]]:
    """What a frame holds. Every piece must be what its name says, and no piece or sum larger than we ever write."""
    at = 0
    for raw in _list(meta.get("contents")):
        key, size = _list(raw, 2)
        content = _unpacked(blobs[at : at + _count(size)], min(LARGEST, most))
        at, most = at + _count(size), most - len(content)
        if digest(content) != key:
            raise ValueError("a content is not what its name says")
        yield key, content


def _unpacked(blob: bytes, most: int) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(blob, most + 1)
    except zlib.error as problem:
        raise ValueError("a content cannot be unpacked") from problem
    if len(content) > most or not unpacker.eof:
        raise ValueError("a content is too large or cut off")
    return content


# Entries


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


def entry_from(path: str, raw: bytes) -> Entry:
    plan: Plan | None = None
    tried: tuple[Op, ...] = ()
    rendered: tuple[Op, ...] = ()
    failed: dict[int, str] | None = None
    size = 0
    for kind, meta, _, size in frames(raw):  # noqa: B007 — the last size is wanted
        if (kind == "plan") != (plan is None):
            raise ValueError("a plan comes first, and once")
        if plan is None:
            plan = plan_from_json(meta)
        elif kind == "render":
            tried = (*tried, *ops_from_json(meta.get("ops")))
        elif kind == "end":
            failed = failed_from_json(meta.get("failed"), len(plan.steps))
            rendered = ops_from_json(meta.get("rendered"))
    named = NAME.fullmatch(path.rpartition("/")[2])
    if plan is None or named is None or plan.id != named[2]:
        raise ValueError("there is no plan of this name in it")
    return Entry(number_of(path), path, plan, tried, failed, rendered, size)


def number_of(path: str) -> int:
    return int(path.rpartition("/")[2].partition("-")[0])


# Plans


def ops_to_json(ops: tuple[Op, ...]) -> list[list[str | None]]:
    return [[str(op.address), op.before, op.after] for op in ops]


def ops_from_json(raw: object) -> tuple[Op, ...]:
    found = []
    for item in _list(raw):
        address, before, after = _list(item, 3)
        found.append(Op(Address.parse(_text(address)), _mark(before), _mark(after)))
    return tuple(found)


def plan_to_json(plan: Plan) -> Meta:
    return {
        "id": plan.id,
        "at": plan.at.isoformat(),
        "by": plan.by,
        "kind": plan.kind.value,
        "title": plan.title,
        "automatic": plan.automatic,
        "restores": ops_to_json(plan.restores),
        "anew": [str(address) for address in plan.anew],
        "steps": [
            [step.reason, step.fingerprint, step.retires, step.skip, ops_to_json(step.ops), step.covers]
            for step in plan.steps
        ],
    }


def plan_from_json(raw: Meta) -> Plan:
    at = datetime.fromisoformat(_text(raw.get("at")))
    id = _text(raw.get("id"))
    if at.tzinfo is None or not _ID.fullmatch(id):
        raise ValueError("its time has no zone, or its id is none of ours")
    return Plan(
        id,
        at,
        _text(raw.get("by")),
        Kind(_text(raw.get("kind"))),
        _text(raw.get("title")),
        tuple(_step(step) for step in _list(raw.get("steps"))),
        raw.get("automatic") is True,
        ops_from_json(raw.get("restores")),
        frozenset(_text(_mark(one)) for one in _list(raw.get("purged", []))),
        tuple(Address.parse(_text(one)) for one in _list(raw.get("anew", []))),
    )


def _step(raw: object) -> PlannedStep:
    reason, mark, retires, skip, ops, covers = _list(raw, 6)
    covered = tuple((_count(number), _count(i)) for number, i in (_list(pair, 2) for pair in _list(covers)))
    return PlannedStep(_text(reason), ops_from_json(ops), _text(mark), _count(retires), _text(skip), covered)


def failed_from_json(raw: object, steps: int) -> dict[int, str]:
    failed = {int(i): _text(why) for i, why in _dict(raw).items()}
    if any(not 0 <= i < steps for i in failed):
        raise ValueError("it speaks of a step there is not")
    return failed


# What is taken for what it should be


def _dict(value: object) -> Meta:
    if not isinstance(value, dict):
        raise ValueError("not a map")
    return value


def _list(value: object, length: int | None = None) -> list[Any]:
    if not isinstance(value, list) or length not in (None, len(value)):
        raise ValueError("not a list of the right length")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("not a text")
    return value


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("not a count")
    return value


def _mark(value: object) -> str | None:
    if value is not None and not _DIGEST.fullmatch(_text(value)):
        raise ValueError("not a digest")
    return None if value is None else _text(value)
