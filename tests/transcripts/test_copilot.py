"""Sessions of GitHub Copilot CLI: who said it, what was done, what was refused and with which words, each once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from reverie.gather.transcripts.events import all_of
from reverie.records.events import Origin
from reverie.records.transcripts import Said, Turn
from tests.transcripts.sessions import Record, lines, read_all

CWD = "/home/me/shop"


def events(*rows: tuple[str, Record], session: str = "c0ffee", **more: object) -> list[Record]:
    began = {"sessionId": session, "version": 1, "producer": "copilot-agent", "context": {"cwd": CWD, "branch": "main"}}
    found = []
    for number, (kind, data) in enumerate([("session.start", {**began, **more}), *rows]):
        at = f"2026-03-02T10:00:{number:02}.000Z"
        agent = {"agentId": data.pop("agentId")} if "agentId" in data else {}
        found.append(
            {"type": kind, "data": data, "id": f"{session}-{number}", "timestamp": at, "parentId": None, **agent}
        )
    return found


def written(folder: Path, *rows: tuple[str, Record], session: str = "c0ffee", **more: object) -> Path:
    path = folder / session / "events.jsonl"
    lines(path, events(*rows, session=session, **more))
    return path


def person(text: str, **more: object) -> tuple[str, Record]:
    return "user.message", {"content": text, "transformedContent": f"<now/>{text}", "attachments": [], **more}


def agent(text: str, *calls: Record, **more: object) -> tuple[str, Record]:
    return "assistant.message", {"messageId": "m", "content": text, "toolRequests": list(calls), **more}


def call(name: str, command: str, tool: str = "bash") -> Record:
    return {"toolCallId": name, "name": tool, "arguments": {"command": command}}


def began(name: str, command: str) -> tuple[str, Record]:
    return "tool.execution_start", {"toolCallId": name, "toolName": "bash", "arguments": {"command": command}}


def asks(name: str) -> tuple[str, Record]:
    given = {"question": "which one?", "choices": ["rest", "soap"]}
    return agent("", {"toolCallId": name, "name": "ask_user", "arguments": given})


def answered(name: str, words: str) -> tuple[str, Record]:
    told = {"content": f"User responded: {words}"}
    return "tool.execution_complete", {"toolCallId": name, "success": True, "result": told}


def done(name: str, failure: str = "") -> tuple[str, Record]:
    told: Record = {"error": {"message": failure, "code": "failure"}} if failure else {"result": {"content": "fine"}}
    return "tool.execution_complete", {"toolCallId": name, "success": not failure, **told}


def turns(said: Iterable[Said]) -> list[tuple[Turn, str]]:
    return [(one.turn, one.text or one.command) for one in said]


def test_a_session_is_read_with_each_call_once(tmp_path: Path) -> None:
    written(
        tmp_path,
        person("add the invoice page"),
        ("assistant.turn_start", {"turnId": "0"}),
        agent("I run the tests.", call("k1", "npm test")),
        began("k1", "npm test"),
        done("k1", "ENOENT: no such file"),
        agent("", call("k2", "npm run build")),
        began("k2", "npm run build"),
        done("k2"),
        agent("Done."),
        ("session.shutdown", {"shutdownType": "routine"}),
    )
    said, reading = read_all(tmp_path)
    assert turns(said) == [
        (Turn.HUMAN, "add the invoice page"),
        (Turn.AGENT, "I run the tests."),
        (Turn.TOOL_USE, "npm test"),
        (Turn.TOOL_RESULT, "ENOENT: no such file"),
        (Turn.TOOL_USE, "npm run build"),
        (Turn.TOOL_RESULT, "npm run build"),
        (Turn.AGENT, "Done."),
    ]
    assert [one.failed for one in said if one.turn is Turn.TOOL_RESULT] == [True, False]
    assert {(one.session, one.cwd, one.branch) for one in said} == {("c0ffee", CWD, "main")}
    assert reading.fates["the same message written a second way"] == 2


def test_a_refusal_is_heard_once_with_the_words_that_came_with_it(tmp_path: Path) -> None:
    denied = {"kind": "denied-interactively-by-user", "feedback": "use pnpm, not npm"}
    written(
        tmp_path,
        person("install it"),
        agent("", call("k1", "npm install"), call("k2", "npm publish")),
        ("permission.requested", {"requestId": "r1"}),
        ("permission.completed", {"requestId": "r1", "toolCallId": "k1", "result": denied}),
        done("k1", "The user rejected this tool call."),
        ("permission.completed", {"requestId": "r2", "toolCallId": "k2", "result": {"kind": "approved"}}),
        done("k2", "The user rejected this tool call. User feedback: not yet"),
        agent("Right."),
    )
    said, _ = read_all(tmp_path)
    refused = [(one.text, one.command, one.origin) for one in said if one.turn is Turn.REJECTION]
    assert refused == [("use pnpm, not npm", "npm install", Origin.USER), ("not yet", "npm publish", Origin.USER)]
    told = [event for event in all_of(said, "ada") if event.kind == "correction"]
    assert [event.summary for event in told] == ["use pnpm, not npm", "not yet"]


def test_a_command_fails_by_its_exit_code_and_an_id_may_come_again(tmp_path: Path) -> None:
    def ended(**result: object) -> tuple[str, Record]:
        return "tool.execution_complete", {"toolCallId": "call_0", "success": True, "result": result}

    written(
        tmp_path,
        agent("", call("call_0", "npm test")),
        began("call_0", "npm test"),
        ended(content="1 failed", contents=[{"type": "shell_exit", "exitCode": 1}]),
        agent("", call("call_0", "npm run lint")),
        ended(content="no such script\n<exited with exit code 127>"),
        agent("", call("call_0", "npm run build")),
        ended(content="fine\n<exited with exit code 0>"),
    )
    said, _ = read_all(tmp_path)
    results = [(one.command, one.failed, one.text[:8]) for one in said if one.turn is Turn.TOOL_RESULT]
    assert results == [("npm test", True, "1 failed"), ("npm run lint", True, "no such "), ("npm run build", False, "")]


def test_a_refusal_that_names_no_call_is_told_by_its_result(tmp_path: Path) -> None:
    denied = {"kind": "denied-interactively-by-user", "feedback": "use pnpm"}
    written(
        tmp_path,
        agent("", call("k1", "npm install")),
        ("permission.completed", {"requestId": "r1", "result": denied}),
        done("k1", "The user rejected this tool call."),
        done("k2", "ENOENT"),
    )
    said, _ = read_all(tmp_path)
    assert [(one.turn, one.text) for one in said[1:]] == [(Turn.REJECTION, "use pnpm"), (Turn.TOOL_RESULT, "ENOENT")]


def test_only_what_a_person_typed_is_a_persons(tmp_path: Path) -> None:
    written(
        tmp_path,
        person("go on", isAutopilotContinuation=True),
        person("read the pdf like this", source="skill-pdf"),
        person("look at the tests", agentId="a7"),
        asks("q1"),
        (
            "tool.execution_complete",
            {"toolCallId": "q1", "success": True, "result": {"content": "User responded: rest"}},
        ),
        asks("q2"),
        (
            "tool.execution_complete",
            {"toolCallId": "q2", "success": True, "result": {"content": "User responded: both"}},
        ),
        ("tool.user_requested", {"toolCallId": "k9", "toolName": "bash", "arguments": {"command": "git status"}}),
        person("<system_reminder>be brief</system_reminder>\nno tables please", delivery="steering"),
        ("abort", {"reason": "user_initiated"}),
        ("abort", {"reason": "autopilot_credit_limit"}),
        ("session.error", {"errorType": "quota", "message": "quota exceeded"}),
    )
    said, _ = read_all(tmp_path)
    assert turns(said) == [
        (Turn.MACHINE, "go on"),
        (Turn.MACHINE, "read the pdf like this"),
        (Turn.MACHINE, "look at the tests"),
        (Turn.TOOL_USE, "which one?"),
        (Turn.TOOL_USE, "which one?"),
        (Turn.HUMAN, "both"),
        (Turn.COMMAND, "git status"),
        (Turn.HUMAN, "no tables please"),
        (Turn.INTERRUPT, ""),
        (Turn.MACHINE, "quota exceeded"),
    ]
    assert said[2].sidechain


def test_where_it_works_may_change_and_a_copy_counts_once(tmp_path: Path) -> None:
    rows = [person("one"), ("session.context_changed", {"cwd": f"{CWD}/web", "branch": "fix"}), person("two")]
    written(tmp_path / "a", *rows)
    written(tmp_path / "b", *rows)
    said, _ = read_all(tmp_path)
    assert [(one.text, one.cwd, one.branch) for one in said] == [("one", CWD, "main"), ("two", f"{CWD}/web", "fix")]


def test_a_session_that_another_one_began_is_no_persons(tmp_path: Path) -> None:
    rows = [person("sum it up"), ("abort", {"reason": "user_initiated"})]
    written(tmp_path, *rows, detachedFromSpawningParentSessionId="c0ffee0")
    said, _ = read_all(tmp_path)
    assert turns(said) == [(Turn.MACHINE, "sum it up")]
    assert said[0].sidechain


@pytest.mark.parametrize(
    ("row", "fate"),
    [
        ({"type": "user.message", "data": None}, "record of an unknown type"),
        ({"type": "user.message", "data": {"content": ["x"]}}, "record without words or deeds"),
        (
            {"type": "assistant.message", "data": {"content": 7, "toolRequests": {"a": 1}}},
            "record without words or deeds",
        ),
        ({"type": "tool.execution_complete", "data": {"success": False, "error": "no"}}, "used"),
        ({"type": "permission.completed", "data": {"result": "no"}}, "record without words or deeds"),
        ({"type": "quantum.leap", "data": {}}, "record of an unknown type"),
        ({"type": ["x"], "data": {}}, "record of an unknown type"),
        ({"data": {}, "type": "session.usage_info"}, "record about the session itself"),
    ],
)
def test_what_is_odd_costs_its_line_and_nothing_else(tmp_path: Path, row: Record, fate: str) -> None:
    path = tmp_path / "c0ffee/events.jsonl"
    lines(path, [*events(person("hello")), {**row, "id": "odd", "timestamp": "2026-03-02T11:00:00.000Z"}])
    said, reading = read_all(tmp_path)
    assert said[0].text == "hello"
    assert reading.fates[fate] >= 1
    assert not reading.skipped
