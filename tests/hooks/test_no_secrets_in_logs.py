"""Given a secret where an agent's event has an id or a name, when the inbox is taken in, then no log holds it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from bench.secrets_kinds import fill

from reverie import wiring
from reverie.doors.hooks import after
from reverie.wiring import gates
from reverie.wiring.inbox import take_in, write_outcome
from tests.hooks.agent import project

SECRET = fill("ghp_{an:36}", random.Random(24))
PLAIN = {
    "key": "s-1__PostToolUse__1__0000abcd",
    "event": "PostToolUse",
    "at": "2026-03-01T10:00:00+00:00",
    "agent": "claude",
    "session": "s-1",
    "tool": "Edit",
    "files": ["app.py"],
    "why": "",
}
FIELDS = [
    ("key", SECRET),
    ("agent", SECRET),
    ("session", SECRET),
    ("tool", SECRET),
    ("why", SECRET),
    ("event", SECRET),
    ("files", [f"src/{SECRET}.py"]),
]


def test_no_field_of_an_event_takes_a_secret_into_a_log(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    project(folder)
    inbox = folder / ".agent" / "local" / "inbox"
    inbox.mkdir(parents=True, exist_ok=True)
    events = [
        {**PLAIN, "event": event, "key": f"{event}-{field}", field: value}
        for event in ("PostToolUse", "SessionStart")
        for field, value in FIELDS
    ]
    for number, event in enumerate(events):
        (inbox / f"{number:02}.json").write_text(json.dumps(event))
    shop = wiring.find_project(folder)
    store = wiring.open_store(shop)
    assert take_in(shop, store) == len(events)
    write_outcome(store, wiring.now(), *wiring.redactor(shop).texts((SECRET, "done", "")))
    store.close()
    logs = b"".join(path.read_bytes() for path in inbox.parent.rglob("*.jsonl"))
    assert SECRET.encode() not in logs
    assert SECRET[:8].encode() not in logs  # of a session, the log tells the beginning
    assert logs.count(b"[REDACTED:github:") >= len(events) - 2


def test_what_follows_a_session_is_told_without_the_secret_in_its_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "shop"
    project(folder)
    monkeypatch.setattr(gates, "tick", lambda *_: [])
    after.follow(wiring.find_project(folder), SECRET, {})
    logs = b"".join(path.read_bytes() for path in (folder / ".agent").rglob("*.jsonl"))
    assert b"dream_after_session_end" in logs
    assert SECRET.encode() not in logs
