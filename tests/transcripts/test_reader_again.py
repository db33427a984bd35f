"""Reading again: what is new, what was seen, and what became of a file meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reverie.gather.transcripts import checkpoints as marks
from reverie.gather.transcripts import reader, scan
from reverie.gather.transcripts.checkpoints import Checkpoints, State
from reverie.records.transcripts import Turn
from tests.transcripts.sessions import Claude, codex, codex_message, kinds, opened, read_all


def fresh(texts: list[str], path: Path, cache: Path) -> dict[str, int]:
    """What a second reading finds, beside the counts of files."""
    said, reading = read_all(path, cache=cache)
    texts += [one.text for one in said if one.turn is Turn.HUMAN]
    return {str(state): count for state, count in reading.files.items()}


def test_an_unchanged_file_is_not_read_again(tmp_path: Path) -> None:
    Claude().says("one").write(tmp_path / "t")
    read_all(tmp_path / "t", cache=tmp_path / "cache")
    said, reading = read_all(tmp_path / "t", cache=tmp_path / "cache")
    assert said == []
    assert (reading.files, reading.bytes) == ({State.UNCHANGED: 1}, 0)


def test_an_appended_file_goes_on_at_the_byte_with_what_was_said_before_as_context(tmp_path: Path) -> None:
    session = Claude().says("one").runs("make", "t1").says("two")
    path = session.write(tmp_path / "t")
    read_all(path, cache=tmp_path / "cache")
    before = path.stat().st_size
    session.answers("done").says("three").write(tmp_path / "t")

    said, reading = read_all(path, cache=tmp_path / "cache")

    assert reading.files == {State.APPENDED: 1}
    assert reading.bytes == path.stat().st_size - before
    assert [one.text for one in said if one.span.offset >= before] == ["done", "three"]
    assert sum(reading.fates.values()) == 2  # context is not counted twice


def test_far_into_a_long_file_only_the_last_turns_are_context(tmp_path: Path) -> None:
    session = Claude()
    for number in range(40):
        session.says(f"turn {number}").answers("x" * 4000)
    path = session.write(tmp_path / "t")
    read_all(path, cache=tmp_path / "cache")
    size = path.stat().st_size
    session.says("last").write(tmp_path / "t")

    said, _ = read_all(path, cache=tmp_path / "cache")

    assert [one.text for one in said if one.turn is Turn.HUMAN] == ["turn 37", "turn 38", "turn 39", "last"]
    assert {one.session for one in said} == {"aaaa1111"}
    lines = {one.text: one.span.line for one in said}
    assert lines["last"] == 81
    assert [one.text for one in said if one.span.offset >= size] == ["last"]


def test_a_resumed_codex_file_still_knows_whose_session_it_is(tmp_path: Path) -> None:
    rows = [codex_message("user", f"turn {n}") for n in range(5)] + [codex_message("assistant", "y" * 90_000)]
    rows += [codex_message("user", f"later {n}") for n in range(4)]
    path = codex(tmp_path / "t/rollout-2026-x.jsonl", *rows)
    read_all(path, cache=tmp_path / "cache")
    codex(path, *rows, codex_message("user", "news"))
    said, _ = read_all(path, cache=tmp_path / "cache")
    assert said[-1].text == "news"
    assert {(one.session, one.cwd) for one in said} == {("c0dex", "/home/me/shop")}


def test_a_half_written_line_waits(tmp_path: Path) -> None:
    path = Claude().says("one").says("two").write(tmp_path / "t")
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    first, _ = read_all(path, cache=tmp_path / "cache")
    path.write_bytes(whole)
    second, reading = read_all(path, cache=tmp_path / "cache")
    assert [one.text for one in first] == ["one"]
    assert "two" in [one.text for one in second]
    assert reading.files == {State.APPENDED: 1}


def test_a_last_line_without_an_end_is_read_once_nobody_will_write_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a file that was exported, or cut off by a crash."""
    path, cache = Claude().says("one").says("two").write(tmp_path / "t"), tmp_path / "cache"
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    assert [one.text for one in read_all(path, cache=cache)[0]] == ["one"]
    assert read_all(path, cache=cache)[1].files == {State.UNCHANGED: 1}

    monkeypatch.setattr(reader, "QUIET", -1e12)  # as if an hour had passed
    said, reading = read_all(path, cache=cache)
    assert [one.text for one in said][-1] == "two"
    assert reading.fates["used"] == 1
    assert read_all(path, cache=cache)[0] == []

    path.write_bytes(Claude().says("one").says("two").says("three").write(tmp_path / "more").read_bytes())
    said, reading = read_all(path, cache=cache)
    assert [one.text for one in said][-1] == "three"
    assert reading.files == {State.APPENDED: 1}


@pytest.mark.parametrize(
    ("change", "state"),
    [
        (lambda p: p.write_bytes(p.read_bytes()[: p.read_bytes().index(b"\n") + 1]), "truncated"),
        (lambda p: p.write_bytes(p.read_bytes().replace(b"two", b"TWO")), "replaced"),
        (lambda p: (p.rename(p.with_suffix(".old")), Claude().says("new").says("newer").write(p.parent)), "replaced"),
    ],
)
def test_truncated_and_replaced_files_are_read_from_the_top(tmp_path: Path, change: object, state: str) -> None:
    path = Claude().says("one").says("two").write(tmp_path / "t")
    read_all(path, cache=tmp_path / "cache")
    change(path)  # type: ignore[operator]
    texts: list[str] = []
    assert fresh(texts, path, tmp_path / "cache") == {state: 1}
    assert texts in (["one"], ["one", "TWO"], ["new", "newer"])


def test_a_renamed_file_is_the_same_file(tmp_path: Path) -> None:
    path = Claude().says("one").write(tmp_path / "t")
    read_all(tmp_path / "t", cache=tmp_path / "cache")
    path.rename(tmp_path / "t/archived.jsonl")
    said, reading = read_all(tmp_path / "t", cache=tmp_path / "cache")
    assert said == []
    assert reading.files == {State.UNCHANGED: 1}


@pytest.mark.parametrize("damage", [b"", b"{}", b"00000000 2\n{}", b"\xff" * 50])
def test_lost_or_damaged_checkpoints_mean_reading_again(tmp_path: Path, damage: bytes) -> None:
    path = Claude().says("one").write(tmp_path / "t")
    read_all(path, cache=tmp_path / "cache")
    (tmp_path / "cache" / marks.NAME).write_bytes(damage)
    assert "damaged" in Checkpoints.load(tmp_path / "cache").note
    said, _ = read_all(path, cache=tmp_path / "cache")
    assert len(said) == 1


def test_another_key_means_reading_again(tmp_path: Path) -> None:
    saved = Checkpoints(tmp_path, "one")
    saved.put("x", marks.Mark(1, 2, 3, 4))
    saved.save()
    assert Checkpoints.load(tmp_path, "one").marks == {"x": marks.Mark(1, 2, 3, 4)}
    assert Checkpoints.load(tmp_path, "two").marks == {}
    assert os.stat(tmp_path / marks.NAME).st_mode & 0o777 == 0o600  # noqa: PTH116


def test_checkpoints_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    saved = Checkpoints(tmp_path / "file/below")
    saved.put("x", marks.Mark(1, 2, 3, 4))
    assert "could not be written" in saved.save()


def test_a_resumed_and_a_copied_session_are_counted_once(tmp_path: Path) -> None:
    session = Claude().says("use tabs").runs("make", "t1", "bad", error=True).answers("ok")
    session.write(tmp_path / "t")
    os.utime(tmp_path / "t/aaaa1111.jsonl", (1, 1))
    session.says("go on").write(tmp_path / "t", "resumed")
    session.write(tmp_path / "t/backup", "copy")

    reading = opened(tmp_path / "t")
    parts = list(reading)
    said = [one for part in parts for one in part.said if one.span.offset >= part.fresh]

    assert kinds(said)[Turn.HUMAN] == 2
    assert sum(one.failed for one in said) == 1
    assert kinds(said)[Turn.TOOL_USE] == 1
    assert [one.text for one in parts[1].said] == ["use tabs", "", "bad", "ok", "go on"]  # with what it goes on from
    assert len(parts) == 2  # the backup says nothing of its own
    assert reading.fates["record read before, in this or another file"] >= 4


def test_a_session_gone_back_to_is_copied_under_new_ids_and_still_counted_once(tmp_path: Path) -> None:
    path = Claude().says("use tabs").runs("make", "t1", "bad", error=True).write(tmp_path)
    twin = path.read_bytes().replace(b'"uuid":"aaaa1111', b'"uuid":"bbbb2222')
    path.write_bytes(path.read_bytes() + twin)
    assert kinds(read_all(path)[0]) == {Turn.HUMAN: 1, Turn.TOOL_USE: 1, Turn.TOOL_RESULT: 1}


def test_a_fork_is_written_later_and_its_beginning_is_still_only_context(tmp_path: Path) -> None:
    talk = [codex_message("user", "use tabs"), codex_message("assistant", "ok"), codex_message("user", "yes")]
    old = codex(tmp_path / "t/rollout-1.jsonl", *talk, codex_message("user", "yes"), session="old")
    os.utime(old, (1, 1))
    again = ("session_meta", {"id": "old", "cwd": "/home/me/shop"})
    fork = codex(tmp_path / "t/rollout-2.jsonl", again, *talk, codex_message("user", "no, spaces"), session="new")
    fork.write_bytes(fork.read_bytes().replace(b"T10:00", b"T11:30"))
    other = codex(tmp_path / "t/rollout-3.jsonl", codex_message("user", "use tabs"), session="other")
    os.utime(other, (4_000_000_000, 4_000_000_000))

    parts = list(opened(tmp_path / "t"))

    said = [[one.text for one in part.said if one.span.offset >= part.fresh] for part in parts]
    assert said == [["use tabs", "ok", "yes", "yes"], ["no, spaces"], ["use tabs"]]
    assert [one.text for one in parts[1].said] == ["use tabs", "ok", "yes", "no, spaces"]


def test_a_very_long_session_comes_in_parts_that_share_their_edge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "PIECE", 50)
    monkeypatch.setattr(reader, "SHARED", 4)
    monkeypatch.setattr(reader, "BLOCKS", 1)
    monkeypatch.setattr(scan, "BLOCK", 2000)
    session = Claude()
    for number in range(200):
        session.says(f"turn {number}").answers(f"done {number}")
    session.write(tmp_path / "t")
    parts = list(opened(tmp_path / "t"))
    assert len(parts) > 3
    new = [one.text for part in parts for one in part.said if one.span.offset >= part.fresh]
    assert [text for text in new if text.startswith("turn")] == [f"turn {n}" for n in range(200)]
    assert len(new) == 400
    assert all(len([one for one in part.said if one.span.offset < part.fresh]) == 4 for part in parts[1:])


def test_a_rotated_file_is_the_same_under_its_new_name(tmp_path: Path) -> None:
    path = Claude().says("one").write(tmp_path / "t")
    read_all(tmp_path / "t", cache=tmp_path / "cache")
    path.rename(path.with_name("older.jsonl"))
    Claude("new").says("two").write(tmp_path / "t", path.stem)
    texts: list[str] = []
    assert fresh(texts, tmp_path / "t", tmp_path / "cache")["unchanged"] == 1
    assert texts == ["two"]


def test_what_is_written_over_in_place_is_read_again(tmp_path: Path) -> None:
    session = Claude().says("first")
    for _ in range(9):
        session.answers("x" * 400)
    path = session.write(tmp_path / "t")
    read_all(path, cache=tmp_path / "cache")
    with path.open("r+b") as file:
        file.seek(path.read_bytes().index(b"first"))
        file.write(b"FIRST")
    os.utime(path, (4_000_000_000, 4_000_000_000))
    texts: list[str] = []
    assert fresh(texts, path, tmp_path / "cache") == {"replaced": 1}
    assert texts == ["FIRST"]


def test_what_was_queued_far_above_does_not_confuse_what_is_queued_now(tmp_path: Path) -> None:
    def queue(operation: str, number: int, **more: str) -> dict[str, object]:
        at = f"2026-03-01T11:{number:02}:00.000Z"
        return {"type": "queue-operation", "operation": operation, "timestamp": at, "sessionId": "aaaa1111", **more}

    session = Claude().says("go").add(queue("enqueue", 1, content="early words"))
    for number in range(40):
        session.says(f"turn {number}").answers("x" * 4000)
    session.add(queue("remove", 2)).says("a").says("b").says("c").says("d")
    path = session.write(tmp_path / "t")
    read_all(path, cache=tmp_path / "cache")
    session.add(queue("enqueue", 3, content="late words")).add(queue("dequeue", 4)).says("late words").write(
        tmp_path / "t"
    )
    said, _ = read_all(path, cache=tmp_path / "cache")
    assert [one.text for one in said if one.turn is Turn.HUMAN][-1:] == ["late words"]
    assert [one.text for one in said].count("late words") == 1
    assert "early words" not in [one.text for one in said]
