"""What is noticed in what people said and agents ran, over several sessions."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from numpy.typing import NDArray

from reverie.notice import corrections, session_errors, workflows
from reverie.notice.voices import ASKED, REPEATED, Limits
from reverie.propose import sessions as wordings
from reverie.propose.draft import Desk
from reverie.records.events import Event, Origin, Span
from reverie.records.learning import Rule
from reverie.records.nightly import Request
from reverie.tools.ids import content_id
from reverie.tools.terms import Background
from reverie.tools.wishes import wish

TODAY = datetime(2026, 11, 15, 9, 0, tzinfo=UTC)
LIMITS = Limits(TODAY - timedelta(days=30))


def said(
    days: float, session: str, words: str, kind: str = "correction", tags: Sequence[str] = (), tool: str = ""
) -> Event:
    origin = Origin.USER if kind in corrections.KINDS else Origin.TOOL
    id = content_id(session, kind, words)
    span = Span(f"{session}.jsonl", "", 1, 1, f"{session}-{content_id(words)}")
    return Event(
        id, kind, "ada", TODAY - timedelta(days=days), origin, span, words, session=session, tool=tool, tags=tuple(tags)
    )


def rules(events: Sequence[Event], **more: object) -> dict[str, str]:
    noticed = corrections.notice(events, LIMITS, **more)  # type: ignore[arg-type]
    return {cluster.facts["rule"]: cluster.signal for cluster in noticed.clusters}


def test_two_sessions_make_a_pattern_and_one_does_not() -> None:
    one = [said(3, "a", "use pnpm, not npm"), said(3, "a", "no! pnpm, not npm")]
    assert rules(one) == {}
    assert rules([*one, said(1, "b", "stop using npm, use pnpm")]) == {
        "Use pnpm, not npm, in this repository.": REPEATED
    }


def test_what_was_said_long_ago_counts_if_it_came_up_again() -> None:
    old = said(200, "a", "use pnpm, not npm")
    assert rules([old, said(100, "b", "use pnpm, not npm")]) == {}
    assert rules([old, said(1, "b", "use pnpm, not npm")]) == {"Use pnpm, not npm, in this repository.": REPEATED}


def test_one_message_is_one_voice_even_as_correction_and_request() -> None:
    both = [said(3, "a", "from now on use pnpm, not npm", kind) for kind in ("correction", "remember")]
    (cluster,) = corrections.notice(both, LIMITS).clusters
    assert (cluster.signal, len(cluster.events)) == (ASKED, 1)
    assert cluster.events[0].kind == "remember"


def test_opposite_wishes_never_meet_and_the_later_one_stands() -> None:
    events = [said(9, "a", "use tabs, not spaces"), said(8, "b", "use tabs, not spaces")]
    events += [said(2, "c", "use spaces, not tabs"), said(1, "d", "use spaces, not tabs")]
    assert list(rules(events)) == ["Use spaces, not tabs, in this repository."]


def test_what_not_to_do_and_what_to_do_instead_are_one_wish() -> None:
    events = [said(5, "a", "NEVER use the curl tool"), said(4, "b", "always use httpie")]
    assert rules(events) == {}
    events.append(said(3, "c", "use httpie, not curl"))
    (cluster,) = corrections.notice(events, LIMITS).clusters
    assert cluster.facts["rule"] == "Use httpie, not curl, in this repository."
    assert len(cluster.events) == 3
    events += [said(2, "d", "use wget, not curl"), said(1, "e", "use wget, not curl")]
    assert set(rules(events)) == {
        "Use httpie, not curl, in this repository.",
        "Use wget, not curl, in this repository.",
    }


def test_what_holds_in_one_place_does_not_swallow_what_holds_everywhere() -> None:
    events = [said(3, "a", "from now on never use npm", "remember")]
    events.append(said(1, "b", "no, use yarn in the docs folder, not npm"))
    assert set(rules(events)) == {"Never use npm."}


def test_wishes_about_different_things_stay_apart() -> None:
    events = [said(3, "a", "don't add comments"), said(2, "b", "don't add tests"), said(1, "c", "use pnpm, not npm")]
    assert rules(events) == {}


def test_a_request_for_the_task_at_hand_is_left_out() -> None:
    assert rules([said(1, "a", "and remember to use pagination", "remember")]) == {}
    assert rules([said(1, "a", "from now on use pnpm", "remember")]) == {"Use pnpm.": ASKED}


def test_the_same_in_other_words_meets_when_there_is_an_embedder() -> None:
    events = [said(3, "a", "never push to main"), said(1, "b", "don't commit straight onto the trunk")]

    def embed(texts: Sequence[str]) -> NDArray[np.float32]:
        return np.full((len(texts), 4), 0.5, np.float32)

    assert rules(events) == {}
    assert len(rules(events, embed=embed)) == 1


def test_what_an_agent_or_a_tool_said_is_no_wish() -> None:
    from dataclasses import replace

    events = [replace(said(n, f"s{n}", "always use plum, not fig"), origin=Origin.TOOL) for n in (1, 2)]
    assert rules(events) == {}


def test_an_error_of_the_agents_own_tools_says_nothing() -> None:
    def met(n: int, command: str, tool: str) -> Event:
        return said(n, f"s{n}", "it failed", "error", ["error:BoomError", f"command:{command}", "times:9"], tool)

    assert session_errors.notice([met(n, "Edit", "Edit") for n in range(5)], LIMITS.since, 3).clusters == ()
    (cluster,) = session_errors.notice([met(n, "make all", "Bash") for n in range(5)], LIMITS.since, 3).clusters
    assert cluster.about == "error:BoomError in `make all`"


def test_a_longer_way_counts_for_a_shorter_one_and_git_alone_is_none() -> None:
    def ran(n: int, steps: str) -> Event:
        return said(n, f"s{n}", steps, "command", ["sequence"])

    ways = [
        ran(1, "make lint → make test"),
        ran(2, "make fmt → make lint → make test"),
        ran(3, "make lint → make test"),
    ]
    (cluster,) = workflows.notice(ways, LIMITS.since).clusters
    assert cluster.about == "workflow:make lint → make test"
    assert len(cluster.events) == 3
    assert workflows.notice([ran(n, "git commit → git push") for n in range(5)], LIMITS.since).clusters == ()
    assert workflows.notice([ran(n, "make test → git commit") for n in range(5)], LIMITS.since).clusters == ()


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
    (cluster,) = workflows.notice(rows, LIMITS.since).clusters
    draft = wordings.workflow(cluster, Desk(Background([])))
    assert draft is not None
    assert draft.rule == f"When a change is ready, {rule}"


def test_two_ways_that_were_gone_together_are_one() -> None:
    ways = ["make check → make test"] * 3 + ["make lint → make fmt"] * 2
    ways += ["make check → make test → make lint → make fmt", "make check → make lint → make test → make fmt"]
    ways += ["make lint → make check → make test → make fmt"]
    rows = [said(n + 1, f"s{n}", steps, "command", ["sequence"]) for n, steps in enumerate(ways)]
    (cluster,) = workflows.notice(rows, LIMITS.since).clusters
    draft = wordings.workflow(cluster, Desk(Background([])))
    assert draft is not None
    assert draft.rule == (
        "When a change is ready, run `make check`, `make lint`, `make test` and `make fmt`: each in at least five of"
        " eight sessions that ended well."
    )
    apart = [row for row in rows if row.summary.count("→") == 1]
    assert len(workflows.notice(apart, LIMITS.since).clusters) == 1  # the second was gone too seldom by itself


def test_what_few_sessions_did_besides_is_no_part_of_the_usual_way() -> None:
    ways = ["pytest → ruff check"] * 20 + ["pytest → ruff check → terraform plan → terraform apply"] * 3
    ways += ["terraform plan → terraform apply"] * 3
    rows = [said(n / 2, f"s{n}", steps, "command", ["sequence"]) for n, steps in enumerate(ways)]
    found = [cluster.facts["steps"] for cluster in workflows.notice(rows, LIMITS.since).clusters]
    assert found == ["pytest\nruff check", "terraform plan\nterraform apply"]


def test_a_session_that_two_nights_read_has_all_its_steps() -> None:
    rows = [said(n + 1, f"s{n}", "pytest → ruff check", "command", ["sequence"]) for n in range(6)]
    rows += [said(n + 0.5, f"s{n}", "npm run build → npm run e2e", "command", ["sequence"]) for n in range(6)]
    (cluster,) = workflows.notice(rows, LIMITS.since).clusters
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
    (cluster,) = session_errors.notice(rows, LIMITS.since, 3).clusters
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
    (cluster,) = session_errors.notice(rows, LIMITS.since, 3).clusters
    draft = wordings.failure(lambda *_: None)(cluster, Desk(Background([])))
    assert draft and draft.rule == rule


@pytest.mark.parametrize(
    "text", ["no " * 700, "use a, not " * 180, "x, " * 700, "always " * 280, "(" * 2000, "a" * 2000]
)
def test_no_text_takes_long(text: str) -> None:
    began = time.process_time()
    wish(text)
    wish(text, lasting=True)
    assert time.process_time() - began < 5


def test_health_counts_a_session_once_however_much_was_said_and_edited_in_it() -> None:
    from reverie.thinking.said import health_of, is_again

    rule = a_rule_of("Use pnpm, not npm, in this repository.")
    heard = []
    for n in range(6):
        heard += [said(40 - n, f"s{n}", "edited a.py", "edit"), said(40 - n, f"s{n}", "edited b.py", "edit")]
    heard += [said(40, "s0", "use pnpm, not npm"), said(40, "s0", "pnpm, not npm!")]
    heard += [said(5, "late", "edited a.py", "edit")]
    assert is_again(rule, heard[-2])
    told = health_of(rule, [], sorted(heard, key=lambda e: e.at), Request("", TODAY, LIMITS.since, LIMITS.since)).reason
    assert "reminders on 1 day of the" in told
    assert "in 6 and 1 session (" in told


def test_an_error_of_a_command_is_counted_in_commits_and_sessions() -> None:
    from reverie.thinking.said import health_of

    rule = replace(a_rule_of("Mind it."), signal="frequent_failure", about="error:BoomError in `make all`")
    heard = [said(50 - n, f"s{n}", "boom", "error", ["error:BoomError", "command:make all"], "Bash") for n in range(3)]
    heard += [said(50 - n, f"s{n}", "edited a.py", "edit") for n in range(9)]
    ask = Request("", TODAY, LIMITS.since, LIMITS.since)
    assert "failures on 3 days of the" in health_of(rule, [], heard, ask).reason
    assert "in 9 and 0 sessions (" in health_of(rule, [], heard, ask).reason
    commit = replace(said(60, "", "feat: more", "commit"), session="")
    assert "in 10 and 0 commits or sessions (" in health_of(rule, [commit], heard, ask).reason


def a_rule_of(sentence: str) -> Rule:
    at = TODAY - timedelta(days=20)
    return Rule("r1", "r", sentence, (), "", "ada", at, at.date(), "c1", REPEATED, "wish:x", 2)


COMMITS = [said(9, "a", "no, I did not say commit anything"), said(4, "b", "don't commit without asking me")]


def test_what_nobody_put_alike_is_one_way_of_working() -> None:
    assert rules(COMMITS) == {"Do not commit until the user asks for it.": REPEATED}
    assert rules(COMMITS[:1]) == {}
    (cluster,) = corrections.notice(COMMITS, LIMITS).clusters
    assert (cluster.about, cluster.facts["sessions"]) == ("theme:commit", "2")
    draft = wordings.wish(cluster, Desk(Background([])))
    assert draft and draft.title == "Do not commit until the user asks for it (said in two sessions)"


def test_a_wish_that_is_a_pattern_by_itself_does_not_count_for_a_way_too() -> None:
    wanted = [said(3, "a", "never push to main"), said(2, "b", "never push to main")]
    assert list(rules(wanted)) == ["Never push to main."]


def test_what_made_a_way_is_not_counted_as_left_out() -> None:
    noticed = corrections.notice([*COMMITS, said(1, "c", "not that one")], LIMITS)
    assert noticed.left_out == {"corrections bound to their moment": 1}


def test_a_way_that_was_held_against_agents_long_ago_is_none_now() -> None:
    assert rules([replace(event, at=event.at - timedelta(days=90)) for event in COMMITS]) == {}


def test_a_way_comes_back_in_other_words() -> None:
    from reverie.thinking.said import is_again

    rule = replace(a_rule_of("Do not commit until the user asks for it."), about="theme:commit")
    assert is_again(rule, said(1, "late", "who asked you to commit?"))
    assert not is_again(rule, said(1, "late", "why did you push?"))
    assert not is_again(rule, said(1, "late", "who asked you to commit?", "error"))
    assert not is_again(rule, said(1, "late", "don't commit the lockfile"))


def test_a_way_is_left_out_where_somebody_wants_the_opposite() -> None:
    other = said(1, "c", "you forgot to commit the migration")
    noticed = corrections.notice([*COMMITS, other], LIMITS)
    assert noticed.clusters == ()
    assert noticed.left_out["ways of working that others want otherwise"] == 1
    assert len(rules([*COMMITS, replace(other, at=TODAY - timedelta(days=6))])) == 1, "the later word counts"


def test_a_plain_way_that_was_asked_to_be_remembered_counts_at_once() -> None:
    asked = said(1, "a", "I'm already running the server, so no need to do that yourself", "remember")
    assert rules([asked]) == {"Do not start or restart the development server: the user runs it.": ASKED}
    assert rules([replace(asked, kind="correction")]) == {}


def test_a_message_counts_for_one_way() -> None:
    both = [said(3, "a", "why did you delete the failing test?"), said(2, "b", "you just removed the tests again")]
    assert list(rules(both)) == ["Do not skip, delete or weaken a test to make it pass."]


def test_who_wants_the_opposite_does_not_stand_behind_a_wish() -> None:
    wanted = said(5, "a", "never break backwards compatibility in the public api", "remember")
    others = [said(3, "b", "we don't need backward compatibility, just change it"), said(2, "c", "no fallbacks")]
    found = {c.facts["rule"]: c.facts["sessions"] for c in corrections.notice([wanted, *others], LIMITS).clusters}
    assert found == {
        "Never break backwards compatibility in the public api.": "1",
        "Do not add fallbacks or code for old versions unless asked.": "2",
    }


def test_where_somebody_put_it_as_a_wish_the_others_stand_behind_it() -> None:
    wanted = said(5, "a", "I want to avoid using mocks as much as possible", "remember")
    others = [said(3, "b", "no!! why is there a stub again?"), said(2, "c", "the mock server is down")]
    (cluster,) = corrections.notice([wanted, *others], LIMITS).clusters
    assert cluster.facts["rule"] == "Avoid using mocks as much as possible."
    assert (cluster.signal, cluster.facts["sessions"], len(cluster.events)) == (REPEATED, "2", 2)


def test_there_is_one_spelling_and_the_last_word_counts() -> None:
    events = [said(9, "a", "please use the british spelling", "remember")]
    events += [said(2, "b", "make sure we're using US English everywhere", "remember")]
    assert list(rules(events)) == ["Use US English everywhere."]
