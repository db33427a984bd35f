"""Files that are broken, strange or made to hurt: everything is counted, nothing is fatal, nothing takes for ever."""

from __future__ import annotations

import os
import time
from pathlib import Path

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.sources import READERS
from reverie.sources.sessions import read_session
from reverie.sources.speech import split_speech
from reverie.tools import nofollow
from tests.sources.lines import Claude, jsonl, read

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = (
    "type uuid message content timestamp payload data role id sessionId attachment operation toolUseResult name input"
    " arguments call_id output details stopReason isSidechain tool_use_id is_error edits file_path command text"
).split()
TYPES = (
    "user assistant queue-operation attachment response_item event_msg session_meta message session user.message"
    " assistant.message tool.execution_complete function_call function_call_output tool_use tool_result text toolCall"
    " compacted permission.completed session.start toolResult"
).split()
RECORDS = st.recursive(
    JSON | st.sampled_from(TYPES),
    lambda inner: st.dictionaries(st.sampled_from(KEYS), inner, max_size=8) | st.lists(inner, max_size=3),
    max_leaves=20,
).filter(lambda value: isinstance(value, dict))


@pytest.mark.parametrize("agent", list(READERS))
@settings(max_examples=150, deadline=None)
@given(records=st.lists(RECORDS, max_size=6))
def test_no_record_of_whatever_shape_ends_the_reading(agent: str, records: list[object]) -> None:
    session = read(agent, records)

    assert all(isinstance(turn.text, str) and isinstance(turn.command, str) for turn in session.turns)


@pytest.mark.parametrize("agent", list(READERS))
def test_broken_lines_are_counted(agent: str) -> None:
    whole = jsonl(Claude().human("Hello there, fix it.").records)[0]
    session = READERS[agent].read(
        [b'{"type":"us', b"[1]\n", b"\n", b"\xff\xfe\n", b"x" * 600 + b"\n", whole[:40]], "/x.jsonl"
    )

    assert session.turns == ()
    assert session.skipped == {"line that is no JSON": 4, "line that is no record": 1}


def test_bytes_that_are_no_utf8_spoil_a_character_and_not_the_line() -> None:
    line = jsonl(Claude().human("caf@ is broken").records)[0].replace(b"@", b"\xe9")

    assert READERS["claude-code"].read([line], "/x.jsonl").turns[0].text == "caf\ufffd is broken"


def test_pictures_cost_nothing_and_too_long_lines_are_passed() -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "A" * 200_000}}
    lines = jsonl(Claude().human([picture, {"type": "text", "text": "what is this?"}]).records)
    session = READERS["claude-code"].read(lines, "/x.jsonl")
    assert [turn.text for turn in session.turns] == ["what is this?"]

    assert READERS["claude-code"].read(lines, "/x.jsonl", most_line=1000).skipped == {"line too long": 1}


def test_a_file_is_recognised_by_its_head(tmp_path: Path) -> None:
    heads: dict[str, object] = {
        "claude-code": Claude().human("Hello").records[0],
        "codex": {"timestamp": "2026-01-01T00:00:00Z", "type": "session_meta", "payload": {"id": "s"}},
        "openclaw": {"type": "session", "version": 3, "id": "o"},
        "copilot": {"type": "session.start", "data": {"sessionId": "c", "producer": "copilot-agent"}},
    }
    for agent, record in heads.items():
        file = tmp_path / f"{agent}.jsonl"
        file.write_bytes(orjson.dumps(record) + b"\n")
        session = read_session(file)
        assert session is not None and session.agent == agent and session.size == file.stat().st_size
    pi = tmp_path / ".pi" / "s.jsonl"
    pi.parent.mkdir()
    pi.write_bytes(orjson.dumps(heads["openclaw"]))
    found = read_session(pi)
    assert found is not None and found.agent == "pi"
    other = tmp_path / "other.jsonl"
    other.write_bytes(b'{"traceSchema":1,"type":"session","version":1}\n')
    assert read_session(other) is None


def test_no_link_is_followed_and_no_pipe_waited_for(tmp_path: Path) -> None:
    (tmp_path / "real.jsonl").write_bytes(b"{}\n")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "real.jsonl")
    os.mkfifo(tmp_path / "pipe.jsonl")
    for name in ("link.jsonl", "pipe.jsonl"):
        with pytest.raises(OSError):
            read_session(tmp_path / name)
    assert nofollow.read(str(tmp_path), "real.jsonl", 10) == b"{}\n"


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    lines = jsonl(Claude().human("One thing first.").human("Another thing then.").records)
    (tmp_path / "s.jsonl").write_bytes(b"".join(lines))

    session = read_session(tmp_path / "s.jsonl", most_bytes=len(lines[0]) + 5)

    assert session is not None
    assert [turn.text for turn in session.turns] == ["One thing first."]
    assert session.skipped == {"line that is no JSON": 1}


@pytest.mark.parametrize(
    "piece",
    [
        "<system-reminder>",
        "</system-reminder><system-reminder>",
        '<file name="a" mime="b">',
        "<!-- reverie:begin ",
        "Sender (untrusted metadata):\n```json\n",
        "[Replying to x]",
        "System: [x] ",
        "/a",
        " ",
        "\n\n[A 2026-01-01 10:00]",
        "## My request for Codex:",
        '<context ref="x">',
        "[Image",
        "a (untrusted",
        "---\nQueued #1",
    ],
)
def test_a_text_of_eight_times_the_length_does_not_take_longer_than_it_should(piece: str) -> None:
    def seconds(times: int) -> float:
        text = f"Hello (untrusted\n# Context from my IDE setup:\n{piece * times}"
        began = time.process_time()
        list(split_speech(text))
        return time.process_time() - began

    seconds(100)
    assert seconds(16_000) < 0.02 + 40 * seconds(2_000)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["<system-reminder>", "</system-reminder>", "use tabs ", "\n", "/fix ", "[Image #1]", "a b c d e"]
        )
    ).map("".join)
)
def test_every_part_of_a_text_is_a_slice_of_it(text: str) -> None:
    assert all(piece.text in text for piece in split_speech(text))
