"""What is not told: each is of a kind that people who read the insights of their own project found to be of no use."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reverie.records.events import Event
from tests.insights.happened import event, failed, found, observed, texts


def edited(n: int, *files: str) -> Event:
    return event("edit", n, "edited files", files=files)


def together(*rows: Event) -> list[str]:
    return [one.text for one in observed(*rows) if one.about.startswith("together:")]


ELSEWHERE = [edited(n, "docs/guide.md") for n in range(20, 32)]


def test_files_that_go_together_are_one_line_and_not_a_line_for_each_pair() -> None:
    files = ("api/routes.py", "web/client.ts", "docs/endpoints.md")
    (told,) = together(*(edited(n, *files) for n in range(4)), *ELSEWHERE)
    assert told.startswith(
        "`api/routes.py`, `docs/endpoints.md` and `web/client.ts` are changed together: in 4 of the 4"
    )


@pytest.mark.parametrize(
    "files",
    [
        ("src/quiz/index.ts", "src/quiz/schema.ts"),  # in one folder
        ("src/quiz/index.ts", "src/quiz/parts/Row.tsx"),  # or in one below it
        ("api/routes.py", "sprint-status.yaml"),  # a list of what is done follows everything
    ],
)
def test_files_that_everybody_expects_together_are_not_told(files: tuple[str, str]) -> None:
    assert together(*(edited(n, *files) for n in range(4)), *ELSEWHERE) == []


def test_files_of_the_day_on_which_they_were_written_are_not_told() -> None:
    first = edited(1, "api/routes.py", "web/client.ts")
    rows = [replace(first, id=f"e{n}", session=f"000{n}abcd-ef") for n in range(5)]
    assert together(*rows, *ELSEWHERE) == []


def test_where_everything_meets_goes_together_with_nothing() -> None:
    rows = [edited(n, "api/routes.py", "web/main.tsx") for n in range(8)]
    assert together(*rows, *ELSEWHERE[:2]) == []


@pytest.mark.parametrize("page", ["content/quiz/index.mdx", "stories/0-1-set-up.md", "docs/estate.md"])
def test_a_page_that_was_worked_on_is_not_kept_up(page: str) -> None:
    assert texts(*(edited(n, page) for n in range(6))) == []


def test_two_that_only_name_the_same_thing_did_not_find_out_the_same() -> None:
    assert (
        texts(found(1, "`.env` is gitignored here and holds the keys."), found(4, "The worker never reads `.env`."))
        == []
    )


def test_only_those_who_say_it_are_counted() -> None:
    said = "The pre-commit hook picks up `tmp/clones/`."
    near = "The pre-commit hook picks up files in `tmp/clones/`."
    far = "The hook is slow because `tmp/clones/` is large."
    (one,) = observed(found(1, said), found(2, near), found(3, far))
    assert one.text.endswith("(found out anew in 2 sessions).")


def test_two_sessions_of_one_day_are_one_piece_of_work() -> None:
    one, other = (
        "The worker needs `redis.conf` before it starts.",
        "The worker needs `redis.conf` there when it starts.",
    )
    assert texts(found(1, one), found(2, other))
    assert texts(found(1, one), replace(found(1, other), session="0009abcd-ef")) == []


def test_the_same_in_other_words_is_told_once() -> None:
    one = "The system's `riscv-gcc` is picked first and lacks the vector flags."
    other = "The system's GCC at `/usr/bin/riscv-gcc` is chosen, because it lacks the vector flags nobody sees."
    rows = [found(n, one) for n in (1, 2)] + [found(n, other + " " * (n - 3)) for n in (3, 4)]
    assert len([text for text in texts(*rows) if "anew" in text]) == 1


def test_the_name_of_a_product_is_no_part_of_the_code() -> None:
    rows = [
        found(1, "NixOS expects a whole system configuration because modules are merged."),
        found(3, "NixOS modules are functions that receive arguments before they are merged."),
    ]
    assert texts(*rows) == []


def test_a_subject_needs_two_sentences_of_two_sessions() -> None:
    rows = [found(1, "`onMount` is async and only sets the year after the profile is loaded.")]
    rows += [found(n, f"Page {n} of the report calls `onMount` because of its chart.") for n in (2, 3)]
    others = [found(n, f"The `part{n}` needs its own table because of its age.") for n in range(5, 14)]
    assert texts(*rows, *others) == []


def test_a_gap_is_the_commands_own() -> None:
    def gap(command: str, said: str, name: str) -> list[str]:
        return texts(*(failed(n, command, said, "unmended", name=name) for n in (1, 2)))

    assert gap("npm run e2e", "no browser is there", "error:BrowserMissing")
    assert gap("php artisan", "it took longer than allowed", "error:TimeoutException") == []
    assert gap("npx cli", "command not found: __zoxide_z", "error:command not found: __zoxide_z") == []
    assert gap("powershell", "the parent holds an error record", "error:ParentException") == []


def test_a_question_is_not_whether_something_should_be_done_nor_one_that_was_forked() -> None:
    should = "Should the posting workflow or the reshare queue be skill files?"
    assert texts(event("question", 1, should), event("question", 4, should)) == []
    other = [event("question", 1, "How do I start a game?"), event("question", 2, "Should a new game be starting?")]
    assert texts(*other) == []
    asked = event("question", 1, "How do I run the end to end tests?")
    assert texts(asked, replace(asked, id="again", session="0009abcd-ef")) == []


def test_what_was_typed_for_one_run_is_no_remedy() -> None:
    def instead(command: str, typed: str, works: str) -> list[str]:
        tags = ("error:NotFound", f"command:{command}", f"typed:{typed}", f"instead:{works}", "mended")
        return texts(*(event("error", n, f"NotFound in `{command}`: it is not there", *tags) for n in (1, 2)))

    assert instead("bun run test", "rtk bun run test", "bun run test")
    assert instead("bd list", "bd list", "bd list --parent=cr-ci4") == []
    assert instead("python", "python", "python -c") == []
    assert instead("bd", "bd", "bd --allow-stale") == []


def test_that_something_has_to_be_installed_first_is_said_only_where_it_is_forgotten() -> None:
    def rows(helper: str, *sessions: int) -> list[str]:
        tags = (f"after:{helper}", "mended")
        return texts(*(failed(n, "npm run build", "it is not there today", *tags) for n in sessions))

    assert rows("npm install", 1, 2) == []
    assert rows("npm install", 1, 2, 3)
    assert rows("docker compose up", 1, 2)


def test_a_test_that_failed_twice_may_be_mended_since() -> None:
    def named(name: str, *sessions: int) -> list[str]:
        return texts(
            *(failed(n, "go test", "it failed", f"named:{name}", name="failed:tests failed") for n in sessions)
        )

    assert named("TestOutputVerbose", 1, 2) == []
    assert named("TestOutputVerbose", 1, 2, 3)
    assert named("errcheck", 1, 2)


def test_a_large_file_is_told_by_where_it_lies_now() -> None:
    def large(n: int, path: str) -> Event:
        tags = ("error:file too large to read", "command:Read")
        return event("error", n, "file too large to read in `Read`: too many", *tags, tool="Read", files=[path])

    rows = [*(large(n, "old/plan.md") for n in (1, 2)), *(large(n, "new/plan.md") for n in (3, 4))]
    assert [one.files for one in observed(*rows)] == [("new/plan.md",)]


def test_looking_into_git_is_no_check() -> None:
    assert texts(*(event("command", n, "git check-ignore") for n in range(5))) == []


def test_what_a_tool_says_each_time_is_no_wall() -> None:
    def walls(said: str) -> list[str]:
        return texts(*(event("blocked", n, f"ended on an error: {said}") for n in (1, 2)))

    assert walls("the staging database refuses every password")
    assert walls("file does not exist anywhere: Read") == []
