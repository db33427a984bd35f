"""Every adapter against a real server or program on this machine: what it sends, what it takes, what it refuses."""

from __future__ import annotations

import json
import os
import stat
import time
from pathlib import Path

import pytest

from reverie.engines.chat import ChatModel
from reverie.engines.errors import EndpointDenied, EndpointFailed, EndpointUnreachable, ModelNonsense, ProgramFailed
from reverie.engines.headless import HeadlessModel
from reverie.engines.messages import MessagesModel
from reverie.gather.transcripts.traces import SESSION_MARK, is_own_session
from reverie.records.engines import Model, Question, Reply
from reverie.records.errors import ReverieError
from tests.wording.servers import DIES, DRIPS, HANGS, chat, message, serving

KEY = "sk-very-secret-0123456789"
SCHEMA = {
    "type": "object",
    "properties": {"ok": {"type": "string", "maxLength": 5}},
    "required": ["ok"],
    "additionalProperties": False,
}
QUESTION = Question("Be brief.", "Are you there?", SCHEMA, 40)


def test_chat_completions_are_asked_for_an_answer_of_the_schema() -> None:
    with serving(lambda _question, _n: (200, chat('{"ok": "yes"}'))) as server:
        model: Model = ChatModel(server.url, "small", key=KEY)
        assert model.ask(QUESTION, 5) == Reply('{"ok": "yes"}', 120, 30)
        path, headers, asked = server.asked[0]
    assert (path, headers["authorization"]) == ("/v1/chat/completions", f"Bearer {KEY}")
    assert asked["response_format"]["json_schema"]["schema"] == SCHEMA
    assert [m["content"] for m in asked["messages"]] == ["Be brief.", "Are you there?"]
    assert asked["max_tokens"] == 40
    assert model.name.startswith("small@127.0.0.1:")


def test_messages_are_asked_for_an_answer_of_the_schema_without_what_they_do_not_know() -> None:
    with serving(lambda _question, _n: (200, message('{"ok": "yes"}'))) as server:
        model: Model = MessagesModel("claude-x", key=KEY, base_url=server.url)
        assert model.ask(QUESTION, 5) == Reply('{"ok": "yes"}', 120, 30)
        path, headers, asked = server.asked[0]
    assert (path, headers["x-api-key"], headers["anthropic-version"]) == ("/v1/messages", KEY, "2023-06-01")
    assert asked["output_config"]["format"]["schema"]["properties"]["ok"] == {"type": "string"}
    assert (asked["system"], asked["max_tokens"]) == ("Be brief.", 40)


@pytest.mark.parametrize(
    "make", [lambda url: ChatModel(url, "m", key=KEY), lambda url: MessagesModel("m", key=KEY, base_url=url)]
)
@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (200, b"<html>hello</html>", ModelNonsense),
        (200, b"{}", ModelNonsense),
        (200, b'{"choices": [], "content": []}', ModelNonsense),
        (200, b'{"choices": [{"message": {"content": null}}], "content": [{"type": "tool_use"}]}', ModelNonsense),
        (200, b"[" * 50_000, ModelNonsense),
        (401, f"bad key {KEY}".encode(), EndpointDenied),
        (500, b"oops", EndpointFailed),
        (DIES, b"", EndpointUnreachable),
    ],
)
def test_whatever_comes_back_is_an_expected_failure(
    make: object, status: int, body: bytes, kind: type[ReverieError]
) -> None:
    with serving(lambda _question, _n: (status, body)) as server, pytest.raises(kind) as caught:
        make(server.url).ask(QUESTION, 5)  # type: ignore[operator]
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(("status", "body"), [(HANGS, b""), (200, DRIPS)])
def test_a_server_that_hangs_or_drips_is_left_after_the_time_given(status: int, body: bytes) -> None:
    with serving(lambda _question, _n: (status, body)) as server:
        began = time.monotonic()
        with pytest.raises(EndpointUnreachable):
            ChatModel(server.url, "m").ask(QUESTION, 0.5)
        assert time.monotonic() - began < 60  # the server would go on for minutes


def test_a_server_that_asks_for_patience_gets_it_within_the_time_given() -> None:
    with serving(lambda _question, n: (503, b"busy") if n == 1 else (200, chat("{}"))) as server:
        assert ChatModel(server.url, "m").ask(QUESTION, 10).text == "{}"
        assert len(server.asked) == 2
    with serving(lambda _question, _n: (503, b"busy")) as server:
        with pytest.raises(EndpointFailed):
            ChatModel(server.url, "m").ask(QUESTION, 0.3)
        assert len(server.asked) == 1


@pytest.mark.parametrize("key", ["sk-line\nbreak-secret", "sk-ключ-secret"])
def test_a_key_that_cannot_be_sent_is_not_shown(key: str) -> None:
    with serving(lambda _question, _n: (200, chat("{}"))) as server, pytest.raises(EndpointUnreachable) as caught:
        ChatModel(server.url, "m", key=key).ask(QUESTION, 5)
    assert "secret" not in str(caught.value) and caught.value.__cause__ is None


# claude without its screen


def program(folder: Path, body: str) -> dict[str, str]:
    """A `claude` that writes down how it was called and then does as it is told."""
    path = folder / "bin" / "claude"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "#!/bin/sh\n"
        f'printf "%s\\n" "$@" > "{folder}/words"; env > "{folder}/environ"; pwd > "{folder}/cwd"\n'
        f'cat > "{folder}/prompt"\n'
        f"{body}\n"
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return {**os.environ, "PATH": f"{path.parent}:{os.environ['PATH']}", "CLAUDECODE": "1"}


def headless(folder: Path, body: str, model: str = "") -> HeadlessModel:
    return HeadlessModel(
        folder / ".agent" / "local" / "cache" / "claude",
        f"{SESSION_MARK} -->",
        model=model,
        environ=program(folder, body),
    )


RESULT = {
    "type": "result", "is_error": False, "result": '{"ok": "yes"}', "total_cost_usd": 0.0021,
    "usage": {"input_tokens": 10, "cache_creation_input_tokens": 400, "output_tokens": 12},
}  # fmt: skip


def test_claude_runs_with_every_tool_off_and_its_session_is_never_evidence(tmp_path: Path) -> None:
    model = headless(tmp_path, f"cat <<'END'\n{json.dumps(RESULT)}\nEND", "haiku")
    assert model.ask(QUESTION, 10) == Reply('{"ok": "yes"}', 410, 12, 0.0021)
    words = (tmp_path / "words").read_text().split("\n")
    assert words[words.index("--tools") + 1] == "" and words[words.index("--setting-sources") + 1] == ""
    assert {"-p", "--strict-mcp-config", "--no-session-persistence", "--disable-slash-commands"} <= set(words)
    assert words[words.index("--model") + 1] == "haiku"
    environ = (tmp_path / "environ").read_text().splitlines()
    assert "REVERIE_INSIDE=1" in environ and "CLAUDECODE=1" not in environ
    prompt, cwd = (tmp_path / "prompt").read_text(), (tmp_path / "cwd").read_text().strip()
    assert is_own_session(prompt) and is_own_session("", cwd)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("echo 'please log in' >&2; exit 1", "please log in"),
        ("echo hello", "Expecting value"),
        ("exit 0", "Expecting value"),
        ('echo \'{"is_error": true, "result": "credit is used up"}\'; exit 1', "credit is used up"),
        ("sleep 600", "silent for 0 seconds"),
        ("sleep 600 & sleep 600", "silent for 0 seconds"),
    ],
)
def test_a_claude_that_fails_is_an_expected_failure(tmp_path: Path, body: str, why: str) -> None:
    began = time.monotonic()
    with pytest.raises(ProgramFailed, match=why):
        headless(tmp_path, body).ask(QUESTION, 0.4 if "sleep" in body else 10)
    assert time.monotonic() - began < 120


def test_without_claude_that_is_said(tmp_path: Path) -> None:
    model = HeadlessModel(tmp_path, "mark", environ={"PATH": str(tmp_path)})
    with pytest.raises(ProgramFailed, match="not installed"):
        model.ask(QUESTION, 1)


def test_a_claude_that_lies_in_the_folder_one_stands_in_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, "echo '{}'")
    monkeypatch.chdir(tmp_path)
    model = HeadlessModel(tmp_path / "x", "mark", environ={**os.environ, "PATH": "bin"})
    with pytest.raises(ProgramFailed, match="not installed"):
        model.ask(QUESTION, 1)
