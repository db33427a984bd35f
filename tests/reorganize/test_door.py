"""The command, in a real process, with the thinking in the cage."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell, repository
from tests.reorganize.house import DEPLOY, House, built


@pytest.fixture
def shop(tmp_path: Path) -> tuple[House, Shell]:
    house = built(tmp_path / "shop")
    house.note("staging", *DEPLOY)
    house.note("staging-again", *DEPLOY)
    house.note("freeze", "No releases during the audit of the warehouse.", valid_until="2020-01-01")
    house.recalled("freeze", 3, "may we release during the warehouse audit")
    return house, repository(tmp_path / "shop")


def test_from_the_proposal_to_the_undo(shop: tuple[House, Shell]) -> None:
    house, reverie = shop
    before = house.tree()
    dry = reverie("reorganize", "--threshold", "0.7", "--dry-run")
    assert "merge" in dry.out
    assert "+merged_from: " in dry.out
    assert house.tree() == before

    made = reverie("reorganize", "--threshold", "0.7", "--json").json
    assert [one["kind"] for one in made["mutations"]] == ["deprecate", "merge"]
    assert made["space"] == "bag-of-words cosine"
    id = made["proposal"]
    assert id[:4] in reverie("reorganize", "list").out

    shown = reverie("reorganize", "show", id[:6])
    assert "recall@5, asked by agents" in shown.out
    assert "harder to find (recalled 3 times): No releases" in shown.out
    facts = reverie("reorganize", "show", id, "--json").json
    assert facts["replay"]["harder"][0]["after"] is None
    assert facts["mutations"][1]["diff"]

    proposed = house.tree()
    done = reverie("reorganize", "accept", id, "--only", "2", "--json").json
    assert [one["outcome"] for one in done["mutations"]] == ["declined", "accepted"]
    assert house.active() == ["freeze", "staging"]
    reverie("undo")
    assert house.tree() == proposed


def test_a_no_needs_a_reason_and_is_final(shop: tuple[House, Shell]) -> None:
    _, reverie = shop
    id = reverie("reorganize", "--threshold", "0.7", "--json").json["proposal"]
    for words in ((), ("--reason", " … ")):
        assert "a reason is required" in reverie("reorganize", "reject", id, *words, code=1).talk
    assert "warning: a thin reason" in reverie("reorganize", "reject", id, "--reason", "no").talk
    assert "decided already" in reverie("reorganize", "accept", id, code=1).talk
    assert "Nothing to propose" in reverie("reorganize", "--threshold", "0.7").talk
    assert "declined" in reverie("reorganize", "list", "--all").out


def test_what_cannot_be_meant_is_refused(shop: tuple[House, Shell]) -> None:
    _, reverie = shop
    reverie("reorganize", "--threshold", "2", code=2)
    assert "not in the range" in reverie("reorganize", "--threshold", "nan", code=2).talk
    id = reverie("reorganize", "--json").json["proposal"]
    reverie("reorganize", "accept", id, "--only", "one", code=2)
    assert "no mutation 9" in reverie("reorganize", "accept", id, "--only", "9", code=1).talk
    assert "no proposal" in reverie("reorganize", "show", "zzz", code=1).talk


def test_a_contradiction_in_a_proposal_is_told_in_the_morning_by_what_it_is(shop: tuple[House, Shell]) -> None:
    """The proposal's own reason says how notes were compared, which helps no agent."""
    house, reverie = shop
    house.note("database", "The staging database listens on port 5433.")
    house.note("database-too", "The staging database listens on port 5434.")
    kinds = [one["kind"] for one in reverie("reorganize", "--json").json["mutations"]]
    assert "supersede" in kinds and len(kinds) > 1
    reverie("run")
    told = reverie("briefing").out
    assert "5433" in told and "5434" in told
    assert "alike on" not in told
