"""A log line is one whole record, or it is passed over and counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.records.documents import Skipped
from reverie.records.errors import BadAddress
from reverie.records.logs import LogRecord
from reverie.store.disk import Disk
from reverie.store.logs import Logs, from_line, to_line
from tests.store.builders import at


def test_facts_cannot_pass_for_the_record() -> None:
    record = LogRecord(
        "recall", "ada", at(), {"kind": "night", "by": "eve", "at": "never", "id": "x", "facts": 1}, "r1"
    )
    assert from_line(to_line(record), "here") == record


@pytest.mark.parametrize(
    "line",
    [
        b'{"id":"a","at":"2026-11-15T02:00:00","kind":"k","by":"b","facts":{}}',
        b'{"id":["a"],"at":"2026-11-15T02:00:00+00:00","kind":"k","by":"b","facts":{}}',
        b'{"id":"a","at":"2026-11-15T02:00:00+00:00","kind":7,"by":"b","facts":{}}',
        b'{"id":"a","at":"2026-11-15T02:00:00+00:00","kind":"k","by":null,"facts":{}}',
        b'{"id":"a","at":"2026-11-15T02:00:00+00:00","kind":"k","by":"b","facts":[]}',
        b'{"id":"a","at":"0001-01-01T00:00:00+14:00","kind":"k","by":"b","facts":{}}',
        b'{"id":"a","at":7,"kind":"k","by":"b"}',
        b'["id"]',
        b'{"id":',
    ],
)
def test_a_line_that_is_no_record_is_passed_over(tmp_path: Path, line: bytes) -> None:
    logs = Logs(Disk(tmp_path))
    record = LogRecord("recall", "ada", at(), {"query": "deploy"})
    logs.append("recalls", [record])
    with (tmp_path / "logs" / "recalls" / "2026-11.jsonl").open("ab") as file:
        file.write(line + b"\n")
    for since in (None, at(-1)):
        good, bad = logs.records("recalls", since)
        assert good == record
        assert isinstance(bad, Skipped)


@pytest.mark.parametrize("name", ["../escape", "a/b", "", ".", "Events"])
def test_a_log_is_named_by_a_word(tmp_path: Path, name: str) -> None:
    logs = Logs(Disk(tmp_path / "local", tmp_path))
    with pytest.raises(BadAddress):
        logs.append(name, [LogRecord("k", "b", at())])
    with pytest.raises(BadAddress):
        list(logs.records(name))
    assert list(tmp_path.iterdir()) == []
