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


def test_what_mends_is_told_neither_instead_of_its_check_nor_before_it() -> None:
    """`cargo fmt` works where `cargo fmt --check` fails: everybody knows."""
    tags = ("failed:lint failed", "command:cargo fmt", "typed:cargo fmt --check", "instead:cargo fmt", "mended")
    rows = [event("error", n, "lint failed in `cargo fmt`: Diff in main", *tags) for n in range(3)]
    assert not any("`cargo fmt`" in text and ("works" in text or "until" in text) for text in texts(*rows))


def test_leaving_out_what_is_checked_is_no_remedy() -> None:
    tags = ("failed:tests failed", "command:go test", "typed:go test -race", "instead:go test", "mended")
    assert texts(*(event("error", n, "tests failed in `go test`: a race", *tags) for n in range(3))) == []


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
        found(2, "The pre-commit hook was broken: it picks up `tmp/clones/`."),
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
    began = time.process_time()
    observed(*rows)
    assert time.process_time() - began < 30


def test_only_what_proves_something_is_a_check() -> None:
    commands = ("tmux", "bd", "bun test", "mise run lint")
    rows = [event("command", n, command) for n in range(4) for command in commands]
    (one,) = (text for text in texts(*rows) if "check" in text)
    assert "`bun test`" in one
    assert "`mise run lint`" in one
    assert "tmux" not in one
    assert "bd" not in one


def test_a_file_that_is_too_large_is_named_once_for_all() -> None:
    rows = [
        event("error", n, "file too large to read in `Read`: too many tokens", "error:file too large to read",
              "command:Read", tool="Read", files=["docs/spec.md"])
        for n in (1, 2)
    ]  # fmt: skip
    (one,) = observed(*rows)
    assert one.text == "`docs/spec.md` is too large to be read at once: agents tried in 2 sessions."
    assert one.advice.startswith("Search `docs/spec.md` or read it in parts")


def test_what_the_editor_reports_is_told_as_one_thing_with_the_check_that_proves_it() -> None:
    said = ["The diagnostics are stale.", "The LSP error is likely stale.", "The diagnostics are pre-existing."]
    built = [event("command", n, "go build") for n in range(3)]
    seen = observed(*(found(n, words) for n, words in enumerate(said)), *built)
    (one,) = [one for one in seen if one.about == "stale diagnostics"]
    assert "in 3 sessions they were stale (2), or about code that was there before (1)" in one.text
    assert one.advice == "Before you act on a diagnostic, check it with the build or the type check."


@pytest.mark.parametrize(
    ("reporter", "check"),
    [("Pyright", "`uv run pyright`"), ("gopls", "the build or the type check"), ("rust-analyzer", "`cargo check`")],
)
def test_a_report_is_checked_with_the_tool_that_made_it_or_with_none_by_name(reporter: str, check: str) -> None:
    said = [found(n, f"The {reporter} diagnostics are stale.") for n in (1, 2)]
    usual = [event("command", n, "flutter analyze") for n in range(9)]
    own = [event("command", n, command) for n in (1, 2) for command in ("uv run pyright", "cargo check")]
    (one,) = [one for one in observed(*said, *usual, *own) if one.about == "stale diagnostics"]
    assert one.advice == f"Before you act on a diagnostic, check it with {check}."


def test_a_number_in_an_error_does_not_hide_what_it_says() -> None:
    said = "The command 'docker' could not be found in this WSL # distro."
    rows = [failed(n, "docker compose config", said, "unmended", name="failed:exit code 1") for n in (1, 2)]
    assert "“The command 'docker' could not be found in this WSL … distro”" in texts(*rows)[0]


def edited(n: int, *files: str) -> Event:
    return event("edit", n, "edited files", files=files)


def test_a_page_that_is_kept_up_with_the_work() -> None:
    rows = [edited(n, "CHANGELOG.md", f"src/{n}.py") for n in range(5)] + [edited(n, "src/a.py") for n in range(9, 15)]
    (one,) = [one for one in observed(*rows) if one.about.startswith("kept up:")]
    assert one.text == "`CHANGELOG.md` often changes with the work: 5 of 11 sessions that edited changed it."


def test_a_workflow_file_and_code_are_no_pages() -> None:
    rows = [edited(n, ".github/workflows/ci.yml", "src/main.ts", "package.json", "CLAUDE.md") for n in range(5)]
    assert not any("with the work" in text for text in texts(*rows))


def test_a_part_of_the_project_has_checks_of_its_own() -> None:
    mobile = [row for n in range(4) for row in (edited(n, f"mobile/lib/{n}.dart"), event("command", n, "flutter test"))]
    web = [row for n in range(5, 12) for row in (edited(n, f"web/{n}.ts"), event("command", n, "npm run lint"))]
    parts = {one.about: one.advice for one in observed(*mobile, *web) if one.about.startswith("part:")}
    assert parts == {
        "part:mobile": "When you change `mobile/`, run `flutter test`.",
        "part:web": "When you change `web/`, run `npm run lint`.",
    }


def test_what_is_run_for_the_whole_project_belongs_to_no_part() -> None:
    rows = [row for n in range(9) for row in (edited(n, f"{'ab'[n % 2]}/x.ts"), event("command", n, "npm test"))]
    assert not any(one.about.startswith("part:") for one in observed(*rows))


def test_a_phase_is_no_ticket() -> None:
    names = ["feat/phase-1-a", "feat/phase-2-b", "feat/phase-3-c"]
    rows = [event("habit", n, f"branch {name}", f"branch:{name}") for n, name in enumerate(names)]
    assert texts(*rows) == ["Branches are named `feat/…` (3 of 3 sessions), such as `feat/phase-1-a`."]


def test_conflicts_are_told_with_what_proves_the_result() -> None:
    tags = ("error:merge conflict", "command:git merge")
    met = [event("error", n, "merge conflict in `git merge`: Automatic merge failed", *tags) for n in range(3)]
    assert texts(*met) == []
    (one,) = [
        one for one in observed(*met, *(event("command", n, "go build") for n in range(2))) if "conf" in one.about
    ]
    assert one.advice == "When conflicts are resolved, run `go build` before you commit."


def test_a_checkout_is_no_check() -> None:
    rows = [event("command", n, "git checkout") for n in range(5)]
    assert texts(*rows) == []


def test_a_check_that_mostly_passes_is_not_told() -> None:
    tags = ("failed:lint failed", "command:npm run lint", "typed:npm run lint", "edited", "mended")
    rows = [event("error", n, "lint failed in `npm run lint`: it broke", *tags) for n in range(4)]
    ran = [event("command", n, "npm run lint") for n in range(12)]
    assert not any("at first" in text for text in texts(*rows, *ran))
    assert any("at first" in text for text in texts(*rows))


def test_a_subject_is_told_by_sentences_that_stand_and_rests_on_those_very_sentences() -> None:
    first = "`saveDraft()` writes the draft before the lock is taken."
    second = "The `saveDraft()` call never reads the index because the lock guards that."
    passing = "`saveDraft()` was broken again.", "We should rename `saveDraft()` to `storeDraft()`."
    rows = [event("finding", n, said) for n in (0, 1) for said in (passing[n], (first, second)[n])]
    (one,) = [one for one in observed(*rows) if one.about.startswith("subject:")]
    assert one.text.startswith("`saveDraft()` was explained anew in 2 sessions: “")
    assert {e.summary for e in one.events} == {first, second}


def test_the_same_words_in_two_sessions_were_copied_and_say_it_once() -> None:
    plan = "`saveDraft()` writes the draft to disk before the lock is taken by the worker that waits for it."
    assert texts(found(1, plan), found(2, plan)) == []


def test_what_is_not_done_mostly_is_done_sometimes() -> None:
    work = [event("habit", n, "worktree .trees", "worktree:.trees") for n in range(3)]
    others = [edited(n, "src/a.py") for n in range(5, 13)]
    assert "Some work is done in git worktrees, in `.trees/`: 3 of 11 sessions." in texts(*work, *others)
    assert not any("worktrees" in text for text in texts(*work, *others, *(edited(n, "b.py") for n in range(20, 40))))


def test_what_two_sessions_say_of_anything_anywhere_is_no_insight() -> None:
    said = "Interactive SSH sessions require a terminal for password prompts."
    assert texts(found(1, said), found(2, said)) == []
    assert texts(found(1, said.replace("SSH", "`deploy.sh`")), found(2, said.replace("SSH", "`deploy.sh`")))


def test_what_sessions_agree_upon_is_not_told_again_as_a_subject() -> None:
    rows = [
        found(1, "The shadow branch never reaches `entire/main` after a crash."),
        found(2, "The shadow branch never reaches `entire/main` because the crash comes first."),
        found(3, "The shadow branch was lost."),
    ]
    assert len([text for text in texts(*rows) if "hadow branch" in text]) == 1
