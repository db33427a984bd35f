"""What says how something is, told from what says how to behave; and whether a note says it already."""

from __future__ import annotations

import time

import pytest

from reverie.tools.facts import fact, is_told

FACTS = {
    "remember that the staging database is on port 5433": "The staging database is on port 5433.",
    "Remember that the payments service listens on 8081, ok?": "The payments service listens on 8081.",
    "please remember that our CI runs on Buildkite": "Our CI runs on Buildkite.",
    "keep in mind that our repo is mirrored to GitLab": "Our repo is mirrored to GitLab.",
    "don't forget that our fixtures are in tests/data": "Our fixtures are in tests/data.",
    "remember that `make e2e` needs Docker": "`make e2e` needs Docker.",
    "remember that api.example.org is behind Cloudflare": "api.example.org is behind Cloudflare.",
    "remember that we have two databases": "We have two databases.",
    "the prod cluster is called plum, remember this": "The prod cluster is called plum.",
    "remember: the staging bucket is called plum-eu": "The staging bucket is called plum-eu.",
    "please remember: the staging bucket is called plum-eu": "The staging bucket is called plum-eu.",
    "remember the bucket for backups is called plum-eu": "The bucket for backups is called plum-eu.",
    "keep in mind that our Redis version is 7": "Our Redis version is 7.",
    "don't forget that the topic is orders-v2, not orders": "The topic is orders-v2, not orders.",
    "please remember for next time: the cache lives in Redis": "The cache lives in Redis.",
    "fyi, remember that the cache lives in Redis": "The cache lives in Redis.",
    "remember - the cache lives in Redis": "The cache lives in Redis.",
    "hey, remember: prod uses Postgres 14": "Prod uses Postgres 14.",
    "Some words before. Remember that prod is on Postgres 14.": "Prod is on Postgres 14.",
}
REFERENCES = {
    "note that the dashboard is at https://grafana.example.org/d/abc": (
        "The dashboard is at https://grafana.example.org/d/abc"
    ),
    "note for the future: the wiki is at https://wiki.example.org/x": "The wiki is at https://wiki.example.org/x",
    "note to self: our mirror is at git.example.org": "Our mirror is at git.example.org.",
    "Remember: the API docs live in docs/api": "The API docs live in docs/api.",
    "Remember that the runbook is in the wiki under Ops": "The runbook is in the wiki under Ops.",
}
NO_FACTS = (
    "From now on always run the linter before you commit.",
    "remember to run the linter",
    "remember that we use pnpm",
    "remember that commit messages are in English",
    "remember that pull requests need two approvals",
    "remember that code is formatted with black",
    "remember that tests must never hit the network",
    "remember that you should ask before pushing",
    "remember that the linter has to run before each commit",
    "remember that when you deploy the db is locked",
    "next time remember that the db is on 5433",
    "in the future the staging database is on port 5433",
    "remember: put tests where the code lives",
    "remember: check that the database is up",
    "remember that I prefer tabs",
    "remember that my timezone is CET",
    "remember that the build is broken today",
    "remember that the server is down",
    "remember that the migration was done yesterday",
    "remember that the standup is on Monday",
    "remember that it is on port 5433",
    "remember this",
    "remember: check it is up",
    "remember: run it with the cache that is warm",
    "do you remember that the staging db is on 5433?",
    "remember that the password is [REDACTED:password:12345678]",
    "the staging database is on port 5433",
    "",
)


@pytest.mark.parametrize(("said", "kept"), FACTS.items())
def test_a_fact_is_kept_in_the_words_it_was_put(said: str, kept: str) -> None:
    found = fact(said)
    assert found is not None
    assert (found.sentence, found.type) == (kept, "project")


@pytest.mark.parametrize(("said", "kept"), REFERENCES.items())
def test_where_something_is_to_be_found_is_a_reference(said: str, kept: str) -> None:
    found = fact(said)
    assert found is not None
    assert (found.sentence, found.type) == (kept, "reference")


@pytest.mark.parametrize("said", NO_FACTS)
def test_what_asks_for_behaviour_or_is_bound_to_its_moment_is_no_fact(said: str) -> None:
    assert fact(said) is None


PORT = "The staging database is on port 5433."


@pytest.mark.parametrize(
    ("text", "title", "known"),
    [
        ("the staging database is on port 5433", "", True),
        ("one thing\nthe port of the staging database is 5433\nanother", "", True),
        ("port 5433", "Staging database", True),
        ("Since spring, the staging\ndatabase is on\nport 5433. It is fast.", "", True),
        ("\n".join(["staging: plum", "a database", "port 5433", *["-" * 60] * 9]), "", False),
        ("the staging database is on port 5432", "", False),
        ("the staging database is not on port 5433", "", False),
        ("the staging server is on port 5433", "", False),
        ("the staging database is fast. port 5433 is the one of the cache", "", False),
        ("", "", False),
    ],
)
def test_a_note_tells_it_only_if_all_that_is_specific_agrees(text: str, title: str, known: bool) -> None:
    assert is_told(PORT, text, title) is known


def test_another_name_is_another_fact() -> None:
    said = "The staging database of the shop runs in the Frankfurt region."
    assert not is_told(said, said.replace("Frankfurt", "Dublin"))
    assert is_told(said, said.lower().replace("frankfurt", "Frankfurt"))


def test_long_notes_are_looked_through_soon() -> None:
    began = time.process_time()
    assert not is_told(PORT, "5433" + "a_b-" * 100_000)
    assert fact("remember that " + "the_a-b/" * 20_000 + " is on 1") is None
    assert time.process_time() - began < 5
