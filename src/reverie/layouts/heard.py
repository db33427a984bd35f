"""Events of sessions ⇄ records of the log `heard`, which never leaves this machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reverie.records.events import Event, Origin, Span
from reverie.records.logs import Json, LogRecord

LOG = "heard"
KINDS = frozenset(
    "correction remember decision preference error command blocked edit finding question habit"
    " task outcome left".split()
)
LONGEST = 2000  # characters of one text
MOST = 100  # files or tags


def to_record(event: Event) -> LogRecord:
    """What is empty is left out: there are many of these."""
    span = event.span
    facts: dict[str, Json] = {
        "origin": event.origin.value,
        "summary": event.summary,
        "source": span.source,
        "line": span.line,
        "offset": span.offset,
        "uuid": span.uuid,
        "files": list(event.files),
        "session": event.session,
        "tool": event.tool,
        "tags": list(event.tags),
    }
    return LogRecord(event.kind, event.actor, event.at, {k: v for k, v in facts.items() if v}, event.id)


def from_record(record: LogRecord) -> Event | None:
    """The event again; None for a record that is none of ours."""
    facts = record.facts
    origin, line, offset = facts.get("origin"), facts.get("line", 0), facts.get("offset", 0)
    if origin not in set(Origin) or not isinstance(line, int) or not isinstance(offset, int):
        return None
    span = Span(_text(facts, "source"), "", line, offset, _text(facts, "uuid"))
    return Event(
        record.id, record.kind, record.by, record.at, Origin(str(origin)), span, _text(facts, "summary"),
        files=_texts(facts, "files"), session=_text(facts, "session"), tool=_text(facts, "tool"),
        tags=_texts(facts, "tags"), who=record.by,
    )  # fmt: skip


def _text(facts: Mapping[str, Any], name: str) -> str:
    found = facts.get(name)
    return found[:LONGEST] if isinstance(found, str) else ""


def _texts(facts: Mapping[str, Any], name: str) -> tuple[str, ...]:
    found = facts.get(name)
    return tuple(str(item)[:LONGEST] for item in found[:MOST]) if isinstance(found, list) else ()


def fault(record: LogRecord) -> str:
    """What is wrong with a record that is to be kept; empty if nothing is."""
    event = from_record(record)
    if event is None or record.kind not in KINDS:
        return f"a record of kind '{record.kind[:40]}', which is no event of a session"
    if max(map(len, (event.summary, event.session, event.span.source, record.by, record.id))) >= LONGEST:
        return f"an event whose texts are longer than {LONGEST} characters"
    if len(event.files) > MOST or len(event.tags) > MOST:
        return f"an event with more than {MOST} files or tags"
    return ""
