"""Which sentences of agents can be told to somebody who was not there."""

from __future__ import annotations

import pytest

from reverie.insights.ready import as_fact
from reverie.insights.sentences import clarity, stands


@pytest.mark.parametrize(
    "sentence",
    [
        "`flushQueue()` returns before the last batch is on disk.",
        "The export job skips rows without a `tenant_id`.",
        "Every migration must never drop a column in the same release.",
        "Colors for the chart library cannot be read from CSS at import time.",
        "When `mode` is empty, the parser falls back to `strict`.",
    ],
)
def test_how_something_is_stands_alone(sentence: str) -> None:
    assert stands(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The function returns a list of names.",  # which function?
        "`flushQueue()` was broken by the last change.",
        "`flushQueue()` should return a boolean.",
        "`flushQueue()` probably returns before the last batch.",
        "Race Condition Between List and Delete.",
        "Rename `flushQueue()` to `drain()` in the worker.",
        "`flushQueue()` is correct and handles all cases.",
        "The two remaining calls use `flushQueue()` directly.",
        "When `flushQueue()` is called after the reconnect.",
        "SHOP-214 says `flushQueue()` returns too early.",
        "`flushQueue()` doesn't exist in this package.",
        "Clarified that `flushQueue()` returns early.",
        "A load test of `flushQueue()` that needs a running server.",  # no sentence
        "The `Queue.` specs are kept apart from the others.",  # `Queue.*` has lost its star
        "`flushQueue()` returns before the last batch is on disk 因為還沒寫完.",
        "When `QueueFull` fires, nothing triggers another flush.",
        "`flushQueue()` doesn't check for `QueueFull` before it returns.",
        "`flushQueue()` is trying to write before the disk is there.",
        "Always present as the fallback when `QUEUE` is not set.",
        "The real consumers are `flushQueue()` and the batch writer.",
    ],
)
def test_what_was_done_planned_or_thought_of_it_does_not(sentence: str) -> None:
    assert not stands(sentence)


def test_what_several_agree_upon_may_be_short() -> None:
    assert stands("Always use `t.Parallel()` in tests.", agreed=True)
    assert not stands("Always use `t.Parallel()` in tests.")


@pytest.mark.parametrize(
    "sentence",
    [
        "Press Ctrl + Shift + R if needed to clear browser cache.",
        "The CLAUDE.md provides future Claude instances with what `make` needs.",
        "The user flake imports `home.nix`, but it's not providing those arguments.",
    ],
)
def test_what_is_told_to_a_person_or_soon_mended_is_not_agreed_upon_either(sentence: str) -> None:
    assert not stands(sentence, agreed=True)


def test_a_sentence_that_says_why_is_clearer_than_one_that_points() -> None:
    why = "The worker needs `REDIS_URL` because it starts before the config is read."
    assert clarity(why) > clarity("It reads that before the config, and they both need this there.")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The hook picks up `tmp/` (found out anew in 3 sessions).", "The hook picks up `tmp/`."),
        ("Work is done in worktrees, in `.trees/`: 3 of 9 sessions.", "Work is done in worktrees, in `.trees/`."),
        ("`x()` was explained anew in 2 sessions: “a”; “b”.", "`x()`: “a”; “b”."),
        ("Branches are named `fix/…` (3 of 9 sessions) and `feat/…` (3), such as `fix/a`.",
         "Branches are named `fix/…` and `feat/…`, such as `fix/a`."),
    ],
)  # fmt: skip
def test_a_note_says_it_without_the_figures(text: str, fact: str) -> None:
    assert as_fact(text) == fact
