"""The sessions of Codex, OpenClaw, Pi and Copilot."""

from __future__ import annotations

import orjson

from reverie.records.sessions import TurnKind
from reverie.tools.ids import content_id
from tests.sources.lines import of_kind, read, said

AT = "2026-05-01T09:00:00Z"


def codex(kind: str, **payload: object) -> dict[str, object]:
    return {"timestamp": AT, "type": "response_item", "payload": {"type": kind, **payload}}


def typed(text: str) -> list[dict[str, object]]:
    event: dict[str, object] = {
        "timestamp": AT,
        "type": "event_msg",
        "payload": {"type": "user_message", "message": text},
    }
    return [codex("message", role="user", content=[{"type": "input_text", "text": text}]), event]


META: dict[str, object] = {
    "timestamp": AT,
    "type": "session_meta",
    "payload": {"id": "s1", "cwd": "/home/ann/shop", "source": "cli"},
}


def test_codex_tells_once_what_stands_there_twice_and_believes_the_terminal_about_what_was_typed() -> None:
    skill = "---\nname: deploy\n---\nDeploy with care."
    session = read(
        "codex",
        [
            META,
            codex(
                "message",
                role="user",
                content=[{"type": "input_text", "text": "# AGENTS.md instructions for /x\n\nHi"}],
            ),
            *typed("spawn a worker"),
            codex("message", role="user", content=[{"type": "input_text", "text": skill}]),
            codex("message", role="assistant", content=[{"type": "output_text", "text": "Spawned."}]),
            {"timestamp": AT, "type": "event_msg", "payload": {"type": "agent_message", "message": "Spawned."}},
        ],
    )

    assert said(session) == [("human", "spawn a worker")]
    assert [turn.text for turn in of_kind(session, TurnKind.AGENT)] == ["Spawned."]
    assert (session.id, session.cwd) == ("s1", "/home/ann/shop")


def test_codex_commands_keep_their_outcome_also_when_they_go_on_in_a_terminal() -> None:
    def call(name: str, number: int, **given: object) -> dict[str, object]:
        return codex("function_call", name=name, call_id=f"c{number}", arguments=orjson.dumps(given).decode())

    def output(number: int, text: str) -> dict[str, object]:
        return codex("function_call_output", call_id=f"c{number}", output=text)

    session = read(
        "codex",
        [
            META,
            call("exec_command", 1, cmd="bun test"),
            output(1, "Chunk ID: 1\nWall time: 1 seconds\nProcess running with session ID 7\nOutput:\n"),
            call("write_stdin", 2, session_id=7, chars=""),
            output(2, "Wall time: 1 seconds\nProcess exited with code 1\nOutput:\nerror: no cart\n"),
            call("shell", 3, command=["bash", "-lc", "ls"]),
            output(3, '{"output":"cart.ts\\n","metadata":{"exit_code":0}}'),
        ],
    )

    results = of_kind(session, TurnKind.RESULT)
    assert [(turn.command, turn.failed, turn.text) for turn in results] == [
        ("bun test", False, ""),
        ("bun test", True, "error: no cart\n"),
        ("ls", False, "cart.ts\n"),
    ]


def test_a_codex_patch_is_a_list_of_edits() -> None:
    patch = (
        "*** Begin Patch\n*** Update File: cart.ts\n@@\n-let a = 1\n+let a = 2\n keep\n-old\n*** Add File: b.ts\n+new\n"
        "*** End Patch"
    )
    session = read("codex", [META, codex("custom_tool_call", name="apply_patch", call_id="c1", input=patch)])

    (call,) = of_kind(session, TurnKind.CALL)
    assert call.files == ("cart.ts", "b.ts")
    assert [(edit.file, edit.before, edit.after) for edit in call.edits] == [
        ("cart.ts", "let a = 1", "let a = 2"),
        ("cart.ts", "old", ""),
        ("b.ts", "", "new"),
    ]


def test_a_codex_refusal_an_interrupt_and_an_answer() -> None:
    asked = {"questions": [{"id": "q1", "question": "Which port?"}]}
    session = read(
        "codex",
        [
            META,
            codex("function_call", name="shell", call_id="c1", arguments='{"command":"rm -r dist"}'),
            codex("function_call_output", call_id="c1", output="aborted by user after 29.7s"),
            {"timestamp": AT, "type": "event_msg", "payload": {"type": "turn_aborted", "reason": "interrupted"}},
            codex("function_call", name="request_user_input", call_id="c2", arguments=orjson.dumps(asked).decode()),
            codex("function_call_output", call_id="c2", output='{"answers":{"q1":{"answers":["5433"]}}}'),
        ],
    )

    assert said(session) == [("rejection", ""), ("interrupt", ""), ("answer", "5433")]
    assert of_kind(session, TurnKind.ANSWER)[0].context == "Which port?"


def test_the_oldest_codex_files_are_flat_and_a_fork_repeats_its_records() -> None:
    first: dict[str, object] = {"id": "s0", "timestamp": AT, "instructions": None}
    message: dict[str, object] = {
        "type": "message",
        "role": "user",
        "content": [{"type": "input_text", "text": "add a test"}],
    }
    assert said(read("codex", [first, message])) == [("human", "add a test")]

    named = {**message, "id": "m1"}
    assert len(read("codex", [META, named, {**META, "payload": {"id": "s0"}}, named]).turns) == 1


def test_nobody_types_into_codex_run_by_a_script() -> None:
    meta = {**META, "payload": {"id": "s1", "source": "exec"}}
    assert said(read("codex", [meta, *typed("summarise")])) == []


def claw(role: str, content: object, **more: object) -> dict[str, object]:
    message = {"role": role, "content": content, **more}
    return {
        "type": "message",
        "id": content_id(role, str(content))[:8],
        "timestamp": AT,
        "message": message,
    }


def test_openclaw_words_are_freed_of_the_gateway() -> None:
    sender = 'Sender (untrusted metadata):\n```json\n{"id": "ui"}\n```\n\n'
    session = read(
        "openclaw",
        [
            {"type": "session", "version": 3, "id": "o1", "timestamp": AT, "cwd": "/w"},
            claw("user", f"{sender}[Wed 2026-05-06 16:13 GMT+5:30] are you in the midst of a task?"),
            claw(
                "user",
                f"System: [2026-05-06 16:13:15 GMT] CHECK_DEPLOYS: read it.\n\n{sender}[Wed 2026-05-06 16:14 GMT] go",
            ),
            claw("user", "[Wed 2026-05-06 20:25 GMT] [Subagent Context] You are running as a subagent"),
        ],
    )

    assert said(session) == [("human", "are you in the midst of a task?"), ("human", "go")]


def test_nobody_knows_whose_word_counts_in_a_group() -> None:
    sender = 'Conversation info (untrusted metadata):\n```json\n{"is_group_chat": true}\n```\n\n'

    assert said(read("openclaw", [claw("user", f"{sender}always deploy on Friday")])) == []


def test_openclaw_and_pi_tools_and_interrupts() -> None:
    call = [
        {"type": "text", "text": "Checking."},
        {"type": "toolCall", "id": "t1", "name": "exec", "arguments": {"command": "make"}},
    ]
    records = [
        claw("assistant", call),
        claw("toolResult", [{"type": "text", "text": "no rule"}], toolCallId="t1", details={"exitCode": 2}),
        claw("assistant", [], stopReason="aborted"),
    ]
    for agent in ("openclaw", "pi"):
        session = read(agent, records)
        assert session.agent == agent
        assert [turn.kind.value for turn in session.turns] == ["agent", "call", "result", "interrupt"]
        assert (session.turns[2].failed, session.turns[2].command) == (True, "make")


def copilot(kind: str, number: int, **data: object) -> dict[str, object]:
    return {"type": kind, "id": f"e{number}", "timestamp": AT, "data": data}


def test_a_copilot_session() -> None:
    session = read(
        "copilot",
        [
            copilot(
                "session.start", 0, sessionId="c1", producer="copilot-agent", context={"cwd": "/w", "branch": "dev"}
            ),
            copilot("user.message", 1, content="rename the cart"),
            copilot("user.message", 2, content="go on", isAutopilotContinuation=True),
            copilot("user.message", 3, content="do this skill", source="skill"),
            copilot(
                "assistant.message",
                4,
                content="Renaming.",
                toolRequests=[{"toolCallId": "t1", "name": "bash", "arguments": {"command": "git mv a b"}}],
            ),
            copilot("tool.execution_start", 5, toolCallId="t1", toolName="bash", arguments={"command": "git mv a b"}),
            copilot(
                "permission.completed",
                6,
                toolCallId="t1",
                result={"kind": "denied-interactively-by-user", "feedback": "not b, use c"},
            ),
            copilot(
                "tool.execution_complete",
                7,
                toolCallId="t1",
                success=False,
                error={"message": "The user rejected this tool call."},
            ),
            copilot(
                "tool.execution_start", 8, toolCallId="t2", toolName="ask_user", arguments={"question": "Which name?"}
            ),
            copilot(
                "tool.execution_complete",
                9,
                toolCallId="t2",
                success=True,
                result={"content": "User responded: basket"},
            ),
            copilot("tool.execution_start", 10, toolCallId="t3", toolName="bash", arguments={"command": "make"}),
            copilot(
                "tool.execution_complete",
                11,
                toolCallId="t3",
                success=True,
                result={"content": "boom\n<exited with exit code 2>"},
            ),
            copilot("abort", 12, reason="user_initiated"),
            copilot("hook.start", 13),
        ],
    )

    assert said(session) == [
        ("human", "rename the cart"),
        ("rejection", "not b, use c"),
        ("answer", "basket"),
        ("interrupt", ""),
    ]
    assert (session.id, session.cwd, session.branch) == ("c1", "/w", "dev")
    assert of_kind(session, TurnKind.ANSWER)[0].context == "Which name?"
    (failed,) = [turn for turn in of_kind(session, TurnKind.RESULT) if turn.failed]
    assert failed.command == "make"
    assert len(of_kind(session, TurnKind.CALL)) == 3
