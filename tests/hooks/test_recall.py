"""Notes put before an agent unasked: only where a person wants it, and only where the memory is sure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.hooks.agent import hook, hook_log, project

RELATED = "the staging deploys fail again, is the VPN profile of staging wrong?"


@pytest.fixture
def shop(tmp_path: Path) -> Shell:
    shell = project(tmp_path / "shop")
    for topic, text in {
        "tests": "the integration tests need a running Postgres on port 5433",
        "style": "error messages are short, plain and name the next command",
        "money": "amounts are kept in cents and never as floats",
    }.items():
        shell("remember", "--topic", topic, text)
    return shell


def _asked(shop: Shell, prompt: str) -> str:
    event = {"session_id": "s-1", "hook_event_name": "UserPromptSubmit", "prompt": prompt}
    said = hook(shop.folder, "recall", event)
    assert hook_log(shop.folder) == []
    return str(json.loads(said)["hookSpecificOutput"]["additionalContext"]) if said else ""


def _recalls(shop: Shell) -> list[dict[str, object]]:
    files = (shop.folder / ".agent/local/logs/recalls").glob("*.jsonl")
    return [json.loads(line)["facts"] for path in files for line in path.read_text().splitlines()]


def test_it_is_silent_until_a_person_switches_it_on(shop: Shell) -> None:
    assert _asked(shop, RELATED) == ""
    assert _recalls(shop) == []


def test_a_note_that_fits_is_put_before_it_and_recorded_as_unasked(shop: Shell) -> None:
    shop("init", "--yes", "--recall")
    told = _asked(shop, RELATED)
    assert "staging deploys need the VPN profile eu-2" in told
    assert "Memory is a hint" in told
    assert "· user · not verified)" in told
    assert "Postgres" not in told
    assert [(facts["asked"], facts["address"]) for facts in _recalls(shop)] == [(False, "memory:staging.md")]


@pytest.mark.parametrize(
    "prompt",
    [
        "rename the button on the start page to something friendlier, please",
        "staging?",
        "/compact and go on with the staging deploys that need the VPN profile",
        "why is the profile picture of our users cut off at the edges",
        "",
    ],
)
def test_it_says_nothing_to_anything_else(shop: Shell, prompt: str) -> None:
    shop("init", "--yes", "--recall")
    assert _asked(shop, prompt) == ""
    assert _recalls(shop) == []
