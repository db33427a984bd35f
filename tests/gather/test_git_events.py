"""Given a history, these are its events."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.gather.git import Ask, gather
from reverie.records.events import Event, Origin
from tests.gather.repo import BEN, Repo, day


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo")


def told(repo: Repo, ask: Ask | None = None) -> dict[str, Event]:
    """Events by what they say."""
    return {event.summary: event for event in gather(repo.path, ask).events}


def test_a_commit_becomes_an_event_with_who_when_where_and_what(repo: Repo) -> None:
    sha = repo.commit(
        "Fix the token check", ["auth/jwt.py", "auth/keys.py"], body="It let old tokens in.", by=BEN, on=3
    )
    (event,) = gather(repo.path).events
    assert (event.kind, event.actor, event.who) == ("fix", "ben@example.com", "Ben Fox")
    assert (event.at, event.origin, event.bot) == (day(3), Origin.USER, False)
    assert (event.span.source, event.span.commit, str(event.span)) == ("git", sha, sha[:10])
    assert (event.summary, event.body) == ("Fix the token check", "It let old tokens in.")
    assert event.files == ("auth/jwt.py", "auth/keys.py")


def test_events_come_oldest_first_and_only_from_the_window(repo: Repo) -> None:
    for number in range(5):
        repo.commit(f"change {number}", on=number * 10)
    history = gather(repo.path, Ask(since=day(15), until=day(35)))
    assert [event.summary for event in history.events] == ["change 2", "change 3"]
    assert history.skipped == {"dated in the future": 1}


def test_old_work_rebased_today_is_still_old_work(repo: Repo) -> None:
    repo.commit("first", on=1)
    repo.commit("written long ago", on=2, committed=60)
    history = gather(repo.path, Ask(since=day(50)))
    assert history.events == ()
    assert history.skipped == {"written before the window": 1}


def test_merges_make_no_event_but_are_counted(repo: Repo) -> None:
    repo.commit("base")
    repo.git("checkout", "-q", "-b", "feature")
    repo.commit("Fix a bug on a branch", ["feature.py"])
    repo.git("checkout", "-q", "main")
    repo.commit("meanwhile", ["main.py"])
    repo.git("merge", "-q", "--no-ff", "-m", "Merge branch 'feature'", "feature")
    history = gather(repo.path)
    assert sorted(event.summary for event in history.events) == ["Fix a bug on a branch", "base", "meanwhile"]
    assert history.skipped == {"merge": 1}


def test_a_cherry_pick_is_the_same_event(repo: Repo) -> None:
    repo.commit("base")
    repo.git("checkout", "-q", "-b", "release")
    repo.commit("prepare", ["version.py"])
    repo.git("checkout", "-q", "main")
    original = repo.commit("Fix overflow", ["math.py"])
    repo.git("checkout", "-q", "release")
    repo.git("cherry-pick", original)
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "release")
    history = gather(repo.path)
    assert [event.summary for event in history.events].count("Fix overflow") == 1
    assert told(repo)["Fix overflow"].span.commit == original
    assert history.skipped == {"copy of another commit": 1, "merge": 1}


def test_a_squash_of_commits_that_are_here_too_does_not_count_again(repo: Repo) -> None:
    repo.commit("base")
    repo.git("checkout", "-q", "-b", "feature")
    repo.commit("Fix the parser", ["parser.py"])
    repo.commit("Fix the lexer", ["lexer.py"])
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--squash", "feature")
    repo.commit("Mend parsing (#12)", [], body="* Fix the parser\n\n* Fix the lexer")
    repo.git("merge", "-q", "--no-ff", "-s", "ours", "-m", "merge", "feature")
    history = gather(repo.path)
    assert "Mend parsing (#12)" not in told(repo)
    assert history.skipped == {"merge": 1, "squash of commits that are here too": 1}


def test_a_squash_of_one_commit_does_not_count_again(repo: Repo) -> None:
    repo.commit("base")
    repo.git("checkout", "-q", "-b", "feature")
    repo.commit("Fix the parser", ["parser.py"])
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--squash", "feature")
    repo.commit("Fix the parser (#12)", [])
    repo.git("merge", "-q", "--no-ff", "-s", "ours", "-m", "merge", "feature")
    assert sorted(told(repo)) == ["Fix the parser", "base"]


def test_a_squash_whose_parts_are_not_here_counts(repo: Repo) -> None:
    repo.commit("base")
    repo.commit("Fix the lexer", ["lexer.py"])
    repo.commit("Mend parsing (#12)", ["parser.py"], body="* Fix the parser\n\n* Fix the lexer")
    repo.commit("Mend again (#13)", ["other.py"], body="* Fix the lexer")
    assert {"Mend parsing (#12)", "Mend again (#13)"} <= set(told(repo))


def test_a_second_fix_with_the_same_title_counts(repo: Repo) -> None:
    repo.commit("Fix flicker", ["ui.py"])
    repo.commit("Fix flicker", ["ui.py"])
    repo.commit("Fix flicker (#7)", ["other.py"])
    assert len(gather(repo.path).events) == 3


def test_one_person_is_one_actor_whatever_address_the_commit_carries(repo: Repo) -> None:
    repo.commit("one", by="Ann Lee <Ann@Example.com>")
    repo.commit("two", by="Ann Lee <123+annlee@users.noreply.github.com>")
    repo.commit("three", by="annlee <annlee@users.noreply.github.com>")
    repo.commit("four", by="ann <ann@laptop.local>")
    repo.write(".mailmap", "Ann Lee <ann@example.com> <ann@laptop.local>\n")
    repo.commit("map", [])
    actors = {event.summary: (event.actor, event.who) for event in gather(repo.path).events}
    assert actors["one"] == actors["two"] == actors["four"] == ("ann@example.com", "Ann Lee")
    assert actors["three"] == ("annlee", "annlee")


def test_two_people_without_a_full_name_stay_two(repo: Repo) -> None:
    repo.commit("one", by="root <a@one.example>")
    repo.commit("two", by="root <b@two.example>")
    assert len({event.actor for event in gather(repo.path).events}) == 2


def test_co_authors_are_named_and_agents_told_apart(repo: Repo) -> None:
    body = (
        "Why it broke.\n\nCo-authored-by: Ben Fox <ben@example.com>\n"
        "Co-Authored-By: Claude Opus 4 <noreply@anthropic.com>\n"
        "co-authored-by: Ann Lee <ann@example.com>\nSigned-off-by: Ann Lee <ann@example.com>"
    )
    repo.commit("Fix it", body=body)
    (event,) = gather(repo.path).events
    assert event.also == ("ben@example.com", "ai:claude")
    assert event.tags == ("ai",)
    assert (event.body, event.origin) == ("Why it broke.", Origin.USER)


@pytest.mark.parametrize(
    ("author", "actor", "origin"),
    [
        ("Claude <noreply@anthropic.com>", "ai:claude", Origin.AGENT),
        ("copilot-swe-agent[bot] <198982749+Copilot@users.noreply.github.com>", "ai:copilot", Origin.AGENT),
        ("Cursor Agent <cursoragent@cursor.com>", "ai:cursor", Origin.AGENT),
        ("Claude Dupont <claude@exemple.fr>", "claude@exemple.fr", Origin.USER),
        ("Jane Roe <jane@anthropic.com>", "jane@anthropic.com", Origin.USER),
        ("dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>", "dependabot[bot]", Origin.TOOL),
        ("renovate-bot <bot@renovate.example>", "bot@renovate.example", Origin.TOOL),
        (
            "pre-commit-ci[bot] <66853113+pre-commit-ci[bot]@users.noreply.github.com>",
            "pre-commit-ci[bot]",
            Origin.TOOL,
        ),
        ("Pat Talbot <talbot@example.com>", "talbot@example.com", Origin.USER),
    ],
)
def test_agents_bots_and_people(repo: Repo, author: str, actor: str, origin: Origin) -> None:
    repo.commit("Fix it", by=author)
    (event,) = gather(repo.path).events
    assert (event.actor, event.origin, event.bot) == (actor, origin, origin is Origin.TOOL)


def test_a_message_is_redacted_before_anything_keeps_it(repo: Repo, tmp_path: Path) -> None:
    repo.commit("Fix login with hunter2", body="password: hunter2")
    ask = Ask(redact=lambda texts: [text.replace("hunter2", "[REDACTED]") for text in texts], redact_key="1")
    (event,) = gather(repo.path, ask, cache=tmp_path / "cache").events
    assert (event.summary, event.body) == ("Fix login with [REDACTED]", "password: [REDACTED]")
    assert b"hunter2" not in (tmp_path / "cache/git-commits").read_bytes()
    assert event.id == gather(repo.path).events[0].id


def test_another_redactor_reads_the_messages_again(repo: Repo, tmp_path: Path) -> None:
    repo.commit("Fix login with hunter2")
    gather(repo.path, Ask(), cache=tmp_path)
    ask = Ask(redact=lambda texts: [text.replace("hunter2", "…") for text in texts], redact_key="2")
    assert gather(repo.path, ask, cache=tmp_path).events[0].summary == "Fix login with …"
