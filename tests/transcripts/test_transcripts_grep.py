"""Looking something up in the transcripts themselves."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest

from reverie.gather.transcripts import sources
from reverie.gather.transcripts.checkpoints import Checkpoints
from reverie.gather.transcripts.grep import Hit, Query, grep
from reverie.records.events import Origin
from tests.transcripts.sessions import (
    NOW,
    START,
    Claude,
    Record,
    codex,
    codex_message,
    codex_output,
    codex_run,
    lines,
    unredacted,
)


def search(folder: Path, query: Query, most: int = 50, secret: str = "") -> list[Hit]:
    found = sources.find(sources.Wanted(Path("/nonexistent"), extra=(folder,)), Checkpoints(folder / "cache"))
    redact = (lambda text: text.replace(secret, "[GONE]")) if secret else unredacted
    return list(grep(found.files, query, redact, now=NOW, most=most))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    old = Claude("old").says("where is the invoice?").runs("grep invoice .", "t1", "a.py: invoice = 1").write(tmp_path)
    Claude("new").says("the invoice is wrong: sesame").answers("I fixed the invoice.").write(tmp_path)
    os.utime(old, (START.timestamp(), START.timestamp()))
    return tmp_path


def test_newest_first_with_who_said_it(folder: Path) -> None:
    hits = search(folder, Query("invoice"))
    assert [(hit.session, hit.origin) for hit in hits] == [
        ("new", Origin.AGENT), ("new", Origin.USER), ("old", Origin.TOOL), ("old", Origin.AGENT), ("old", Origin.USER),
    ]  # fmt: skip
    assert all("invoice" in hit.text and hit.at for hit in hits)


def test_newest_first_whatever_the_files_say(folder: Path) -> None:
    """Copied and restored files are all as new as the copy."""
    for path in folder.rglob("*.jsonl"):
        os.utime(path, (NOW.timestamp(), NOW.timestamp()))
    hits = search(folder, Query("invoice"))
    times = [hit.at for hit in hits if hit.at]
    assert times == sorted(times, reverse=True)
    assert len(times) == 5
    assert [hit.span.line for hit in search(folder, Query("invoice"), most=1)] == [hits[0].span.line]


def test_two_sessions_at_once_are_told_in_turn(tmp_path: Path) -> None:
    for name in ("one", "two"):
        path = Claude(name).says("the invoice").answers("That invoice.").says("no, the other invoice").write(tmp_path)
        os.utime(path, (NOW.timestamp(), NOW.timestamp()))
    hits = search(tmp_path, Query("invoice"), most=4)
    assert [hit.text for hit in hits] == ["no, the other invoice"] * 2 + ["That invoice."] * 2


@pytest.mark.parametrize("pattern", ["home/me", "external", "^main$", "2026-", "^claude$", "assistant", "tool_use"])
def test_only_what_was_said_and_done_is_searched(folder: Path, pattern: str) -> None:
    assert search(folder, Query(pattern)) == []


def test_what_a_tool_was_given_is_searched_whatever_its_fields_are_called(tmp_path: Path) -> None:
    Claude("new").uses("Agent", "t1", type="surveyor", model="small").returns("t1", "done").write(tmp_path)
    assert [hit.origin for hit in search(tmp_path, Query("surveyor"))] == [Origin.AGENT]


def test_by_origin_session_time_and_number(folder: Path) -> None:
    assert len(search(folder, Query("invoice", origin=Origin.USER))) == 2
    assert len(search(folder, Query("invoice", session="ol"))) == 3
    assert len(search(folder, Query("invoice", since=START + timedelta(days=1)))) == 0
    assert [hit.session for hit in search(folder, Query("invoice"), most=1)] == ["new"]
    assert len(search(folder, Query(r"INVOICE\b", ignore_case=True))) == 5


def test_a_secret_can_neither_be_seen_nor_guessed(folder: Path) -> None:
    assert search(folder, Query("sesa"), secret="sesame") == []
    assert "sesame" not in search(folder, Query("is wrong"), secret="sesame")[0].text


def test_a_pattern_that_is_none_is_said_so(folder: Path) -> None:
    with pytest.raises(ValueError, match="not a regular expression"):
        search(folder, Query("("))


@pytest.mark.parametrize("pattern", ["a{1,99999999999}", "(" * 5000 + ")" * 5000])
def test_one_that_is_too_much_is_too(folder: Path, pattern: str) -> None:
    with pytest.raises(ValueError, match=r"not a regular expression: (the repetition|it is nested)"):
        search(folder, Query(pattern))


def test_a_session_of_codex_has_one_name_and_is_found_by_it_or_by_its_file(tmp_path: Path) -> None:
    uuid = "0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000"
    codex(
        tmp_path / f"rollout-2026-03-02T10-00-00-{uuid}.jsonl",
        codex_message("user", "where is the invoice?"),
        codex_run("grep invoice .", "c1"),
        codex_output("c1", 0, "a.py: invoice = 1"),
        ("session_meta", {"id": "0199-older", "cwd": "/home/me/shop"}),
        ("event_msg", {"type": "task_complete", "last_agent_message": "the invoice is in a.py"}),
        session=uuid,
    )
    codex(tmp_path / "rollout-other.jsonl", codex_message("user", "another invoice"), session="0200")
    assert {hit.session for hit in search(tmp_path, Query("invoice"))} == {uuid, "0200"}
    for name in (uuid, uuid[:8], f"rollout-2026-03-02T10-00-00-{uuid}", "rollout-2026", "2026-03-02T10"):
        assert [hit.session for hit in search(tmp_path, Query("invoice", session=name))] == [uuid] * 4
    assert search(tmp_path, Query("invoice", session="0199-older")) == []


def test_a_session_of_openclaw_is_found_by_its_id(tmp_path: Path) -> None:
    message = {"role": "user", "content": [{"type": "text", "text": "where is the invoice?"}]}
    rows: list[Record] = [
        {"type": "session", "version": 3, "id": "c1aw", "timestamp": "2026-03-02T10:00:00.000Z", "cwd": "/home/me"},
        {"type": "message", "id": "1", "parentId": None, "timestamp": "2026-03-02T10:00:01.000Z", "message": message},
    ]
    lines(tmp_path / "other-name.jsonl", rows)
    for name in ("c1", "other"):
        assert [hit.session for hit in search(tmp_path, Query("invoice", session=name))] == ["c1aw"]


def test_what_a_program_tells_of_its_progress_is_not_searched(tmp_path: Path) -> None:
    session = Claude("a").says("where is the invoice?")
    session.add({"type": "progress", "data": {"type": "bash_progress", "output": "invoice 1"}, "uuid": "p1"})
    session.write(tmp_path)
    assert [hit.text for hit in search(tmp_path, Query("invoice"))] == ["where is the invoice?"]


def test_a_session_of_copilot_is_found_by_its_id_and_by_what_was_said(tmp_path: Path) -> None:
    began = {"sessionId": "c0p1", "producer": "copilot-agent", "context": {"cwd": "/home/me"}}
    asked = {"content": "where is the invoice?", "transformedContent": "<now>12</now> where is the invoice?"}
    rows: list[Record] = [
        {"type": kind, "data": data, "id": str(n), "timestamp": f"2026-03-02T10:00:0{n}.000Z", "parentId": None}
        for n, (kind, data) in enumerate([("session.start", began), ("user.message", asked)])
    ]
    lines(tmp_path / "c0p1/events.jsonl", rows)
    assert [(hit.session, hit.origin.value, hit.text) for hit in search(tmp_path, Query("invoice", session="c0"))] == [
        ("c0p1", "user", "where is the invoice?")
    ]
    assert search(tmp_path, Query("<now>")) == []


def test_a_message_that_codex_writes_twice_is_told_once_with_who_said_it(tmp_path: Path) -> None:
    asked, done = "where is the invoice?", "The invoice is in a.py."
    codex(
        tmp_path / "rollout-1.jsonl",
        codex_message("user", asked),
        ("event_msg", {"type": "user_message", "message": asked}),
        ("event_msg", {"type": "agent_message", "message": done}),
        codex_message("assistant", done),
        codex_message("user", asked),
    )
    hits = search(tmp_path, Query("invoice"))
    assert [(hit.origin, hit.text) for hit in hits] == [
        (Origin.USER, asked), (Origin.AGENT, done), (Origin.USER, asked),
    ]  # fmt: skip
    assert len(search(tmp_path, Query("invoice", origin=Origin.SYSTEM))) == 2
