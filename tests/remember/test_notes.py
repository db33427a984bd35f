"""Notes of coding agents, labelled before they were judged. A false contradiction is the worst that can happen."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.remember.judge import judge

NOTES = [json.loads(line) for line in (Path(__file__).parent / "notes.jsonl").read_text("utf-8").splitlines()]


def verdict(left: str, right: str) -> str:
    return judge(left, right).verdict


def counted() -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """By label: what they are judged, and what the unsure ones lean to."""
    judged = [(pair["label"], judge(pair["left"], pair["right"])) for pair in NOTES]
    return Counter((label, one.verdict) for label, one in judged), Counter((label, one.leans) for label, one in judged)


@pytest.mark.parametrize(("kind", "sure", "seen"), [("contradicts", 0.88, 0.93), ("same", 0.48, 0.80)])
def test_what_is_sure_is_right_and_most_of_the_rest_is_shown_to_a_person(kind: str, sure: float, seen: float) -> None:
    verdicts, leans = counted()
    there = sum(count for (label, _), count in verdicts.items() if label == kind)
    wrong = [pair for pair in NOTES if pair["label"] != kind and verdict(pair["left"], pair["right"]) == kind]
    assert not wrong
    assert verdicts[kind, kind] >= sure * there
    assert verdicts[kind, kind] + leans[kind, kind] >= seen * there


def test_what_a_person_is_asked_is_worth_asking() -> None:
    _, leans = counted()
    asked = sum(count for (_, lean), count in leans.items() if lean)
    assert sum(leans[kind, kind] for kind in ("same", "contradicts")) >= 0.9 * asked


def test_both_ends_see_the_same() -> None:
    for pair in NOTES:
        one, other = judge(pair["left"], pair["right"]), judge(pair["right"], pair["left"])
        assert (one.verdict, one.leans) == (other.verdict, other.leans), pair


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("The mailer is enabled.", "The mailer is disabled in tests."),
        ("Retries are allowed.", "Retries are forbidden for payments."),
        ("Do not restart the broker during a rollout.", "Restart the broker after a rollout."),
        ("Never tag before the changelog is merged.", "Tag after the changelog is merged."),
        ("Uploads over 5 MB are rejected.", "Uploads under 5 MB are accepted."),
    ],
)
def test_what_holds_for_another_case_contradicts_nothing(left: str, right: str) -> None:
    assert verdict(left, right) == "unsure"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("The mailer calls the billing service.", "The billing service calls the mailer."),
        ("Rows are copied from Postgres to BigQuery.", "Rows are copied from BigQuery to Postgres."),
        ("Port 9000 is used by the proxy.", "Port 9001 is used by the proxy."),
        ("Ruby 3.2 is supported.", "Ruby 3.3 is supported."),
        ("Ines works on the renderer.", "Ines works on the tokenizer."),
        ("Ines works on the importer.", "Ines works on the exporter."),
        ("The window starts at 10:00.", "The window ends at 10:00."),
        ("We import orders from Shopify.", "We export orders to Shopify."),
        ("The proxy listens on port 80.", "The proxy listens on port 443."),
    ],
)
def test_what_may_both_be_so_contradicts_nothing(left: str, right: str) -> None:
    assert verdict(left, right) not in ("same", "contradicts")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("The importer contains the parser.", "The parser contains the importer."),
        ("`web` depends on `core`.", "`core` depends on `web`."),
        ("Run the linter before the tests.", "Run the tests before the linter."),
        ("Ada is older than Bob.", "Bob is older than Ada."),
    ],
)
def test_what_cannot_be_both_ways_contradicts_its_turn(left: str, right: str) -> None:
    assert verdict(left, right) == "contradicts"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Somebody owns the search service.", "Ada owns the search service."),
        ("A contractor leads the team.", "Ines leads the team."),
        ("The cache is not only for sessions.", "The cache is for sessions."),
        ("Not just admins see the page.", "Admins see the page."),
    ],
)
def test_what_is_left_open_is_neither_the_same_nor_denied(left: str, right: str) -> None:
    assert verdict(left, right) == "unsure"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("The user works at Contoso.", "The user works on Saturdays."),  # a place, and a time
        ("Reports are written in English.", "Reports are written in the passive."),  # a language, and a manner
        ("The user prefers dark mode.", "There is no dark mode."),  # a wish, and what there is
        ("We use npm for installs.", "The user prefers pnpm over npm."),  # what is used, and a wish
        ("We don't use Docker.", "The user uses Docker."),  # the team, and the user
        ("The bug is in the parser.", "The bug was not in the parser."),  # now, and then
        ("Use squash, not merge commits.", "We squash commits when merging."),  # they agree
        ("Feature flags are disabled.", "Feature flag `new_search` is enabled."),  # all, and one of them
        ("The queue is empty in the morning.", "The queue is empty at night."),  # a state at two times
        ("Feature A is behind a flag.", "The feature is not behind a flag."),  # one of several
        ("Tests are run with tox.", "Tests are run with pytest."),  # one by means of the other
        ("Tokens are signed with argon2.", "Tokens are signed with argon2id."),  # a kind of it
        ("The feature flag defaults to on.", "The feature is not behind a flag."),  # words in passing
    ],
)
def test_what_shares_its_words_but_not_its_matter_contradicts_nothing(left: str, right: str) -> None:
    assert verdict(left, right) not in ("same", "contradicts")


def test_what_it_is_instead_of_is_said_besides() -> None:
    found = judge("We lint with ruff, not flake8.", "We lint with ruff.")
    assert (found.verdict, found.covers) == ("unsure", "left")


def test_who_denies_and_who_switched_do_not_say_the_same() -> None:
    assert judge("CI no longer runs on GitHub Actions.", "We switched CI from Jenkins to GitHub Actions.").leans == ""


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Requests time out after 30 s.", "Requests time out after 60 s."),
        ("We store drafts in MongoDB.", "We store drafts in PostgreSQL."),
        ("We keep logs for 90 days.", "We keep logs for 1 year."),
        ("We release on Thursdays.", "We release on Tuesdays."),
        ("The sweep never runs.", "The sweep runs every night."),
        ("The default language is French.", "The default language is Japanese."),
        ("The parser is written in Go.", "The parser is written in Rust."),
        ("The queue is backed by RabbitMQ.", "The queue is backed by Kafka."),
        ("The database is MySQL 8.", "The database is PostgreSQL 15."),
        ("Ines is the lead of the data team.", "Omar is the lead of the data team."),
        ("The limit is 5 MB.", "The limit was raised to 20 MB."),
        ("Line endings are CRLF.", "Line endings are LF."),
    ],
)
def test_another_value_of_what_has_one(left: str, right: str) -> None:
    assert verdict(left, right) == "contradicts"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Logs are kept 30 days in Loki.", "Loki keeps logs for 30 days."),
        ("Sessions are stored in Postgres.", "We store sessions in Postgres."),
        ("Every Sunday the index is rebuilt.", "The index is rebuilt every Sunday."),
        ("Never commit files under `keys/`.", "Files under `keys/` must never be committed."),
        ("The bot closes stale issues.", "Stale issues are closed by the bot."),
    ],
)
def test_the_same_told_from_the_other_end(left: str, right: str) -> None:
    assert verdict(left, right) == "same"


THINGS = st.sampled_from(["the importer", "the worker", "Ada", "Redis", "the queue", "S3", "`core`"])
DEEDS = st.sampled_from(
    [("sends", "sent"), ("calls", "called"), ("copies", "copied"), ("keeps", "kept"), ("reads", "read")]
)
WAYS = st.sampled_from(["to", "from", "in", "with", "for", "on"])


@given(THINGS, THINGS, DEEDS, WAYS)
def test_who_does_it_to_whom_is_never_mixed_up(one: str, other: str, deed: tuple[str, str], way: str) -> None:
    told = f"{one} {deed[0]} files {way} {other}."
    turned = [f"{other} {deed[0]} files {way} {one}.", f"Files are {deed[1]} {way} {one} by {other}."]
    for text in turned if one != other else []:
        assert verdict(told[0].upper() + told[1:], text[0].upper() + text[1:]) == "unsure"


@pytest.mark.parametrize(
    ("left", "right", "leans"),
    [
        ("Config is read from `app.toml`.", "Config is read from `app.yaml`.", "contradicts"),
        ("The team meets on Mondays.", "The team meets on Fridays.", "contradicts"),
        ("Avoid default exports.", "Do not use default exports.", "same"),
        ("Rate limiting happens at the gateway.", "The gateway does the rate limiting.", "same"),
        ("Alerts go to Slack.", "Alerts go to PagerDuty.", ""),
        ("We might use Kafka.", "We use RabbitMQ.", ""),
        ("The mailer calls the queue.", "The queue calls the mailer.", ""),
    ],
)
def test_what_is_unsure_says_what_it_leans_to_if_it_does(left: str, right: str, leans: str) -> None:
    found = judge(left, right)
    assert (found.verdict in ("unsure", "unrelated"), found.leans) == (True, leans)
