"""What is noticed in what people said and agents ran, over several sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from reverie.learning.lessons import Group
from reverie.learning.outcomes import SEVERAL_SESSIONS
from reverie.notice import session_errors, workflows
from reverie.propose import sessions as wordings
from reverie.propose.draft import Desk
from reverie.records.events import Event, Origin, Span
from reverie.records.learning import Rule
from reverie.records.nightly import Listening, Request
from reverie.records.tasks import Cited, Lesson, LessonKind, Strength
from reverie.tools.ids import content_id
from reverie.tools.terms import Background

TODAY = datetime(2026, 11, 15, 9, 0, tzinfo=UTC)
SINCE = TODAY - timedelta(days=30)


def said(
    days: float, session: str, words: str, kind: str = "correction", tags: Sequence[str] = (), tool: str = ""
) -> Event:
    origin = Origin.USER if kind == "correction" else Origin.TOOL
    id = content_id(session, kind, words)
    span = Span(f"{session}.jsonl", "", 1, 1, f"{session}-{content_id(words)}")
    return Event(
        id, kind, "ada", TODAY - timedelta(days=days), origin, span, words, session=session, tool=tool, tags=tuple(tags)
    )


def test_an_error_of_the_agents_own_tools_says_nothing() -> None:
    def met(n: int, command: str, tool: str) -> Event:
        return said(n, f"s{n}", "it failed", "error", ["error:BoomError", f"command:{command}", "times:9"], tool)

    assert session_errors.notice([met(n, "Edit", "Edit") for n in range(5)], SINCE, 3).clusters == ()
    (cluster,) = session_errors.notice([met(n, "make all", "Bash") for n in range(5)], SINCE, 3).clusters
    assert cluster.about == "error:BoomError in `make all`"


def test_a_longer_way_counts_for_a_shorter_one_and_git_alone_is_none() -> None:
    def ran(n: int, steps: str) -> Event:
        return said(n, f"s{n}", steps, "command", ["sequence"])

    ways = [
        ran(1, "make lint → make test"),
        ran(2, "make fmt → make lint → make test"),
        ran(3, "make lint → make test"),
    ]
    (cluster,) = workflows.notice(ways, SINCE).clusters
    assert cluster.about == "workflow:make lint → make test"
    assert len(cluster.events) == 3
    assert workflows.notice([ran(n, "git commit → git push") for n in range(5)], SINCE).clusters == ()
    assert workflows.notice([ran(n, "make test → git commit") for n in range(5)], SINCE).clusters == ()


@pytest.mark.parametrize(
    ("back", "rule"),
    [
        (0, "run `make lint` and then `make test`, in this order: it ended well in six sessions."),
        (2, "run `make lint` and then `make test`, in this order: it ended well in four sessions."),
        (3, "run `make lint` and `make test`: it ended well in six sessions."),
    ],
)
def test_an_order_is_told_only_where_it_is_kept(back: int, rule: str) -> None:
    ways = ["make test → make lint"] * back + ["make lint → make test"] * (6 - back)
    rows = [said(n + 1, f"s{n}", steps, "command", ["sequence"]) for n, steps in enumerate(ways)]
    (cluster,) = workflows.notice(rows, SINCE).clusters
    draft = wordings.workflow(cluster, Desk(Background([])))
    assert draft is not None
    assert draft.rule == f"When a change is ready, {rule}"


def test_two_ways_that_were_gone_together_are_one() -> None:
    ways = ["make check → make test"] * 3 + ["make lint → make fmt"] * 2
    ways += ["make check → make test → make lint → make fmt", "make check → make lint → make test → make fmt"]
    ways += ["make lint → make check → make test → make fmt"]
    rows = [said(n + 1, f"s{n}", steps, "command", ["sequence"]) for n, steps in enumerate(ways)]
    (cluster,) = workflows.notice(rows, SINCE).clusters
    draft = wordings.workflow(cluster, Desk(Background([])))
    assert draft is not None
    assert draft.rule == (
        "When a change is ready, run `make check`, `make lint`, `make test` and `make fmt`: each in at least five of"
        " eight sessions that ended well."
    )
    apart = [row for row in rows if row.summary.count("→") == 1]
    assert len(workflows.notice(apart, SINCE).clusters) == 1  # the second was gone too seldom by itself


def test_what_few_sessions_did_besides_is_no_part_of_the_usual_way() -> None:
    ways = ["pytest → ruff check"] * 20 + ["pytest → ruff check → terraform plan → terraform apply"] * 3
    ways += ["terraform plan → terraform apply"] * 3
    rows = [said(n / 2, f"s{n}", steps, "command", ["sequence"]) for n, steps in enumerate(ways)]
    found = [cluster.facts["steps"] for cluster in workflows.notice(rows, SINCE).clusters]
    assert found == ["pytest\nruff check", "terraform plan\nterraform apply"]


def test_a_session_that_two_nights_read_has_all_its_steps() -> None:
    rows = [said(n + 1, f"s{n}", "pytest → ruff check", "command", ["sequence"]) for n in range(6)]
    rows += [said(n + 0.5, f"s{n}", "npm run build → npm run e2e", "command", ["sequence"]) for n in range(6)]
    (cluster,) = workflows.notice(rows, SINCE).clusters
    draft = wordings.workflow(cluster, Desk(Background([])))
    assert draft is not None
    assert draft.rule.endswith("it ended well in six sessions.")


@pytest.mark.parametrize(
    ("command", "found", "rule"),
    [
        ("go build", (), "Look for `go` under another name or path first: it was not on the PATH in three sessions."),
        (
            "go build",
            ("/usr/local/go/bin/go", "~/go/bin/go", "/usr/local/go/bin/go"),
            "Run `/usr/local/go/bin/go`, not `go`: the latter was not on the PATH in three sessions.",
        ),
        (
            "make all",
            ("/opt/go",),
            "Check that `go` is on the PATH before `make all` (it was run as `/opt/go`): it was not in three sessions.",
        ),
    ],
)
def test_where_a_missing_program_was_found_is_said(command: str, found: Sequence[str], rule: str) -> None:
    tags = ["error:command not found: go", f"command:{command}"]
    more = [[f"found:{name}"] for name in found] + [[]] * 3
    rows = [said(n + 1, f"s{n}", "it failed", "error", [*tags, *more[n]], "Bash") for n in range(3)]
    (cluster,) = session_errors.notice(rows, SINCE, 3).clusters
    draft = wordings.failure(lambda *_: None)(cluster, Desk(Background([])))
    assert draft is not None
    assert draft.rule == rule


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        (
            "✖ markdownlint --fix:",
            (
                "Before `git commit`, mend what `markdownlint` reports: the commit hook refused because of it in three"
                " sessions."
            ),
        ),
        ("it did not pass", "Run what the commit hook checks before `git commit`: it refused in three sessions."),
    ],
)
def test_the_check_of_a_hook_is_named_if_most_errors_name_it(words: str, rule: str) -> None:
    tags = ["error:commit hook failed", "command:git commit"]
    rows = [
        said(n + 1, f"s{n}", f"commit hook failed in `git commit`: {words}", "error", tags, "Bash") for n in range(3)
    ]
    (cluster,) = session_errors.notice(rows, SINCE, 3).clusters
    draft = wordings.failure(lambda *_: None)(cluster, Desk(Background([])))
    assert draft and draft.rule == rule


def test_health_counts_a_session_once_however_much_was_said_and_edited_in_it() -> None:
    from reverie.thinking.said import health_of, is_again

    rule = a_rule_of("Use pnpm, not npm, in this repository.")
    heard = []
    for n in range(6):
        heard += [said(40 - n, f"s{n}", "edited a.py", "edit"), said(40 - n, f"s{n}", "edited b.py", "edit")]
    heard += [said(5, "late", "edited a.py", "edit")]
    again = Group((reminder(40, "s0", "Use pnpm, not npm."), reminder(40, "s0", "Use pnpm, not npm!")))
    assert is_again(rule, again)
    assert not is_again(rule, Group((reminder(3, "s7", "Never push to main."),)))
    ask = Request("", TODAY, SINCE, SINCE, listen=Listening(actor="ada"))
    told = health_of(rule, [], sorted(heard, key=lambda e: e.at), ask, [again]).reason
    assert "reminders on 1 day of the" in told
    assert "in 6 and 1 session (" in told


def reminder(days: float, session: str, words: str) -> Lesson:
    at = TODAY - timedelta(days=days)
    id = content_id(session, words)
    cited = Cited(id, f"{session}.jsonl:4", Origin.USER, at, words)
    return Lesson(
        id, LessonKind.RULE, words, "", (), Strength.SAID, Origin.USER, (cited,), words, session, at
    )  # fmt: skip


def test_an_error_of_a_command_is_counted_in_commits_and_sessions() -> None:
    from reverie.thinking.said import health_of

    rule = replace(a_rule_of("Mind it."), signal="frequent_failure", about="error:BoomError in `make all`")
    heard = [said(50 - n, f"s{n}", "boom", "error", ["error:BoomError", "command:make all"], "Bash") for n in range(3)]
    heard += [said(50 - n, f"s{n}", "edited a.py", "edit") for n in range(9)]
    ask = Request("", TODAY, SINCE, SINCE)
    assert "failures on 3 days of the" in health_of(rule, [], heard, ask).reason
    assert "in 9 and 0 sessions (" in health_of(rule, [], heard, ask).reason
    commit = replace(said(60, "", "feat: more", "commit"), session="")
    assert "in 10 and 0 commits or sessions (" in health_of(rule, [commit], heard, ask).reason


def a_rule_of(sentence: str) -> Rule:
    at = TODAY - timedelta(days=20)
    return Rule("r1", "r", sentence, (), "", "ada", at, at.date(), "c1", SEVERAL_SESSIONS, "wish:x", 2)
