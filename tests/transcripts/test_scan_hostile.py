"""Bad input: counted by its reason, never fatal, in bounded memory."""

from __future__ import annotations

import json
import os
import random
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.gather.transcripts import scan, sources
from reverie.gather.transcripts.adapter import Shared
from reverie.gather.transcripts.checkpoints import Checkpoints
from reverie.gather.transcripts.finish import Finisher
from reverie.gather.transcripts.reader import ODD, read
from reverie.gather.transcripts.scan import Unusable, parse
from reverie.gather.transcripts.sources import ADAPTERS
from reverie.records.transcripts import Turn
from tests.transcripts.sessions import (
    NOW,
    Claude,
    codex,
    codex_message,
    codex_output,
    codex_run,
    lines,
    opened,
    read_all,
    unredacted,
)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{not json", scan.UNPARSABLE),
        (b"\0" * 300, scan.NULS),
        ("ünïcödé wörds".encode("utf-16"), scan.NULS),
        (b"\xff\xfe\xfd\xfc" * 10, scan.NOT_UTF8),
        (b'["a list"]', scan.NO_RECORD),
        (b"   ", scan.BLANK),
        (b"[" * 100_000, scan.UNPARSABLE),
        (b'{"type":"user","message":' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}", scan.UNPARSABLE),
        (b'{"type":"user","message":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"}", scan.UNPARSABLE),
        (b'{"type":"a-type-of-tomorrow","uuid":"1"}', "record of an unknown type"),
        (b'{"type":"user","message":null,"uuid":"2"}', "record without words or deeds"),
        (
            b'{"type":"user","message":{"content":[null,7,{"type":"text","text":5}]},"uuid":"3"}',
            "record without words or deeds",
        ),
        (b'{"type":"assistant","message":{"content":[{"type":"tool_use","input":7}]},"uuid":"4"}', "used"),
    ],
)
def test_a_bad_line_is_counted_and_its_neighbours_are_read(tmp_path: Path, line: bytes, reason: str) -> None:
    Claude().says("one").raw(line).says("two").write(tmp_path)
    said, reading = read_all(tmp_path)
    assert [one.text for one in said if one.turn is Turn.HUMAN] == ["one", "two"]
    assert reading.fates[reason] == (3 if reason == "used" else 1), reading.fates


def test_cut_surrogates_wrong_bytes_and_a_byte_order_mark_do_not_lose_the_line() -> None:
    assert parse(rb'{"a":"cut \ud83d"}') == {"a": "cut \ufffd"}
    assert parse(rb'{"a":"\ude00 \\ud83d whole \ud83d\ude00"}') == {"a": "\ufffd \\ud83d whole 😀"}
    assert parse(b'{"a":"caf\xe9 is what a terminal wrote once"}')["a"].startswith("caf\ufffd")
    assert parse(b'\xef\xbb\xbf{"a":1}') == {"a": 1}


def test_a_line_of_a_hundred_megabytes_is_passed_over_without_being_loaded(tmp_path: Path) -> None:
    path = Claude().says("one").write(tmp_path)
    with path.open("ab") as file:
        file.write(b'{"type":"user","message":{"role":"user","content":"')
        for _ in range(100):
            file.write(b"x" * (1 << 20))
        file.write(b'"}}\n')
        file.write(Claude("later").says("two").lines[0] + b"\n")
    tracemalloc.start()
    said, reading = read_all(tmp_path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [one.text for one in said] == ["one", "two"]
    assert said[1].span.line == 3
    assert reading.fates[scan.TOO_LONG] == 1
    assert peak < 80 << 20


def test_dates_that_cannot_be_are_taken_from_the_record_before(tmp_path: Path) -> None:
    session = Claude().says("one")
    for stamp in ("1970-01-01T00:00:00Z", "2999-01-01T00:00:00Z", "soon", None, 12):
        record = json.loads(Claude(f"s{stamp}").says("x").lines[0])
        session.add({**record, "timestamp": stamp})
    session.write(tmp_path)
    said, reading = read_all(tmp_path)
    assert len({one.at for one in said}) == 1
    assert len(said) == 6 or reading.fates
    assert reading.fates[ODD] == 5


def test_long_texts_are_cut_after_redaction_never_before(tmp_path: Path) -> None:
    secret = "sk-" + "q" * 60
    Claude().says("a" * 2990 + secret + "b" * 9000 + secret + "c" * 1490).write(tmp_path)
    said, _ = read_all(tmp_path, redact=lambda text: text.replace(secret, "[GONE]"))
    assert "qq" not in said[0].text
    assert len(said[0].text) < 5000
    assert said[0].text.startswith("aaa")
    assert said[0].text.endswith("ccc")


def test_nothing_leaves_unredacted(tmp_path: Path) -> None:
    secret = "hunter2hunter2"
    Claude(cwd=f"/home/{secret}").says(f"my {secret}").runs(f"curl -u {secret}", "t1", f"no {secret}", error=True).uses(
        "Edit", "t2", file_path=f"/x/{secret}.py", old_string="", new_string=""
    ).answers(f"I see {secret}").write(tmp_path)
    said, _ = read_all(tmp_path, redact=lambda text: text.replace(secret, "[GONE]"))
    assert len(said) == 5
    assert secret not in repr(said)
    assert repr(said).count("[GONE]") >= 9


def test_a_secret_does_not_change_what_its_neighbours_say(tmp_path: Path) -> None:
    Claude().says("one").says("my key is K").says("three").write(tmp_path)

    def swallow(text: str) -> str:  # takes away everything after the key, whatever separates texts
        return text.partition("key is K")[0] + "[GONE]" if "key is K" in text else text

    assert [one.text for one in read_all(tmp_path, redact=swallow)[0]] == ["one", "my [GONE]", "three"]


def test_files_that_vanish_or_may_not_be_read_are_counted(tmp_path: Path) -> None:
    gone = Claude("a").says("one").write(tmp_path)
    Claude("b").says("two").write(tmp_path)
    checkpoints = Checkpoints(tmp_path / "cache")
    found = sources.find(sources.Wanted(Path("/nonexistent"), extra=(tmp_path,)), checkpoints)
    gone.unlink()
    os.mkfifo(tmp_path / "pipe")
    pipe = found.files[0]
    files = [*found.files, type(pipe)(str(tmp_path / "pipe"), "codex", pipe.at)]
    reading = read(files, checkpoints, Finisher(unredacted), now=NOW)
    assert [transcript.path for transcript in reading] == [str(tmp_path / "b.jsonl")]
    assert reading.skipped == {sources.VANISHED: 1, sources.UNREADABLE: 1}


@given(st.sampled_from(sorted(ADAPTERS)), st.binary(max_size=400))
def test_no_bytes_break_an_adapter(name: str, noise: bytes) -> None:
    adapter = ADAPTERS[name]
    session = adapter.session(Shared(NOW), "x.jsonl")
    for line in (noise, b'{"type":"user","message":{"role":"user","content":[{"type":"tool_result"' + noise + b"}]}}"):
        assert session.take(line, 0, len(line), line.find(adapter.SIGN), 1, 0)
    session.close()
    adapter.recognises(noise)
    list(adapter.folders(noise))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.sampled_from(sorted(ADAPTERS)),
    st.sampled_from(
        ["user", "assistant", "message", "session", "response_item", "event_msg", "attachment", "queue-operation"]
    ),
    st.fixed_dictionaries({}, optional={"message": _JSON, "payload": _JSON, "content": _JSON, "attachment": _JSON}),
)
def test_no_record_breaks_an_adapter(name: str, kind: str, fields: dict[str, object]) -> None:
    adapter = ADAPTERS[name]
    session = adapter.session(Shared(NOW), "x.jsonl")
    for record in (
        {"type": kind, **fields},
        {"type": kind, "message": {"role": "user", "content": [fields], **fields}},
    ):
        line = json.dumps(record, separators=(",", ":")).encode()
        try:
            parse(line)
        except Unusable:
            continue
        assert session.take(line, 0, len(line), line.find(adapter.SIGN), 1, 0)
    session.close()


def _healthy(folder: Path) -> list[Path]:
    claude = Claude().says("fix the cart").answers("Looking.").runs("make", "t1", "bad", error=True).thinks().progress()
    claude.uses("Edit", "t2", file_path="/home/me/shop/a.py", old_string="a", new_string="b").returns("t2", "done")
    claude.says([{"type": "text", "text": "no, use tabs"}]).runs("ls", "t3").answers("Done.").says("thanks")
    talk = [
        codex_message("user", "run it"),
        codex_run("make", "c1"),
        codex_output("c1", 2),
        codex_message("assistant", "no"),
    ]
    text = [{"type": "text", "text": "hello"}]
    rows: list[dict[str, object]] = [
        {"type": "session", "version": 3, "id": "s", "timestamp": "2026-03-02T10:00:00.000Z", "cwd": "/home/me/shop"},
        {
            "type": "message",
            "id": "m1",
            "timestamp": "2026-03-02T10:00:01.000Z",
            "message": {"role": "user", "content": text},
        },
    ]
    return [
        claude.write(folder, "claude"),
        codex(folder / "rollout-1.jsonl", *talk),
        lines(folder / "sessions/claw.jsonl", rows),
    ]


def _harm(data: bytes, chance: random.Random) -> bytes:
    """One accident: bytes lost, changed, doubled, moved or put in."""
    a, b = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    b = min(b, a + chance.choice((1, 3, 40, 2000)))
    bits = (
        b"\0",
        b"\n",
        b"\xff\xfe",
        b'"',
        b"\\",
        b"\\ud83d",
        b"{",
        b"}",
        b"[" * 2000,
        b'"type":"user"',
        b"null",
        b"1e999",
    )
    return chance.choice(
        (
            data[:a] + data[b:],
            data[:a] + chance.choice(bits) + data[b:],
            data[:b] + data[a:],
            data[:a] + data[a:b][::-1] + data[b:],
            data[b:] + data[:a],
        )
    )


@pytest.mark.parametrize("seed", range(60))
def test_accidents_lose_lines_and_never_the_count_of_them(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    total = 0
    for path in _healthy(tmp_path):
        top, _, rest = path.read_bytes().partition(b"\n")  # by which it is recognised
        for _ in range(chance.randint(1, 6)):
            rest = _harm(rest, chance)
        path.write_bytes(top + b"\n" + rest)
        total += 1 + rest.count(b"\n")
    reading = opened(tmp_path)
    for transcript in reading:
        data = Path(transcript.path).read_bytes()
        for said in transcript.said:
            assert said.span.offset == 0 or data[said.span.offset - 1 : said.span.offset] == b"\n"
            assert data[: said.span.offset].count(b"\n") + 1 == said.span.line
    assert sum(reading.fates.values()) - reading.fates[ODD] == total


def test_an_error_is_told_although_the_copy_behind_it_is_damaged(tmp_path: Path) -> None:
    session = Claude().says("go").runs("make", "t1").runs("make test", "t2", "2 tests failed", error=True)
    session.lines[-1] = session.lines[-1].replace(b'"Error: ', b'"Err\xff\\q: ')
    session.write(tmp_path)
    said, reading = read_all(tmp_path)
    assert [(one.text, one.command) for one in said if one.failed] == [("2 tests failed", "make test")]
    assert scan.UNPARSABLE not in reading.fates
