"""`search --transcripts`: after what memory knows, what was said in the sessions themselves; redacted."""

from __future__ import annotations

import pytest

from tests.cli.shell import Shell
from tests.transcripts.conftest import *  # noqa: F403 — the world they live in
from tests.transcripts.nights import World

KEY = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vX7zB9dF1hJ3lN5"


@pytest.fixture
def shell(world: World) -> Shell:
    world.corrected("aaaa1111", f"no, we use pnpm here, not npm; the registry key is {KEY}")
    shell = Shell(world.repo)
    shell("remember", "the package manager is pnpm")
    return shell


def test_sessions_come_after_memory_and_only_on_request(shell: Shell) -> None:
    assert "transcripts" not in shell("search", "pnpm", "--json").json
    told = shell("search", "which registry does pnpm use?", "--transcripts", "--json").json
    assert told["hits"][0]["text"] == "the package manager is pnpm"
    said = told["transcripts"][0]
    assert "we use pnpm here" in said["text"] and KEY not in said["text"] and "[REDACTED" in said["text"]
    assert (said["layer"], said["origin"]) == ("transcript", "user") and said["path"].endswith("aaaa1111.jsonl")
    lines = shell("search", "pnpm registry", "--transcripts").out.splitlines()
    assert ".agent/memory/" in lines[0] and "transcript · user" in "\n".join(lines[2:])


def test_a_secret_cannot_be_guessed_by_searching(shell: Shell) -> None:
    found = shell("search", KEY[:12], "--transcripts", "--json").json
    assert found["transcripts"] == []
    assert all(KEY[:12] not in hit["text"] and hit["score"] < 0.1 for hit in found["hits"])  # near by meaning, at most
