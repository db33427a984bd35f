"""What was done: errors by name, commands that worked, how a session ended, which files were edited; ids and times."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.gather.transcripts.commands import head, parts
from reverie.gather.transcripts.ends import end_of
from reverie.gather.transcripts.events import events_of
from reverie.gather.transcripts.failures import failure_of, normal, words_of
from reverie.gather.transcripts.workflows import repeated
from reverie.records.events import Event, Origin
from reverie.records.transcripts import Said, Turn
from tests.transcripts.labelled import agent, edited, human, ran, said, session


@pytest.mark.parametrize(
    ("command", "output", "name", "telling"),
    [
        ("pytest tests/a.py", "Exit code 1\nE   TypeError: x", "tests failed", False),
        ("cd web && npm run lint", "Exit code 1\n3 problems", "lint failed", False),
        ("yq .a x.yml", "Exit code 127\nbash: line 1: yq: command not found", "command not found: yq", True),
        ("yq .a x.yml", "zsh: command not found: yq", "command not found: yq", True),
        ("bash fetch.sh", "Exit code 127\nfetch.sh: line 9: tail: command not found", "exit code 127", False),
        ("python tool.py", "ModuleNotFoundError: No module named 'yaml'", "module not found: yaml", True),
        ("python tool.py", "Traceback\nKeyError: 'a'\n\nValueError: bad", "ValueError", True),
        ("git merge main", "CONFLICT (content): Merge conflict in a.py", "merge conflict", True),
        ("git push", " ! [rejected] main -> main (fetch first)", "push rejected", True),
        ("go run .", "panic: runtime error: index out of range", "panic", True),
        ("cargo run", "thread 'main' panicked at src/main.rs:3:5", "panic", True),
        ("./tool --x", "Exit code 3", "exit code 3", False),
        ("git commit -m x", "Exit code 1\nhusky - pre-commit script failed", "commit hook failed", True),
    ],
)
def test_errors_have_one_name_each(command: str, output: str, name: str, telling: bool) -> None:
    found = failure_of(ran(command, output, failed=True)[1])
    assert found is not None
    assert (found.name, found.telling) == (name, telling)


def test_the_harness_own_errors_are_known() -> None:
    row = edited("/repo/a.py", "<tool_use_error>File has not been read yet. Read it first.</tool_use_error>")[1]
    found = failure_of(row)
    assert found is not None
    assert (found.name, found.command) == ("file not read before writing", "Edit")


def test_a_refusal_is_no_failure_but_a_missing_permission_is() -> None:
    refused = said(Turn.TOOL_RESULT, "The user doesn't want to proceed with this tool.", "Edit")._replace(failed=True)
    denied = said(Turn.TOOL_RESULT, "This command requires approval", "WebFetch")._replace(failed=True)
    assert failure_of(refused) is None
    found = failure_of(denied)
    assert found is not None
    assert found.name == "tool not permitted"


@pytest.mark.parametrize(
    "output",
    [
        "This command requires approval",
        "Permission to use Bash with command git commit -m x has been denied.",
        "Claude requested permissions to use Bash, but you haven't granted it yet.",
    ],
)
def test_a_commit_that_was_not_permitted_is_no_hook_that_failed(output: str) -> None:
    found = failure_of(ran("git commit -m x", output, failed=True)[1])
    assert found is not None
    assert found.name == "tool not permitted"


def test_a_command_the_person_rejected_is_no_failure() -> None:
    assert failure_of(ran("git commit -m x", "exec command rejected by user", failed=True)[1]) is None


@pytest.mark.parametrize(
    "output",
    [
        "File has not been read yet. Read it first before writing to it.",
        "File has been modified since read, either by the user or by a linter.",
        "String to replace not found in file.",
        "Failed to find expected lines in a.py",
        "Found 3 matches of the string to replace",
        "This command requires approval",
    ],
)
def test_slips_of_an_agent_with_its_tools_are_no_failures_of_the_project(output: str) -> None:
    """Though they came in a shell command, and though they are met on many days."""
    from reverie.notice import session_errors

    rows = session(human("go"), ran("apply_patch a.py", output, failed=True))
    (event,) = (e for e in events_of(rows) if e.kind == "error")
    many = [replace(event, session=f"s{n}", id=f"e{n}", at=event.at - timedelta(days=n)) for n in range(9)]
    assert session_errors.error_of(event)[1]
    assert session_errors.notice(many, event.at - timedelta(days=30), 3).clusters == ()


def test_an_error_met_often_is_one_event_with_its_count() -> None:
    failing = [ran("python a.py", f"ValueError: row {i} of /tmp/x{i}/data.csv", failed=True) for i in range(3)]
    found = [e for e in events_of(session(human("go"), *failing)) if e.kind == "error"]
    assert [(e.origin, e.tags) for e in found] == [
        (Origin.TOOL, ("error:ValueError", "command:python a.py", "times:3", "typed:python a.py", "unmended"))
    ]
    assert found[0].summary == "ValueError in `python a.py`: ValueError: row # of data.csv"


def test_the_line_that_is_shown_is_the_one_that_tells() -> None:
    output = "   Compiling thiserror v2.0\nerror[E0425]: cannot find value `x` in this scope"
    assert words_of(ran("cargo build", output, failed=True)[1]).startswith("error[")


def test_numbers_paths_and_hashes_are_taken_out() -> None:
    assert normal("/home/a/b.py:12 at 9f8e7d6c5b in 3.2s") == "b.py:# at # in #"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("cd app && FOO=1 npm run test -- x.ts 2>&1 | tail -5", ("npm run test",)),
        ("git -C /repo commit -m 'a && b\nlint it'", ("git commit",)),
        ("uv run pytest tests/test_a.py -q", ("uv run pytest",)),
        ("python3 -m build", ("python -m build",)),
        ("ls -la; cat x", ()),
        ("bd show ab-12 --children", ("bd show",)),
        ("tracker --json list", ("tracker",)),
        ("tracker AB12; tracker 42; tracker ./x; tracker a/b", ("tracker",)),
        ("aws s3 ls data && pixi run test", ("aws s3 ls", "pixi run test")),
        ("pytest tests -q; ssh staging uptime", ("pytest", "ssh")),
        ("./dev.sh test && ruff check src", ("./dev.sh test", "ruff check")),
        ("pnpm --filter api test; make -C web lint; make -j 4 all", ("pnpm test", "make lint", "make all")),
        ("docker compose -f dev.yml up", ("docker compose up",)),
        ("make lint && make test", ("make lint", "make test")),
        ("git commit -m \"$(cat <<'EOF'\nhello\nEOF\n)\"", ("git commit",)),
    ],
)
def test_command_lines_are_made_comparable(line: str, told: tuple[str, ...]) -> None:
    assert parts(line) == told
    assert head(line) == (told[-1] if told else "")


def worked(name: str) -> list[Event]:
    rows: list[Said | list[Said]] = [
        human("go"),
        edited("/repo/a.py"),
        ran("make test"),
        ran("make lint"),
        ran("git commit -m x"),
        agent("Done."),
    ]
    return events_of(session(*rows, name=name))


def test_what_is_run_after_edits_in_many_sessions_is_a_workflow() -> None:
    events = [event for name in ("a", "b", "c") for event in worked(name)]
    found = [(" → ".join(w.steps), w.sessions) for w in repeated(events)]
    assert found[0] == ("make test → make lint → git commit", 3)
    assert ("make test", 3) in found
    assert repeated(worked("a")) == []


@pytest.mark.parametrize(
    "lines",
    [
        ("npm run scrape", "npm run scrape-likes"),  # nothing was proved
        ("git commit -m x", "git push"),  # everybody's
        ("ssh host uptime", "openclaw status"),  # what they do is in what they are given
    ],
)
def test_a_sequence_without_a_check_is_no_workflow(lines: tuple[str, str]) -> None:
    found = events_of(session(human("go"), edited("/repo/a.py"), *(ran(line) for line in lines), agent("Done.")))
    assert [e.summary for e in found if "sequence" in e.tags] == []


@pytest.mark.parametrize(
    "rows",
    [
        [human("go"), ran("make lint"), ran("make test"), agent("All is well.")],  # nothing was edited
        [human("go"), edited("/repo/a.py"), ran("git ls-remote"), ran("bash kit/check-prerequisites.sh --json")],
        [human("go"), edited("/repo/a.py"), ran("npm run seed"), ran("kit/verify_environment.sh")],
    ],
)
def test_looking_around_is_no_way_of_working(rows: list[Said | list[Said]]) -> None:
    assert [e.summary for e in events_of(session(*rows)) if "sequence" in e.tags] == []


@pytest.mark.parametrize("line", ["apply_patch <<'EOF'\n*** Begin Patch", "sed -i s/a/b/ a.py"])
def test_a_file_may_be_edited_by_a_command(line: str) -> None:
    found = events_of(session(human("go"), ran(line), ran("make lint"), ran("make test"), agent("Done.")))
    assert [e.summary for e in found if "sequence" in e.tags] == ["make lint → make test"]


def test_a_script_that_checks_the_work_is_a_check() -> None:
    lines = ("make gen", "scripts/check-types.sh", "./run-tests.sh", "git commit -m x")
    found = events_of(session(human("go"), edited("/repo/a.py"), *(ran(line) for line in lines), agent("Done.")))
    told = [e.summary for e in found if "sequence" in e.tags]
    assert told == ["make gen → check-types.sh → ./run-tests.sh → git commit"]


def test_the_name_of_a_program_alone_is_no_step() -> None:
    lines = ("make test", "ssh host uptime", "tracker show it", "git commit -m x")
    found = events_of(session(human("go"), edited("/repo/a.py"), *(ran(line) for line in lines), agent("Done.")))
    assert [e.summary for e in found if "sequence" in e.tags] == ["make test → git commit"]


def test_a_command_that_never_worked_is_no_habit() -> None:
    found = events_of(session(human("go"), ran("make test", "Exit code 2", failed=True)))
    assert [e.kind for e in found if e.kind == "command"] == []


@pytest.mark.parametrize("line", ["Test-Path a.txt", "Test-NetConnection host", "Format-Table name"])
def test_looking_is_no_habit_whatever_its_name(line: str) -> None:
    found = events_of(session(human("go"), edited("/repo/a.py"), ran(line), ran(line), agent("Done.")))
    assert [e.summary for e in found if e.kind == "command"] == []


def test_edited_files_are_told_once_and_from_the_working_directory() -> None:
    rows: list[Said | list[Said]] = [
        human("go"),
        edited("/repo/src/a.py"),
        edited("/repo/src/a.py"),
        edited("/etc/hosts"),
        edited("/repo/b.py", "no"),
    ]
    found = [e for e in events_of(session(*rows)) if e.kind == "edit"]
    assert [e.files for e in found] == [("src/a.py",)]


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([agent("I'm unable to reach the registry from here.")], "unresolved"),
        ([agent("I could not complete the upload. You need to log in first.")], "needs the person"),
        ([agent("API Error: 529 overloaded")], "the service stopped it"),
        ([*ran("make deploy", "Exit code 2", failed=True)], "ended on an error"),
        ([*ran("make deploy"), said(Turn.INTERRUPT)], "stopped by the person, nothing followed"),
    ],
)
def test_sessions_that_did_not_end_well(rows: list[Said], reason: str) -> None:
    end = end_of(session(human("go"), *rows))
    assert end is not None
    assert end.reason == reason


@pytest.mark.parametrize("text", ["Done. All tests pass.", "Fixed what was still failing.", "Which one do you want?"])
def test_sessions_that_just_ended(text: str) -> None:
    assert end_of(session(human("go"), agent(text))) is None


def test_what_may_fail_later_is_no_bad_end() -> None:
    assert end_of(session(human("go"), agent("Ready. If it still fails on an old volume, remove the volume."))) is None


def test_a_plan_that_is_carried_out_elsewhere_is_not_blocked() -> None:
    rows = [human("plan it"), said(Turn.TOOL_USE, tool="ExitPlanMode"), said(Turn.REJECTION, tool="ExitPlanMode")]
    assert end_of(session(*rows)) is None


def test_the_same_record_in_a_copied_session_is_the_same_event() -> None:
    rows = session(human("go"), agent("Done."), human("no, that is wrong"), ran("make test"))
    copied = [row._replace(span=row.span._replace(source="copy.jsonl"), session="copy") for row in rows]
    assert {e.id for e in events_of(rows)} == {e.id for e in events_of(copied)}


def test_records_before_the_fresh_ones_are_context_only() -> None:
    rows = session(
        human("go"), agent("Done."), human("no, that is wrong"), agent("Sorry."), human("you forgot the docs")
    )
    assert [e.summary for e in events_of(rows, fresh=rows[3].span.offset)] == ["you forgot the docs"]


def test_a_record_without_a_time_has_that_of_its_neighbour() -> None:
    rows = [
        row._replace(at=None) if i == 2 else row
        for i, row in enumerate(session(human("a"), agent("b"), human("no, wrong")))
    ]
    assert events_of(rows)[0].at == rows[1].at
    undated = events_of([row._replace(at=None) for row in rows])
    assert undated[0].at == datetime(1970, 1, 1, tzinfo=UTC)
    assert "undated" in undated[0].tags


_TEXT = st.text(max_size=300) | st.sampled_from(["no, wrong", "always use x", "```", "<a>", "dont", "\x00", "?" * 50])


@given(st.lists(st.tuples(st.sampled_from(Turn), _TEXT, st.booleans()), max_size=25))
def test_any_session_gives_short_events_with_unique_ids(rows: list[tuple[Turn, str, bool]]) -> None:
    made = session(*(said(turn, text, "Bash", text)._replace(failed=failed) for turn, text, failed in rows))
    found = events_of(made)
    assert len({e.id for e in found}) == len(found)
    assert all(len(e.summary) <= 240 for e in found)
    assert found == events_of(made)
