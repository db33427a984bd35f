"""Which sessions deserve to be read."""

from __future__ import annotations

from reverie.tasks.triage import worth_a_packet
from tests.sources.lines import Claude


def test_a_session_in_which_nobody_spoke_is_not_worth_it() -> None:
    session = Claude().human("Implement the following plan:\n\nDo it.").runs("make", "error: x", failed=True)

    assert worth_a_packet(session.session()) == (0.0, "no person said anything")


def test_one_prompt_and_nothing_else_is_worth_little_but_read() -> None:
    """It may be a request to remember something."""
    worth, why = worth_a_packet(Claude().human("What is a monad?").agent("A monoid.").session())

    assert (worth, why) == (0.1, "one prompt and nothing else")
    assert worth_a_packet(Claude().human("Fix it.").runs("make", "ok").session())[0] > worth


def test_a_refusal_is_worth_more_than_quiet_work_and_it_says_why() -> None:
    quiet = Claude().human("Fix it.").runs("make", "ok")
    refused = Claude().human("Fix it.").uses("Bash", command="rm -r x").result("User rejected tool use", failed=True)

    worth, why = worth_a_packet(refused.session())

    assert worth > worth_a_packet(quiet.session())[0] > 0
    assert why.startswith("1 rejections")


def test_objections_and_repeated_errors_raise_it() -> None:
    session = Claude().human("Fix it.").runs("make", "error: x", failed=True).runs("make", "error: x", failed=True)
    session.human("no, don't touch the Makefile")

    assert "1 objections" in worth_a_packet(session.session())[1]
    assert "1 repeated errors" in worth_a_packet(session.session())[1]
