"""Events that a tool or a person reported with `reverie observe`, and those a teammate shared: JSON lines, one file for
each actor, session and day, so that two people's commits never conflict."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson

from reverie.records.events import Event, Origin, Span
from reverie.tools import nofollow
from reverie.tools.ids import content_id

BYTES = 16 << 20  # of one file
LONGEST = 2000  # characters of a summary


@dataclass(frozen=True, slots=True)
class Observed:
    events: tuple[Event, ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)


def read(folders: Sequence[Path], since: datetime | None = None) -> Observed:
    """Every event below these folders, oldest first, each once. What cannot be read is counted by reason."""
    skipped: Counter[str] = Counter()
    found: dict[str, Event] = {}
    for folder in folders:
        for path in _files(folder, skipped):
            for number, line in enumerate(_lines(path, skipped), 1):
                event = _event(line, path.name, number, skipped)
                if event and (since is None or event.at >= since):
                    found.setdefault(event.id, event)
    return Observed(tuple(sorted(found.values(), key=lambda e: (e.at, e.id))), dict(skipped))


def _files(folder: Path, skipped: Counter[str]) -> Iterator[Path]:
    for above, folders, names in os.walk(folder, followlinks=False):
        folders.sort()
        for name in sorted(names):
            path = Path(above) / name
            if not name.endswith(".jsonl"):
                continue
            if path.is_symlink() or not path.is_file():
                skipped["not a regular file"] += 1
            else:
                yield path


def _lines(path: Path, skipped: Counter[str]) -> Iterator[bytes]:
    try:
        data = nofollow.read(str(path.parent), path.name, BYTES + 1)
    except OSError:
        skipped["file that cannot be read"] += 1
        return
    if len(data) > BYTES:
        skipped["file that is too large"] += 1
    yield from (line for line in data[:BYTES].split(b"\n") if line.strip())


def _event(line: bytes, name: str, number: int, skipped: Counter[str]) -> Event | None:
    try:
        raw = orjson.loads(line)
        at = datetime.fromisoformat(str(raw["ts"]).replace("Z", "+00:00"))
        return from_json(raw, at if at.tzinfo else at.replace(tzinfo=UTC), name, number)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        skipped["line that is not a whole record"] += 1
        return None


def from_json(raw: Mapping[str, Any], at: datetime, name: str = "", number: int = 0) -> Event:
    summary = clean(raw["summary"])[:LONGEST]
    actor, kind = clean(raw["actor"])[:200], clean(raw["kind"])[:40]
    origin = str(raw.get("origin") or "tool")
    return Event(
        id=str(raw.get("id") or content_id("observed", actor, at.isoformat(), kind, summary)),
        kind=kind,
        actor=actor,
        at=at.astimezone(UTC),
        origin=Origin(origin) if origin in set(Origin) else Origin.TOOL,
        span=Span(name, str(raw.get("sha") or raw.get("diff_sha") or ""), number),
        summary=summary,
        files=tuple(clean(path) for path in raw.get("files") or ()),
        session=clean(raw.get("session") or ""),
        tool=clean(raw.get("tool") or ""),
        tags=tuple(clean(tag) for tag in raw.get("tags") or ()),
        who=actor,
    )


def clean(value: object) -> str:
    """One line without control characters: what a tool reports is shown to people and written into files."""
    return " ".join("".join(c if c.isprintable() else " " for c in str(value)).split())


def to_json(event: Event, host: str = "") -> bytes:
    raw = {
        "id": event.id,
        "ts": event.at.astimezone(UTC).isoformat(),
        "actor": event.actor,
        "tool": event.tool,
        "host": host,
        "session": event.session,
        "kind": event.kind,
        "origin": event.origin.value,
        "files": list(event.files),
        "sha": event.span.commit,
        "summary": event.summary,
        "tags": list(event.tags),
    }
    return orjson.dumps({key: value for key, value in raw.items() if value}) + b"\n"
