"""What hooks left in the inbox becomes part of the logs, each event once, by its key; then it leaves the inbox."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.wiring.project import Project, redactor

if TYPE_CHECKING:
    from reverie.records.logs import Json, LogRecord
    from reverie.store.folder import FolderStore
    from reverie.tools.redact import Redactor

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
    folder = project.local / "inbox"
    if not folder.is_dir() or folder.is_symlink():
        return 0
    from reverie.records.logs import LogRecord

    clean = redactor(project)
    logs: dict[str, list[LogRecord]] = {EVENTS: [], CAPTURED: []}
    done, strange = [], []
    for path in _files(folder):
        record = _read(path, clean)
        if record is None:
            strange.append(path)
            continue
        logs[CAPTURED if record.kind in ("tool_use", "turn_end") else EVENTS].append(record)
        done.append(path)
    for log, records in logs.items():
        if records:
            lately = store.records(log, min(record.at for record in records) - _AGAIN)
            known = {record.id for record in lately if isinstance(record, LogRecord)}
            store.append(log, [record for record in records if record.id not in known], sync=True)
    for path in done:
        path.unlink(missing_ok=True)
    _set_aside(strange, folder)
    return len(done)


def write_outcome(store: FolderStore, at: datetime, session: str, told: str, steered: str) -> None:
    from reverie.records.logs import LogRecord

    facts = {"session": session, "title": told, **({"instructions": steered} if steered else {})}
    store.append(EVENTS, [LogRecord("dream_after_session_end", "reverie", at, facts)], sync=True)


def _files(folder: Path) -> Iterator[Path]:
    """Whole ones, oldest name first. What a killed hook left half-written goes once nobody can be at it any more."""
    limit = datetime.now(UTC) - _ABANDONED
    for path in sorted(folder.iterdir()):
        with suppress(OSError):
            if path.name.startswith("."):
                if datetime.fromtimestamp(path.lstat().st_mtime, UTC) < limit:
                    path.unlink()
            elif path.suffix == ".json":
                yield path


def _read(path: Path, clean: Redactor) -> LogRecord | None:
    try:
        if path.is_symlink() or path.stat().st_size > LARGEST:
            return None
        raw = json.loads(path.read_bytes())
        return _record(raw, clean)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _record(raw: Mapping[str, Any], clean: Redactor) -> LogRecord:
    from reverie.records.logs import LogRecord

    at = datetime.fromisoformat(raw["at"]).astimezone(UTC)
    agent, session, tool, why, event = (
        str(raw.get(name) or "") for name in ("agent", "session", "tool", "why", "event")
    )
    kind = _KINDS.get(event, "tool_use" if tool else "turn_end")
    files: list[Json] = [clean.text(str(path)) for path in raw.get("files") or ()]
    said = {"session_start": "began", "session_end": "ended", "compaction": "is compacted"}.get(kind, "")
    title = f"session {session[:8]} {said}" + (f" ({why})" if why else "") if said else ""
    facts: dict[str, Json] = {
        "session": session,
        "tool": tool,
        "files": files,
        "why": why,
        "title": title,
        "event": event,
    }
    return LogRecord(kind, agent or "agent", at, {k: v for k, v in facts.items() if v}, str(raw["key"]))


def _set_aside(strange: list[Path], folder: Path) -> None:
    """What is no event of ours stays, out of the way and in sight."""
    if strange:
        aside = folder.parent / "inbox-unread"
        aside.mkdir(mode=0o700, exist_ok=True)
        for path in strange:
            with suppress(OSError):
                path.replace(aside / path.name)
