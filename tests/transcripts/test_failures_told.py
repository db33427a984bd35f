"""Errors are told by what the output says of them, with the command as it exists, and with what helped."""

from __future__ import annotations

import pytest

from reverie.gather.transcripts.events import events_of
from reverie.gather.transcripts.failures import failure_of, words_of
from reverie.gather.transcripts.finish import GAP
from reverie.records.events import Event
from reverie.records.transcripts import Said
from tests.transcripts.labelled import edited, human, ran, session


def named(command: str, output: str) -> tuple[str, str]:
    found = failure_of(ran(command, output, failed=True)[1])
    assert found is not None
    return found.name, found.command


def error(*rows: Said | list[Said]) -> Event:
    return next(e for e in events_of(session(human("go"), *rows)) if e.kind == "error")


@pytest.mark.parametrize(
    "output",
    [
        "husky - pre-commit hook exited with code 1 (error)",
        "[STARTED] Running tasks\nlint-staged failed\nConnection refused",
        "check yaml.....Failed\n- hook id: check-yaml\n- exit code: 1",
        "summary: (done in 2s)\nlefthook v1.4\n🥊 lint",
        "error: the pre-commit hook declined this",
        ".git/hooks/pre-commit: line 3: exiting",
    ],
)
def test_a_hook_is_blamed_by_its_own_words(output: str) -> None:
    assert named("git add -A && git commit -m x", f"Exit code 1\n{output}")[0] == "commit hook failed"


@pytest.mark.parametrize(
    ("output", "name"),
    [
        ("checks did not pass", "exit code 1"),
        ("src/a.ts(3,1): error TS18046: 'e' is of type 'unknown'.", "TS18046"),
        ("error: gpg failed to sign the data\nfatal: failed to write commit object", "commit not signed"),
        ("error: 1Password: failed to fill whole buffer\nfatal: failed to write commit object", "commit not signed"),
        ("✔ lint-staged\nerror: Couldn't find key in agent?", "commit not signed"),
        ("The following paths are ignored by one of your .gitignore files:\ndist", "path ignored by git"),
        ("error: pathspec 'x.py' did not match any file(s) known to git", "no such path in git"),
        ("On branch main\nmodified: .pre-commit-config.yaml\nno changes added to commit", "nothing to commit"),
        ("fatal: Unable to create '/r/.git/index.lock': Operation not permitted", "permission denied"),
        ("fatal: Unable to create '/r/.git/index.lock': File exists.", "git index locked"),
        ("hint: The '.git/hooks/pre-commit' hook was ignored because it is no executable.", "exit code 1"),
    ],
)
def test_a_commit_that_failed_otherwise_has_a_name_of_its_own_or_none(output: str, name: str) -> None:
    assert named("git commit -m x", f"Exit code 1\n{output}")[0] == name


@pytest.mark.parametrize(
    ("output", "words"),
    [
        (
            f'lint-staged\n ok{GAP}tabase connection failed"),\n  new Error("failed"),\na.ts(3,1): error TS18046: bad',
            "a.ts(#,#): error TS18046: bad",
        ),
        ("husky - running\n\x1b[31merror:\x1b[0m unused name x", "error: unused name x"),
        (f"husky - x\n  new Thing('it failed'),\nthe lint step failed here{GAP}half a line", "husky - x"),
        ("error: gpg failed to sign the data", "error: gpg failed to sign the data"),
        ("a cargo of words\nbash: line 1: go: command not found\nlet it go", "bash: line #: go: command not found"),
        ("Some errors were seen\ncat: /a/b.txt: No such file or directory", "cat: b.txt: No such file or directory"),
    ],
)
def test_the_line_that_is_shown_holds_the_cause(output: str, words: str) -> None:
    assert words_of(ran("git commit -m x", f"Exit code 1\n{output}", failed=True)[1]) == words


def test_of_an_error_without_a_name_the_line_that_says_so_is_shown() -> None:
    output = "error: externally-managed-environment\nTo install more, read\nthe file. Failure to do so breaks things."
    assert words_of(ran("pip3 install x", f"Exit code 1\n{output}", failed=True)[1]) == output.splitlines()[0]


@pytest.mark.parametrize(
    ("command", "output", "told"),
    [
        ("rtk bun run test", "error: unknown command: bun", "rtk bun run test"),
        ("cd a && rtk bun run test | tail", "rtk: cannot read its settings", "rtk bun run test"),
        ("rtk bun run test", "2 tests failed", "bun run test"),
        ("timeout 30 npm test", "zsh: command not found: timeout", "timeout"),
        ("timeout 30 npm test", "zsh: command not found: npm", "npm test"),
    ],
)
def test_what_a_command_is_run_by_is_told_where_that_fails(command: str, output: str, told: str) -> None:
    assert named(command, output)[1] == told


def test_evidence_that_a_wrapper_failed_does_not_speak_against_the_command() -> None:
    found = error(ran("rtk bun run test", "error: unknown command: bun", failed=True), ran("bun run test"))
    assert found.summary.startswith("unknown command: bun in `rtk bun run test`")
    assert {"typed:rtk bun run test", "instead:bun run test", "mended"} <= set(found.tags)


@pytest.mark.parametrize(
    ("failed", "well", "found"),
    [
        ("go build ./...", "cd a && /usr/local/go/bin/go build ./...", "/usr/local/go/bin/go"),
        ("go build", "/home/ada/sdk/go/bin/go vet ./...", "~/sdk/go/bin/go"),
        ("go build", "export PATH=$PATH:/usr/local/go/bin && go build", "/usr/local/go/bin/go"),
        ("python a.py", "python3 a.py", "python3"),
        ("python3 a.py", "python a.py", "python"),
        ("tsc --noEmit", "npx tsc --noEmit", "npx tsc"),
        ("pytest -q", ".venv/bin/pytest -q | tail -3", ".venv/bin/pytest"),
        ("pytest -q", "uv run pytest -q", "uv run pytest"),
        ("docker-compose up", "docker compose up", "docker compose"),
    ],
)
def test_where_a_program_was_found_after_all_is_kept(failed: str, well: str, found: str) -> None:
    program = failed.split(maxsplit=1)[0]
    event = error(ran(failed, f"bash: {program}: command not found", failed=True), ran("ls /usr"), ran(well))
    assert f"found:{found}" in event.tags
    assert "mended" in event.tags


@pytest.mark.parametrize("well", ["go build", "ls /usr/local/go/bin/go", "cargo run", "echo go"])
def test_what_only_speaks_of_a_program_is_no_other_place_of_it(well: str) -> None:
    event = error(ran("go build", "bash: go: command not found", failed=True), ran(well))
    assert not any(tag.startswith("found:") for tag in event.tags)


@pytest.mark.parametrize(
    ("failed", "well"),
    [("cargo fmt --check", "cargo fmt"), ("npm run lint", "npm run lint -- --fix"), ("ruff check", "ruff check --fix")],
)
def test_that_a_formatter_formats_is_nothing_to_know(failed: str, well: str) -> None:
    event = error(edited("/repo/a.py"), ran(failed, "Diff in a.rs", failed=True), ran("git add a.rs"), ran(well))
    assert not any(tag.startswith(("instead:", "after:")) for tag in event.tags)
    assert "mended" in event.tags
