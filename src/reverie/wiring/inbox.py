"""What hooks left in the inbox becomes part of the logs, each event once, by its key; then it leaves the inbox."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from reverie.store.disk import Disk
from reverie.wiring.project import Project, local_disk, redactor

if TYPE_CHECKING:
    from reverie.records.logs import Json, LogRecord
    from reverie.store.folder import FolderStore
    from reverie.tools.redact import Redactor

FOLDER, UNREAD = "inbox", "inbox-unread"
EVENTS, CAPTURED = "events", "captured"
LARGEST = 64 << 10
_ABANDONED = timedelta(hours=1)
_AGAIN = timedelta(days=7)  # within which an event may come a second time
_KINDS = {
    "SessionStart": "session_start", "sessionStart": "session_start", "SessionEnd": "session_end",
    "sessionEnd": "session_end", "PreCompact": "compaction", "preCompact": "compaction", "PreCompress": "compaction",
    "Stop": "turn_end", "stop": "turn_end", "AfterAgent": "turn_end", "SubagentStop": "turn_end",
}  # fmt: skip


def take_in(project: Project, store: FolderStore) -> int:
    """How many there were. Beginnings and ends of sessions are told by the event log; tools have a log of their own."""
    disk = local_disk(project)
    try:
        return _take_in(project, store, disk)
    finally:
        disk.rest()


def _take_in(project: Project, store: FolderStore, disk: Disk) -> int:
    from reverie.records.logs import LogRecord

    names = list(_files(disk))
    if not names:
        return 0
    clean = redactor(project)
    logs: dict[str, list[LogRecord]] = {EVENTS: [], CAPTURED: []}
    done, strange = [], []
    for name in names:
        record = _read(disk, name, clean)
        if record is None:
            strange.append(name)
            continue
        logs[CAPTURED if record.kind in ("tool_use", "turn_end") else EVENTS].append(record)
        done.append(name)
    for log, records in logs.items():
        if records:
            lately = store.records(log, min(record.at for record in records) - _AGAIN)
            known = {record.id for record in lately if isinstance(record, LogRecord)}
            store.append(log, [record for record in records if record.id not in known], sync=True)
    for name in done:
        with suppress(FileNotFoundError):
            disk.remove(f"{FOLDER}/{name}")
    _set_aside(disk, strange)
    return len(done)


def write_outcome(store: FolderStore, at: datetime, session: str, told: str, steered: str) -> None:
    from reverie.records.logs import LogRecord

    facts = {"session": session, "title": told, **({"instructions": steered} if steered else {})}
    store.append(EVENTS, [LogRecord("dream_after_session_end", "reverie", at, facts)], sync=True)


def _files(disk: Disk) -> Iterator[str]:
    """Whole ones, oldest name first. What a killed hook left half-written goes once nobody can be at it any more."""
    limit = datetime.now(UTC) - _ABANDONED
    for name in disk.names(FOLDER):
        with suppress(OSError):
            if name.startswith("."):
                changed = disk.changed(f"{FOLDER}/{name}")
                if changed is not None and datetime.fromtimestamp(changed, UTC) < limit:
                    disk.remove(f"{FOLDER}/{name}")
            elif name.endswith(".json"):
                yield name


def _read(disk: Disk, name: str, clean: Redactor) -> LogRecord | None:
    raw = disk.read(f"{FOLDER}/{name}", limit=LARGEST)
    try:
        return _record(json.loads(raw), clean) if isinstance(raw, bytes) else None
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _record(raw: Mapping[str, Any], clean: Redactor) -> LogRecord:
    from reverie.records.logs import LogRecord

    at = datetime.fromisoformat(raw["at"]).astimezone(UTC)
    # An id or a name can be a secret too: a hook lets every word through that could be one.
    agent, session, tool, why, event = (
        clean.text(str(raw.get(name) or "")) for name in ("agent", "session", "tool", "why", "event")
    )
    kind = _KINDS.get(event, "tool_use" if tool else "turn_end")
    files: list[Json] = [clean.text(str(path)) for path in raw.get("files") or ()]
    said = {"session_start": "began", "session_end": "ended", "compaction": "is compacted"}.get(kind, "")
    title = f"session {_short(session)} {said}" + (f" ({why})" if why else "") if said else ""
    facts: dict[str, Json] = {
        "session": session,
        "tool": tool,
        "files": files,
        "why": why,
        "title": title,
        "event": event,
    }
    return LogRecord(kind, agent or "agent", at, {k: v for k, v in facts.items() if v}, clean.text(str(raw["key"])))


def _short(session: str) -> str:
    """The beginning of an id, by which people know it; a marker stays whole."""
    return session if session.startswith("[REDACTED:") else session[:8]


def _set_aside(disk: Disk, strange: list[str]) -> None:
    """What is no event of ours stays, out of the way and in sight."""
    if strange:
        disk.make_folder(UNREAD, 0o700)
        for name in strange:
            with suppress(OSError):
                disk.move(f"{FOLDER}/{name}", f"{UNREAD}/{name}")
