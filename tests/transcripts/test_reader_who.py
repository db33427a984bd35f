"""Who said it: a person's words told apart from everything else that stands in their name."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from reverie.gather.transcripts import openings, traces
from reverie.gather.transcripts.blocks import call
from reverie.gather.transcripts.events import events_of
from reverie.gather.transcripts.looks import only_looks
from reverie.gather.transcripts.speech import told_apart
from reverie.records.events import Origin
from reverie.records.transcripts import Said, Turn
from tests.transcripts.sessions import (
    Claude,
    codex,
    codex_message,
    codex_output,
    codex_run,
    kinds,
    lines,
    read_all,
    turns,
)


def test_a_session_told_in_order_with_what_matters(tmp_path: Path) -> None:
    Claude().says("please fix the cart").answers("Looking.").uses(
        "Read", "t1", file_path="/home/me/shop/cart.py"
    ).returns("t1", "def total(): ...").progress().thinks().uses(
        "Edit", "t2", file_path="/home/me/shop/cart.py", old_string="a", new_string="b"
    ).returns("t2", "done").runs("pytest -q", "t3", "1 failed", error=True).runs("pytest -q", "t4").answers(
        "Fixed."
    ).says("thanks").write(tmp_path)

    said, reading = read_all(tmp_path)

    assert [(one.turn, one.tool, one.command) for one in said] == [
        (Turn.HUMAN, "", ""),
        (Turn.AGENT, "", ""),
        (Turn.TOOL_USE, "Edit", ""),
        (Turn.TOOL_USE, "Bash", "pytest -q"),
        (Turn.TOOL_RESULT, "Bash", "pytest -q"),
        (Turn.TOOL_USE, "Bash", "pytest -q"),
        (Turn.TOOL_RESULT, "Bash", "pytest -q"),
        (Turn.AGENT, "", ""),
        (Turn.HUMAN, "", ""),
    ]
    failed = [one for one in said if one.failed]
    assert [(one.text, one.call) for one in failed] == [("1 failed", "t3")]
    edit = next(one for one in said if one.tool == "Edit")
    assert edit.files == ("/home/me/shop/cart.py",)
    assert (edit.cwd, edit.branch, edit.session) == ("/home/me/shop", "main", "aaaa1111")
    assert all(one.at for one in said)
    assert reading.fates["used"]


def test_places_are_exact(tmp_path: Path) -> None:
    path = Claude().progress().says("first").runs("make", "t1").says("second").write(tmp_path)
    said, _ = read_all(path)
    rows = path.read_bytes().split(b"\n")
    for one in said:
        line = rows[one.span.line - 1]
        assert path.read_bytes()[one.span.offset :].startswith(line)
        assert f'"uuid":"{one.span.uuid}"'.encode() in line


@pytest.mark.parametrize(
    ("text", "turn", "left"),
    [
        ("no, use tabs", Turn.HUMAN, "no, use tabs"),
        ("[Request interrupted by user]", Turn.INTERRUPT, ""),
        ("[Request interrupted by user for tool use]", Turn.INTERRUPT, ""),
        ("<command-name>/clear</command-name><command-args></command-args>", Turn.COMMAND, "/clear"),
        ("<command-message>x</command-message>\n<command-name>/go</command-name>", Turn.COMMAND, "/go"),
        (
            "<command-name>/plan</command-name><command-args>why is the cart empty</command-args>",
            Turn.HUMAN,
            "why is the cart empty",
        ),
        (
            "<local-command-stdout>bye</local-command-stdout>",
            Turn.COMMAND,
            "<local-command-stdout>bye</local-command-stdout>",
        ),
        ("<system-reminder>be nice</system-reminder>\nwhere is the log?", Turn.HUMAN, "where is the log?"),
        ("<system-reminder>be nice</system-reminder>", Turn.MACHINE, "<system-reminder>be nice</system-reminder>"),
        ("<ide_opened_file>a.py</ide_opened_file>why?", Turn.HUMAN, "why?"),
        (
            "<task-notification>done</task-notification> read it",
            Turn.MACHINE,
            "<task-notification>done</task-notification> read it",
        ),
        ("Implement the following plan:\n# Cart", Turn.MACHINE, "Implement the following plan:\n# Cart"),
        ("<div>why is this not centred?</div>", Turn.HUMAN, "<div>why is this not centred?</div>"),
        ("[Image #1] what is this?", Turn.HUMAN, "what is this?"),
        ("<user-memory-input>always use tabs</user-memory-input>", Turn.HUMAN, "always use tabs"),
        (
            "# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n## My request for Codex:\nrename it\n",
            Turn.HUMAN,
            "rename it",
        ),
        (
            "# Context from my IDE setup:\n## Active file: a",
            Turn.MACHINE,
            "# Context from my IDE setup:\n## Active file: a",
        ),
        ("Operation stopped by hook: no", Turn.MACHINE, "Operation stopped by hook: no"),
        ("[Discord #shop ann 2026-03-02 11:13 UTC] use pnpm", Turn.HUMAN, "use pnpm"),
        ("[cart] is empty", Turn.HUMAN, "[cart] is empty"),
        ("why?\n\n[Message truncated - exceeded 50,000 character limit]", Turn.HUMAN, "why?"),
        ("why?\n[I", Turn.HUMAN, "why?"),
        ('<context ref="file:///a.py#L1:2">\nalways\n</context>why?', Turn.HUMAN, "why?"),
        ("[@a.py#L1:2](file:///a.py)", Turn.MACHINE, "[@a.py#L1:2](file:///a.py)"),
        ("fix [@a.py](file:///a.py)", Turn.HUMAN, "fix [@a.py](file:///a.py)"),
        ("\n## Prior conversation with Codex:\nalways\n\n## My request for Codex:\nwhy?", Turn.HUMAN, "why?"),
        ("<heartbeat>\n<id>x</id>\n</heartbeat>", Turn.MACHINE, "<heartbeat>\n<id>x</id>\n</heartbeat>"),
        ("<ci-monitor-event>red</ci-monitor-event>", Turn.MACHINE, "<ci-monitor-event>red</ci-monitor-event>"),
        (
            "<system_instruction>read it</system_instruction>\n.context/attachments/notes/my plan.md\nwhy is it red?",
            Turn.HUMAN,
            "why is it red?",
        ),
        (".context/attachments/plan.md is old", Turn.HUMAN, ".context/attachments/plan.md is old"),
    ],
)
def test_text_in_the_users_name(text: str, turn: Turn, left: str) -> None:
    spoken = told_apart(text)
    assert (spoken.turn, spoken.text) == (turn, left)


@pytest.mark.parametrize(
    "text",
    [
        "[" + "a" * 5000,
        "[" + "1" * 5000,
        "[2026-" * 5000,
        "\n" * 100_000 + "metadata)",
        "System: " + "\n" * 100_000,
        "<command-name>" * 20_000,
        "<system-reminder>" * 20_000,
        "<!-- reverie:begin " * 20_000,
        "<reverie>" * 20_000,
        "## Patterns (graduated knowledge)\n" * 5000,
        "*** Add File: x" + " " * 100_000 + "y",
        "# Context from my IDE setup:\n" * 5000,
        "# Selected text:\n" + "## My request:\n" * 20_000,
        "---\ndescription: x\n" + "User input:\n" * 20_000,
        '<context ref="a">' * 20_000,
        "## User Input\n\n```text\n" * 10_000,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    began = time.process_time()
    told_apart(text)
    call({"command": text, "patch": text})
    only_looks(text)
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("command", "looks"),
    [
        ("rg -n 'a|b; c' src | head -3", True),
        ("cd web && git status && cat a.txt 2>/dev/null", True),
        ("gh pr view 3 --json title | jq '.title'", True),
        ("ls | xargs rm", False),
        ("cat build.sh | sh", False),
        ("cat $(make list)", False),
        ("echo hi > file", False),
        ("git branch -D old", False),
        ("git remote set-url origin x", False),
        ("find . -name '*.pyc' -delete", False),
        ("gh pr merge 3", False),
        ("pytest -q | tail", False),
    ],
)
def test_who_only_looks(command: str, looks: bool) -> None:
    assert only_looks(command) is looks


def test_what_the_program_says_of_its_own_record_counts(tmp_path: Path) -> None:
    Claude().says("done, all green", origin={"kind": "task-notification"}).says("good", origin={"kind": "human"}).write(
        tmp_path
    )
    assert turns(read_all(tmp_path)[0]) == [(Turn.MACHINE, "done, all green"), (Turn.HUMAN, "good")]


def test_two_results_in_one_record_are_both_read(tmp_path: Path) -> None:
    Claude().uses("Bash", "t1", command="make").uses("Bash", "t2", command="make test").says(
        [
            {"tool_use_id": "t1", "type": "tool_result", "content": "ok"},
            {"tool_use_id": "t2", "type": "tool_result", "content": "ok"},
        ]
    ).write(tmp_path)
    said, _ = read_all(tmp_path)
    assert [one.command for one in said if one.turn is Turn.TOOL_RESULT] == ["make", "make test"]


def test_a_cut_surrogate_in_a_command_is_no_reason_to_stop(tmp_path: Path) -> None:
    session = Claude().runs("make", "t1")
    session.raw(session.lines[0].replace(b'"make"', rb'"echo \ud83d"').replace(b'"t1"', b'"t2"').replace(b"0001", b"9"))
    said, _ = read_all(session.says("fine").write(tmp_path))
    assert [one.command for one in said if one.turn is Turn.TOOL_USE] == ["make", "echo \ufffd"]


def test_a_typed_shell_command_is_a_command(tmp_path: Path) -> None:
    assert told_apart("<bash-input>make test</bash-input>").command == "make test"


@pytest.mark.parametrize(
    ("flag", "reason"),
    [
        ("isMeta", openings.META),
        ("isCompactSummary", openings.SUMMARY),
        ("planContent", openings.PLAN),
        ("isSidechain", openings.SUBAGENT),
    ],
)
def test_flags_of_a_record_say_that_a_machine_speaks(tmp_path: Path, flag: str, reason: str) -> None:
    Claude().says("always use tabs", **{flag: True}).write(tmp_path)
    said, _ = read_all(tmp_path)
    assert [(one.turn, one.reason, one.origin) for one in said] == [(Turn.MACHINE, reason, Origin.SYSTEM)]


def test_a_suggestion_that_was_accepted_is_not_in_a_persons_words(tmp_path: Path) -> None:
    Claude().says("go on with the parser", promptSource="suggestion_accepted").says("no", promptSource="typed").write(
        tmp_path
    )
    said, _ = read_all(tmp_path)
    assert [(one.turn, one.reason) for one in said] == [(Turn.MACHINE, openings.SUGGESTED), (Turn.HUMAN, "")]


def test_a_refusal_keeps_what_the_person_wanted_instead(tmp_path: Path) -> None:
    said_so = (
        "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed,"
        " the user said:\nuse the old name"
    )
    Claude().uses("Edit", "t1", file_path="/x/a.py", old_string="a", new_string="b").returns(
        "t1", said_so, error=True
    ).uses("Bash", "t2", command="rm -r build").returns(
        "t2", "The user doesn't want to proceed with this tool use. STOP.", error=True
    ).write(tmp_path)

    said, _ = read_all(tmp_path)

    refused = [one for one in said if one.turn is Turn.REJECTION]
    assert [(one.text, one.tool, one.files) for one in refused] == [
        ("use the old name", "Edit", ("/x/a.py",)),
        ("", "Bash", ()),
    ]
    assert all(one.origin is Origin.USER for one in refused)


def test_an_answer_to_the_agents_question_is_the_users(tmp_path: Path) -> None:
    Claude().uses("AskUserQuestion", "t1", questions=[{"question": "Which?"}]).returns(
        "t1", 'User has answered your questions: "Which?"="The second".'
    ).write(tmp_path)
    said, _ = read_all(tmp_path)
    assert said[-1].origin is Origin.USER
    assert "The second" in said[-1].text


def test_words_that_came_with_a_tool_result_are_heard(tmp_path: Path) -> None:
    Claude().uses("Bash", "t1", command="make").says(
        [{"tool_use_id": "t1", "type": "tool_result", "content": "ok"}, {"type": "text", "text": "and use pagination"}]
    ).write(tmp_path)
    assert (Turn.HUMAN, "and use pagination") in turns(read_all(tmp_path)[0])


def queue(operation: str, minute: int, **more: str) -> dict[str, object]:
    at = f"2026-03-01T11:{minute:02}:00.000Z"
    return {"type": "queue-operation", "operation": operation, "timestamp": at, "sessionId": "aaaa1111", **more}


def typed(folder: Path) -> list[str]:
    return [one.text for one in read_all(folder)[0] if one.turn is Turn.HUMAN]


def test_what_was_queued_is_heard_once_and_only_if_it_was_sent(tmp_path: Path) -> None:
    session = Claude().says("go")
    session.add(queue("enqueue", 1, content="also the footer")).add(queue("remove", 2))
    session.add(queue("enqueue", 3, content="never mind")).add(queue("popAll", 4))
    session.add(queue("enqueue", 5, content="and push")).add(queue("dequeue", 6)).says("and push")
    session.add(queue("enqueue", 7, content="<task-notification>x</task-notification>")).add(queue("remove", 8))
    session.says("also the footer").write(tmp_path)

    assert typed(tmp_path) == ["go", "also the footer", "and push"]


def test_all_that_leaves_the_queue_in_one_moment_is_heard_once(tmp_path: Path) -> None:
    session = Claude().says("go")
    for number, words in enumerate(("first", "second", "third"), 1):
        session.add(queue("enqueue", number, content=words))
    for _ in range(3):
        session.add(queue("dequeue", 4))
    session.says("first").says("second").says("third").add(queue("enqueue", 5, content="fourth")).add(
        queue("remove", 6)
    ).write(tmp_path)

    assert typed(tmp_path) == ["go", "first", "second", "third", "fourth"]


def test_what_is_named_leaves_the_queue_and_what_a_record_says_waits_no_more(tmp_path: Path) -> None:
    session = Claude().says("go").add(queue("enqueue", 1, content="first")).add(queue("enqueue", 2, content="second"))
    session.add(queue("remove", 3, content="second")).says("first").write(tmp_path)

    assert typed(tmp_path) == ["go", "second", "first"]


def test_an_operation_that_comes_after_its_record_takes_nothing_else_out(tmp_path: Path) -> None:
    session = Claude().says("go").add(queue("enqueue", 1, content="first")).add(queue("enqueue", 2, content="second"))
    session.says("first").add(queue("dequeue", 3)).add(queue("remove", 4)).write(tmp_path)

    assert sorted(typed(tmp_path)) == ["first", "go", "second"]


def test_the_same_words_queued_twice_are_heard_twice(tmp_path: Path) -> None:
    session = Claude().says("go").add(queue("enqueue", 1, content="on")).add(queue("enqueue", 2, content="on"))
    session.says("on").add(queue("dequeue", 3)).add(queue("remove", 4)).write(tmp_path)

    assert sorted(typed(tmp_path)) == ["go", "on", "on"]


def test_one_message_in_several_records_is_said_once(tmp_path: Path) -> None:
    Claude().says("hi").answers("Part one.", "m1").answers("Part one.", "m1").answers("Part two.", "m1").says(
        "ok"
    ).write(tmp_path)
    agent = [one.text for one in read_all(tmp_path)[0] if one.turn is Turn.AGENT]
    assert agent in (["Part one.\n\nPart two."], ["Part one.", "Part two."])


def test_json_written_by_another_program_says_the_same(tmp_path: Path) -> None:
    def tell(session: Claude) -> Claude:
        session.says("fix it").runs("npm test", "t1").runs("npm run lint", "t2", "3 problems", error=True)
        return session.uses("Write", "t3", file_path='/x/ü \\ "y".py', content="…").returns("t3", "ok").says("fine")

    tell(Claude()).write(tmp_path / "usual")
    tell(Claude(spaced=True)).write(tmp_path / "spaced")
    usual, _ = read_all(tmp_path / "usual")
    spaced, _ = read_all(tmp_path / "spaced")

    def facts(said: list[Said]) -> list[tuple[object, ...]]:
        return [(*one[:4], one.span.line, one.span.uuid, *one[5:]) for one in said]

    assert facts(usual) == facts(spaced)


def test_codex_says_every_message_twice_and_is_heard_once(tmp_path: Path) -> None:
    codex(
        tmp_path / "rollout-1.jsonl",
        codex_message("user", "# AGENTS.md instructions for /home/me/shop\n…"),
        codex_message("user", "run the tests"),
        ("event_msg", {"type": "user_message", "message": "run the tests"}),
        codex_message("assistant", "Running them."),
        ("event_msg", {"type": "agent_message", "message": "Running them."}),
        codex_run("make test", "c1"),
        codex_output("c1", 2, "boom"),
        codex_run("make test", "c2"),
        codex_output("c2", 0),
        codex_run("cat nothing.txt", "c3"),
        codex_output("c3", 1, "no such file"),
        ("session_meta", {"id": "older", "cwd": "/elsewhere"}),
        ("event_msg", {"type": "turn_aborted", "reason": "interrupted", "turn_id": "1"}),
        codex_message("user", "<turn_aborted>\nThe user interrupted\n</turn_aborted>"),
        codex_message("user", "stop, use pytest"),
    )
    said, _ = read_all(tmp_path)
    assert [(one.turn, one.command, one.failed) for one in said] == [
        (Turn.MACHINE, "", False),
        (Turn.HUMAN, "", False),
        (Turn.AGENT, "", False),
        (Turn.TOOL_USE, "make test", False),
        (Turn.TOOL_RESULT, "make test", True),
        (Turn.TOOL_USE, "make test", False),
        (Turn.TOOL_RESULT, "make test", False),
        (Turn.TOOL_USE, "cat nothing.txt", False),
        (Turn.TOOL_RESULT, "cat nothing.txt", True),
        (Turn.INTERRUPT, "", False),
        (Turn.HUMAN, "", False),
    ]
    assert {one.session for one in said} == {"c0dex"}
    assert {one.cwd for one in said} == {"/home/me/shop"}


def test_the_oldest_codex_files_lie_flat(tmp_path: Path) -> None:
    lines(
        tmp_path / "rollout-old.jsonl",
        [
            {"id": "old", "timestamp": "2026-03-02T10:00:00.000Z", "instructions": None},
            {"record_type": "state"},
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hello there"}]},
            {
                "type": "function_call",
                "name": "shell",
                "arguments": '{"command":["bash","-lc","make"]}',
                "call_id": "c1",
            },
            {"type": "function_call_output", "call_id": "c1", "output": '{"output":"bad","metadata":{"exit_code":2}}'},
        ],
    )
    said, _ = read_all(tmp_path)
    assert [(one.turn, one.text, one.command) for one in said] == [
        (Turn.HUMAN, "hello there", ""),
        (Turn.TOOL_USE, "", "make"),
        (Turn.TOOL_RESULT, "bad", "make"),
    ]


def test_prompts_by_programs_and_for_subagents_are_no_persons(tmp_path: Path) -> None:
    codex(tmp_path / "a.jsonl", codex_message("user", "always be brief"), session="s1", source="exec")
    codex(tmp_path / "b.jsonl", codex_message("user", "do the part"), session="s2", source={"subagent": "review"})
    Claude("c").says("always be brief", entrypoint="sdk-py").write(tmp_path)
    assert kinds(read_all(tmp_path)[0]) == {Turn.MACHINE: 3}


def test_of_what_a_command_of_a_kit_becomes_only_what_was_handed_to_it_is_a_persons(tmp_path: Path) -> None:
    kit = "## User Input\n\n```text\n{}\n```\n\nYou must never guess. Do not add pages."
    older = "---\ndescription: Specify\n---\n\nUser input:\n\n{}\n\n1. Never guess."
    said = [kit.format("a page for fruit"), kit.format(""), kit.format("$ARGUMENTS"), older.format("no tables")]
    spoken = [told_apart(text) for text in (*said, older.format("").replace("\n\n\n", "\n"))]
    assert [one.turn for one in spoken] == [Turn.HUMAN, Turn.MACHINE, Turn.MACHINE, Turn.HUMAN, Turn.MACHINE]
    assert (spoken[0].text, spoken[3].text) == ("a page for fruit", "no tables")


def test_an_editor_that_speaks_for_a_person_is_no_script(tmp_path: Path) -> None:
    Claude().says("use tabs", entrypoint="sdk-ts").says("use spaces", entrypoint="sdk-cli").write(tmp_path)
    assert turns(read_all(tmp_path)[0]) == [(Turn.HUMAN, "use tabs"), (Turn.MACHINE, "use spaces")]


def test_openclaw_messages_lose_their_envelope(tmp_path: Path) -> None:
    def message(number: int, **message: object) -> dict[str, object]:
        at = f"2026-03-02T10:00:{number:02}.000Z"
        return {"type": "message", "id": f"m{number}", "parentId": None, "timestamp": at, "message": message}

    def text(words: str) -> list[dict[str, str]]:
        return [{"type": "text", "text": words}]

    call = {"type": "toolCall", "id": "k1", "name": "exec", "arguments": {"command": "npm test"}}
    envelope = 'Sender (untrusted metadata):\n```json\n{"id": "ui"}\n```\n\n[Wed 2026-03-02 11:13 GMT+1] use pnpm here'
    lines(
        tmp_path / "sessions/s.jsonl",
        [
            {
                "type": "session",
                "version": 3,
                "id": "s",
                "timestamp": "2026-03-02T10:00:00.000Z",
                "cwd": "/home/me/shop",
            },
            message(1, role="user", content=text(envelope)),
            message(
                2, role="user", content=text("System: [2026-03-02 11:13:15 GMT+1] CHECK: read the file\n\n" + envelope)
            ),
            message(3, role="user", content=text("Read HEARTBEAT.md if it exists.")),
            message(4, role="assistant", content=[*text("ok"), call], stopReason="toolUse"),
            message(5, role="toolResult", toolCallId="k1", toolName="exec", content=text("ENOENT"), isError=True),
            message(6, role="assistant", content=[], stopReason="aborted"),
            message(7, role="user", content=text("no, use npm"), provenance={"kind": "inter_session"}),
            message(8, role="bashExecution", command="git status", output="clean", exitCode=0),
        ],
    )
    said, _ = read_all(tmp_path)
    assert turns(said) == [
        (Turn.HUMAN, "use pnpm here"),
        (Turn.HUMAN, "use pnpm here"),
        (Turn.MACHINE, "Read HEARTBEAT.md if it exists."),
        (Turn.AGENT, "ok"),
        (Turn.TOOL_USE, ""),
        (Turn.TOOL_RESULT, "ENOENT"),
        (Turn.INTERRUPT, ""),
        (Turn.MACHINE, "no, use npm"),
        (Turn.COMMAND, ""),
    ]
    assert (said[5].command, said[8].command) == ("npm test", "git status")


def test_a_session_that_an_agent_began_holds_no_persons_words(tmp_path: Path) -> None:
    for name, title in (("a", "subagent-scout-0a1b2c3d-1"), ("b", "Pi [shop] task-7"), ("c", "mend the cart")):

        def row(number: int, name: str = name, **more: object) -> dict[str, object]:
            return {"id": f"{name}{number}", "parentId": None, "timestamp": f"2026-03-02T10:00:0{number}Z", **more}

        def spoke(number: int, words: str) -> dict[str, object]:
            return {**row(number, type="message"), "message": {"role": "user", "content": words}}

        began, info = row(0, type="session", version=3, cwd="/shop"), row(2, type="session_info")
        rows = [began, spoke(1, f"copied {name}"), {**info, "name": title}, spoke(3, f"then {name}")]
        lines(tmp_path / f"sessions/{name}.jsonl", rows)
    said, reading = read_all(tmp_path)
    assert {one.text: one.turn for one in said if one.text.startswith("then")} == {
        "then a": Turn.MACHINE,
        "then b": Turn.MACHINE,
        "then c": Turn.HUMAN,
    }
    assert all(one.turn is Turn.HUMAN for one in said if one.text.startswith("copied"))
    assert not reading.fates["record of an unknown type"]


def test_who_speaks_in_a_group_chat_may_be_anybody(tmp_path: Path) -> None:
    address = 'Conversation info (untrusted metadata):\n```json\n{"is_group_chat": %s, "sender": "Mo"}\n```\n\n'
    words = "remember that the deploy server is on port 4444"
    began = {"type": "session", "version": 3, "id": "s", "timestamp": "2026-03-02T10:00:00Z", "cwd": "/shop"}
    rows: list[dict[str, object]] = [began]
    for number, group in enumerate(("true", "false"), 1):
        row = {"type": "message", "id": f"m{number}", "timestamp": f"2026-03-02T10:00:0{number}Z"}
        rows.append({**row, "message": {"role": "user", "content": address % group + words}})
    lines(tmp_path / "sessions/s.jsonl", rows)
    said, _ = read_all(tmp_path)
    assert turns(said) == [(Turn.HUMAN, words)] * 2
    asked = [event for event in events_of(said) if event.kind == "remember"]
    assert [event.tags for event in asked] == [("group chat",), ()]


@pytest.mark.parametrize("kind", [["user"], {"a": 1}, 7, None, True])
def test_a_kind_that_is_no_name_costs_one_line(tmp_path: Path, kind: object) -> None:
    odd: dict[str, object] = {"type": kind, "message": {"role": "user", "content": "x"}, "payload": {"type": kind}}
    Claude().says("hello there").add(odd).says("goodbye").write(tmp_path)
    rollout = tmp_path / "rollout-2026-03-02T10-00-00-x.jsonl"
    codex(rollout, ("response_item", {"type": kind}), codex_message("user", "from codex"))
    rollout.write_text(json.dumps(odd) + "\n" + rollout.read_text())
    began = {"type": "session", "version": 3, "id": "s", "timestamp": "2026-03-02T10:00:00Z", "cwd": "/shop"}
    row = {"type": "message", "id": "m1", "timestamp": "2026-03-02T10:00:01Z"}
    last = {**row, "message": {"role": "user", "content": "from the gateway"}}
    lines(tmp_path / "sessions/s.jsonl", [began, odd, last])
    said, reading = read_all(tmp_path)
    assert {one.text for one in said} >= {"hello there", "goodbye", "from codex", "from the gateway"}
    assert not reading.skipped


def test_own_traces_are_a_machines(tmp_path: Path) -> None:
    block = "<!-- reverie:begin 0123 gap=1 (x) -->\n- always use tabs\n<!-- reverie:end -->"
    Claude("one").says(block).says(f"{block}\nwhy is this here?").runs(
        "cat .agent/memory/MEMORY.md && make", "t1"
    ).runs("reverie list", "t2", "no such thing", error=True).write(tmp_path)
    Claude("two").says("<!-- reverie:session 7 -->\nAlways answer in JSON.").says("Never use tabs.").write(tmp_path)
    Claude("three").says("From now on use tabs.").write(tmp_path)

    said, _ = read_all(tmp_path, own=["three"])

    assert [one.text for one in said if one.turn is Turn.HUMAN] == ["why is this here?"]
    reasons = {one.reason for one in said if one.turn is Turn.MACHINE}
    assert reasons == {traces.OWN_TEXT, traces.OWN_FILE, traces.OWN_OUTPUT, traces.OWN_SESSION}
