"""What several sessions show, and only what they show."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.records.events import Event
from reverie.records.insights import Type
from tests.insights.happened import event, failed, found, observed, texts


def test_a_command_that_fails_until_another_has_run() -> None:
    rows = [
        failed(n, "npm test", "connect ECONNREFUSED on the port", "after:docker compose up", "mended") for n in range(4)
    ]
    (one,) = observed(*rows)
    assert one.type is Type.ERROR
    assert one.text == (
        "`npm test` fails with “connect ECONNREFUSED on the port” until `docker compose up` has run: 4 sessions."
    )
    assert one.advice.startswith("Run `docker compose up` before `npm test`")


def test_what_only_looks_cannot_have_helped() -> None:
    rows = [failed(n, "go test", "it broke in some way", "after:go vet", "mended") for n in range(3)]
    assert texts(*rows) == []


def wrapped(n: int) -> Event:
    said = "error: unrecognized subcommand 'bun'"
    tags = ("error:unknown command: bun", "command:bun run test", "typed:rtk bun run test", "instead:bun run test")
    return event("error", n, f"unknown command: bun in `bun run test`: {said}", *tags, "mended")


def test_the_same_command_without_its_wrapper() -> None:
    (one,) = observed(wrapped(1), wrapped(2))
    assert one.text == (
        "`rtk bun run test` fails with “error: unrecognized subcommand 'bun'”; `bun run test` works: 2 sessions."
    )


def test_leaving_out_a_check_is_no_remedy() -> None:
    """`cargo fmt` works where `cargo fmt --check` fails, and does something else."""
    tags = ("failed:lint failed", "command:cargo fmt", "typed:cargo fmt --check", "instead:cargo fmt", "mended")
    assert texts(*(event("error", n, "lint failed in `cargo fmt`: Diff in main", *tags) for n in range(4))) == []


def test_an_unknown_option_may_be_left_out() -> None:
    tags = ("error:unknown option: --short", "command:bd", "typed:bd --short", "instead:bd", "mended")
    rows = [event("error", n, "unknown option: --short in `bd`: Error: unknown flag: --short", *tags) for n in (1, 2)]
    assert any("`bd` works" in text for text in texts(*rows))


def test_one_session_is_an_episode() -> None:
    assert texts(wrapped(1), wrapped(1)) == []
    assert texts(found(1, "The worker needs `REDIS_URL` because it starts before the config.")) == []


def test_what_is_found_out_anew_is_told_by_its_clearest_sentence() -> None:
    now = "The pre-commit hook picks up `tmp/clones/`."  # how it is, not how it went that day
    told = texts(
        found(1, "The pre-commit hook failed due to `tmp/clones/`."),
        found(2, "The pre-commit hook was broken because `bun test` found files in `tmp/clones/`."),
        found(3, now),
    )
    assert told == [f"{now.rstrip('.')} (found out anew in 3 sessions)."]


@pytest.mark.parametrize(
    "sentence",
    ["The warnings are pre-existing.", "Found the root cause!", "This will fail because of `nginx`.", "Lint is clean."],
)
def test_what_only_the_moment_understands_is_no_insight(sentence: str) -> None:
    assert texts(*(found(n, sentence) for n in range(4))) == []


def test_that_tests_come_first_is_told_from_what_was_done() -> None:
    """Who speaks of it has not done it: what was edited first is counted, and both are told."""
    spoken = [event("habit", n, "way test-driven", "way:test-driven") for n in range(4)]
    code = [event("habit", n, "code first", "code first:") for n in range(9)]
    test = [event("habit", 20, "test first", "test first:")]
    (one,) = [text for text in texts(*spoken, *code, *test) if "test" in text]
    assert one == (
        "TDD or a failing test first was spoken of in 4 sessions; in 1 of 10 sessions that changed both, the first edit"
        " was a test."
    )


def test_days_of_commits_are_not_counted_as_sessions() -> None:
    work = [event("habit", n, "worktree .trees", "worktree:.trees") for n in range(3)]
    commits = [replace(event("commit", n, f"Mend {n}"), session="") for n in range(9)]
    assert texts(*work, *commits) == ["Work is done in git worktrees, in `.trees/`: 3 of 3 sessions."]


def test_a_gap_names_what_stayed_open_and_later_runs_close_it() -> None:
    rows = [failed(n, "npm run e2e", "no browser is there", "unmended", name="error:BrowserMissing") for n in (1, 2)]
    (one,) = observed(*rows)
    assert (one.type, one.solved) == (Type.GAP, None)
    well = [event("command", n, "npm run e2e", "times:1", "well:1") for n in (5, 6)]
    (again,) = [one for one in observed(*rows, *well) if one.type is Type.GAP]
    assert again.solved is not None
    assert again.solved.session == well[1].session


def test_a_question_that_is_asked_again() -> None:
    rows = [event("question", n, "How do I run the integration tests locally?") for n in (1, 4)]
    (one,) = observed(*rows)
    assert one.type is Type.GAP
    assert one.text == "“How do I run the integration tests locally?” was asked in 2 sessions."


words = st.text(st.characters(codec="utf-8"), max_size=60)
kinds = st.sampled_from(["error", "finding", "question", "habit", "command", "edit", "blocked", "decision", "odd"])
tagged = st.lists(st.one_of(words, st.sampled_from(["telling", "mended", "command:x", "typed:x y", "instead:x"])))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(kinds, st.integers(0, 3), words, tagged, st.lists(words, max_size=3)), max_size=12))
def test_whatever_events_say_each_insight_rests_on_two_sessions(
    rows: list[tuple[str, int, str, list[str], list[str]]],
) -> None:
    events = [event(kind, n, said, *tags, files=files) for kind, n, said, tags, files in rows]
    for one in observed(*events):
        assert len(one.sessions) >= 2
        assert {e.id for e in one.events} <= {e.id for e in events}


def test_ten_thousand_events_take_seconds() -> None:
    rows = [
        event("finding", n % 900, f"The `part{n % 700}` needs the word{n % 211} because of thing{n % 97}.", "telling")
        for n in range(8000)
    ]
    rows += [failed(n % 900, f"tool{n % 40} run", "it broke again today", "unmended") for n in range(2000)]
    began = time.perf_counter()
    observed(*rows)
    assert time.perf_counter() - began < 30


def test_only_what_proves_something_is_a_check() -> None:
    commands = ("tmux", "bd", "bun test", "mise run lint")
    rows = [event("command", n, command) for n in range(4) for command in commands]
    (one,) = (text for text in texts(*rows) if "check" in text)
    assert "`bun test`" in one
    assert "`mise run lint`" in one
    assert "tmux" not in one
    assert "bd" not in one
